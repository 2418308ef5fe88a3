"""`catanlab` with a wall clock that another process sets.

`python -m tests.faults.starters.shifted_clock FILE serve ...`: the file has the seconds by which the clock
is off. The clock that only goes forward stays as it is, as when somebody sets the time of a machine.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from catanlab.cli.main import main

_time, _time_ns = time.time, time.time_ns


def shift(file: Path) -> None:
    """Let the wall clock of this process be off by what a file says at the time."""

    def offset() -> float:
        return float(file.read_text() or 0)

    time.time = lambda: _time() + offset()
    time.time_ns = lambda: _time_ns() + int(offset() * 1e9)


if __name__ == "__main__":
    shift(Path(sys.argv.pop(1)))
    sys.exit(main())
