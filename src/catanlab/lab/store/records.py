"""The records of a part: text like any records, with headers for match, block and game."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from pathlib import Path
from typing import BinaryIO, TextIO, TypeAlias

from catanlab.framework.errors import RecordError, StoreError
from catanlab.framework.notation import GivenNotation
from catanlab.games.registry import GAMES
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.store.files import reporting_errors, write_whole
from catanlab.lab.store.part import Part, PartGoneError
from catanlab.table.record import Record, find_notation
from catanlab.table.record_reader import FindNotation, read_records

KeptRecord: TypeAlias = tuple[int, int, Record]
"""Block, game, and the record."""
EXPERIMENT, BLOCK, GAME = "Experiment", "Block", "BlockGame"
"""The headers that are added; `Game` is the name of the game of every record."""
GameIds: TypeAlias = set[tuple[int, int]]
"""Games, each by its block and its number in that."""
_BLOCK = re.compile(r'^\[Block "([0-9]+)"\]$', re.ASCII | re.MULTILINE)
_HEADER = re.compile(rf'\[({BLOCK}|{GAME}) "([0-9]+)"\]'.encode())


def write_records(path: Path, key: str, records: Sequence[KeptRecord]) -> str:
    """Write records as a new file and return its digest, or "" if there are none.

    Raises StoreError, or RecordError for a header that cannot be written.
    """
    return _write(path, (record_text(key, *kept).encode() for kept in records)) if records else ""


def merge_records(path: Path, parts: Iterable[Part]) -> str:
    """Write the records of several parts, which are sound, as a new file and return its digest.

    Returns "" if no part has any. Raises StoreError.
    """
    sources = [part for part in parts if part.records]
    chunks = (chunk for part in sources for chunk in _chunks(part.records_path))
    return _write(path, chunks) if sources else ""


def part_records(part: Part, plan: MatchPlan) -> Iterator[KeptRecord]:
    """Yield the records of a part one by one; raises StoreError if they are damaged."""
    check_records(part)
    if not part.records:
        return
    path = part.records_path
    with reporting_errors(path, "read"), path.open(encoding="utf-8", newline="\n") as file:
        for text in _one_by_one(file):
            try:
                yield read_record(text, plan)
            except (RecordError, KeyError, ValueError) as error:
                raise _damaged(part, str(error).partition("\n")[0]) from None


def recorded_games(part: Part) -> GameIds:
    """Return the games of which a part has the records, from the headers of these; raises StoreError."""
    if not part.records:
        return set()
    if not part.path.exists():
        raise PartGoneError(part.path)
    found: dict[bytes, list[int]] = {BLOCK.encode(): [], GAME.encode(): []}
    with reporting_errors(part.records_path, "read"), part.records_path.open("rb") as file:
        for line in file:
            header = _HEADER.match(line)
            if header:
                found[header[1]].append(int(header[2]))
    return set(zip(*found.values(), strict=True))


def read_record(text: str, plan: MatchPlan) -> KeptRecord:
    """Return the record that `record_text` wrote; raises RecordError, KeyError or ValueError."""
    [record] = read_records(text, find=_notations(plan, text))
    return int(record.headers[BLOCK]), int(record.headers[GAME]), record


def _notations(plan: MatchPlan, text: str) -> FindNotation:
    """Return how the games of a record are written: one of somebody's own is known by the plan alone."""
    block = _BLOCK.search(text)
    if plan.rules or plan.game_text.partition(":")[0] in GAMES.names or block is None:
        return find_notation
    own = GivenNotation(plan.game(int(block[1])))
    return lambda name: own


def check_records(part: Part) -> None:
    """Raise StoreError if the records of a part are damaged."""
    path = part.records_path
    if not part.records:
        return
    try:
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        if not part.path.exists():
            raise PartGoneError(path) from None
        raise _damaged(part, error.strerror or str(error)) from None
    if found != part.records:
        raise _damaged(part, "it does not match its checksum")


def _damaged(part: Part, reason: str) -> StoreError:
    return StoreError(
        f"{part.records_path} is damaged ({reason}); the results of its games are sound and count. "
        f"Put back a copy, or move it away with {part.path.name}: the games are then played again"
    )


def _write(path: Path, chunks: Iterable[bytes]) -> str:
    digest = hashlib.sha256()

    def write(file: BinaryIO) -> None:
        for chunk in chunks:
            digest.update(chunk)
            file.write(chunk)

    write_whole(path, write)
    return digest.hexdigest()


def record_text(key: str, block: int, game: int, record: Record) -> str:
    """Return a record of a match as text, with headers for match, block and game, and an empty line."""
    numbered = copy(record)
    numbered.headers = {**record.headers, EXPERIMENT: key, BLOCK: str(block), GAME: str(game)}
    return f"{numbered.text}\n"


def _chunks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while chunk := file.read(1 << 20):
            yield chunk


def _one_by_one(file: TextIO) -> Iterator[str]:
    """Cut a text into its records: a line that begins with [Format begins one."""
    lines: list[str] = []
    for line in file:
        if line.startswith("[Format ") and lines:
            yield "".join(lines)
            lines = []
        lines.append(line)
    if lines:
        yield "".join(lines)
