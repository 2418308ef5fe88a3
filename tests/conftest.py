"""Rebuilds the native modules before a test imports one, and makes hypothesis repeatable.

The copy of the sources that are run as plain Python is made here too, once for all tests.
"""

import gc
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from tests.uncompiled import Uncompiled

ROOT = Path(__file__).resolve().parent.parent


def rebuild() -> None:
    """Build what changed since the last build; stop with the compiler's words if it fails."""
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if result.returncode:
        sys.exit(f"{result.stdout}{result.stderr}\nThe native modules do not build: see above.")


# The targets of the Makefile have built all already, `make sanitize` a copy of its own.
if os.environ.keys().isdisjoint(("PYTEST_XDIST_WORKER", "CATANLAB_BUILT", "CATANLAB_SANITIZE")):
    rebuild()

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.register_profile("quick", settings.get_profile("repeatable"), max_examples=20)
settings.load_profile("repeatable")


def pytest_collection_finish() -> None:
    """Keep what was imported and collected out of garbage collection, which takes long to look at it."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say once why tests with PostgreSQL, and those in a browser, were left out."""
    skipped = [report.longrepr for report in terminalreporter.getreports("skipped")]
    for missing in ("no PostgreSQL", "no chromium"):
        why = [reason[2] for reason in skipped if isinstance(reason, tuple) and missing in reason[2]]
        if why:
            terminalreporter.write_line(
                f"{len(why)} tests were left out: {why[0].removeprefix('Skipped: ')}"
            )


@pytest.fixture(scope="session")
def uncompiled(tmp_path_factory: pytest.TempPathFactory) -> "Uncompiled":
    """Return the copy of the sources that all workers of this session share."""
    from tests.uncompiled import Uncompiled  # it imports native modules, which are up to date by now

    own = tmp_path_factory.getbasetemp()
    return Uncompiled((own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "uncompiled")
