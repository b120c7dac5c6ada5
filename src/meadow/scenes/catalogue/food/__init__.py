"""Food and drink."""
