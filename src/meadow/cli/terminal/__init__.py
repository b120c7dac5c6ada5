"""What commands share: how they parse, print, show progress and stop."""
