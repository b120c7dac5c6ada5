"""``python -m meadow``, where the command itself is not on the path."""

import os
import sys

# Python puts the working directory in front, where a file may be called numpy.py.
if not sys.flags.safe_path and sys.path[0] == os.getcwd():
    del sys.path[0]

from meadow.cli.main import main

main()
