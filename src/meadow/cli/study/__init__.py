"""``meadow study``: what papers studied, run again and kept; a study comes from a benchmark's folder."""
