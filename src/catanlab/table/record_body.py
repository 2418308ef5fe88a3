"""Reads the moves of a record word by word, and plays them as they are read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import cast, get_args

from catanlab.framework.errors import CatanlabError, MoveTextError, Problem
from catanlab.framework.moves import Move
from catanlab.framework.notation import Notation
from catanlab.table.events import Event, Incident, IncidentKind, Played, Proposed, Said, Seated, Withdrawn
from catanlab.table.record import Comment, Record
from catanlab.table.record_writer import unescape

MAX_WORD_CHARACTERS = 200
MAX_MOVE_WORDS = 24
"""The most words of a move that is written in full."""

_FORMS = {
    "say": "say 2: text",
    "incident": "incident 2 late: text",
    "fallback": "fallback 2 late: text",
    "sit": "sit 2: name",
    "propose": "propose 2: deal",
    "withdraw": "withdraw 2",
    "lapse": "lapse 2",
}
_EVENT_LINE = re.compile(rf"({'|'.join(_FORMS)}) ", re.ASCII)
_EVENT = re.compile(r"([a-z]+) ([0-9])(?: ([a-z]+))?(?:: (.*))?", re.ASCII | re.DOTALL)
_OF_INCIDENTS = ("incident", "fallback")
_WITHOUT_TEXT = ("withdraw", "lapse")
_COMMENT = re.compile(r"\{(?:[^\\}]|\\.)*\}", re.DOTALL)
_WORDS = re.compile(rf"{_COMMENT.pattern}|\{{.*|[^\s{{]+", re.DOTALL)
_TURN = re.compile(r"([0-9]{1,9})\.", re.ASCII)
_SEAT = re.compile(r"([0-9]):(.+)", re.ASCII | re.DOTALL)
_CLOCK = re.compile(r"~([0-9]{1,9}(?:\.[0-9]{1,3})?)", re.ASCII)
_KINDS = get_args(IncidentKind)
_NOBODY = -1


class BodyReader:
    """Reads the lines of moves into a record; without one it only checks that the words are moves.

    After the first move that cannot be played, the rest is still read but no longer played.
    """

    def __init__(self, notation: Notation, record: Record | None, problems: list[Problem]) -> None:
        self.stopped = record is None
        """Whether a move could not be played."""
        self._notation = notation
        self._record = record
        self._problems = problems
        self._known: dict[str, tuple[int, tuple[Move, ...]]] = {}
        self._line = 0
        self._turn_offset = 0
        """By how much the numbers of turns are wrong; each change is reported once."""
        self._fallback: int | None = None
        """The index, among the entries, of an incident whose fallback move comes next."""

    def read(self, lines: Iterable[tuple[int, str]]) -> None:
        """Read numbered lines."""
        known = self._known
        for self._line, line in lines:
            if begun := _EVENT_LINE.match(line):
                self._read_event(begun[1], line)
                continue
            words = _WORDS.findall(line) if "{" in line else line.split()
            simple = self._notation.continuing_words.isdisjoint(words)
            place = 0
            while place < len(words):
                entry = known.get(words[place]) if simple else None
                if entry is None:
                    place = self._read_other(words, place)
                else:
                    self._play(*entry)
                    place += 1
        if self._fallback is not None:
            self._note("the fallback move is missing")

    def _note(self, reason: str) -> None:
        self._problems.append(Problem(reason, line=self._line))

    def _fail(self, reason: str) -> None:
        """Report a move that cannot be played, and stop playing."""
        if not self.stopped:
            reason = f"{reason}; whether the moves after it are legal is unknown"
        self._note(reason)
        self.stopped = True

    # Moves.

    def _play(self, seat: int, moves: Sequence[Move]) -> None:
        """Play the moves of a word; the first one is this seat's."""
        record = self._record
        if self.stopped or record is None:
            return
        if seat != _NOBODY and seat != (mover := record.mover(moves[0])):
            whose = f"seat {mover}'s" if mover < record.game.seats else "no seat's"
            self._note(f"{moves[0]}: it is {whose} move, not seat {seat}'s")
        for move in moves:
            try:
                record.take(move)
            except CatanlabError as error:
                self._fail(str(error))
                return
            if self._fallback is not None:
                self._set_fallback(record, move)

    def _set_fallback(self, record: Record, move: Move) -> None:
        assert self._fallback is not None
        incident = record.entries[self._fallback]
        assert isinstance(incident, Incident)
        record.entries[self._fallback] = replace(incident, fallback=move)
        self._fallback = None

    # Everything else.

    def _read_other(self, words: Sequence[str], place: int) -> int:
        """Read a word that is not known yet, and return the index of the next one."""
        word = words[place]
        if word[0] == "{":
            self._read_comment(word)
        elif word[0] == "~":
            self._read_clock(word)
        elif _TURN.fullmatch(word):
            self._check_turn(int(word[:-1]))
        elif word != ",":
            return self._read_moves(words, place)
        return place + 1

    def _read_moves(self, words: Sequence[str], place: int) -> int:
        word = words[place]
        if len(word) > MAX_WORD_CHARACTERS:
            self._fail(f"a word of {len(word)} characters is not a move")
            return place + 1
        prefix = _SEAT.fullmatch(word)
        seat, first = (int(prefix[1]), prefix[2]) if prefix else (_NOBODY, word)
        try:
            if words[place + 1 : place + 2] and words[place + 1] in self._notation.continuing_words:
                raise MoveTextError(f"{word!r} and what follows it are not a move")
            moves = self._notation.read(first.removesuffix(","))
        except MoveTextError as error:
            for end in range(self._text_end(words, place), place + 1, -1):
                text = [first, *words[place + 1 : end]]
                text[-1] = text[-1].removesuffix(",")
                try:
                    move = self._notation.read_text(text)
                except MoveTextError:
                    continue
                self._play(seat, (move,))
                return end
            self._fail(str(error))
            return place + 1
        self._known[word] = (seat, moves)
        self._play(seat, moves)
        return place + 1

    def _text_end(self, words: Sequence[str], place: int) -> int:
        """Return the index after the last word that can belong to a move of several words."""
        end = place + 1
        while end < min(len(words), place + MAX_MOVE_WORDS) and not words[end - 1].endswith(","):
            word = words[end]
            if word[0] in "{~" or _TURN.fullmatch(word) or _SEAT.fullmatch(word):
                break
            end += 1
        return end

    def _check_turn(self, number: int) -> None:
        if not self.stopped and self._record is not None:
            expected = self._record.turn + 1
            if number - expected != self._turn_offset:
                self._note(f"turn {number} begins, but it is turn {expected}")
                self._turn_offset = number - expected

    def _read_clock(self, word: str) -> None:
        match = _CLOCK.fullmatch(word)
        if not match:
            self._note(f"{word[:MAX_WORD_CHARACTERS]!r} is not a time; the form is ~1.25, in seconds")
        elif self._record is not None and not self.stopped:
            entries = self._record.entries
            if entries and isinstance(entries[-1], Played):
                entries[-1] = replace(entries[-1], seconds=float(match[1]))
            else:
                self._note(f"the time {word} does not follow a move of a seat")

    def _read_comment(self, word: str) -> None:
        if not _COMMENT.fullmatch(word):
            self._note("a comment is not closed with } on its line")
        elif self._record is not None and not self.stopped:
            self._record.add(Comment(unescape(word[1:-1])))

    def _read_event(self, word: str, line: str) -> None:
        """Read a line of its own: a statement, an incident, somebody who sits down, a proposal."""
        record = self._record
        match = _EVENT.fullmatch(line.rstrip() if word in _WITHOUT_TEXT else line)
        kind, text = (match[3], match[4]) if match else (None, None)
        if (
            match is None
            or (kind is not None and word not in _OF_INCIDENTS)
            or (text is None) != (word in _WITHOUT_TEXT)
        ):
            self._note(f"the form is {_FORMS[word]}")
            return
        seat = int(match[2])
        if word in _OF_INCIDENTS and kind not in _KINDS:
            self._note(f"{kind!r} is not a kind of incident; they are {', '.join(_KINDS)}")
        elif record is not None and seat >= record.game.seats:
            self._note(f"{seat} is not a seat from 0 to {record.game.seats - 1}")
        elif record is not None and not self.stopped:
            try:
                record.add(_event(word, seat, cast(IncidentKind, kind), unescape(text or "")))
            except CatanlabError as error:
                self._note(str(error))
                return
            if word == "fallback":
                self._fallback = len(record.entries) - 1


def _event(word: str, seat: int, kind: IncidentKind, text: str) -> Event:
    if word == "say":
        return Said(seat, text)
    if word == "sit":
        return Seated(seat, text)
    if word == "propose":
        return Proposed(seat, text)
    if word in _WITHOUT_TEXT:
        return Withdrawn(seat, lapsed=word == "lapse")
    return Incident(seat, kind, text)
