"""Panousis' playouts: what every seat builds, how it pays, and what is left out."""

from collections import Counter

import pytest
from tests.rules.arranged import put_line, turn_of

from catanlab.agents.registry import make_agent
from catanlab.agents.value.building_plans import Plans
from catanlab.framework.errors import GameError
from catanlab.framework.random import Random
from catanlab.games.catan.engine.arrange import give_cards, give_resources, put_settlement, set_bank
from catanlab.games.catan.game import Catan
from catanlab.games.catan.rules import NAMED_RULES, Rules
from catanlab.games.gomoku import Gomoku
from catanlab.lab.batch import play_random
from catanlab.playout.policies import Uniform

__all__ = ["put_line", "turn_of"]


@pytest.fixture
def town(turn_of, put_line):
    """A settlement with two roads and a place for another."""
    state = turn_of(0)
    put_settlement(state, 0, 23)
    put_line(state, 0, 23, 29, 34)
    return state


def turn(state, **options):
    """Return the moves of the policy until the turn is over."""
    policy, random, made = Plans(**options), Random(1), []
    state = state.copy()
    while not made or made[-1] != "end turn":
        made.append(str(policy.pick(state, random)))
        state.apply(made[-1])
    return made


def test_a_city_comes_first_then_a_settlement_then_roads(town):
    give_resources(town, 0, wood=2, clay=2, sheep=1, wheat=3, ore=3)
    made = turn(town)
    assert made[:2] == ["city 23", "settlement 34"]
    assert [text.split()[0] for text in made[2:]] == ["road", "end"]


def test_pieces_are_built_at_their_first_place(town, put_line):
    put_settlement(town, 0, 2)
    give_resources(town, 0, wheat=2, ore=3)
    assert turn(town)[0] == "city 2"


def test_missing_cards_are_got_from_the_bank_for_those_with_most_to_spare(town):
    # Panousis, 4.5.1: fictitious trades by the ratio of bank and ports
    give_resources(town, 0, wood=4, sheep=5, wheat=2, ore=2)
    assert turn(town)[:2] == ["bank 4 sheep for 1 ore", "city 23"]


def test_what_the_bank_does_not_have_is_not_built(town):
    give_resources(town, 0, wheat=6, ore=1)
    set_bank(town, wood=19, clay=19, sheep=19, wheat=13)
    assert turn(town) == ["end turn"]


def test_no_card_is_bought_or_played(town):
    give_resources(town, 0, sheep=1, wheat=1, ore=1)
    give_cards(town, 0, knight=1, monopoly=1, road_building=1, year_of_plenty=1)
    assert turn(town) == ["end turn"]


def test_no_road_with_longest_road_and_a_place_to_settle(turn_of, put_line):
    state = turn_of(0)
    put_line(state, 0, 23, 29, 34, 39, 44, 40)
    give_resources(state, 0, wood=1, clay=1)
    assert turn(state) == ["end turn"]
    assert turn(state, prune_roads=False)[0].startswith("road")


@pytest.mark.parametrize("name", NAMED_RULES)
def test_it_plays_whole_games_by_any_rules(name):
    game = Catan(rules=Rules.named(name).replace(max_turns=200), seed=3)
    state, policy, random = game.start(), Plans(), Random(3)
    kinds = Counter()
    while not state.is_over:
        if state.is_chance:
            state.apply(state.draw_outcome(random))
            continue
        move = policy.pick(state, random)
        assert state.is_legal(move)
        kinds[move.group] += 1
        state.apply(move)
    assert not kinds.keys() & {"buy card", "knight", "monopoly", "plenty", "road building", "offer"}
    assert kinds["settlement"] > 8
    assert kinds["road"] > 8


def test_games_by_plans_are_shorter_than_by_chance():
    plans, uniform = (play_random(200, 1, policy=policy, max_turns=400) for policy in (Plans(), Uniform()))
    assert plans.turns.mean() < 0.7 * uniform.turns.mean()


def test_it_is_for_catan_only():
    with pytest.raises(GameError, match="building plans are made in plain states of catan"):
        Plans().pick(Gomoku().start(), Random(1))


def test_the_presets_of_panousis_play_out_by_plans():
    for name in ("panousis-uct", "panousis-bayes", "panousis-vpi"):
        settings = make_agent(name).agent.settings
        assert settings.playout == "catanlab.agents.value.building_plans.Plans"
        assert settings.cut_turns == 60
