"""Rebuilds the native modules before a test imports one, and makes hypothesis repeatable."""

import os
import subprocess
import sys
from pathlib import Path

from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent


def rebuild() -> None:
    """Build what changed since the last build; stop with the compiler's words if it fails."""
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if result.returncode:
        sys.exit(f"{result.stdout}{result.stderr}\nThe native modules do not build: see above.")


# `make sanitize` has built its own copy already.
if "PYTEST_XDIST_WORKER" not in os.environ and "CATANLAB_SANITIZE" not in os.environ:
    rebuild()

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")
