"""Computers, screens and other devices."""
