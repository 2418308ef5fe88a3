"""Sum of switches (SOS): a small game whose best play is known, to test searches with.

Tom and Müller (2009) made it for the study of UCT and RAVE; Tuma (2016) tried Thompson sampling on
it. A switch is worth the same to both players, and its worth never changes, so the largest
one left is always the best move.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Self

from catanlab.framework.errors import GameError, MoveTextError
from catanlab.framework.moves import OVER, Move
from catanlab.framework.plain import PlainGame, Position
from catanlab.framework.random import Random

SWITCHES = (2, 1000)
"""The fewest and the most switches."""
MAX_KOMI = 1_000_000
"""The most points the second seat may start with."""


class SosMove(Move):
    """A switch that is picked, by its number from 0.

    >>> SosMove.parse("switch 3")
    <switch 3>
    """

    __slots__ = ()
    groups: ClassVar[tuple[str, ...]] = ("switch",)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a move from its text; raises MoveTextError."""
        match = re.fullmatch(r"\s*switch\s+(0|[1-9][0-9]{0,2})\s*", text, re.ASCII | re.IGNORECASE)
        if not match:
            raise MoveTextError(f"{text!r} is not a move; the form is: switch 3, with a number below 1000")
        return cls(int(match[1]))

    @property
    def text(self) -> str:
        """The move as a player writes it; an impossible number is shown as such."""
        return f"switch {int(self)}" if 0 <= self < SWITCHES[1] else f"impossible move {int(self)}"


@dataclass(frozen=True, kw_only=True)
class Sos(PlainGame):
    """Sum of switches for two: the seats pick switches in turn, and the larger sum wins.

    With N switches the values are 0 to N - 1. Each is picked once; a seat's score is the sum of
    its switches, and the second seat starts with the komi. Equal scores share the win. By best
    play the first seat gains N // 2 points. The usual komi is one less: the first seat then wins if
    it never errs, while any error loses against best play, and no game is drawn.

    >>> state = Sos(switches=4).start()
    >>> [state.apply(f"switch {number}").scores for number in (3, 2, 1, 0)][-1]
    [4, 3]

    Raises GameError for an option that is not allowed, SeedError for an invalid seed.
    """

    name: ClassVar[str] = "sos"
    summary: ClassVar[str] = "sum of switches, a game of picking numbers whose best play is known"
    move_type: ClassVar[type[Move]] = SosMove

    switches: int = 10
    """How many switches there are."""
    komi: int | None = None
    """The points the second seat starts with; None for one less than best play gains."""
    seed: int | None = None
    """Shuffles the values over the switches; None leaves switch i with value i."""
    values: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The value of each switch."""

    def __post_init__(self) -> None:
        _check("switches", self.switches, *SWITCHES)
        if self.komi is not None:
            _check("komi", self.komi, 0, MAX_KOMI)
        values = list(range(self.switches))
        if self.seed is not None:
            random = Random(self.seed, "board")
            for last in range(self.switches - 1, 0, -1):
                other = random.below(last + 1)
                values[last], values[other] = values[other], values[last]
        object.__setattr__(self, "values", tuple(values))

    @property
    def seats(self) -> int:
        """How many seats play."""
        return 2

    @property
    def handicap(self) -> int:
        """The points the second seat starts with."""
        return self.switches // 2 - 1 if self.komi is None else self.komi

    @property
    def title(self) -> str:
        """A title for people: the name of the game and its options."""
        shuffled = "" if self.seed is None else f", shuffled by seed {self.seed}"
        return f"Sum of switches, {self.switches} switches{shuffled}, komi {self.handicap}"

    @property
    def guide(self) -> tuple[str, ...]:
        """How the game is played, for a person."""
        return (
            "Pick an open switch in your turn: you get the points that it is worth. When all",
            f"are picked, the larger sum wins. Seat 1 starts with {self.handicap} points.",
        )

    @property
    def move_form(self) -> str:
        """How a move is written with this number of switches."""
        return f"switch and a number 0 to {self.switches - 1}, such as switch 1, or the number alone"

    def first_position(self) -> SosPosition:
        """Return the position with every switch open."""
        return SosPosition(self)


class SosPosition(Position):
    """The switches still open, and the score of each seat."""

    __slots__ = ("_game", "_open", "_scores")

    def __init__(self, game: Sos) -> None:
        self._game = game
        self._open = list(range(game.switches))
        self._scores = [0, game.handicap]

    def to_move(self) -> int:
        """Return the seat that chooses, or OVER."""
        return self.turn() & 1 if self._open else OVER

    def legal(self) -> Sequence[int]:
        """Return the open switches."""
        return self._open.copy()

    def is_legal(self, move: int) -> bool:
        """Say whether the switch is open."""
        return move in self._open

    def illegal_reason(self, move: int) -> str:
        """Return why a switch cannot be picked: there is none, or it was picked before."""
        last = self._game.switches - 1
        return "it was picked before" if 0 <= move <= last else f"the switches are 0 to {last}"

    def apply(self, move: int) -> None:
        """Pick an open switch for the seat to move."""
        self._scores[self.turn() & 1] += self._game.values[move]
        self._open.remove(move)

    def returns(self) -> Sequence[float]:
        """Return each seat's share of the win."""
        first, second = self._scores
        if first == second:
            return (0.5, 0.5)
        return (1.0, 0.0) if first > second else (0.0, 1.0)

    def turn(self) -> int:
        """Return how many switches have been picked."""
        return self._game.switches - len(self._open)

    def score(self, seat: int) -> int:
        """Return the sum of the switches that the seat picked, with the komi for the second seat."""
        return self._scores[seat]

    def copy(self) -> Self:
        """Return an independent copy."""
        twin = object.__new__(type(self))
        twin._game = self._game
        twin._open = self._open.copy()
        twin._scores = self._scores.copy()
        return twin

    def __repr__(self) -> str:
        first, second = self._scores
        left = " ".join(f"{number}={self._game.values[number]}" for number in self._open)
        return f"{first} to {second}, open switches and their values: {left or 'none'}"


def _check(option: str, value: object, low: int, high: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise GameError(f"sos's {option} is {value!r}; allowed is an integer from {low} to {high}")
