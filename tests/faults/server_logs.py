"""Counts what servers wrote to their logs: errors, and tracebacks that nothing explains."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Final

KNOWN: Final = {
    "database-away": re.compile(
        r"the server cannot look after its rooms|cannot read (its|the) lease|the lease could not be renewed"
    ),
    "closed-log": re.compile(r"Future exception was never retrieved[\s\S]*LogClosedError"),
}
"""Tracebacks that a fault of ours explains, by name: they are counted, and are no failure."""
ROOM: Final = re.compile(r"room (?=\w*\d)\w+")
"""A room by its name, which would make every line another event."""


def read_log(path: Path) -> tuple[Counter[str], list[str]]:
    """Return how often each event with an error was logged, and the tracebacks that nothing explains."""
    counts: Counter[str] = Counter()
    strange: list[str] = []
    loose: list[str] = []
    for line in path.read_text(errors="replace").splitlines():
        try:
            entry = json.loads(line)
            event, error, level = entry["event"], entry.get("error", ""), entry["level"]
        except (ValueError, TypeError, KeyError):
            loose.append(line)
            continue
        if level == "info":
            continue
        name = ROOM.sub("room R", event.splitlines()[0])[:60]
        counts[f"{level}: {name}"] += 1
        if "Traceback" in error:
            text = f"{event}\n{error}"
            known = next((key for key, pattern in KNOWN.items() if pattern.search(text)), None)
            if known is None:
                strange.append(text)
            else:
                counts[f"known traceback: {known}"] += 1
    text = "\n".join(loose)
    if "Traceback" in text:
        strange.append(text)
    elif text.strip():
        counts["lines that are no JSON"] += len(loose)
    return counts, strange
