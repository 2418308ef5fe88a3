"""Agents, searches and native games play as they did when the golden files were made."""

import pytest
from tests.golden import games, native, trees

QUICK = ("robots", "thomas", "traders", "principled", "searches-1", "martin", "panousis", "hidden")
"""Together these seat every kind of agent; the others are left out by `make check`."""


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=() if n in QUICK else pytest.mark.full) for n in games.GAMES]
)
def test_agents_play_the_golden_games_again(name):
    assert games.play(name) == (games.FOLDER / f"{name}.record").read_text()


@pytest.mark.parametrize("position", trees.POSITIONS)
def test_searches_grow_the_golden_trees_again(position):
    stored = (trees.FOLDER / f"{position}.json").read_text().splitlines()
    for line, grown in zip(stored, trees.trees(position).splitlines(), strict=True):
        assert grown == line, line.partition(":")[0]


def test_native_games_are_played_again():
    assert native.native_games() == native.FILE.read_text()


def test_every_agent_of_the_list_has_a_golden_game():
    from catanlab.agents.registry import AGENTS

    seated = {spec.partition(":")[0] for _, agents in games.GAMES.values() for spec in agents}
    assert seated == set(AGENTS.names)
