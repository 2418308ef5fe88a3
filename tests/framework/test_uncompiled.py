"""The sources of the native modules, run as plain Python, play the same games move for move."""

import json
import sys
from pathlib import Path

import pytest
from tests.framework import transcript

import catanlab
from catanlab.framework.moves import GROUP_SHIFT
from catanlab.games.catan.constants import GROUPS, SKIP_ROADS

pytestmark = pytest.mark.full

PACKAGE = Path(catanlab.__file__).parent
NATIVE = [
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    for path in PACKAGE.rglob("*.pxd")
    if path.with_suffix(".py").exists()
]


@pytest.fixture(scope="module")
def games(uncompiled):
    """Return the report on the games of a process that has only the sources."""
    return json.loads(uncompiled.output(transcript.__file__, "games"))


@pytest.fixture(scope="module")
def searched(uncompiled):
    """Return what is found by searches in a process that has only the sources."""
    return json.loads(uncompiled.output(transcript.__file__, "searches"))


def test_this_process_runs_native_modules():
    loaded = [name for name in NATIVE if name in sys.modules]
    assert len(loaded) > 10
    for name in loaded:
        assert not sys.modules[name].__file__.endswith(".py")


def test_the_other_processes_ran_sources(uncompiled, games, searched):
    for report in (games, searched):
        native = [name for name in NATIVE if name in sys.modules and name in report["files"]]
        assert "catanlab.games.catan.engine.state" in native
        assert len(native) > 10
        for file in report["files"].values():
            assert Path(file).suffix == ".py"
            assert Path(file).is_relative_to(uncompiled.folder)


@pytest.mark.parametrize("name", transcript.GAMES)
def test_games_are_the_same_move_for_move(name, games):
    theirs = games["found"][name]["transcript"]
    ours = transcript.transcript(name)
    assert len(ours) > 9
    for ply, (our_line, their_line) in enumerate(zip(ours, theirs, strict=False)):
        assert our_line == their_line, f"they part at ply {ply}"
    assert len(ours) == len(theirs)


@pytest.mark.parametrize("name", transcript.GAMES)
def test_games_in_which_any_decider_may_be_next_are_the_same(name, games):
    assert transcript.any_order(name) == games["found"][name]["any_order"]


def test_the_games_see_moves_of_every_group(games):
    played = set()
    for name, game in transcript.GAMES.items():
        if game.name == "catan":
            *lines, _ = games["found"][name]["transcript"]
            played |= {line[2] >> GROUP_SHIFT for line in lines}
    # Road building that is not finished is too rare to be sure of.
    assert played | {SKIP_ROADS} == set(range(1, len(GROUPS)))


@pytest.mark.parametrize("name", transcript.GAMES)
def test_playouts_are_the_same(name, games):
    assert transcript.playouts(name) == games["found"][name]["playouts"]


@pytest.mark.parametrize("name", transcript.GAMES)
def test_native_matches_are_the_same(name, games):
    ours = transcript.native_match(name)
    assert len(ours) > 8
    assert ours == games["found"][name]["native_match"]


@pytest.mark.parametrize("name", transcript.GAMES)
def test_samples_are_the_same(name, games):
    ours = transcript.samples(name)
    assert len(ours) == 5
    assert ours == games["found"][name]["samples"]


@pytest.mark.parametrize("policy", transcript.TREE_POLICIES)
def test_searches_are_the_same(policy, searched):
    ours = transcript.searches(policy)
    theirs = searched["found"][policy]
    assert ours.keys() == theirs.keys()
    for name, found in ours.items():
        assert found == theirs[name], f"they part in {name}"
