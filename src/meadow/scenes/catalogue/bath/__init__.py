"""What a bathroom has."""
