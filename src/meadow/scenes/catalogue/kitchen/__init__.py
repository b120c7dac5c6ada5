"""Machines, vessels and utensils of a kitchen."""
