"""How episodes ended and why: one taxonomy, computed from stored records."""
