"""Commands that make, check and draw homes."""
