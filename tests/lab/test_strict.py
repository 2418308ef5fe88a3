"""Failures of agents in a match: found by their place, and in strict play the end of it."""

import numpy as np
import pytest

from catanlab.lab.match import play_match
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.play_game import play_at_table
from catanlab.lab.rows import LOST
from catanlab.lab.store import Store
from catanlab.lab.troubles import MatchStoppedError, Trouble

ROGUE = "tests.lab.rogues.Rogue"


def duel(agent, **options):
    return MatchPlan.match([agent, "random"], rules="players=2", **{"max_turns": 40, **options})


def test_a_failure_has_its_place():
    plan = duel(f"{ROGUE}:deed=raise,seat=1,after=4")
    rows, record, (trouble,) = play_at_table(plan, 3, 1, record=True)
    assert rows.errors.tolist() == [[0, 1]]
    assert (trouble.agent, trouble.block, trouble.game, trouble.seat) == (plan.agents[0], 3, 1, 1)
    assert trouble.error == "raised: ZeroDivisionError: division by zero"
    state = record.state_at(trouble.ply)
    assert (state.to_move, state.turn) == (1, trouble.turn)
    assert "rogues.py, line " in trouble.source
    assert trouble.source.endswith(", in <lambda>")
    assert f"(ply {trouble.ply}, turn {trouble.turn}, " in str(trouble)
    assert Trouble.from_dict(trouble.to_dict()) == trouble


def test_strict_play_ends_the_game_at_its_first_failure():
    plan = duel(f"{ROGUE}:deed=raise,seat=0,after=3")
    rows, record, troubles = play_at_table(plan, 0, 0, record=True, strict=True)
    assert record is None
    assert rows.ended.tolist() == [LOST]
    assert rows.errors.tolist() == [[1, 0]]
    assert len(troubles) == 1
    strict, _, none = play_at_table(plan, 0, 1, strict=True)  # it misbehaves in seat 0 alone
    usual, _, _ = play_at_table(plan, 0, 1)
    assert none == []
    for (name, one), (_, other) in zip(strict.without_times(), usual.without_times(), strict=True):
        assert np.array_equal(one, other), name


def test_strict_play_ends_when_an_agent_cannot_start():
    rows, _, troubles = play_at_table(duel(f"{ROGUE}:deed=raise,where=start,seat=0"), 0, 0, strict=True)
    assert rows.ended.tolist() == [LOST]
    assert troubles[0].error.startswith("raised: ZeroDivisionError")


@pytest.mark.full
@pytest.mark.parametrize(
    ("deed", "error"),
    [
        ("raise", "raised: ZeroDivisionError: division by zero"),
        ("exit", "was playing when the worker died"),
    ],
)
def test_a_strict_match_stops_and_keeps_the_blocks_before(deed, error, tmp_path):
    stored = Store(tmp_path).open(duel(f"{ROGUE}:deed={deed},seat=1"))
    with pytest.raises(MatchStoppedError) as caught:
        play_match(stored, 3, strict=True)
    trouble = caught.value.trouble
    assert trouble.error.startswith(error)
    assert (trouble.block, trouble.game, trouble.seat) == (0, 1, 1)
    assert not list(tmp_path.iterdir())  # the first block has no result


@pytest.mark.full
def test_a_strict_match_without_failures_is_like_any_other(tmp_path):
    plan = duel("tests.table.players.First")
    rows = [
        play_match(Store(tmp_path / name).open(plan), 2, strict=name == "strict")
        for name in ("strict", "usual")
    ]
    for (name, one), (_, other) in zip(rows[0].without_times(), rows[1].without_times(), strict=True):
        assert np.array_equal(one, other), name
