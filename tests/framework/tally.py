"""Tally, the smallest game with chance and two groups of moves, and a state to break at will."""

from __future__ import annotations

import re

from catanlab.framework.errors import MoveTextError
from catanlab.framework.moves import CHANCE, GROUP_SHIFT, OVER, Move
from catanlab.framework.plain import PlainGame, Position
from catanlab.framework.state import State

TURNS = 6
KEEP, LEAVE, DRAW = range(3)


def code(group, argument=0):
    return group << GROUP_SHIFT | argument


class TallyMove(Move):
    """`keep` a number or `leave 0` to `leave 2` of it; `draw 1` to `draw 3`, `draw 0` if unknown."""

    __slots__ = ()
    groups = ("keep", "leave", "draw")

    @classmethod
    def parse(cls, text):
        match = re.fullmatch(r"(keep)|(leave) ([0-2])|(draw) ([0-3])", text)
        if not match:
            raise MoveTextError(f"{text!r} is not a move of tally")
        if match[1]:
            return cls(code(KEEP))
        return cls(code(LEAVE, int(match[3])) if match[2] else code(DRAW, int(match[5])))

    @property
    def text(self):
        argument = self & (1 << GROUP_SHIFT) - 1
        if self == code(KEEP):
            return "keep"
        if self.group == "leave" and argument <= 2:
            return f"leave {argument}"
        if self.group == "draw" and argument <= 3:
            return f"draw {argument}"
        return f"impossible move {int(self)}"


class TallyPosition(Position):
    """Chance draws a number; the seat on turn keeps it or leaves part of it; most points win."""

    def __init__(self):
        self.scores = [0, 0]
        self.done = 0
        self.drawn = 0

    def to_move(self):
        if self.done == TURNS:
            return OVER
        return self.done % 2 if self.drawn else CHANCE

    def legal(self):
        return [code(KEEP), *(code(LEAVE, part) for part in range(3))]

    def outcomes(self):
        return [(code(DRAW, 1), 0.5), (code(DRAW, 2), 0.25), (code(DRAW, 3), 0.25)]

    def apply(self, move):
        if move >> GROUP_SHIFT == DRAW:
            self.drawn = move & 3
            return
        left = min(move & 3, self.drawn) if move >> GROUP_SHIFT == LEAVE else 0
        self.scores[self.done % 2] += self.drawn - left
        self.drawn = 0
        self.done += 1

    def returns(self):
        first, second = self.scores
        return (0.5, 0.5) if first == second else (float(first > second), float(second > first))

    def turn(self):
        return self.done

    def score(self, seat):
        return self.scores[seat]

    def copy(self):
        twin = type(self)()
        twin.__dict__.update(self.__dict__, scores=self.scores.copy())
        return twin


class Tally(PlainGame):
    """A game of Tally over any kind of position."""

    name = "tally"
    summary = "a toy"
    move_type = TallyMove

    def __init__(self, position=TallyPosition):
        self.position = position

    @property
    def seats(self):
        return 2

    def first_position(self):
        return self.position()


class Forwarding(State):
    """A state that hands everything on to another state; a subclass breaks one part."""

    def __init__(self, inner):
        State.__init__(self, inner.game)
        self.inner = inner

    def copy(self):
        return type(self)(self.inner.copy())

    def assign(self, other):
        self.inner.assign(other.inner)

    def apply(self, move):
        self.inner.apply(move)
        return self

    def is_legal(self, move, seat=None):
        return self.inner.is_legal(move, seat)

    def mover(self, move):
        return self.inner.mover(move)

    def by(self, move, seat):
        return self.inner.by(move, seat)

    def as_decider(self, seat):
        return type(self)(self.inner.as_decider(seat))

    def draw_move(self, random, by_group=False):
        return self.inner.draw_move(random, by_group)

    def draw_outcome(self, random):
        return self.inner.draw_outcome(random)

    def seen(self, move, seat):
        return self.inner.seen(move, seat)

    deciders = property(lambda self: self.inner.deciders)
    question = property(lambda self: self.inner.question)
    to_move = property(lambda self: self.inner.to_move)
    is_chance = property(lambda self: self.inner.is_chance)
    is_over = property(lambda self: self.inner.is_over)
    legal_moves = property(lambda self: self.inner.legal_moves)
    outcomes = property(lambda self: self.inner.outcomes)
    returns = property(lambda self: self.inner.returns)
    scores = property(lambda self: self.inner.scores)
    turn = property(lambda self: self.inner.turn)
    round = property(lambda self: self.inner.round)


class ForwardingTally(Tally):
    """Tally with states of a kind of Forwarding; it may begin where it ends."""

    def __init__(self, state=Forwarding, over=False):
        super().__init__()
        self.state = state
        self.over = over

    def start(self):
        inner = super().start()
        if self.over:
            inner.position.done = TURNS
        return self.state(inner)
