"""shards.json: which shards of a match a folder was to have, so that a merge can say what is missing.

It is written before the first game of a shard is played.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

from catanlab.framework.errors import ArgumentError, StoreError
from catanlab.lab.shard import Shard
from catanlab.lab.store.files import reporting_errors, write_whole

NAME = "shards.json"
FORMAT = "catanlab-shards"
VERSION = 1

ShardNote: TypeAlias = tuple[Shard, int]
"""A shard, and of how many blocks the whole match is."""


def note_shard(folder: Path, shard: Shard, blocks: int) -> None:
    """Note that a folder is to have a shard of a match of this many blocks; raises StoreError."""
    add_notes(folder, [(shard, blocks)])


def add_notes(folder: Path, notes: Iterable[ShardNote]) -> None:
    """Add notes to those of a folder; of two about the same shard, the one with more blocks counts."""
    there = read_notes(folder)
    found = dict(there)
    for shard, blocks in notes:
        found[shard] = max(blocks, found.get(shard, 0))
    if found == dict(there):
        return
    shards = [
        {"shard": shard.number, "of": shard.of, "blocks": blocks}
        for shard, blocks in sorted(found.items(), key=lambda note: (note[0].of, note[0].number))
    ]
    text = json.dumps({"format": FORMAT, "format_version": VERSION, "shards": shards}, indent=1) + "\n"
    write_whole(folder / NAME, lambda file: file.write(text.encode()), force=True)


def read_notes(folder: Path) -> list[ShardNote]:
    """Return the notes of a folder, none of a whole match; raises StoreError if they are damaged."""
    path = folder / NAME
    if not path.exists():
        return []
    with reporting_errors(path, "read"):
        text = path.read_bytes()
    try:
        data = json.loads(text)
        if data["format"] != FORMAT or data["format_version"] > VERSION:
            raise KeyError("format")
        return [(Shard(one["shard"], one["of"]), int(one["blocks"])) for one in data["shards"]]
    except (ValueError, KeyError, TypeError, ArgumentError):
        raise StoreError(
            f"{path} is damaged or of a newer catanlab; put back a copy, or move it away: the games are "
            "sound without it"
        ) from None
