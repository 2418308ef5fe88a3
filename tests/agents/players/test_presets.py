"""The presets of searches: what they play, and their options."""

import pytest

from catanlab.agents.players.mcts.presets import SEARCHES
from catanlab.agents.registry import agent_games, make_agent
from catanlab.framework.errors import ArgumentError
from catanlab.games.catan.game import Catan
from catanlab.table.table import Table

COMPOUND = [entry.name for entry in SEARCHES if "turns" in entry.defaults]


@pytest.mark.full
def test_one_action_a_turn_is_played_by_the_second_program():
    agents = [make_agent("tuma-2:iterations=12") for _ in range(4)]
    game = Catan(rules="tuma,one_action=yes,max_rounds=60", seed=2)
    with Table(game, agents, seed=2) as table:
        assert table.play().termination == "finished"
    assert table.incidents == []


@pytest.mark.parametrize("name", COMPOUND)
def test_compound_turns_are_for_catan(name):
    assert agent_games(name) == ("catan",)


def test_options_of_a_preset_can_be_changed():
    agent = make_agent("martin:playout=uniform,turns=steps,c=1,trade=own")
    assert agent.settings.playout == "uniform"
    assert agent.turns is None
    assert agent.policy_options == {"c": 1.0, "total": True}
    assert make_agent("tuma-3:policy=uct").policy_options == {}


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("martin:virtual=castle*3", "there is no group of moves 'castle'"),
        ("martin:virtual=nan", "'nan' is not a group with a number"),
        ("tuma-1:virtual=settlement*nan", "the number of settlement is 'nan'"),
    ],
)
def test_virtual_wins_of_whole_turns_are_checked_before_play(spec, words):
    with pytest.raises(ArgumentError, match=words):
        make_agent(spec).check(Catan(seed=1))
