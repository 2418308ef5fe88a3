"""Trades of others: offers that the robot is not part of, answered in any order."""

from typing import Any

import pytest
from tests.bridges.test_game_follower import Table, give, give_all

from catanlab.agents.base.board_values import BoardValues
from catanlab.agents.base.situation import Situation
from catanlab.agents.decisions.discard import first_asked
from catanlab.agents.negotiation.memory import Memory
from catanlab.agents.players.greedy.memory import refused_offers
from catanlab.bridges.jsettlers import codes as j
from catanlab.bridges.jsettlers.errors import CannotFollowError
from catanlab.bridges.jsettlers.recorded.offer_reconstruction import ReconstructedOffers
from catanlab.games.catan.moves import read_deal

WOOD_FOR_ORE = (0, 0, 0, 0, 1, 0, 1, 0, 0, 0)
"""Give and get as the server orders resources: clay, ore, sheep, wheat, wood."""
WHEAT_FOR_WOOD = (0, 0, 0, 1, 0, 0, 0, 0, 0, 1)


@pytest.fixture
def table() -> Table:
    """The server's seat 1, our seat 0, is on turn and holds wood; the robot is in seat 2, our seat 1."""
    table = Table().set_up()
    table.send("DICERESULT", total=2)
    table.send("GAMESTATE", state=j.PLAY)
    give(table, 0, [5, 0, 0, 0, 0])
    return table


def offer(table: Table, seat: int, to: str, deal: tuple[int, ...] = WOOD_FOR_ORE) -> None:
    flags = tuple("true" if str(each) in to else "false" for each in range(4))
    table.send("MAKEOFFER", seat=seat, values=(*flags, *map(str, deal)))


def news(table: Table, before: int) -> list[str]:
    return [str(move) for move in table.seat_state.moves[before:]]


def test_an_offer_to_others_is_taken_in_when_its_maker_goes_on(table: Table) -> None:
    before = len(table.seat_state.moves)
    offer(table, 1, to="03")
    table.send("REJECTOFFER", seat=0)
    table.send("REJECTOFFER", seat=3)
    assert news(table, before) == []
    table.send("TURN", seat=2, state=j.ROLL_OR_CARD)
    assert news(table, before) == ["offer 1 wood for 1 ore to 2 3", "reject", "reject", "end turn"]


def test_who_has_not_answered_was_not_asked(table: Table) -> None:
    before = len(table.seat_state.moves)
    offer(table, 1, to="03")
    table.send("REJECTOFFER", seat=0)
    table.send("CLEAROFFER", seat=1)
    assert news(table, before) == ["offer 1 wood for 1 ore to 3", "reject"]
    offer(table, 1, to="03")
    table.send("CLEAROFFER", seat=-1)
    assert len(news(table, before)) == 2


@pytest.mark.parametrize(
    ("rejecting", "accepting", "expected"),
    [
        (3, 0, ["offer 1 wood for 1 ore to 2 3", "reject", "accept"]),
        # In our game nobody is asked after who accepts.
        (0, 3, ["offer 1 wood for 1 ore to 3", "reject", "offer 1 wood for 1 ore to 2", "accept"]),
    ],
)
def test_a_trade_of_others_shows_who_rejected_before(
    table: Table, rejecting: int, accepting: int, expected: list[str]
) -> None:
    give_all(table, {0: [5, 0, 0, 0, 0], (accepting - 1) % 4: [0, 0, 0, 0, 2]})
    before = len(table.seat_state.moves)
    offer(table, 1, to="03")
    table.send("REJECTOFFER", seat=rejecting)
    table.send("ACCEPTOFFER", accepting=accepting, offering=1, counts=WOOD_FOR_ORE)
    assert news(table, before) == expected
    assert table.seat_state.position.offers_made == 1


def test_nobody_trades_with_itself(table: Table) -> None:
    offer(table, 1, to="03")
    with pytest.raises(CannotFollowError, match="with itself"):
        table.send("ACCEPTOFFER", accepting=1, offering=1, counts=WOOD_FOR_ORE)


def test_a_counter_offer_between_others_is_taken_in(table: Table) -> None:
    give_all(table, {0: [5, 0, 0, 0, 0], 3: [0, 0, 0, 2, 0]})
    before = len(table.seat_state.moves)
    offer(table, 1, to="03")
    offer(table, 0, to="1", deal=WHEAT_FOR_WOOD)
    table.send("REJECTOFFER", seat=3)
    offer(table, 1, to="0")
    assert news(table, before) == [
        "offer 1 wood for 1 ore to 2 3",
        "reject",
        "counter 1 wheat for 1 wood",
        "cancel",
    ]


@pytest.mark.parametrize("withdraws", [False, True])
def test_a_counter_offer_that_is_taken_is_a_trade(table: Table, withdraws: bool) -> None:
    give_all(table, {0: [5, 0, 0, 0, 0], 3: [0, 0, 0, 2, 0]})
    before = len(table.seat_state.moves)
    offer(table, 1, to="0")
    offer(table, 0, to="1", deal=WHEAT_FOR_WOOD)
    if withdraws:
        table.send("CLEAROFFER", seat=1)
    table.send("ACCEPTOFFER", accepting=1, offering=0, counts=WHEAT_FOR_WOOD)
    expected = ["offer 1 wood for 1 ore to 3", "counter 1 wheat for 1 wood", "take 3"]
    assert news(table, before) == expected
    assert table.seat_state.hand_size(0) == 5


def test_the_own_offer_that_one_refused_and_another_accepted_may_be_made_again() -> None:
    table = Table().set_up()
    table.send("TURN", seat=2, state=j.ROLL_OR_CARD)
    table.send("DICERESULT", total=2)
    table.send("GAMESTATE", state=j.PLAY)
    give_all(table, {1: [5, 0, 0, 0, 0], 2: [0, 0, 0, 0, 2]})
    offer(table, 2, to="03")
    table.send("REJECTOFFER", seat=0)
    table.send("ACCEPTOFFER", accepting=3, offering=2, counts=WOOD_FOR_ORE)
    view = table.seat_state.observer.view()
    expected = [str(move) for move in view.log[-4:]]
    assert expected == ["offer 1 wood for 1 ore to 3", "reject", "offer 1 wood for 1 ore to 2", "accept"]
    situation = Situation(view, BoardValues(view.game.board))
    assert refused_offers(view.log, situation) == set()
    memory = Memory(view.game.rules, 1)
    memory.read(view.log)
    assert not memory.has_failed(read_deal(view.log[-2]))
    assert memory.is_selling(2, 4)
    assert not memory.is_selling(3, 4)


def test_in_a_recorded_game_a_robot_takes_a_counter_offer_once_it_has_withdrawn_its_own(
    table: Table,
) -> None:
    table.follower.trades = ReconstructedOffers(table.follower)
    give_all(table, {0: [5, 0, 0, 0, 0], 3: [0, 0, 0, 2, 0]})
    before = len(table.seat_state.moves)
    offer(table, 1, to="0")
    offer(table, 0, to="1", deal=WHEAT_FOR_WOOD)
    table.send("CLEAROFFER", seat=1)
    table.send("ACCEPTOFFER", accepting=1, offering=0, counts=WHEAT_FOR_WOOD)
    expected = ["offer 1 wood for 1 ore to 3", "counter 1 wheat for 1 wood"]
    assert news(table, before) == [*expected, "take 3"]
    offer(table, 1, to="0")
    offer(table, 0, to="1", deal=WHEAT_FOR_WOOD)
    table.send("CLEAROFFER", seat=1)
    table.send("TURN", seat=2, state=j.ROLL_OR_CARD)
    assert news(table, before)[3:] == [*expected, "cancel", "end turn"]


def test_others_make_as_many_offers_as_they_like(table: Table) -> None:
    before = len(table.seat_state.moves)
    for _ in range(9):
        offer(table, 1, to="3")
        table.send("REJECTOFFER", seat=3)
    offer(table, 1, to="2")
    assert table.follower.trades.is_asking
    assert news(table, before) == [
        *["offer 1 wood for 1 ore to 2", "reject"] * 9,
        "offer 1 wood for 1 ore to 1",
    ]


def test_a_log_that_was_amended_does_not_stop_a_planner_that_discards(table: Table) -> None:
    for _ in range(5):
        offer(table, 1, to="3")
        table.send("REJECTOFFER", seat=3)
    give_all(table, {1: [2, 2, 2, 2, 2], 2: [9, 0, 0, 0, 0]})
    table.send("TURN", seat=2, state=j.ROLL_OR_CARD)
    table.send("TURN", seat=3, state=j.ROLL_OR_CARD)
    table.send("DICERESULT", total=7)
    view: Any = table.seat_state.observer.view()
    assert first_asked(view) is view
