"""Martin's heavy policy: what it builds, trades, robs and discards, and that it beats chance."""

from collections import Counter

import numpy as np
import pytest

from catanlab.agents.registry import make_agent
from catanlab.agents.value.heavy import Heavy
from catanlab.framework.errors import GameError
from catanlab.framework.random import Random
from catanlab.games.catan.engine.arrange import (
    give_cards,
    give_resources,
    put_city,
    put_road,
    put_settlement,
    set_bank,
    set_deck,
    set_turn,
)
from catanlab.games.catan.game import Catan
from catanlab.games.catan.grid import hex_nodes
from catanlab.games.catan.hands import unpack
from catanlab.games.catan.rules import NAMED_RULES, Rules
from catanlab.games.gomoku import Gomoku
from catanlab.lab.batch import play_random
from catanlab.playout.games import NativeMatch
from catanlab.playout.policies import Uniform


def position(phase="main"):
    """Return a position with a settlement of seat 0 and one road, from whose end no place is open."""
    state = Catan(board="beginner").start()
    set_turn(state, 0, phase)
    put_settlement(state, 0, 23)
    put_road(state, 0, 23, 29)
    return state


def with_a_place():
    """Return the same with a second road, at whose end seat 0 may settle."""
    state = position()
    before = set(legal(position(), "settlement"))
    for road in roads_from(29):
        state = position()
        put_road(state, 0, 29, road)
        give_resources(state, 0, wood=1, clay=1, sheep=1, wheat=1)
        if set(legal(state, "settlement")) - before:
            state = position()
            put_road(state, 0, 29, road)
            return state
    raise AssertionError


def roads_from(node):
    state = position()
    give_resources(state, 0, wood=1, clay=1)
    ends = [tuple(map(int, text.split()[1].split("-"))) for text in legal(state, "road")]
    return [b if a == node else a for a, b in ends if node in (a, b)]


def legal(state, group):
    return [move.text for move in state.legal_moves if move.group == group]


def picks(state, times=60, policy=None):
    """Return how often the policy makes which move."""
    policy = policy or Heavy()
    return Counter(policy.pick(state, Random(seed)).text for seed in range(times))


def groups(state, **options):
    policy = Heavy(**options)
    return {policy.pick(state, Random(seed)).group for seed in range(60)}


def test_a_settlement_and_a_city_score_the_same_and_chance_decides():
    state = with_a_place()
    give_resources(state, 0, wood=1, clay=1, sheep=1, wheat=3, ore=3)
    assert groups(state) == {"settlement", "city"}
    assert groups(state, city=101) == {"city"}


def test_a_city_comes_before_a_card():
    state = position()
    give_resources(state, 0, sheep=1, wheat=2, ore=3)
    assert groups(state) == {"city"}


def test_a_road_that_opens_the_only_place_comes_before_a_card():
    state = position()
    give_resources(state, 0, wood=1, clay=1, sheep=1, wheat=1, ore=1)
    made = picks(state)
    assert len(made) == 2
    for text in made:
        after = state.copy()
        after.apply(text)
        give_resources(after, 0, wood=1, clay=1, sheep=1, wheat=1)
        assert legal(after, "settlement")


def test_no_road_is_built_while_a_place_is_open():
    state = with_a_place()
    give_resources(state, 0, wood=3, clay=3)
    assert groups(state) == {"end turn"}
    assert groups(state, spot_penalty=0) == {"road"}


def test_a_card_is_bought_if_nothing_better_can_be():
    state = with_a_place()
    give_resources(state, 0, sheep=1, wheat=1, ore=1)
    assert groups(state) == {"buy card"}
    set_deck(state, knight=0, road_building=0, year_of_plenty=0, monopoly=0, victory_point=0)
    assert groups(state) == {"end turn"}


def test_trades_lead_to_a_build_or_are_not_made():
    state = with_a_place()
    give_resources(state, 0, wheat=2, ore=2, wood=4)
    assert set(picks(state)) == {"bank 4 wood for 1 ore"}
    state.apply("bank 4 wood for 1 ore")
    assert groups(state) == {"city"}
    state = with_a_place()
    give_resources(state, 0, wood=4, wheat=1)
    assert groups(state) == {"end turn"}


def test_what_the_bank_lacks_is_not_traded_for():
    state = with_a_place()
    give_resources(state, 0, wheat=2, ore=2, wood=4)
    set_bank(state, ore=0)
    assert "city" not in groups(state)
    assert all("for 1 ore" not in text for text in picks(state))


def test_cards_are_played_when_they_pay_for_something():
    state = with_a_place()
    give_cards(state, 0, year_of_plenty=1, monopoly=1)
    assert groups(state) == {"end turn"}
    give_resources(state, 0, wheat=2, ore=1)
    made = picks(state)
    assert len(made) == 2
    assert groups(state) == {"plenty", "monopoly"}
    assert all("ore" in text for text in made)
    give_cards(state, 0, knight=1)
    assert groups(state) == {"knight"}


def test_road_building_is_played_where_roads_are_of_use():
    state = position()
    give_cards(state, 0, road_building=1)
    assert groups(state) == {"road building"}
    state.apply("road building")
    assert groups(state) == {"road"}
    state = with_a_place()
    give_cards(state, 0, road_building=1)
    assert groups(state) == {"end turn"}


def test_the_robber_goes_where_it_hurts_and_chance_picks_the_victim():
    state = position()
    numbers = state.game.board.numbers
    hexagon = next(h for h in range(19) if numbers[h] in (6, 8) and 23 not in hex_nodes(h))
    put_city(state, 1, hex_nodes(hexagon)[0])
    put_settlement(state, 2, hex_nodes(hexagon)[3])
    give_cards(state, 0, knight=1)
    state.apply("knight")
    assert set(picks(state)) == {f"robber {hexagon}"}
    for seat in (1, 2):
        give_resources(state, seat, wood=1)
    made = picks(state)
    assert len(made) == 2
    assert all(text.startswith(f"robber {hexagon} ") for text in made)


def test_the_robber_spares_own_hexes():
    state = position()
    give_cards(state, 0, knight=1)
    state.apply("knight")
    own = {h for h in range(19) if state.fields()["hex_yields"][h]}
    assert own
    assert not own & {int(text.split()[1]) for text in picks(state)}


@pytest.mark.parametrize(
    ("hand", "left"),
    [
        ({"wood": 4, "ore": 4}, {"wood": 2, "ore": 2}),
        (
            {"wood": 2, "clay": 2, "sheep": 2, "wheat": 2, "ore": 2},
            dict.fromkeys(("wood", "clay", "sheep", "wheat", "ore"), 1),
        ),
        ({"wood": 7, "ore": 1}, {"wood": 4}),
    ],
)
def test_discards_pass_along_the_kinds_held(hand, left):
    state = position("before the roll")
    give_resources(state, 0, **hand)
    state.apply("roll")
    state.apply("dice 7")
    while state.phase_name == "discarding":
        state.apply(Heavy().pick(state, Random(1)))
    counts = zip(("wood", "clay", "sheep", "wheat", "ore"), unpack(state.fields()["hand"][0]), strict=True)
    assert {name: count for name, count in counts if count} == left


@pytest.mark.parametrize("rules", NAMED_RULES)
def test_its_moves_are_legal_wherever_random_games_lead(rules):
    policy = Heavy()
    for seed in range(4):
        state = Catan(rules=Rules.named(rules), seed=seed).start()
        random = Random(seed)
        while not state.is_over and state.turn < 150:
            if state.is_chance:
                state.apply(state.draw_outcome(random))
                continue
            assert state.is_legal(policy.pick(state, random))
            state.apply(state.draw_move(random, by_group=True))


def test_games_come_to_an_end():
    played = play_random(games=2000, seed=3, policy=Heavy())
    assert played.finished.all()


def test_it_beats_three_uniform_policies():
    games = 200
    roots = [Catan(seed=seed).start() for seed in range(games)]
    seatings = np.array([[int(seat != game % 4) for seat in range(4)] for game in range(games)], np.int32)
    returns = np.zeros((games, 4))
    scores, decisions = np.zeros((2, games, 4), np.int32)
    turns, kinds = np.zeros(games, np.int32), np.zeros((games, 32), np.int32)
    seeds = np.arange(games, dtype=np.uint64)
    NativeMatch([Heavy(), Uniform()]).play(
        roots, seeds, seatings, 0, returns, scores, turns, decisions, kinds
    )
    assert (returns * (seatings == 0)).sum() > 0.8 * games


def test_it_is_for_catan_only():
    with pytest.raises(GameError, match="the heavy policy moves in plain states of catan"):
        Heavy().pick(Gomoku(size=5).start(), Random(1))


def test_a_search_takes_it_by_its_plain_name():
    agent = make_agent("uct:playout=heavy")
    assert agent.settings.playout == "catanlab.agents.value.heavy.Heavy"
    assert agent.name == "uct:playout=heavy"
