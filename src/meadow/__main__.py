"""``python -m meadow``, where the command itself is not on the path."""

from meadow.cli.main import main

main()
