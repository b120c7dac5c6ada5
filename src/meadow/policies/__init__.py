"""Trained networks that choose actions: their cards, inputs and run time, without torch."""
