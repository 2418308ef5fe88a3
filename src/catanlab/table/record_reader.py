"""Reads records from text or files, however damaged, and reports every problem with its line.

>>> from catanlab.table.record import Record
>>> from catanlab.games.gomoku import Gomoku
>>> record = Record(Gomoku(size=3, line=3))
>>> record.add("b2")
>>> [again] = read_records(text=record.text)
>>> again.moves
[<b2>]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import get_args

from catanlab.framework.errors import ArgumentError, CatanlabError, Problem, RecordError
from catanlab.framework.notation import Notation
from catanlab.table.events import Termination
from catanlab.table.record import Record, find_notation
from catanlab.table.record_body import BodyReader
from catanlab.table.record_writer import (
    FIRST_CHANCE,
    FORMAT,
    FORMAT_2,
    OWN_HEADERS,
    SEAT_HEADER,
    result_text,
    unescape,
)

_HEADER = re.compile(r'\[([A-Za-z][A-Za-z0-9_]{0,39}) "((?:[^"\\]|\\.)*)"\]', re.ASCII)
_TERMINATIONS = (*get_args(Termination), "unfinished")
_SHOWN_CHARACTERS = 60

FindNotation = Callable[[str], Notation]


@dataclass(frozen=True)
class ScanResult:
    """The records that could be read, and all problems."""

    records: tuple[Record, ...]
    problems: tuple[Problem, ...]


def read_records(
    source: str | PathLike[str] | bytes | None = None,
    *,
    path: str | PathLike[str] | None = None,
    text: str | None = None,
    find: FindNotation = find_notation,
) -> list[Record]:
    """Return all records of the file at a `path`, or of a `text`.

    Without a name a str is a text and a Path a file. `find` returns the notation of a game by its name; by
    default it knows the built-in games. Raises RecordError with every problem and its line, ArgumentError
    unless there is one source, and OSError for a file that cannot be read.
    """
    scanned = scan_records(_one_source(source, path, text), find=find)
    if scanned.problems and isinstance(source, str) and "\n" not in source:
        hint = Problem("a str is read as the text of a record; read_records(path=...) reads a file")
        raise RecordError(*scanned.problems, hint)
    if scanned.problems:
        raise RecordError(*scanned.problems)
    return list(scanned.records)


def scan_records(source: str | PathLike[str] | bytes, *, find: FindNotation = find_notation) -> ScanResult:
    """Return the records that can be read from a text or file, and every problem with its line.

    A record with a problem in its moves ends before it. Raises OSError for a file that cannot be read.
    """
    problems: list[Problem] = []
    lines = _lines(source, problems)
    records = []
    blocks = list(_blocks(lines, problems))
    for block in blocks:
        record = _BlockReader(block, find, problems).read()
        if record is not None:
            records.append(record)
    if not blocks and not problems:
        problems.append(Problem("there is no record here", line=1))
    return ScanResult(tuple(records), tuple(sorted(problems, key=lambda problem: problem.line)))


def _one_source(
    source: str | PathLike[str] | bytes | None, path: str | PathLike[str] | None, text: str | None
) -> str | PathLike[str] | bytes:
    given = {"source": source, "path": path, "text": text}
    named = [name for name, value in given.items() if value is not None]
    if not named:
        raise RecordError("a record is a text, its bytes or a path, not None")
    if len(named) > 1:
        raise ArgumentError(
            f"records are read from a path or from a text, but {' and '.join(named)} were given"
        )
    if path is not None:
        if not isinstance(path, str | PathLike):
            raise ArgumentError(f"the path of a record is a str or a Path, not {path!r}")
        return Path(path)
    if text is not None and not isinstance(text, str):
        raise ArgumentError(f"the text of a record is a str, not {type(text).__name__}")
    return source if source is not None else text or ""


def _lines(source: str | PathLike[str] | bytes, problems: list[Problem]) -> list[str]:
    """Return the lines of a text or file; bytes that are not UTF-8 are replaced and reported."""
    text: str
    if not isinstance(source, str | bytes | PathLike):
        raise RecordError(f"a record is a text, its bytes or a path, not {source!r}")
    if isinstance(source, str):
        text = source
    else:
        data = source if isinstance(source, bytes) else Path(source).read_bytes()
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            problems.append(Problem(f"byte {error.start} is not UTF-8", line=line))
            text = data.decode("utf-8", "replace")
    return [line.rstrip("\r") for line in text.removeprefix("\ufeff").split("\n")]


@dataclass
class _Block:
    """The lines of one record, numbered from 1."""

    headers: list[tuple[int, str]] = field(default_factory=list)
    body: list[tuple[int, str]] = field(default_factory=list)

    @property
    def first(self) -> int:
        return self.headers[0][0]


def _blocks(lines: list[str], problems: list[Problem]) -> Iterator[_Block]:
    """Split lines into records: each begins with lines in square brackets.

    A record without moves ends with the empty line before the next one's Format.
    """
    block: _Block | None = None
    stray = blank = False
    for number, line in enumerate(lines, 1):
        if line.startswith("["):
            if block is None or block.body or (blank and line.startswith("[Format ")):
                if block:
                    yield block
                block = _Block()
            block.headers.append((number, line))
            blank = False
        elif not line.strip():
            blank = True
        elif block:
            block.body.append((number, line))
        elif not stray:
            stray = True
            shown = line.strip()[:_SHOWN_CHARACTERS]
            problems.append(
                Problem(f'a record begins with [Format "{FORMAT}"], not with {shown!r}', line=number)
            )
    if block:
        yield block


class _BlockReader:
    """Reads one record."""

    def __init__(self, block: _Block, find: FindNotation, problems: list[Problem]) -> None:
        self._block = block
        self._find = find
        self._problems = problems
        self._headers: dict[str, str] = {}
        self._header_lines: dict[str, int] = {}

    def read(self) -> Record | None:
        """Return the record as far as it can be read, or None if its game is unknown."""
        self._read_headers()
        notation = self._notation()
        if notation is None:
            return None
        record = self._set_up(notation)
        body = BodyReader(notation, record, self._problems)
        body.read(self._block.body)
        if record is not None:
            self._check_end(record, body.stopped)
        return record

    def _note(self, reason: str, header: str = "") -> None:
        line = self._header_lines.get(header, self._block.first)
        self._problems.append(Problem(reason, header if header in self._header_lines else "", line))

    def _read_headers(self) -> None:
        for number, line in self._block.headers:
            match = _HEADER.fullmatch(line.rstrip())
            if not match:
                reason = f'{line[:_SHOWN_CHARACTERS]!r} is not a header; the form is [Name "value"]'
                self._problems.append(Problem(reason, line=number))
                continue
            name, value = match[1], unescape(match[2])
            if name in self._headers:
                self._problems.append(Problem("it is given twice", name, number))
                continue
            self._headers[name] = value
            self._header_lines[name] = number
        if "Format" not in self._headers:
            self._note(f'there is no header [Format "{FORMAT}"]')
        elif self._headers["Format"] not in (FORMAT, FORMAT_2):
            shown = self._headers["Format"][:_SHOWN_CHARACTERS]
            self._note(f"{shown!r} is not {FORMAT!r} or {FORMAT_2!r}, which can be read", "Format")

    def _notation(self) -> Notation | None:
        if "Game" not in self._headers:
            self._note("there is no header Game")
            return None
        try:
            return self._find(self._headers["Game"])
        except CatanlabError as error:
            self._note(str(error), "Game")
            return None

    def _set_up(self, notation: Notation) -> Record | None:
        """Return a record without moves."""
        headers = self._headers
        try:
            game, start = notation.set_up(headers)
        except CatanlabError as error:
            problems = error.problems if isinstance(error, RecordError) else (Problem(str(error)),)
            for problem in problems:
                self._note(problem.reason, problem.field)
            return None
        own = {*OWN_HEADERS, *notation.header_names}
        agents: dict[int, str] = {}
        for name in headers:
            match = SEAT_HEADER.fullmatch(name)
            if match:
                own.add(name)
                agents[int(match[1])] = headers[name]
        if agents and sorted(agents) != list(range(game.seats)):
            self._note(f"names are given for seats {sorted(agents)}, but the game has {game.seats}")
            agents = {}
        return Record(
            game,
            start=start,
            agents=[agents[seat] for seat in sorted(agents)],
            seed=self._number("Seed"),
            chance=self._chance(),
            headers={name: value for name, value in headers.items() if name not in own},
            notation=notation,
        )

    def _number(self, header: str) -> int | None:
        text = self._headers.get(header)
        if text is None:
            return None
        if not re.fullmatch("0|[1-9][0-9]{0,19}", text):
            self._note(f"{text[:_SHOWN_CHARACTERS]!r} is not a whole number of at most 20 digits", header)
            return None
        return int(text)

    def _chance(self) -> int:
        version = self._number("Chance")
        return FIRST_CHANCE if version is None else version

    def _check_end(self, record: Record, stopped: bool) -> None:
        """Compare the headers Termination and Result with the end of the moves."""
        termination = self._headers.get("Termination", "")
        record.cut = termination == "cut"
        if "Termination" in self._headers and termination not in _TERMINATIONS:
            self._note(
                f"{termination[:_SHOWN_CHARACTERS]!r} is not one of {', '.join(_TERMINATIONS)}",
                "Termination",
            )
        elif "Termination" in self._headers and not stopped and termination != record.termination:
            self._note(f"it says {termination}, but the game is {record.termination}", "Termination")
        result = record.result
        played = result_text(result.shares if result else None)
        if "Result" in self._headers and not stopped and self._headers["Result"] != played:
            shown = self._headers["Result"][:_SHOWN_CHARACTERS]
            self._note(f"it says {shown!r}, but the moves lead to {played!r}", "Result")
