"""A view made from a known position: the same as that of an observer, except for what it has seen."""

from dataclasses import replace
from typing import Any

import pytest

from catanlab import Catan, Random
from catanlab.framework.errors import GameError, ObservationError
from catanlab.framework.moves import CHANCE
from catanlab.games.catan.grid import node_edges
from catanlab.games.catan.position import CatanPosition, Phase
from catanlab.games.catan.view.known_position import KnownPosition, KnownSeat
from catanlab.games.catan.view.observer import CatanObserver
from catanlab.games.catan.view.view import CatanView
from catanlab.games.catan.view.worlds import World

PHASES = {
    Phase.SETUP_SETTLEMENT,
    Phase.SETUP_ROAD,
    Phase.BEFORE_ROLL,
    Phase.MAIN,
    Phase.ROBBING,
    Phase.FREE_ROADS,
}


def known(position: CatanPosition, setup_step: int) -> KnownPosition:
    seats = tuple(
        KnownSeat(
            settlements=seat.settlement_nodes,
            cities=seat.city_nodes,
            roads=seat.road_edges,
            knights=seat.knights,
            hand=seat.hand,
            hand_size=seat.hand_size,
            cards=seat.cards,
            hidden_cards=seat.hidden_cards,
        )
        for seat in position.seats
    )
    return KnownPosition(
        seats=seats,
        phase=position.phase,
        on_turn=position.on_turn,
        turn=position.turn,
        setup_step=setup_step,
        last_node=position.last_node,
        rolled=position.rolled,
        card_played=position.card_played,
        free_roads=position.free_roads,
        robber=position.robber,
        longest_road=position.longest_road,
        largest_army=position.largest_army,
        unseen_cards=position.unseen_cards,
        deck_is_empty=position.deck_size == 0,
        bought_this_turn=position.bought_this_turn,
    )


def comparable(position: CatanPosition) -> CatanPosition:
    """Leave out what a known position does not have: bounds of unknown hands, the bank, and offers."""
    seats = [
        seat._replace(
            certain=seat.hand or (0,) * 5, possible=seat.hand or (0,) * 5, most_victory_cards=0, answer=None
        )
        for seat in position.seats
    ]
    return position._replace(seats=tuple(seats), bank=(0,) * 5, offers_made=0, hidden_bought_this_turn=0)


@pytest.mark.full
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_view_of_a_known_position_is_that_of_the_observer(players: int) -> None:
    game = Catan(rules=f"jsettlers,players={players},player_trade=no", seed=5)
    random, phases = Random(5), set()
    state, observer = game.start(), game.observer(1)
    for _ in range(900):
        if state.is_over:
            break
        view = observer.view()
        position = view.position
        if position.phase in PHASES:
            phases.add(position.phase)
            made = known(position, state.fields()["setup_step"]).view(game, 1)
            assert comparable(made.position) == comparable(position)
            assert made.legal_moves == view.legal_moves
            assert made.log == ()
            again = CatanObserver.from_view(made)
            if state.to_move == 1:
                again.observe(view.legal_moves[0])
        move = state.draw_outcome(random) if state.to_move == CHANCE else state.draw_move(random, True)
        observer.observe(state.seen(move, 1))
        state.apply(move)
    assert phases >= PHASES - {Phase.FREE_ROADS}


def with_all_that_is_known(view: CatanView, setup_step: int) -> KnownPosition:
    """Return the position of a view with its bank, its possible hands and its limits."""
    position = view.position
    made = known(position, setup_step)
    seats = [
        replace(
            seat,
            certain=there.certain,
            possible=there.possible,
            most_victory_cards=min(99, there.most_victory_cards),
        )
        for seat, there in zip(made.seats, position.seats, strict=True)
    ]
    return replace(
        made,
        seats=tuple(seats),
        bank=position.bank,
        worlds=tuple(view.worlds),
        has_all_worlds=view.exact,
    )


def rounded_worlds(view: CatanView) -> dict[str, float]:
    """Return the probability of each world, without the last digits, which depend on the order of sums."""
    return {str(world.hands): round(world.probability, 9) for world in view.worlds}


@pytest.mark.full
@pytest.mark.parametrize("seed", [3, 4])
def test_a_position_with_worlds_and_bank_is_known_as_well_as_by_the_observer(seed: int) -> None:
    game = Catan(rules="base", seed=seed)
    random, kinds = Random(seed), set()
    state, observer = game.start(), game.observer(2)
    for _ in range(700):
        if state.is_over:
            break
        view = observer.view()
        if view.position.phase in PHASES and len(observer.view().log) % 7 == 0:
            made = with_all_that_is_known(view, state.fields()["setup_step"]).view(game, 2)
            kinds.add((made.exact, len(made.worlds) > 1))
            assert rounded_worlds(made) == rounded_worlds(view)
            assert made.exact == view.exact
            for there, seat in zip(view.position.seats, made.position.seats, strict=True):
                assert (seat.certain, seat.possible) == (there.certain, there.possible)
                assert seat.most_victory_cards == there.most_victory_cards
            assert made.position.bank == view.position.bank
        move = state.draw_outcome(random) if state.to_move == CHANCE else state.draw_move(random, True)
        observer.observe(state.seen(move, 2))
        state.apply(move)
    assert {(True, False), (True, True)} <= kinds


GAME = Catan(rules="jsettlers", seed=1)
NOBODY = KnownSeat()
SEATS = (KnownSeat(hand=(1, 0, 2, 0, 0)), KnownSeat(hand=None, hand_size=7), NOBODY, NOBODY)
WORLD = ({"wood": 1, "sheep": 2}, {"ore": 7}, {}, {})
POSITION = KnownPosition(
    seats=SEATS,
    phase=Phase.MAIN,
    on_turn=0,
    turn=8,
    setup_step=8,
    last_node=None,
    rolled=True,
    card_played=False,
    free_roads=0,
    robber=GAME.start().position.robber,
    longest_road=None,
    largest_army=None,
    unseen_cards=(14, 2, 2, 2, 5),
    deck_is_empty=False,
)


def test_hands_that_are_not_known_have_their_size_in_every_world() -> None:
    view = POSITION.view(GAME, 0)
    assert view.position.own.hand == (1, 0, 2, 0, 0)
    assert view.position.seats[1].possible == (7, 7, 7, 7, 7)
    assert not view.exact
    assert {sum(view.sample(Random(seed)).position.seats[1].certain) for seed in range(20)} == {7}
    assert len({view.sample(Random(seed)).position.seats[1].certain for seed in range(20)}) > 5


def test_hands_that_are_not_known_are_drawn_within_their_bounds() -> None:
    seat = KnownSeat(hand=None, hand_size=5, certain=(2, 0, 0, 0, 0), possible=(3, 0, 2, 0, 5))
    view = replace(POSITION, seats=(SEATS[0], seat, NOBODY, NOBODY)).view(GAME, 0)
    drawn = {view.sample(Random(seed)).position.seats[1].certain for seed in range(30)}
    assert all(
        2 <= wood <= 3 and clay == wheat == 0 and sheep <= 2 for wood, clay, sheep, wheat, _ in drawn
    )
    assert len(drawn) > 2


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"robber": 99}, "robber is 99; allowed is an integer from 0 to 18"),
        ({"robber": -1}, "robber is -1"),
        ({"robber": None}, "robber is None"),
        ({"on_turn": 9}, "on_turn is 9; allowed is an integer from 0 to 3"),
        ({"on_turn": -1}, "on_turn is -1"),
        ({"phase": 77}, "phase is 77"),
        ({"phase": Phase.STEALING}, "phase is .*STEALING"),
        ({"phase": Phase.ANSWERING}, "phase is .*ANSWERING"),
        ({"phase": Phase.FINISHED}, "phase is .*FINISHED"),
        ({"last_node": 99}, "last_node is 99; allowed is an integer from 0 to 53"),
        ({"last_node": -1}, "last_node is -1"),
        ({"phase": Phase.SETUP_ROAD, "setup_step": 0}, "last_node is None; allowed is an integer"),
        ({"longest_road": 9}, "longest_road is 9; allowed is an integer from 0 to 3"),
        ({"largest_army": 4}, "largest_army is 4"),
        ({"largest_army": -1}, "largest_army is -1"),
        ({"setup_step": 99}, "setup_step is 99; allowed is an integer from 8 to 8"),
        ({"setup_step": 7}, "setup_step is 7"),
        ({"phase": Phase.SETUP_SETTLEMENT}, "setup_step is 8; allowed is an integer from 0 to 7"),
        ({"turn": -1}, "turn is -1"),
        ({"turn": 2**31}, "turn is 2147483648"),
        ({"free_roads": 1}, "free_roads is 1; allowed is an integer from 0 to 0"),
        ({"phase": Phase.FREE_ROADS}, "free_roads is 0; allowed is an integer from 1 to 2"),
        ({"phase": Phase.FREE_ROADS, "free_roads": 3}, "free_roads is 3"),
        ({"unseen_cards": (14, 2, 2, 2, 6)}, "a count of unseen_cards is 6; allowed is .* to 5"),
        ({"unseen_cards": (14, 2, 2, 2)}, "unseen_cards is .*; allowed are five counts"),
        ({"bought_this_turn": (1, 0, 0, 0, 0)}, "a count of bought_this_turn is 1; allowed is .* to 0"),
        ({"bank": (20, 0, 0, 0, 0)}, "a count of bank is 20; allowed is an integer from 0 to 19"),
        ({"worlds": (World(({"ore": 1},) * 3, 1.0),)}, "a world has 3 hands, not 4"),
        ({"worlds": (World(({"ore": 1},) * 4, 1.0),)}, "a world has other cards in the hand of seat 0"),
        ({"worlds": (World(({"ore": -1},) * 4, 1.0),)}, "a count of a hand of a world is -1"),
        ({"worlds": (World(WORLD, 0.0),)}, "the probability of a world is 0.0, not above 0"),
        ({"seats": SEATS[:3]}, "it has 3 seats, not 4"),
        ({"seats": (*SEATS, NOBODY)}, "it has 5 seats, not 4"),
        ({"seats": (KnownSeat(hand=None), *SEATS[1:])}, "seat 0 does not know its own cards"),
        ({"seats": (KnownSeat(hidden_cards=1), *SEATS[1:])}, "seat 0 does not know its own cards"),
    ],
)
def test_what_no_position_has_is_refused(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(GameError, match=f"the game has no such position: {reason}"):
        replace(POSITION, **changes).view(GAME, 0)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"hand": (1, 2)}, "hand of seat 1 is .*; allowed are five counts"),
        ({"hand": (1, 2, 0, 0, 0, 0)}, "hand of seat 1 is .*; allowed are five counts"),
        ({"hand": (-1, 0, 0, 0, 0)}, "a count of hand of seat 1 is -1"),
        ({"hand": (5000, 0, 0, 0, 0)}, "a count of hand of seat 1 is 5000"),
        ({"hand": (90, 90, 0, 0, 0)}, "the size of hand of seat 1 is 180"),
        ({"hand": None, "hand_size": -1}, "hand_size of seat 1 is -1"),
        ({"hand": None, "hand_size": 96}, "hand_size of seat 1 is 96"),
        ({"hand": None, "hand_size": 2, "certain": (3, 0, 0, 0, 0)}, "a count of certain of seat 1 is 3"),
        ({"hand": None, "hand_size": 3, "possible": (2, 0, 0, 0, 0)}, "no hand of 3 cards of seat 1 is"),
        ({"hand": None, "hand_size": 1, "certain": (1, 1, 0, 0, 0)}, "no hand of 1 cards of seat 1 is"),
        ({"most_victory_cards": -1}, "most_victory_cards of seat 1 is -1"),
        ({"cards": (15, 0, 0, 0, 0)}, "a count of cards of seat 1 is 15"),
        ({"cards": (1, 0)}, "cards of seat 1 is .*; allowed are five counts"),
        ({"hidden_cards": -1}, "hidden_cards of seat 1 is -1"),
        ({"hidden_cards": 26}, "hidden_cards of seat 1 is 26"),
        ({"knights": 200}, "knights of seat 1 is 200"),
        ({"knights": -1}, "knights of seat 1 is -1"),
        ({"settlements": (54,)}, "a place of the settlements of seat 1 is 54; allowed is .* to 53"),
        ({"cities": (-1,)}, "a place of the cities of seat 1 is -1"),
        ({"roads": (72,)}, "a place of the roads of seat 1 is 72; allowed is .* to 71"),
        ({"settlements": tuple(range(6))}, "the number of settlements of seat 1 is 6"),
        ({"cities": tuple(range(5))}, "the number of cities of seat 1 is 5"),
        ({"roads": tuple(range(16))}, "the number of roads of seat 1 is 16"),
        ({"settlements": (3,), "cities": (3,)}, "two pieces stand at the same place"),
        ({"roads": (3, 3)}, "two pieces stand at the same place"),
    ],
)
def test_what_no_seat_has_is_refused(changes: dict[str, Any], reason: str) -> None:
    seats = (SEATS[0], KnownSeat(**changes), *SEATS[2:])
    with pytest.raises(GameError, match=f"the game has no such position: {reason}"):
        replace(POSITION, seats=seats).view(GAME, 0)


def test_two_seats_share_no_place_and_no_card() -> None:
    for piece in (KnownSeat(settlements=(3,)), KnownSeat(roads=(3,))):
        with pytest.raises(GameError, match="two pieces stand at the same place"):
            replace(POSITION, seats=(*SEATS[:2], piece, piece)).view(GAME, 0)
    hidden = KnownSeat(hidden_cards=13)
    with pytest.raises(GameError, match="more hidden cards than the 25 unseen ones"):
        replace(POSITION, seats=(*SEATS[:2], hidden, hidden)).view(GAME, 0)


@pytest.mark.parametrize(
    "changes",
    [
        {"phase": Phase.FREE_ROADS, "free_roads": 2},
        {"phase": Phase.SETUP_ROAD, "setup_step": 0, "last_node": 10},
    ],
)
def test_a_seat_without_a_place_for_its_road_is_refused(changes: dict[str, Any]) -> None:
    taken = KnownSeat(roads=node_edges(10))
    position = replace(POSITION, seats=(*SEATS[:3], taken), **changes)
    with pytest.raises(GameError, match="seat 0 has nothing to choose from"):
        position.view(GAME, 0)
    if position.phase is Phase.SETUP_ROAD:
        assert replace(position, seats=SEATS).view(GAME, 0).legal_moves


def test_nobody_else_has_a_view() -> None:
    with pytest.raises(ObservationError, match="4 is not a seat from 0 to 3"):
        POSITION.view(GAME, 4)
