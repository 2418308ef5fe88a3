"""Positions to list turns of: set up by hand, or met in random games that like to build."""

import random

import pytest
from tests.rules.arranged import put_line, turn_of

from catanlab.framework.random import Random
from catanlab.games.catan.game import Catan
from catanlab.games.catan.rules import Rules

__all__ = ["main_phases", "put_line", "turn_of"]

LIKES = {"settlement": 30, "city": 30, "road": 6, "buy card": 10, "bank": 1, "end turn": 4}


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
