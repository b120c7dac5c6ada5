"""The exam of the eyes: frames of held-out homes, and the figures that are computed from them."""
