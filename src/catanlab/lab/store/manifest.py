"""experiment.json: the plan of the match whose games are in a folder.

The name of the file and its words are older than the class, and stay: results outlast names.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from catanlab._version import __version__
from catanlab.framework.errors import CatanlabError, StoreError
from catanlab.lab.match_plan import MatchPlan, key_of
from catanlab.lab.store.files import reporting_errors, write_whole

NAME = "experiment.json"
FORMAT = "catanlab-experiment"
VERSION = 1


@dataclass(frozen=True)
class Manifest:
    """The plan of a match, when its first game was stored, and by which version of catanlab."""

    plan: MatchPlan
    created: str
    """In UTC, as ISO 8601 writes it."""
    made_by: str

    @classmethod
    def new(cls, plan: MatchPlan) -> Manifest:
        """Return the manifest of a match that begins now."""
        return cls(plan, datetime.now(UTC).isoformat(timespec="seconds"), __version__)


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write experiment.json; raises StoreError if it exists or cannot be written."""
    data = {
        "format": FORMAT,
        "format_version": VERSION,
        "catanlab": manifest.made_by,
        "created": manifest.created,
        "experiment": manifest.plan.to_dict(),
    }
    text = json.dumps(data, indent=1) + "\n"
    write_whole(folder / NAME, lambda file: file.write(text.encode()))


def read_manifest(folder: Path) -> Manifest | None:
    """Return the content of experiment.json, or None if nothing has been stored yet.

    Raises StoreError if it is invalid, or if it is missing in a folder that has games.
    """
    path = folder / NAME
    if not path.exists():
        if any(folder.glob("part-*.parquet")):
            raise StoreError(f"{folder} has games but no {NAME}; put back a copy of that file")
        return None
    with reporting_errors(path, "read"):
        text = path.read_bytes()
    try:
        data = json.loads(text)
        if data["format"] != FORMAT:
            raise KeyError("format")
        version = data["format_version"]
        if type(version) is not int or version < 1:
            raise KeyError("format_version")
    except (ValueError, KeyError, TypeError):
        raise StoreError(
            f"{path} is damaged or not a file of catanlab's; put back a copy, or move the folder away"
        ) from None
    if version > VERSION:
        raise StoreError(
            f"{path} has format version {version}, and this catanlab reads up to {VERSION}: "
            "use the newer catanlab that wrote it"
        )
    return _checked(path, data)


def _checked(path: Path, data: dict[str, Any]) -> Manifest:
    """Return the manifest; raises StoreError unless the folder is named after its plan."""
    try:
        described, created, made_by = data["experiment"], str(data["created"]), str(data["catanlab"])
        key = key_of(described)
    except (KeyError, TypeError, ValueError) as error:
        raise StoreError(f"{path} is damaged (it lacks {error}); put back a copy") from None
    if key != path.parent.name:
        raise StoreError(
            f"{path} describes match {key}, but its folder is named {path.parent.name}: "
            "put back a copy of the file, or the name of the folder"
        )
    try:
        return Manifest(MatchPlan.from_dict(described), created, made_by)
    except (CatanlabError, KeyError, TypeError, ValueError) as error:
        raise StoreError(
            f"{path} was written by catanlab {made_by} and cannot be played by {__version__}: {error}"
        ) from None
