"""Panousis' decisions by rule: opening, robber, discards, and cards before and after the search."""

import pytest
from tests.agents.aside import GAME, SMALL, agent_of, discarding, position, robbing
from tests.agents.seen import decide, view_of

from catanlab import Catan
from catanlab.agents.base.board_values import BoardValues
from catanlab.agents.base.situation import Situation
from catanlab.agents.decisions.opening import place_settlement
from catanlab.agents.decisions.opening_road import road_by_numbers
from catanlab.agents.estimates.build_time import BuildTimes
from catanlab.agents.players.mcts.overrides.possible_builds import needed, possible_builds
from catanlab.agents.players.mcts.overrides.road_pair import network
from catanlab.agents.registry import make_agent
from catanlab.framework.errors import AgentError
from catanlab.framework.random import Random
from catanlab.games.catan.engine.arrange import (
    give_cards,
    give_resources,
    put_city,
    put_road,
    put_settlement,
    set_robber,
    set_turn,
)
from catanlab.games.catan.moves import CatanMove
from catanlab.table.events import Played
from catanlab.table.table import Table


def asked(state, spec="panousis-uct:iterations=200,seconds=none", seed=0):
    """Return the text of the move, and the explanation."""
    agent = agent_of(spec, seed)
    return decide(agent, view_of(state, 0)).text, agent.explain()


def reading_of(state):
    return Situation(view_of(state, 0), BoardValues(GAME.board))


def test_panousis_opens_as_jsettlers_does():
    view = GAME.observer(0).view()
    agent = agent_of("panousis-uct")
    situation = Situation(view, BoardValues(GAME.board))
    assert decide(agent, view) == place_settlement(view, situation, BuildTimes(), cut_off=True).move
    assert agent.agent.result is None  # no search
    observer = GAME.observer(0)
    observer.observe(CatanMove.parse("settlement 39"))
    view = observer.view()
    situation = Situation(view, BoardValues(GAME.board))
    assert decide(agent, view) == road_by_numbers(view, situation, Random(0)).move


def test_panousis_robs_the_seat_nearest_to_winning():
    state = robbing()
    put_city(state, 2, 31)  # ore 8, wood 3, sheep 5
    give_resources(state, 1, wood=2)
    text, said = asked(state)
    assert text.endswith("from 2")
    assert said.text == "There it slows seat 2 most, who is nearest to winning."
    assert said.data["leader"] == 2


def test_what_panousis_needs_follows_from_what_could_be_built():
    state = position()
    assert [aim.kind for aim in possible_builds(reading_of(state))] == ["city", "settlement", "card"]
    assert needed(possible_builds(reading_of(state))) == (1, 1, 2, 4, 4)
    put_settlement(state, 0, 30)
    assert [aim.kind for aim in possible_builds(reading_of(state))] == ["city", "road", "card"], (
        "no place is open"
    )
    give_cards(state, 0, knight=1)
    assert [aim.kind for aim in possible_builds(reading_of(state))] == ["city", "road"], (
        "a card is unplayed"
    )
    state.set_fields(state.fields() | {"road_holder": 0})
    assert [aim.kind for aim in possible_builds(reading_of(state))] == ["city"], "Longest Road is held"
    assert needed([]) == (0,) * 5


@pytest.mark.parametrize(
    ("hand", "gone"),
    [
        # Needed are 1 wood, 1 clay, 2 sheep, 4 wheat and 4 ore; wheat comes most easily, then ore.
        ({"wood": 5, "ore": 4}, ["wood"] * 4),
        ({"wood": 3, "clay": 2, "ore": 4}, ["wood", "wood", "clay", "ore"]),
        ({"wheat": 4, "ore": 4}, ["wheat"] * 4),
        ({"wheat": 5, "ore": 3, "wood": 1}, ["wheat"] * 4),
    ],
)
def test_panousis_discards_what_is_left_over_and_then_what_comes_easily(hand, gone):
    state = discarding(**hand)
    found = []
    while state.phase_name == "discarding":
        text, said = asked(state)
        found.append(text.split()[1])
        assert said.data["needed"]["wheat"] == 4
        state.apply(CatanMove.parse(text))
    assert sorted(found) == sorted(gone)


def test_panousis_decides_on_a_card_before_the_search():
    state = position()
    give_resources(state, 0, wheat=2, ore=1, wood=1)
    give_cards(state, 0, year_of_plenty=1)
    text, said = asked(state)
    assert (text, said.text) == ("plenty ore ore", "It completes a city at node 40.")


def test_panousis_plays_a_monopoly_that_completes_a_build_or_is_worth_three_trades():
    state = position()
    give_resources(state, 0, wheat=2, ore=1)
    give_cards(state, 0, monopoly=1)
    give_resources(state, 1, ore=1)
    assert asked(state)[0] != "monopoly ore"
    give_resources(state, 2, ore=1)
    text, said = asked(state)
    assert (text, said.text) == ("monopoly ore", "It completes a city at node 40.")
    state = position()
    give_cards(state, 0, monopoly=1)
    give_resources(state, 1, sheep=11)
    assert asked(state)[0] == "end turn"
    give_resources(state, 2, sheep=1)
    text, said = asked(state)
    assert (text, said.text) == ("monopoly sheep", "That is worth 3 trades with the bank.")


def test_panousis_frees_his_hex_by_a_knight_before_the_roll():
    state = position()
    give_cards(state, 0, knight=1)
    set_turn(state, 0, "before the roll")
    text, said = asked(state)
    assert (text, said.text) == ("roll", "The overrides leave the search only one move.")
    mine = next(hexagon for hexagon in range(19) if state.fields()["hex_yields"][hexagon] & 0xFF)
    set_robber(state, mine)
    assert asked(state)[0] == "knight"


def test_panousis_builds_roads_with_the_card_after_the_search():
    state = position()
    give_resources(state, 0, wood=1, clay=1, sheep=1, wheat=1)
    give_cards(state, 0, road_building=1)
    agent = agent_of("panousis-uct:iterations=300,seconds=none,final=robust")
    made = []
    while state.phase_name != "rolling" and len(made) < 9 and state.to_move == 0:
        move = decide(agent, view_of(state, 0))
        made.append((move.text, "simulations" in agent.explain().text))
        state.apply(CatanMove(move))
        if move.group == "end turn":
            break
    texts = [text for text, _ in made]
    assert texts[0] == "settlement 30"
    assert texts[1] == "road building"
    assert [searched for _, searched in made[1:4]] == [False] * 3
    assert texts[-1] == "end turn"


def free_roads(*roads, **fields):
    """Return a position with roads of seat 0 from node 40 in which it lays free ones."""
    state = GAME.start()
    set_turn(state, 0, "main")
    put_settlement(state, 0, 40)
    for a, b in roads:
        put_road(state, 0, a, b)
    give_cards(state, 0, road_building=1)
    state.set_fields(state.fields() | fields)
    return state


def test_free_roads_bring_longest_road_first():
    state = free_roads((40, 35), (35, 30), (30, 24))
    text, said = asked(state)
    assert (text, said.text) == ("road building", "The roads bring Longest Road.")
    assert said.data["before"] == {"award": False, "places": 2, "length": 3}
    assert said.data["after"]["award"]
    state.apply(CatanMove.parse(text))
    for _ in range(2):
        state.apply(CatanMove.parse(asked(state)[0]))
    assert state.fields()["road_holder"] == 0


def test_free_roads_else_open_places_and_then_lengthen_the_road():
    state = free_roads((40, 35))
    text, said = asked(state)
    assert (text, said.text) == ("road building", "The roads open a place to settle.")
    state.apply(CatanMove.parse(text))
    for _ in range(2):
        state.apply(CatanMove.parse(asked(state)[0]))
    assert network(state, 0).places == said.data["after"]["places"]
    closed = free_roads((40, 35), blocked_nodes=(1 << 54) - 1)
    assert asked(closed)[1].text == "The roads make mine longer."


def test_road_building_is_kept_while_it_does_nothing():
    # Both ends of the network are shut in by roads of others.
    state = free_roads()
    for a, b in ((35, 40), (40, 44), (40, 45)):
        put_road(state, 1, a, b)
    assert asked(state)[0] == "end turn"


@pytest.mark.full
def test_the_tree_of_panousis_never_plays_a_card():
    cards = ("knight", "road building", "plenty", "monopoly")
    played = set()
    for seed in range(4):
        agents = [make_agent(f"panousis-uct:{SMALL}"), *(make_agent("greedy") for _ in range(3))]
        with Table(Catan(seed=seed), agents, seed=seed, max_turns=140, explain=True) as table:
            table.play()
        assert table.incidents == []
        for event in table.events:
            if isinstance(event, Played) and event.seat == 0 and event.move.group in cards:
                assert "simulations" not in event.explanation.text
                played.add(event.move.group)
    assert "knight" in played


@pytest.mark.parametrize("decision", ["robber", "discard"])
def test_each_heuristic_can_be_left_to_the_search(decision):
    # Panousis, 5.1: how much each of the strategies matters is to be tested
    state = robbing() if decision == "robber" else discarding(wood=5, ore=4)
    spec = "panousis-uct:iterations=30,seconds=none"
    agent = agent_of(spec)
    decide(agent, view_of(state, 0))
    assert agent.agent.result is None  # by rule
    agent = agent_of(f"{spec},without={decision}")
    decide(agent, view_of(state, 0))
    assert agent.agent.result is not None


@pytest.mark.parametrize("card", ["knight", "monopoly", "plenty", "road building"])
def test_a_card_that_is_left_out_is_played_by_the_tree_or_by_nobody(card):
    rules = make_agent(f"panousis-uct:without={card}").agent.overrides
    assert rules.leaves(CatanMove.parse(MOVES[card]))
    others = [move for name, move in MOVES.items() if name != card]
    assert not any(rules.leaves(CatanMove.parse(move)) for move in others)


MOVES = {
    "knight": "knight",
    "monopoly": "monopoly ore",
    "plenty": "plenty ore ore",
    "road building": "road building",
}


def test_a_monopoly_that_is_left_out_is_not_played():
    state = position()
    give_cards(state, 0, monopoly=1)
    give_resources(state, 0, wheat=2, ore=2)
    give_resources(state, 1, ore=5)
    assert asked(state)[0].startswith("monopoly")
    assert not asked(state, "panousis-uct:iterations=30,seconds=none,without=monopoly")[0].startswith(
        "monopoly"
    )


def test_only_decisions_that_the_rules_make_can_be_left_out():
    for spec, words in (
        (
            "panousis-uct:without=dice",
            "makes no decision 'dice'; its decisions are robber, discard, knight",
        ),
        ("martin:without=knight", "makes no decision 'knight'; its decisions are robber, discard"),
        ("uct:without=robber", "overrides=none makes no decision 'robber'; its decisions are none"),
    ):
        with pytest.raises(AgentError, match=words):
            make_agent(spec)
    assert make_agent("martin:without=robber+discard")
