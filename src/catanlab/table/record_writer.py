"""Writes records as text, and into files that are replaced completely or not at all."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable
from contextlib import suppress
from fractions import Fraction
from os import PathLike
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

from catanlab.framework.errors import RecordError
from catanlab.framework.moves import Move
from catanlab.framework.state import State
from catanlab.table.events import Incident, Outcome, Played, Proposed, Said, Seated, Withdrawn

if TYPE_CHECKING:
    from catanlab.table.record import Entry, Record

FORMAT = "catanlab-record 1"
FORMAT_2 = "catanlab-record 2"
"""The format of a record in which somebody sat down, proposed a deal or moved out of order: a reader of
the first format could not follow."""
LINE_COLUMNS = 100
"""Columns after which a line of moves is broken."""
OWN_HEADERS = ("Format", "Game", "Seed", "Chance", "Result", "Termination")
FIRST_CHANCE = 1
"""The version of the streams of chance in a record that does not say."""
HEADER_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,39}", re.ASCII)
SEAT_HEADER = re.compile(r"Seat([0-9])", re.ASCII)

_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r"}


def record_text(record: Record, *, long: bool = False) -> str:
    """Return a record as text; with `long` its moves are written in full.

    Raises RecordError for an invalid header.
    """
    lines = _body(record, long)
    form = FORMAT if lines.is_plain else FORMAT_2
    headers = [f'[{name} "{escape(value, quoted=True)}"]' for name, value in _headers(record, form).items()]
    return "\n".join([*headers, "", *lines.lines]).rstrip("\n") + "\n"


def write_records(records: Iterable[Record], path: str | PathLike[str]) -> None:
    """Write records into one file; after an error the old file is still there, unchanged.

    Raises OSError, or RecordError for an invalid header.
    """
    text = "\n".join(record.text for record in records)
    target = Path(path)
    part = target.with_name(f".{target.name}.{token_hex(8)}.part")
    try:
        with part.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, part)
        part.replace(target)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise


def escape(text: str, *, quoted: bool = False, braced: bool = False) -> str:
    """Return text on one line; with `quoted` quotation marks, with `braced` closing braces are escaped."""
    text = text.encode("utf-8", "replace").decode()  # a lone surrogate cannot be written
    escapes = dict(_ESCAPES)
    if quoted:
        escapes['"'] = '\\"'
    if braced:
        escapes["}"] = "\\}"
    return "".join(escapes.get(letter, letter) for letter in text)


def unescape(text: str) -> str:
    """Return the text that `escape` escaped.

    >>> unescape(escape('a "quoted" }', quoted=True, braced=True))
    'a "quoted" }'
    """
    return re.sub(r"\\(.)", lambda match: {"n": "\n", "r": "\r"}.get(match[1], match[1]), text)


def result_text(shares: Iterable[float] | None) -> str:
    """Return each seat's share of the win, or a star without shares.

    >>> result_text([0.5, 0.5, 0.0])
    '1/2-1/2-0'
    """
    if shares is None:
        return "*"
    return "-".join(str(Fraction(share).limit_denominator(1000)) for share in shares)


def _headers(record: Record, form: str) -> dict[str, str]:
    """Return all headers in order."""
    headers = {"Format": form, "Game": record.game.name}
    headers |= record.notation.headers(record.game, record.start, record.seed)
    taken = {*OWN_HEADERS, *record.notation.header_names}
    if record.seed is not None:
        headers["Seed"] = str(record.seed)
    if record.chance != FIRST_CHANCE:
        headers["Chance"] = str(record.chance)
    headers |= {f"Seat{seat}": name for seat, name in enumerate(record.agents)}
    for name, value in record.headers.items():
        if not HEADER_NAME.fullmatch(name) or name in taken or SEAT_HEADER.fullmatch(name):
            raise RecordError(f"{name!r} cannot be the name of a further header")
        headers[name] = value
    result = record.result
    headers["Result"] = result_text(result.shares if result else None)
    headers["Termination"] = record.termination
    return headers


def _body(record: Record, long: bool) -> _Lines:
    lines = _Lines(record, long)
    state = record.start or record.game.start()
    for place, entry in enumerate(record.entries):
        if isinstance(entry, Played | Outcome):
            lines.add_move(state, entry)
            state.apply(entry.move)
        elif isinstance(entry, Said):
            lines.add_line(f"say {entry.seat}: {escape(entry.text)}")
        elif isinstance(entry, Incident):
            made = entry.fallback is not None and _is_played(record.entries[place:])
            word = "fallback" if made else "incident"
            lines.add_line(f"{word} {entry.seat} {entry.kind}: {escape(entry.text)}")
        elif isinstance(entry, Seated):
            lines.add_new_line(f"sit {entry.seat}: {escape(entry.name)}")
        elif isinstance(entry, Proposed):
            lines.add_new_line(f"propose {entry.seat}: {escape(entry.deal)}")
        elif isinstance(entry, Withdrawn):
            lines.add_new_line(f"{'lapse' if entry.lapsed else 'withdraw'} {entry.seat}")
        else:
            lines.add(f"{{{escape(entry.text, braced=True)}}}")
    lines.end()
    return lines


def _is_played(entries: list[Entry]) -> bool:
    return any(isinstance(entry, Played) for entry in entries)


class _Lines:
    """Lines of moves: each turn on a line of its own, or several if it is long."""

    def __init__(self, record: Record, long: bool) -> None:
        self.lines: list[str] = []
        self.is_plain = True
        """Whether a reader of the first format can follow."""
        self._notation = record.notation
        self._proposals = record.game.proposals
        self._long = long
        self._line = ""
        self._words: dict[Move, str] = {}
        self._last = ""
        """The last word of the line, if another may be joined to it."""
        self._turn = -1
        self._seat = -1

    def add_move(self, state: State, entry: Played | Outcome) -> None:
        """Add a move; `state` is the position before it."""
        if state.turn != self._turn:
            self.end()
            self._turn = state.turn
            self._seat = -1
            self._line = f"{state.turn + 1}."
        word = self._word(entry.move)
        joined = None
        if isinstance(entry, Played) and (
            entry.seat != state.to_move
            or (self._proposals and self._proposals.partner(entry.move) is not None)
        ):
            self.is_plain = False
        if isinstance(entry, Outcome) or entry.seat == self._seat:
            joined = self._notation.join(self._last, word) if self._last and not self._long else None
        else:
            self._seat = entry.seat
            word = f"{entry.seat}:{word}"
        if joined is not None:
            self._line = self._line[: len(self._line) - len(self._last)] + joined
            self._last = joined
        else:
            self.add(word)
            self._last = word.partition(":")[2] if word[:1].isdigit() else word
        if isinstance(entry, Played) and entry.seconds:
            self.add(f"~{entry.seconds:.3f}".rstrip("0").rstrip("."))

    def add(self, word: str) -> None:
        """Add a word, a clock or a comment."""
        if self._line and len(self._line) + 1 + len(word) > LINE_COLUMNS:
            self.end()
        self._line = f"{self._line} {word}" if self._line else word
        self._last = ""

    def add_line(self, line: str) -> None:
        """Add a line without moves."""
        self.end()
        self.lines.append(line)

    def add_new_line(self, line: str) -> None:
        """Add a line that the first format does not have."""
        self.is_plain = False
        self.add_line(line)

    def end(self) -> None:
        """End the line."""
        if self._line:
            self.lines.append(self._line)
        self._line = self._last = ""

    def _word(self, move: Move) -> str:
        if self._long and not set(",{}").intersection(move.text):
            return f"{move.text},"
        if move not in self._words:
            self._words[move] = self._notation.write(move)
        return self._words[move]
