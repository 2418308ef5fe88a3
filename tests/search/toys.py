"""Games given as trees of tuples, small enough to know the value of every move."""

from typing import ClassVar

from catanlab.framework.moves import CHANCE, GROUP_SHIFT, OVER, Move
from catanlab.framework.observer import OpenView
from catanlab.framework.plain import PlainGame, Position
from catanlab.framework.state import PlainSampler

GROUPS = ("a", "b", "c")


class ToyMove(Move):
    """A group and a number: a0, b3."""

    __slots__ = ()
    groups: ClassVar[tuple[str, ...]] = GROUPS

    @classmethod
    def parse(cls, text):
        return cls(GROUPS.index(text[0]) << GROUP_SHIFT | int(text[1:]))

    @property
    def text(self):
        return f"{GROUPS[self >> GROUP_SHIFT]}{self & 0xFFFF}"


def end(*shares):
    """Return the end of a game."""
    return (OVER, shares)


def choice(seat, **moves):
    """Return a decision of a seat."""
    return (seat, {ToyMove.parse(name): node for name, node in moves.items()})


def chance(**outcomes):
    """Return a chance node: each outcome with its probability and what follows."""
    return (CHANCE, {ToyMove.parse(name): node for name, node in outcomes.items()})


class ToyPosition(Position):
    """A node of the tree."""

    def __init__(self, node, turns=0):
        self.node, self.turns = node, turns

    def to_move(self):
        return self.node[0]

    def legal(self):
        return list(self.node[1])

    def outcomes(self):
        return [(outcome, probability) for outcome, (probability, _) in self.node[1].items()]

    def apply(self, move):
        below = self.node[1][move]
        self.node = below[1] if self.node[0] == CHANCE else below
        self.turns += 1

    def returns(self):
        return self.node[1]

    def score(self, seat):
        return 0

    def turn(self):
        return self.turns

    def copy(self):
        return ToyPosition(self.node, self.turns)


class Toy(PlainGame):
    """The game of a tree."""

    name = "toy"
    summary = "a tree"
    move_type = ToyMove

    def __init__(self, tree, seats=2):
        self.tree, self._seats = tree, seats

    @property
    def seats(self):
        return self._seats

    def first_position(self):
        return ToyPosition(self.tree)


class HiddenView(OpenView):
    """What seat 0 knows if the tree is one of several, each with its probability."""

    def __init__(self, worlds):
        super().__init__(Toy(worlds[0][1]).start(), 0, ())
        self.worlds = worlds

    def sample(self, random):
        state = self._state.copy()
        point = random.uniform()
        for probability, tree in self.worlds:
            state.position.node = tree
            point -= probability
            if point < 0:
                break
        return state

    def sampler(self):
        return PlainSampler(self)
