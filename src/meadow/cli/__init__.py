"""The command line: one module per command, each a ``Config`` dataclass and a ``run`` function."""
