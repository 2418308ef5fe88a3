"""Tuma's two strategies: their set-up, what they build first and instead, and that they beat chance."""

import pytest
from tests.agents.seen import decide, seated, view_of

from catanlab import Catan, Rules
from catanlab.agents.base.board_values import BoardValues
from catanlab.agents.base.situation import Situation
from catanlab.agents.players.greedy.goals import CARD, CITY, SETTLEMENT, Goal
from catanlab.agents.players.strategies.opening import (
    NEW_RESOURCE_BONUS,
    SIX_OR_EIGHT_BONUS,
    describe_place,
    kinds_at,
    rate_place,
    rate_way,
)
from catanlab.agents.players.strategies.ore_grain import OreGrain
from catanlab.agents.players.strategies.wood_clay import WoodClay
from catanlab.agents.registry import make_agent
from catanlab.games.catan import constants as c
from catanlab.games.catan.engine.arrange import (
    give_resources,
    put_city,
    put_road,
    put_settlement,
    set_deck,
    set_turn,
)
from catanlab.games.catan.moves import CatanMove
from catanlab.table.events import Played
from catanlab.table.random_agent import RandomAgent
from catanlab.table.table import Table

STRATEGIES = ("ore-grain", "wood-clay")
NOTHING = (0.0,) * 5
LAND = BoardValues(Catan(board="beginner").board)
# Of the beginners' board: node 40 has ore 3, wheat 4 and wheat 6; node 39 wood 8, ore 3 and clay 5;
# node 28 wheat 9, wood 11 and wood 8; node 30 the desert, wood 3 and wheat 4.


def choice(agent, state, seat=0):
    """Return the text of the move that an agent makes in a position."""
    agent = seated(agent, state.game, seat)
    return decide(agent, view_of(state, seat)).text, agent.explain()


def position(phase="main"):
    """Return a position with two settlements of seat 0 and a road, from which two roads lead to a place."""
    state = Catan(board="beginner").start()
    set_turn(state, 0, phase)
    put_settlement(state, 0, 40)
    put_settlement(state, 0, 19)
    put_road(state, 0, 40, 35)
    put_road(state, 0, 35, 30)
    return state


def reading_of(state, seat=0):
    return Situation(view_of(state, seat), LAND)


# The set-up.


def test_a_place_counts_its_pips_by_the_taste_its_sixes_and_eights_and_what_is_new():
    taste = OreGrain.taste
    wheat, ore = taste[c.WHEAT], taste[c.ORE]
    assert rate_place(LAND, 40, taste, (1, 1, 1, 1, 1)) == pytest.approx(
        2 * ore + 8 * wheat + SIX_OR_EIGHT_BONUS
    )
    new = NEW_RESOURCE_BONUS * (wheat + ore)
    assert rate_place(LAND, 40, taste, NOTHING) == pytest.approx(
        2 * ore + 8 * wheat + SIX_OR_EIGHT_BONUS + new
    )
    some = (0, 0, 0, 0.1, 0)
    assert rate_place(LAND, 40, taste, some) == pytest.approx(
        2 * ore + 8 * wheat + SIX_OR_EIGHT_BONUS + NEW_RESOURCE_BONUS * ore
    )


def test_the_desert_counts_nothing():
    wood, wheat = WoodClay.taste[c.WOOD], WoodClay.taste[c.WHEAT]
    assert rate_place(LAND, 30, WoodClay.taste, (1,) * 5) == pytest.approx(2 * wood + 3 * wheat)


def test_each_likes_the_resources_of_its_strategy():
    assert OreGrain.taste.index(max(OreGrain.taste)) == c.ORE
    assert sorted(range(5), key=lambda r: -OreGrain.taste[r])[:2] == [c.ORE, c.WHEAT]
    assert {*sorted(range(5), key=lambda r: -WoodClay.taste[r])[:2]} == {c.WOOD, c.CLAY}


def test_a_six_or_an_eight_is_liked_beyond_its_pips():
    # Node 37 has ore 8 and sheep 5; node 31 wood 3 as well.
    even = (1.0,) * 5
    assert rate_place(LAND, 37, even, even) == pytest.approx(5 + 4 + SIX_OR_EIGHT_BONUS)
    assert rate_place(LAND, 36, even, even) == pytest.approx(2 + 3 + 4)


def test_what_a_place_borders_is_given_in_words():
    assert describe_place(LAND, 40) == "wheat and ore, with a 6 or 8 on one hex"
    assert describe_place(LAND, 39) == "wood, clay and ore, with a 6 or 8 on one hex"
    assert describe_place(LAND, 21) == "wheat"


@pytest.mark.parametrize(
    ("name", "kinds"), [("ore-grain", {c.WHEAT, c.ORE}), ("wood-clay", {c.WOOD, c.CLAY})]
)
def test_the_first_settlement_is_at_the_resources_of_the_strategy(name, kinds):
    for seed in range(20):
        game = Catan(seed=seed)
        agent = seated(make_agent(name), game)
        move = decide(agent, game.observer(0).view())
        assert {*kinds_at(agent.board_values, move.node)} & kinds
        said = agent.explain()
        assert said.text.startswith(f"For {agent.plan} it is the best open node: it borders ")
        assert said.data["strategy"] == agent.plan


def test_the_first_settlement_has_the_highest_rating_of_all():
    game = Catan(board="beginner")
    for agent in (OreGrain(), WoodClay()):
        move = decide(seated(agent, game), game.observer(0).view())
        ratings = [rate_place(LAND, node, agent.taste, NOTHING) for node in range(54)]
        assert ratings[move.node] == max(ratings)


def test_the_road_of_the_set_up_leads_to_the_best_place_behind_it():
    game = Catan(board="beginner")
    observer, state = game.observer(0), game.start()
    for text in ("settlement 40",):
        observer.observe(CatanMove.parse(text))
        state.apply(CatanMove.parse(text))
    read = Situation(observer.view(), LAND)
    rated = {move.text: rate_way(read, move.edge, WoodClay.taste) for move in state.legal_moves}
    # Behind node 44 lie 39 and 48: wood 8, ore 3 and clay 5; clay 5 and wheat 6.
    rates = read.rates
    assert rated["road 40-44"] == max(rate_place(LAND, node, WoodClay.taste, rates) for node in (39, 48))
    agent = seated(WoodClay(), game)
    assert decide(agent, observer.view()).text == "road 40-44"
    assert agent.explain().text == "It leads towards the best open node for roads and settlements."


# What they build.


def goal(kind, need=CITY, value=1.0):
    return Goal(kind, need, value, 5.0, 7)


CITY_GOAL, CARD_GOAL = goal("city"), goal("card", CARD)
SETTLEMENT_GOAL, ROAD_GOAL = goal("settlement", SETTLEMENT), goal("longest road")


def test_ore_grain_wants_cities_and_cards():
    read, agent = reading_of(position()), OreGrain()
    assert agent.wants(read, CITY_GOAL)
    assert agent.wants(read, CARD_GOAL)
    assert not agent.wants(read, SETTLEMENT_GOAL)
    assert not agent.wants(read, ROAD_GOAL)


def test_ore_grain_wants_a_settlement_when_all_it_has_are_cities():
    state = Catan(board="beginner").start()
    set_turn(state, 0, "main")
    put_city(state, 0, 40)
    put_city(state, 0, 19)
    assert OreGrain().wants(reading_of(state), SETTLEMENT_GOAL)
    put_city(state, 0, 8)
    put_city(state, 0, 10)
    assert not OreGrain().wants(reading_of(state), SETTLEMENT_GOAL), "there is no city left to build"


def test_wood_clay_wants_settlements_and_the_rest_later():
    read, agent = reading_of(position()), WoodClay()
    kinds = (CITY_GOAL, CARD_GOAL, ROAD_GOAL)
    assert agent.wants(read, SETTLEMENT_GOAL)
    assert not any(agent.wants(read, other) for other in kinds)
    read.points = 5
    assert all(agent.wants(read, other) for other in (SETTLEMENT_GOAL, *kinds))


def test_what_the_strategy_wants_comes_first_and_the_rest_in_its_order():
    read = reading_of(position())
    found = [SETTLEMENT_GOAL, ROAD_GOAL, CARD_GOAL, CITY_GOAL]
    assert OreGrain().rank(read, found) == [CARD_GOAL, CITY_GOAL, SETTLEMENT_GOAL, ROAD_GOAL]
    assert WoodClay().rank(read, found) == found
    assert WoodClay().rank(read, found[::-1]) == [SETTLEMENT_GOAL, CITY_GOAL, CARD_GOAL, ROAD_GOAL]


def test_what_wins_the_game_comes_before_the_strategy():
    read = reading_of(position())
    read.points = 8
    assert OreGrain().rank(read, [CITY_GOAL, ROAD_GOAL]) == [ROAD_GOAL, CITY_GOAL]
    read.points = 9
    assert OreGrain().rank(read, [CARD_GOAL, SETTLEMENT_GOAL]) == [SETTLEMENT_GOAL, CARD_GOAL]


def rich(state):
    give_resources(state, 0, wood=1, clay=1, sheep=1, wheat=3, ore=3)
    return state


def test_with_the_cards_for_both_one_builds_a_city_and_the_other_a_settlement():
    city, said = choice(OreGrain(), rich(position()))
    assert city in ("city 40", "city 19")
    assert said.data["goal"].startswith("a city at node")
    text, said = choice(WoodClay(), rich(position()))
    assert text == "settlement 30"
    assert said.data == {
        "strategy": "roads and settlements",
        "goal": "a settlement at node 30",
        "rolls": 0.0,
        "value": said.data["value"],
    }


def test_ore_grain_settles_when_neither_city_nor_card_is_left():
    state = Catan(board="beginner", rules=Rules(points_to_win=14)).start()
    set_turn(state, 0, "main")
    for node in (40, 19, 8, 10):
        put_city(state, 0, node)
    put_road(state, 0, 40, 35)
    put_road(state, 0, 35, 30)
    set_deck(state)
    give_resources(state, 0, wood=1, clay=1, sheep=1, wheat=1)
    assert choice(OreGrain(), state)[0] == "settlement 30"


def test_wood_clay_builds_a_city_when_no_settlement_is_left():
    state = Catan(board="beginner").start()
    set_turn(state, 0, "main")
    for node in (40, 19, 8, 10, 31):
        put_settlement(state, 0, node)
    give_resources(state, 0, wheat=2, ore=3)
    assert choice(WoodClay(), state)[0].startswith("city ")


@pytest.mark.parametrize(
    ("agent", "kept", "goes"),
    [
        (OreGrain, {"wheat": 2, "ore": 3}, "wood"),
        (WoodClay, {"wood": 1, "clay": 1, "sheep": 1, "wheat": 1}, "ore"),
    ],
)
def test_each_discards_what_its_strategy_does_not_need(agent, kept, goes):
    state = Catan(board="beginner").start()
    put_settlement(state, 0, 40)
    put_road(state, 0, 40, 35)
    put_road(state, 0, 35, 30)
    set_turn(state, 0, "main")
    give_resources(state, 0, **{goes: 9 - sum(kept.values())}, **kept)
    fields = state.fields()
    fields |= {"phase": c.DISCARDING, "actor": 0, "discards": (4, 0, 0, 0)}
    state.set_fields(fields)
    assert choice(agent(), state)[0] == f"discard {goes}"


# At the table.


@pytest.mark.full
@pytest.mark.parametrize("name", STRATEGIES)
def test_it_beats_three_random_players(name):
    wins = 0
    for seed in range(8):
        agents = [RandomAgent() for _ in range(4)]
        agents[seed % 4] = make_agent(name)
        with Table(Catan(seed=seed), agents, seed=seed, max_turns=1500, explain=True) as table:
            wins += table.play().winner == seed % 4
        assert table.incidents == []
        for event in table.events:
            if isinstance(event, Played) and event.seat == seed % 4:
                assert event.explanation.text.endswith(".")
                assert event.explanation.data["strategy"]
    assert wins >= 7
