"""CoW on PASTURE: find objects that language describes, in seven settings."""
