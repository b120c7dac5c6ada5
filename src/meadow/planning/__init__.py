"""Ways from here to there, and the actions that drive them."""
