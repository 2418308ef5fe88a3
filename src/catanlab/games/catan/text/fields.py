"""The fields of a position's line, read one by one; every problem is noted and reading goes on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import TypeVar

from catanlab.framework.errors import PositionError, Problem
from catanlab.games.catan import constants as c
from catanlab.games.catan.board import Board
from catanlab.games.catan.rules import Rules
from catanlab.games.catan.text.boards import read_board
from catanlab.games.catan.text.letters import (
    CARD_LETTERS,
    NOTHING,
    RESOURCE_LETTERS,
    UNKNOWN_LETTER,
    quote,
    read_counts,
    read_number,
)
from catanlab.games.catan.text.positions import ACTOR_WORDS, FLAGS, PHASE_WORDS, usual_actor
from catanlab.games.catan.text.rules import rules_from_text
from catanlab.games.catan.text.shorthand import read_word
from catanlab.games.catan.text.trails import read_trails

_T = TypeVar("_T")

MAX_LINE_CHARACTERS = 10_000
MAX_ROADS_READ = 20
"""A seat with more roads is not read: measuring them could take for ever. Fifteen are legal."""
MAX_TURN = 2**31 - 2
_BUILDINGS = re.compile(r"(?:[sc][0-9]{1,2}){1,54}", re.ASCII)
_FORM = (
    "a position is: the board, the rules, a field for each seat with four semicolons, the robber, "
    "the deck, turn:seat, the phase, the flags, and name=value for the rest"
)


@dataclass
class SeatFields:
    """The contents of one seat's field; for a hand that is not known, `size`, `hand` and `most`."""

    settlements: tuple[int, ...] = ()
    cities: tuple[int, ...] = ()
    roads: tuple[int, ...] = ()
    hand: tuple[int, ...] = (0,) * 5
    most: tuple[int, ...] = (0,) * 5
    size: int = 0
    cards: tuple[int, ...] = (0,) * 6
    knights: int = 0


@dataclass
class Fields:
    """The contents of a line. The sixth count of cards is of unknown ones, which only views have."""

    viewer: int | None = None
    """The seat whose view it is; None for a spectator, and for a position."""
    board: Board | None = None
    rules: Rules | None = None
    seats: list[SeatFields] = field(default_factory=list)
    robber: int = 0
    deck: tuple[int, ...] = (0,) * 5
    turn_count: int = 0
    turn_seat: int = 0
    phase: int = c.MAIN
    actor: int = 0
    flags: dict[str, bool] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    """The fields of a position that are plain numbers; those left out are as usual."""
    new: tuple[int, ...] = (0,) * 6
    offer: int = 0
    answers: dict[int, int] = field(default_factory=dict)
    discards: int | dict[int, int] = 0
    """What the seat to act owes, or what each seat owes where they do not discard one after the other."""
    floors: dict[int, int] = field(default_factory=dict)
    """The resource from which each seat's list of discards goes on, where it is not the first."""
    bank: tuple[int, ...] | None = None
    limits: tuple[int, ...] | None = None


@lru_cache(maxsize=256)
def read_rules(text: str) -> Rules:
    """Return the rules of a stored text, remembering: few sets of rules are read again and again."""
    return rules_from_text(text, stored=True)


# Extras that are plain numbers: the field of a position, and the lowest and highest value.
NUMBER_EXTRAS = {
    "road": ("road_holder", 0, 3),
    "army": ("army_holder", 0, 3),
    "step": ("setup_step", 0, 8),
    "last": ("last_node", 0, 53),
    "offers": ("offers_made", 1, 1000),
    "free": ("free_roads", 1, 15),
    "victim": ("victim", 0, 3),
    "winner": ("winner", 0, 3),
}


class FieldReader:
    """Reads a line; `problems` are all errors found."""

    def __init__(self, line: str, *, view: bool) -> None:
        if not isinstance(line, str):
            raise PositionError(f"a position is a line of text, not {line!r}")
        self.problems: list[Problem] = []
        self.fields = Fields()
        self._view = view
        self._readers: dict[str, Callable[[str], None]] = {
            "new": self._read_new,
            "offer": self._read_offer,
            "answers": self._read_answers,
            "discards": self._read_discards,
            "floor": self._read_floor,
            "bank": self._read_bank,
        }
        if view:
            self._readers["limits"] = self._read_limits
        self._read(line)
        if self.problems:
            raise PositionError(*self.problems)

    def _get(self, name: str, default: _T, read: Callable[[], _T]) -> _T:
        """Return the result of `read`, or note the problem and return the default."""
        try:
            return read()
        except ValueError as error:
            self.problems.append(Problem(str(error), name))
            return default

    def _read(self, line: str) -> None:
        if len(line) > MAX_LINE_CHARACTERS:
            self.problems.append(Problem(f"a position is not {len(line)} characters long"))
            return
        words = line.split()
        if self._view:
            self._read_viewer(words)
        if len(words) < 2:
            self.problems.append(Problem(f"{quote(line)} is too short: {_FORM}"))
            return
        fields = self.fields
        fields.board = self._get("board", None, lambda: read_board(words[0]))
        fields.rules = self._get("rules", None, lambda: read_rules(words[1]))
        seats = [word for word in words[2:] if ";" in word]
        if words[2 : 2 + len(seats)] != seats:
            self.problems.append(Problem(f"the seats do not stand together after the rules: {_FORM}"))
            return
        if fields.rules is not None and fields.rules.players != len(seats):
            self.problems.append(
                Problem(f"there are {len(seats)}, but the rules have {fields.rules.players}", "seats")
            )
        fields.seats = [self._read_seat(f"seat {number}", word) for number, word in enumerate(seats)]
        rest = words[2 + len(seats) :]
        if len(rest) < 5:
            self.problems.append(Problem(f"{len(rest)} fields follow the seats, not 5 or more: {_FORM}"))
            return
        robber, deck, turn, phase, flags, *extras = rest
        fields.robber = self._get("robber", 0, lambda: read_number(robber, "a hex", 0, 18))
        fields.deck = self._get("deck", fields.deck, lambda: read_counts(deck, CARD_LETTERS))
        self._get("turn", None, lambda: self._read_turn(turn))
        self._get("phase", None, lambda: self._read_phase(phase))
        self._get("flags", None, lambda: self._read_flags(flags))
        self._read_extras(extras)
        self._check_needs()

    def _check_needs(self) -> None:
        """Note fields that a phase needs and that are missing: the engine relies on them."""
        fields = self.fields
        needs = {c.SETUP_SETTLEMENT: ("step",), c.SETUP_ROAD: ("step", "last"), c.STEALING: ("victim",)}
        for name in needs.get(fields.phase, ()):
            if NUMBER_EXTRAS[name][0] not in fields.numbers:
                self.problems.append(Problem(f"{name}= is missing, which this phase needs", "phase"))
        if fields.numbers.get("setup_step", 0) > 2 * len(fields.seats) - (fields.phase <= c.SETUP_ROAD):
            self.problems.append(Problem("the set-up has no such step", "step"))

    def _read_viewer(self, words: list[str]) -> None:
        first = words.pop(0) if words else ""
        name, _, seat = first.partition(":")
        if name != "view":
            self.problems.append(Problem(f"a view begins with view: and a seat, not with {quote(first)}"))
        else:
            # A spectator is nobody, written as such.
            self.fields.viewer = None
            if seat != NOTHING:
                self.fields.viewer = self._get("view", 0, lambda: self._seat(seat))

    def _seat(self, word: str) -> int:
        players = self.fields.rules.players if self.fields.rules else 4
        return read_number(word, "a seat", 0, players - 1)

    # A seat's field.

    def _read_seat(self, name: str, word: str) -> SeatFields:
        seat = SeatFields()
        parts = word.split(";")
        if len(parts) != 5:
            reason = f"{quote(word)} is not buildings;roads;hand;cards;knights"
            self.problems.append(Problem(reason, name))
            return seat
        self._get(f"{name} buildings", None, lambda: _read_buildings(seat, parts[0]))
        seat.roads = self._get(f"{name} roads", (), lambda: _read_roads(parts[1]))
        self._get(f"{name} hand", None, lambda: self._read_hand(seat, parts[2]))
        seat.cards = self._get(f"{name} cards", seat.cards, lambda: self._cards(parts[3]))
        seat.knights = self._get(f"{name} knights", 0, lambda: read_number(parts[4], "knights", 0, 100))
        return seat

    def _read_hand(self, seat: SeatFields, word: str) -> None:
        size, colon, bounds = word.partition(":")
        if not (self._view and colon):
            seat.hand = seat.most = read_counts(word, RESOURCE_LETTERS)
            seat.size = sum(seat.hand)
            return
        least, _, most = bounds.partition("~")
        seat.size = read_number(size, "a number of cards", 0, 10_000)
        seat.hand, seat.most = (read_counts(side, RESOURCE_LETTERS) for side in (least, most))
        if any(low > high for low, high in zip(seat.hand, seat.most, strict=True)):
            raise ValueError(f"more of a resource is certain than possible in {quote(word)}")
        if not sum(seat.hand) <= seat.size <= sum(seat.most):
            raise ValueError(f"{seat.size} cards do not lie between what is certain and possible")

    def _cards(self, word: str) -> tuple[int, ...]:
        """Read development cards; a view may hold unknown ones."""
        if self._view:
            return read_counts(word, CARD_LETTERS + UNKNOWN_LETTER)
        return (*read_counts(word, CARD_LETTERS), 0)

    # The turn.

    def _read_turn(self, word: str) -> None:
        turn, _, seat = word.partition(":")
        self.fields.turn_count = read_number(turn, "a turn", 1, MAX_TURN) - 1
        self.fields.turn_seat = self._seat(seat)

    def _read_phase(self, word: str) -> None:
        name, colon, actor = word.partition(":")
        if name not in PHASE_WORDS:
            raise ValueError(f"{quote(name)} is not a phase; the phases are {', '.join(PHASE_WORDS)}")
        fields = self.fields
        fields.phase = PHASE_WORDS.index(name)
        usual = usual_actor(fields.phase, fields.turn_seat)
        others = {word: number for number, word in ACTOR_WORDS.items()}
        if usual is None and (not colon or actor in others):
            raise ValueError(f"it must say which seat: {name}:2 for seat 2")
        if usual is not None and not colon:
            fields.actor = usual
        else:
            fields.actor = others[actor] if actor in others else self._seat(actor)

    def _read_flags(self, word: str) -> None:
        if word != NOTHING and not (set(word) <= set(FLAGS) and len(set(word)) == len(word)):
            known = ", ".join(f"{flag} {name.replace('_', ' ')}" for flag, name in FLAGS.items())
            raise ValueError(f"{quote(word)} is not - or some of: {known}")
        self.fields.flags = {name: flag in word for flag, name in FLAGS.items()}

    # The rest, by name.

    def _read_extras(self, words: list[str]) -> None:
        known = [*NUMBER_EXTRAS, *self._readers]
        seen: set[str] = set()
        for word in words:
            name, equals, value = word.partition("=")
            if not equals or name not in known:
                reason = f"{quote(word)} is not known; name=value with one of {', '.join(known)} may follow"
                self.problems.append(Problem(reason))
            elif name in seen:
                self.problems.append(Problem("it is given twice", name))
            else:
                seen.add(name)
                self._get(name, None, partial(self._read_extra, name, value))

    def _read_extra(self, name: str, value: str) -> None:
        if name in self._readers:
            self._readers[name](value)
        else:
            key, low, high = NUMBER_EXTRAS[name]
            self.fields.numbers[key] = read_number(value, "a number", low, high)

    def _read_new(self, value: str) -> None:
        self.fields.new = self._cards(value)

    def _read_offer(self, value: str) -> None:
        self.fields.offer = _read_move(value, (c.OFFER,)) & ~(c.OFFER << 54)

    def _read_answers(self, value: str) -> None:
        for part in value.split(","):
            seat, _, word = part.partition(":")
            number = self._seat(seat)
            if number in self.fields.answers:
                raise ValueError(f"seat {number} answers twice")
            self.fields.answers[number] = _read_move(word, (c.ACCEPT, c.REJECT, c.COUNTER))

    def _read_discards(self, value: str) -> None:
        if value != NOTHING and ":" not in value:
            self.fields.discards = read_number(value, "a number", 1, 10_000)
            return
        self.fields.discards = {
            seat: read_number(word, "a number", 1, 10_000)
            for seat, word in self._by_seat("" if value == NOTHING else value)
        }

    def _read_floor(self, value: str) -> None:
        fields = self.fields
        asked = fields.actor if 0 <= fields.actor < 4 else fields.turn_seat
        for seat, letter in self._by_seat(value) if ":" in value else [(asked, value)]:
            if len(letter) != 1 or letter not in RESOURCE_LETTERS[1:]:
                raise ValueError(f"{quote(letter)} is not one of the letters {RESOURCE_LETTERS[1:]}")
            fields.floors[seat] = RESOURCE_LETTERS.index(letter)

    def _by_seat(self, value: str) -> Iterator[tuple[int, str]]:
        """Yield the seats and values of `1:x,2:y`; raises ValueError if a seat comes twice."""
        seen: set[int] = set()
        for part in value.split(",") if value else ():
            word, _, rest = part.partition(":")
            seat = self._seat(word)
            if seat in seen:
                raise ValueError(f"seat {seat} is given twice")
            seen.add(seat)
            yield seat, rest

    def _read_bank(self, value: str) -> None:
        self.fields.bank = read_counts(value, RESOURCE_LETTERS)

    def _read_limits(self, value: str) -> None:
        limits = tuple(read_number(word, "a limit", -100, 100) for word in value.split(","))
        if len(limits) != len(self.fields.seats):
            raise ValueError(f"there are {len(limits)} limits for {len(self.fields.seats)} seats")
        self.fields.limits = limits


def _read_buildings(seat: SeatFields, word: str) -> None:
    if word != NOTHING and not _BUILDINGS.fullmatch(word):
        raise ValueError(f"{quote(word)} is not buildings: s12 for a settlement, c12 for a city, or -")
    placed: dict[str, list[int]] = {"s": [], "c": []}
    for kind, number in re.findall(r"([sc])([0-9]+)", word):
        node = read_number(number, "a node", 0, 53)
        if node in placed[kind]:
            raise ValueError(f"{kind}{node} is given twice")
        placed[kind].append(node)
    seat.settlements, seat.cities = tuple(placed["s"]), tuple(placed["c"])


def _read_roads(word: str) -> tuple[int, ...]:
    roads = read_trails(word)
    if len(roads) > MAX_ROADS_READ:
        raise ValueError(
            f"{len(roads)} roads are too many even to look at: at most {MAX_ROADS_READ} are read"
        )
    return roads


def _read_move(word: str, groups: tuple[int, ...]) -> int:
    """Return the number of a single move of one of the groups."""
    moves = read_word(word)
    if len(moves) != 1 or moves[0].kind not in groups:
        names = ", ".join(c.GROUPS[group] for group in groups)
        raise ValueError(f"{quote(word)} is not one of: {names}")
    return int(moves[0])
