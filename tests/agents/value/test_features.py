"""Features of a position: equal to a plain twin, blind to what is hidden, and symmetric."""

from functools import cache

import pytest
from tests.agents.value.plain_features import plain_features
from tests.agents.value.symmetries import symmetries

from catanlab import Catan
from catanlab.agents.value.features import FEATURE_NAMES, features
from catanlab.agents.value.heavy import Heavy
from catanlab.framework.errors import ArgumentError, GameError
from catanlab.framework.random import Random
from catanlab.games.catan.engine.arrange import set_turn
from catanlab.games.gomoku import Gomoku


@cache
def positions(rules="base", seed=1, every=25, turns=60):
    """Return positions of a game between heavy policies, with what each seat has seen of them."""
    game, random, policy = Catan(rules=rules, seed=seed), Random(seed, "search"), Heavy()
    state, found = game.start(), []
    watchers = [game.observer(seat) for seat in range(game.rules.players)]
    ply = 0
    while not state.is_over and state.turn < turns:
        move = state.draw_outcome(random) if state.is_chance else policy.pick(state, random)
        for seat, watcher in enumerate(watchers):
            watcher.observe(state.seen(move, seat))
        state.apply(move)
        ply += 1
        if ply % every == 0 and not state.is_chance and not state.is_over:
            found.append((state.copy(), [watcher.view() for watcher in watchers]))
    return found


@pytest.mark.parametrize("rules", ["base", "jsettlers", "szita", "base,players=3", "tuma,players=2"])
def test_they_are_those_of_a_plain_twin(rules):
    for state, _ in positions(rules):
        for seat in range(state.seats):
            native = dict(zip(FEATURE_NAMES, features(state, seat), strict=True))
            plain = plain_features(state, seat)
            assert {name: native[name] for name in plain} == pytest.approx(plain, abs=1e-9)
            assert not any(value for name, value in native.items() if name not in plain)


def test_each_has_a_name_of_its_own():
    assert len(FEATURE_NAMES) == len(set(FEATURE_NAMES)) == len(features(Catan(seed=1).start(), 0))


@pytest.mark.parametrize("rules", ["base", "jsettlers"])
def test_hidden_cards_dealt_anew_change_not_a_bit(rules):
    dealt = 0
    for state, views in positions(rules):
        for seat, view in enumerate(views):
            true = features(state, seat)
            for number in range(5):
                other = view.sample(Random(number, "search"))
                dealt += other.fields() != state.fields()
                assert features(other, seat) == true
    assert dealt > 20


@pytest.mark.parametrize("number", range(6))
def test_the_six_symmetries_of_the_board_change_not_a_bit(number):
    symmetry = symmetries()[number]
    for state, _ in positions():
        twin = mapped(state, symmetry)
        for seat in range(4):
            assert features(twin, seat) == features(state, seat)


def mapped(state, symmetry):
    """Return the same position on the board after a symmetry."""
    fields = state.fields()
    game = Catan(rules=state.game.rules, board=symmetry.board(state.game.board))

    def nodes(mask):
        return sum(1 << symmetry.nodes[node] for node in range(54) if mask >> node & 1)

    def edges(low, high):
        mask = low | high << 64
        moved = sum(1 << symmetry.edges[edge] for edge in range(72) if mask >> edge & 1)
        return moved & (1 << 64) - 1, moved >> 64

    def by_word(words):
        return tuple(
            word for seat in range(len(words) // 2) for word in edges(*words[2 * seat : 2 * seat + 2])
        )

    yields = [0] * 19
    for hexagon, to in enumerate(symmetry.hexes):
        yields[to] = fields["hex_yields"][hexagon]
    masks = ("settlements", "cities", "road_nodes")
    changes = {name: tuple(map(nodes, fields[name])) for name in masks if name in fields}
    changes |= {name: nodes(fields[name]) for name in ("occupied_nodes", "blocked_nodes") if name in fields}
    changes |= {
        name: by_word(fields[name]) for name in ("roads", "frontier", "occupied_edges") if name in fields
    }
    changes |= {"robber": symmetry.hexes[fields["robber"]]}
    if "hex_yields" in fields:
        changes["hex_yields"] = tuple(yields)
    twin = game.start()
    twin.set_fields(fields | changes)
    return twin


def test_seats_come_in_turn_order_from_the_own_one_on():
    state = Catan(board="beginner").start()
    set_turn(state, 2)
    found = dict(zip(FEATURE_NAMES, features(state, 3), strict=True))
    assert [found[f"{who} turn"] for who in ("own", "next", "second", "third")] == [0, 0, 0, 1]


def test_other_games_and_seats_are_refused():
    with pytest.raises(GameError, match="state of catan"):
        features(Gomoku(size=6, line=4).start(), 0)
    with pytest.raises(ArgumentError, match="seat is 4"):
        features(Catan(seed=1).start(), 4)
