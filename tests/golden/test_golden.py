"""Agents, searches and native games play as they did when the golden files were made."""

import pytest
from tests.golden import games, native, playthroughs, trees

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


@pytest.mark.parametrize("name", playthroughs.GAMES)
def test_playthroughs_are_walked_again(name):
    assert playthroughs.playthrough(name) == (playthroughs.FOLDER / f"{name}.txt").read_text()


def test_every_game_of_the_list_has_a_playthrough():
    from catanlab.games.registry import GAMES

    assert {name.partition("-hidden")[0] for name in playthroughs.GAMES} == set(GAMES.names)


@pytest.mark.parametrize("name", [name for name in playthroughs.GAMES if name.startswith("catan")])
def test_declared_catan_walks_the_playthroughs_of_the_engine(name):
    # Where several rules forbid a move, each names another one first; the oracle compares refusals.
    one = playthroughs.declared_catan(name).split("\n")
    two = (playthroughs.FOLDER / f"{name}.txt").read_text().split("\n")
    assert [line for line in one if "refused:" not in line] == [
        line for line in two if "refused:" not in line
    ]


def test_native_games_are_played_again():
    assert native.native_games() == native.FILE.read_text()


def test_every_agent_of_the_list_has_a_golden_game():
    from catanlab.agents.registry import AGENTS

    seated = {spec.partition(":")[0] for _, agents in games.GAMES.values() for spec in agents}
    assert seated == set(AGENTS.names)
