"""Turns as text: their plain moves joined by " + ", and read back exactly.

    bank 4 wood for 1 ore + city 12 + end turn
    combination (trade city): bank 4 wood for 1 ore + city 12 + end turn
    combination (trade city, draw 2)

A turn that is only a number, without its moves, is written as `turn 12345` and read back as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Self

from catanlab.framework.errors import MoveTextError
from catanlab.framework.moves import group_number
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.turns import groups as g
from catanlab.games.catan.turns.sequences import turn_code

_COMBINATION = re.compile(r"combination \(([a-z ]+)(?:, draw ([0-9]{1,9}))?\)(?:: (.+))?")
MAX_STEPS = 255
"""The most moves a turn can have."""
_NUMBER = re.compile(r"turn ([0-9]{1,19})")


class TurnMove(CatanMove):
    """A turn, or any other move or outcome of Catan.

    >>> turn = TurnMove.parse("bank 4 wood for 1 ore + city 12 + end turn")
    >>> turn.group, len(turn.steps)
    ('turn with a city', 3)
    """

    groups = CatanMove.groups + g.TURN_GROUPS
    steps: tuple[CatanMove, ...]
    """The plain moves of the turn; empty if only its number is known."""

    def __new__(cls, number: int, steps: tuple[CatanMove, ...] = ()) -> Self:
        move = super().__new__(cls, number)
        if not steps and not g.FIRST_TURN_GROUP <= group_number(number) <= g.COMBINATION:
            steps = plain_steps([number])
        move.steps = steps
        return move

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a turn or another move from its text; raises MoveTextError with what is allowed."""
        words = " ".join(text.lower().split())
        match = _NUMBER.fullmatch(words)
        if match:
            return cls(int(match[1]))
        match = _COMBINATION.fullmatch(words)
        if match:
            steps = plain_steps(map(CatanMove.parse, match[3].split(" + "))) if match[3] else ()
            number = _read_parts(text, match[1]) | int(match[2] or 0) << g.DRAW_SHIFT
            return cls(CatanMove.make(g.COMBINATION, number), steps)
        # The cards of an offer are joined by the same sign.
        if " + " not in words or words.startswith(("offer ", "counter ", "deal ")):
            return cls(CatanMove.parse(text))
        parts = words.split(" + ")
        if len(parts) > MAX_STEPS:
            raise MoveTextError(f"a turn has at most {MAX_STEPS} moves, not {len(parts)}")
        steps = plain_steps(map(CatanMove.parse, parts))
        return cls(turn_code(steps), steps)

    @property
    def text(self) -> str:
        """The turn as a player writes it."""
        group = group_number(self)
        if not g.FIRST_TURN_GROUP <= group <= g.COMBINATION:
            return super().text
        moves = " + ".join(step.text for step in self.steps)
        if group < g.COMBINATION:
            return moves or f"turn {int(self)}"
        parts = " ".join(name for bit, name in enumerate(g.PARTS) if self.argument >> bit & 1)
        draw = self.argument >> g.DRAW_SHIFT
        if not parts or draw >= 10**9:
            return f"turn {int(self)}"
        name = f"combination ({parts}, draw {draw})" if draw else f"combination ({parts})"
        return f"{name}: {moves}" if moves else name


def plain_steps(moves: Iterable[int]) -> tuple[CatanMove, ...]:
    """Return plain moves as such, whatever kind of number they were."""
    return tuple(CatanMove(int(move)) for move in moves)


def _read_parts(text: str, words: str) -> int:
    parts = 0
    for word in words.split():
        if word not in g.PARTS:
            raise MoveTextError(f"{text!r}: {word!r} is not a part of a turn ({', '.join(g.PARTS)})")
        parts |= 1 << g.PARTS.index(word)
    return parts
