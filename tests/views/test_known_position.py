"""A view made from a known position: the same as that of an observer, except for what it has seen."""

import pytest

from catanlab import Catan, Random
from catanlab.framework.moves import CHANCE
from catanlab.games.catan.position import CatanPosition, Phase
from catanlab.games.catan.view.known_position import KnownPosition, KnownSeat
from catanlab.games.catan.view.observer import CatanObserver

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


def test_hands_that_are_not_known_have_their_size_in_every_world() -> None:
    game = Catan(rules="jsettlers", seed=1)
    seats = (KnownSeat(hand=(1, 0, 2, 0, 0)), KnownSeat(hand=None, hand_size=7), KnownSeat(), KnownSeat())
    position = KnownPosition(
        seats=seats,
        phase=Phase.MAIN,
        on_turn=0,
        turn=8,
        setup_step=8,
        last_node=None,
        rolled=True,
        card_played=False,
        free_roads=0,
        robber=game.start().position.robber,
        longest_road=None,
        largest_army=None,
        unseen_cards=(14, 2, 2, 2, 5),
        deck_is_empty=False,
    )
    view = position.view(game, 0)
    assert view.position.own.hand == (1, 0, 2, 0, 0)
    assert view.position.seats[1].possible == (7, 7, 7, 7, 7)
    assert not view.exact
    assert {sum(view.sample(Random(seed)).position.seats[1].certain) for seed in range(20)} == {7}
    assert len({view.sample(Random(seed)).position.seats[1].certain for seed in range(20)}) > 5
