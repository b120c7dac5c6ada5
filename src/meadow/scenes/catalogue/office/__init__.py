"""What people write with, on and in."""
