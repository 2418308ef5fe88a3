"""The record of how the net of the package was trained, and of the games that it was tried in."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

from catanlab.agents.value import net

PACKAGE = Path(net.__file__).parent


def command(tool: str) -> str:
    """Return the command that runs now, as it is typed."""
    return shlex.join(["python", "-m", f"tools.value.{tool}", *sys.argv[1:]])


def commit() -> str:
    """Return the commit of the code that runs now."""
    asked = ["git", "-C", str(PACKAGE), "rev-parse", "--short=8", "HEAD"]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()


def write_record(record: dict[str, object], path: Path = PACKAGE / "net.json") -> None:
    """Write a record as JSON."""
    path.write_text(json.dumps(record, indent=1) + "\n")


def add_gate(gate: dict[str, str]) -> None:
    """Add the result of games to the record of the net of the package."""
    path = PACKAGE / "net.json"
    record = json.loads(path.read_text())
    record["gates"].append(gate)
    write_record(record, path)


def ship(weights: bytes, record: dict[str, object]) -> None:
    """Make a net the one of the package."""
    (PACKAGE / "net.f32").write_bytes(weights)
    write_record(record)
    module = PACKAGE / "net.py"
    module.write_text(re.sub('NET_SHA256 = ".*"', f'NET_SHA256 = "{record["sha256"]}"', module.read_text()))
