"""Clothes, and what people carry on them."""
