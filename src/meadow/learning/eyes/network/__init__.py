"""The network of the eyes, its losses, and its image backbone."""
