"""Transcripts: every message that a robot received or sent, kept in a file.

A transcript is a text, a line for each message: `<` for one from the server or `>` for one to it, a space,
and the message with its control characters escaped. Files that end in .gz are compressed.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from catanlab.bridges.jsettlers.errors import MessageError


@dataclass(frozen=True)
class Line:
    """One message of a transcript."""

    direction: str
    """`<` from the server, `>` to it."""
    text: str


class Transcript:
    """Messages in order.

    >>> transcript = Transcript()
    >>> transcript.add(">", "1012|g,\\t,2,true")
    >>> transcript.dump()
    '> 1012|g,\\\\t,2,true\\n'
    """

    def __init__(self, lines: Iterable[Line] = ()) -> None:
        self.lines = list(lines)

    def add(self, direction: str, text: str) -> None:
        """Add a message."""
        self.lines.append(Line(direction, text))

    def take_out(self, game: str) -> Transcript:
        """Remove and return the messages about one game, from the invitation on."""
        part = Transcript(line for line in self.lines if _is_about(line.text, game))
        gone = set(map(id, part.lines))
        self.lines = [line for line in self.lines if id(line) not in gone]
        return part

    def dump(self) -> str:
        """Return it as text."""
        return "".join(f"{line.direction} {_escaped(line.text)}\n" for line in self.lines)

    @classmethod
    def load(cls, text: str) -> Transcript:
        """Read it from text; raises MessageError for an invalid line."""
        return cls(_read(text))

    def write(self, path: Path) -> None:
        """Write it to a file."""
        data = self.dump().encode()
        path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)

    @classmethod
    def read(cls, path: Path) -> Transcript:
        """Read it from a file; raises MessageError for an invalid line, and OSError."""
        data = path.read_bytes()
        return cls.load((gzip.decompress(data) if path.suffix == ".gz" else data).decode())


def _read(text: str) -> Iterator[Line]:
    for number, line in enumerate(text.split("\n"), 1):
        if not line:
            continue
        if line[0] not in "<>" or line[1:2] != " ":
            raise MessageError(f"line {number} of a transcript begins with neither '< ' nor '> '")
        yield Line(line[0], _unescaped(line[2:]))


def _escaped(text: str) -> str:
    return text.encode("unicode_escape").decode("ascii")


def _unescaped(text: str) -> str:
    return text.encode("ascii", "backslashreplace").decode("unicode_escape")


def _is_about(text: str, game: str) -> bool:
    body = text.partition("|")[2]
    for separator in (",", "|", "\0", "\1"):
        if body.split(separator)[0] == game or body.endswith(f",{game}"):
            return True
    return False
