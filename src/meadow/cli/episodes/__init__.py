"""Commands that make and read episodes and goals."""
