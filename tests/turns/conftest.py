"""Positions to list turns of: set up by hand, or met in random games that like to build."""

import random
from itertools import pairwise

import pytest

from catanlab.framework.random import Random
from catanlab.games.catan.arrange import put_road, set_turn
from catanlab.games.catan.game import Catan
from catanlab.games.catan.rules import Rules

LIKES = {"settlement": 30, "city": 30, "road": 6, "buy card": 10, "bank": 1, "end turn": 4}


@pytest.fixture(scope="session")
def turn_of():
    """Give a seat the turn in the main phase on the beginners' board without pieces."""

    def start(seat=0, phase="main", **rules):
        state = Catan(rules=Rules(**rules), board="beginner").start()
        set_turn(state, seat, phase)
        return state

    return start


@pytest.fixture(scope="session")
def put_line():
    """Put roads along a line of nodes."""

    def put(state, seat, *nodes):
        for a, b in pairwise(nodes):
            put_road(state, seat, a, b)

    return put


@pytest.fixture(scope="session")
def main_phases():
    """Play a game that likes to build, and give a copy of each state in the main phase of a turn."""

    def play(seed, **rules):
        draw = random.Random(seed)
        chance = Random(seed)
        state = Catan(rules=Rules(**rules), seed=seed).start()
        while not state.is_over:
            if state.is_chance:
                state.apply(state.draw_outcome(chance))
                continue
            if state.phase_name == "main":
                yield state.copy()
            by_group = {}
            for move in state.legal_moves:
                by_group.setdefault(move.group, []).append(move)
            (group,) = draw.choices(list(by_group), [LIKES.get(name, 8) for name in by_group])
            state.apply(draw.choice(by_group[group]))

    return play
