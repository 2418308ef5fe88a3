"""Matches: who plays whom in which seats, what decides the games, and what distinguishes matches."""

import importlib
import sys
from itertools import permutations

import pytest

from catanlab.framework.errors import AgentError, ArgumentError, RulesError, SeedError
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.seatings import gauntlet, round_robin, seatings


def test_different_agents_rotate():
    assert seatings((0, 1, 2, 3)) == ((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2))


@pytest.mark.parametrize(
    ("lineup", "count"),
    [((0, 1, 1, 1), 4), ((0, 0, 1, 1), 6), ((0, 0, 1, 2), 12), ((0, 0, 0, 0), 1), ((1, 1), 1)],
)
def test_repeated_agents_take_every_seating_once(lineup, count):
    found = seatings(lineup)
    assert len(found) == len(set(found)) == count
    assert set(found) == set(permutations(lineup))


@pytest.mark.parametrize("lineup", [(0, 1, 2, 3), (0, 1, 1, 1), (0, 0, 1, 1), (0, 0, 1, 2), (0, 1, 2)])
def test_every_agent_has_every_seat_equally_often(lineup):
    for agent in set(lineup):
        counts = {
            sum(seating[seat] == agent for seating in seatings(lineup)) for seat in range(len(lineup))
        }
        assert len(counts) == 1


def test_a_round_robin_has_every_line_up():
    assert len(round_robin(6, 4)) == 15
    assert round_robin(4, 4) == ((0, 1, 2, 3),)


def test_a_gauntlet_is_one_against_tables_of_each():
    assert gauntlet(1, 3) == ((0, 1, 1),)
    plan = MatchPlan.gauntlet("greedy", ["random", "random:by_group=yes"])
    assert plan.agents == ("greedy", "random", "random:by_group=yes")
    assert len(plan.seatings) == 8


def test_a_round_robin_of_more_agents_than_seats():
    agents = ["greedy", "random", "random:by_group=yes"]
    plan = MatchPlan.match(agents, rules="players=2")
    assert plan.lineups == ((0, 1), (0, 2), (1, 2))
    assert plan.seatings == ((0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1))


def test_the_key_depends_on_what_decides_the_games_and_on_nothing_else():
    base = MatchPlan.match(["greedy", "random", "random", "random"])
    assert base.key == MatchPlan.match(["greedy", "random", "random", "random"], rules="base", seed=1).key
    others = [
        MatchPlan.match(["greedy", "greedy", "random", "random"]),
        MatchPlan.match(["random", "greedy", "random", "random"]),
        MatchPlan.match(["greedy", "random", "random", "random"], seed=2),
        MatchPlan.match(["greedy", "random", "random", "random"], rules="trading"),
        MatchPlan.match(["greedy", "random", "random", "random"], max_turns=500),
        MatchPlan.match(["greedy", "random", "random", "random"], move_seconds=0.5),
        MatchPlan.match(["greedy", "random", "random", "random"], isolate=True),
    ]
    assert len({base.key, *(other.key for other in others)}) == 8


def test_a_match_survives_being_written_down():
    plan = MatchPlan.match(
        ["greedy", "random", "random:by_group=yes"],
        rules="jsettlers,players=3",
        seed=2**64 - 1,
        move_seconds=1.5,
    )
    again = MatchPlan.from_dict(plan.to_dict())
    assert again == plan
    assert again.key == plan.key


def test_each_block_has_a_board_and_a_chance_of_its_own():
    plan = MatchPlan.match(["random"] * 4)
    assert len({plan.game(block).board for block in range(50)}) == 50
    assert len({plan.block_seed(block) for block in range(1000)}) == 1000
    assert MatchPlan.match(["random"] * 4, seed=2).block_seed(0) != plan.block_seed(0)


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: MatchPlan.match(["random"]), ArgumentError, "1 agent for 4 seats"),
        (lambda: MatchPlan.match([]), ArgumentError, "0 agents for 4 seats"),
        (lambda: MatchPlan.match(["random"] * 5), ArgumentError, "all must be different"),
        (lambda: MatchPlan.match(["nobody"] * 4), AgentError, "unknown agent 'nobody'"),
        (lambda: MatchPlan.match(["random"] * 4, rules="none"), RulesError, "none"),
        (lambda: MatchPlan.match(["random"] * 4, seed=-1), SeedError, "-1"),
        (lambda: MatchPlan.match(["random"] * 4, max_turns=0), ArgumentError, "max_turns is 0"),
        (lambda: MatchPlan.match(["random"] * 4, move_seconds=0.0), ArgumentError, "move_seconds"),
        (lambda: MatchPlan.gauntlet("random", []), ArgumentError, "needs an opponent"),
        (lambda: MatchPlan.gauntlet("random", ["random"]), ArgumentError, "all be different"),
    ],
)
def test_invalid_arguments_are_refused(make, error, words):
    with pytest.raises(error, match=words):
        make()


@pytest.fixture
def own_agent(tmp_path, monkeypatch):
    """Write an agent into a module of its own; return how to write it anew."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))

    def write(body):
        lines = ["import catanlab", "class Mine(catanlab.Agent):", " def choose(self, view, deadline):"]
        text = "\n".join([*lines, f"  {body}", ""])
        (tmp_path / "own_bot.py").write_text(text)
        sys.modules.pop("own_bot", None)
        importlib.invalidate_caches()

    yield write
    sys.modules.pop("own_bot", None)


def test_an_agent_that_was_edited_makes_another_match(own_agent):
    keys = []
    for body in ("return view.legal_moves[0]", "return view.legal_moves[0]", "return view.legal_moves[-1]"):
        own_agent(body)
        keys.append(MatchPlan.match(["own_bot.Mine", "random"], rules="players=2").key)
    assert keys[0] == keys[1] != keys[2]


def test_results_of_an_agent_that_is_gone_can_be_read(own_agent, tmp_path):
    own_agent("return view.legal_moves[0]")
    plan = MatchPlan.match(["own_bot.Mine", "random"], rules="players=2")
    (tmp_path / "own_bot.py").unlink()
    sys.modules.pop("own_bot")
    importlib.invalidate_caches()
    assert MatchPlan.from_dict(plan.to_dict()) == plan
