"""Runs the command line as `python -m catanlab`."""

import sys

from catanlab.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
