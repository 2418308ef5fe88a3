"""Counts what servers wrote to their logs: errors, and tracebacks, which no fault of ours should leave."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Final

ROOM: Final = re.compile(r"room (?=\w*\d)\w+")
"""A room by its name, which would make every line another event."""


def read_log(path: Path) -> tuple[Counter[str], list[str]]:
    """Return how often each event with an error was logged, and the tracebacks."""
    counts: Counter[str] = Counter()
    tracebacks: list[str] = []
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
            tracebacks.append(f"{event}\n{error}")
    text = "\n".join(loose)
    if "Traceback" in text:
        tracebacks.append(text)
    elif text.strip():
        counts["lines that are no JSON"] += len(loose)
    return counts, tracebacks
