"""Toys, games, sports, music and models."""
