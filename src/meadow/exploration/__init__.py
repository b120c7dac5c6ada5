"""Where to look next."""
