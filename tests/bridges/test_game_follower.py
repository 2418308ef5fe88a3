"""Recorded games are followed in agreement with the server's own checks and with our rules."""

from typing import Any

import pytest
from tests.bridges.recorded import TAKEOVER, WHOLE, followed, messages

from catanlab.bridges.jsettlers import codes as j
from catanlab.bridges.jsettlers.errors import CannotFollowError
from catanlab.bridges.jsettlers.game_follower import GameFollower
from catanlab.bridges.jsettlers.message_table import NAMED_FORMS
from catanlab.bridges.jsettlers.messages import Message
from catanlab.bridges.jsettlers.seat_state import SeatState
from catanlab.framework.random import Random
from catanlab.games.catan.board import Board
from catanlab.games.catan.game import Catan
from catanlab.games.catan.grid import (
    EDGE_TO_JSETTLERS,
    HEX_TO_JSETTLERS,
    NODE_TO_JSETTLERS,
    edge_between,
    node_neighbours,
)
from catanlab.games.catan.moves import MoveKind
from catanlab.games.catan.position import Phase
from catanlab.games.catan.rules import Rules
from catanlab.games.catan.view.observer import CatanObserver

pytestmark = pytest.mark.full


@pytest.mark.parametrize("name", WHOLE)
def test_a_recorded_game_agrees_with_the_server(name: str) -> None:
    follower = followed(name)
    assert follower.mismatches == []
    assert follower.checks > 300
    assert follower.seat_state is not None
    assert follower.seat_state.irregular == []
    assert follower.scores is not None
    assert max(follower.scores) == follower.scores[follower.current] >= 10


@pytest.mark.parametrize("name", WHOLE)
def test_a_recorded_game_replays_under_our_rules(name: str) -> None:
    seat_state = followed(name).seat_state
    assert seat_state is not None
    rules = Rules.jsettlers().replace(offers_per_turn=100)  # the server has no limit
    observer = Catan(rules=rules, board=seat_state.game.board).observer(seat_state.seat)
    for move in seat_state.moves:
        observer.observe(move)
    assert len(seat_state.moves) > 300
    assert observer.view().scores == seat_state.observer.view().scores


def test_a_game_that_was_taken_over_agrees_with_the_server() -> None:
    follower = followed(TAKEOVER)
    assert follower.mismatches == []
    assert follower.checks > 50
    assert follower.seat_state is not None
    assert "taken over" in follower.seat_state.irregular[0]


def test_every_kind_of_card_and_a_robbery_is_in_the_recorded_games() -> None:
    kinds = {move.kind for name in WHOLE for move in followed(name).seat_state.moves}  # type: ignore[union-attr]
    assert kinds >= {
        MoveKind.PLAY_KNIGHT,
        MoveKind.PLAY_PLENTY,
        MoveKind.PLAY_MONOPOLY,
        MoveKind.STEAL,
        MoveKind.DISCARD,
        MoveKind.OFFER,
        MoveKind.ACCEPT,
    }


def test_a_hand_that_differs_is_a_mismatch() -> None:
    follower: GameFollower | None = None
    for direction, message in messages("greedy"):
        if message.name == "BOTJOINGAMEREQUEST":
            follower = GameFollower(message.seat, message.options)
        elif follower is not None and direction == "<":
            if message.name == "BOTGAMEDATACHECK":
                values = list(message.values)
                values[1] += 1
                follower.take(Message("BOTGAMEDATACHECK", game="g", kind=1, values=tuple(values)))
                break
            follower.take(message)
    assert follower is not None
    assert len(follower.mismatches) == 1


def handled_by(part: object) -> list[str]:
    return [name.removeprefix("_on_").upper() for name in dir(part) if name.startswith("_on_")]


def test_every_handler_is_of_a_type_of_message_and_in_one_place() -> None:
    follower = GameFollower(0)
    parts = (follower, follower._dice_and_robber, follower._card_plays, follower.trades)
    names = [name for part in parts for name in handled_by(part)]
    assert len(names) == len(set(names)) > 20
    assert {*names, *handled_by(follower.position)} <= set(NAMED_FORMS)


# Games by hand, with events that do not happen among robots.


class Table:
    """A follower to send messages to; the robot sits in the server's seat 2, and seat 1 begins."""

    def __init__(self, options: str = "-") -> None:
        self.follower = GameFollower(2, options)
        self.board = Catan(board="beginner").board
        for seat in range(4):
            self.send("SITDOWN", nick=f"robot {seat}", seat=seat, robot=True)
        values, numbers = self.board.to_jsettlers()
        robber = HEX_TO_JSETTLERS[self.board.resources.index(5)]
        self.send("BOARDLAYOUT", values=(*values, *numbers, robber))
        self.send("STARTGAME", state=j.FIRST_SETTLEMENT)
        self.send("TURN", seat=1, state=j.FIRST_SETTLEMENT)

    def send(self, name: str, **fields: Any) -> None:
        self.follower.take(Message(name, game="g", **fields))

    def put(self, seat: int, piece: int, where: str) -> None:
        ends = [int(end) for end in where.split("-")]
        place = EDGE_TO_JSETTLERS[edge_between(*ends)] if piece == j.ROAD else NODE_TO_JSETTLERS[ends[0]]
        self.send("PUTPIECE", seat=seat, piece=piece, place=place)

    @property
    def seat_state(self) -> SeatState:
        assert self.follower.seat_state is not None
        return self.follower.seat_state

    def set_up(self) -> "Table":
        """Place eight settlements and roads, and begin the first turn, of the server's seat 1."""
        view = self.seat_state.observer.view()
        for step in range(8):
            seat = (1 + (step if step < 4 else 7 - step)) % 4
            state = view.sample(Random(1))
            settlement = str(state.legal_moves[0]).split()[1]
            road = str(state.apply(state.legal_moves[0]).legal_moves[0]).split()[1]
            self.put(seat, j.SETTLEMENT, settlement)
            self.put(seat, j.ROAD, road)
            view = self.seat_state.observer.view()
        self.send("TURN", seat=1, state=j.ROLL_OR_CARD)
        return self


def test_our_seats_begin_with_the_servers_first_player() -> None:
    table = Table()
    assert table.follower.order == (1, 2, 3, 0)
    assert table.seat_state.seat == 1
    assert table.follower.theirs(3) == 0


def test_a_settlement_of_the_set_up_can_be_taken_back() -> None:
    table = Table()
    table.put(1, j.SETTLEMENT, "10")
    table.send("CANCELBUILDREQUEST", piece=j.SETTLEMENT)
    assert table.seat_state.phase is Phase.SETUP_SETTLEMENT
    table.put(1, j.SETTLEMENT, "20")
    assert table.seat_state.position.seats[0].settlement_nodes == (20,)


def test_a_turn_that_the_server_ends_by_force_is_noted() -> None:
    table = Table().set_up()
    table.send("TURN", seat=2, state=j.ROLL_OR_CARD)
    assert table.seat_state.on_turn == 1
    assert table.seat_state.irregular == ["the server ended the turn of seat 1 by force"]


def test_a_seat_that_was_left_is_passed_over() -> None:
    table = Table().set_up()
    table.send("DICERESULT", total=2)
    table.send("GAMESTATE", state=j.PLAY)
    table.send("TURN", seat=3, state=j.ROLL_OR_CARD)
    assert table.seat_state.on_turn == 2
    assert table.seat_state.irregular == ["the server left out seat 2"]


def test_an_event_that_our_rules_forbid_is_reported_with_the_reason() -> None:
    table = Table().set_up()
    with pytest.raises(CannotFollowError, match="settlement 10, of seat 0"):
        table.put(1, j.SETTLEMENT, "10")
    assert table.follower.seat_state is None


def test_after_that_everything_is_taken_in_without_harm() -> None:
    table = Table().set_up()
    with pytest.raises(CannotFollowError):
        table.put(1, j.CITY, "0")
    for direction, message in messages("random"):
        if direction == "<" and message.name != "BOTJOINGAMEREQUEST":
            table.follower.take(message)
    assert table.follower.is_over


@pytest.mark.parametrize("coordinate", [0, 0x11, 4000, -1])
def test_a_place_that_is_not_on_the_board_is_reported(coordinate: int) -> None:
    table = Table()
    with pytest.raises(CannotFollowError, match="no such place"):
        table.send("PUTPIECE", seat=1, piece=j.SETTLEMENT, place=coordinate)


def test_several_trades_with_the_bank_in_one_message_are_several_moves() -> None:
    table = Table().set_up()
    wood, clay, *_ = table.seat_state.position.seats[0].ratios
    give(table, 0, [2 * wood, clay, 0, 0, 0])
    table.send("DICERESULT", total=2)
    before = len(table.seat_state.moves)
    table.send("BANKTRADE", counts=(clay, 0, 0, 0, 2 * wood, 0, 2, 1, 0, 0, 1))
    assert [str(move) for move in table.seat_state.moves[before:]] == [
        f"bank {wood} wood for 1 sheep",
        f"bank {wood} wood for 1 ore",
        f"bank {clay} clay for 1 ore",
    ]


def test_a_trade_of_more_cards_than_there_are_is_no_endless_work() -> None:
    table = Table().set_up()
    table.send("DICERESULT", total=2)
    with pytest.raises(CannotFollowError, match="more cards than there can be"):
        table.send("BANKTRADE", counts=(4, 0, 0, 0, 0, 0, 2**31 - 1, 0, 0, 0, 1))


def give(table: Table, seat: int, counts: list[int]) -> None:
    """Let a seat hold just these cards and the others none, and everybody know it."""
    give_all(table, {seat: counts})


def give_all(table: Table, held: dict[int, list[int]]) -> None:
    """Let our seats hold just these cards, and everybody know it."""
    seat_state = table.seat_state
    view = seat_state.observer.view().replace(hands=[held.get(seat, [0] * 5) for seat in range(4)])
    seat_state.go_back_to(CatanObserver.from_view(view))


def test_what_the_server_discards_for_the_robot_is_taken_in() -> None:
    table = Table().set_up()
    give(table, 1, [2, 4, 0, 0, 2])
    table.send("DICERESULT", total=7)
    table.send("GAMESTATE", state=j.DISCARDS)
    table.send("PLAYERELEMENT", seat=2, action=j.LOSE, element=1, amount=3, news="Y")
    table.send("PLAYERELEMENT", seat=2, action=j.LOSE, element=5, amount=1)
    assert table.seat_state.phase is Phase.ROBBING
    assert table.seat_state.own_hand == (1, 1, 0, 0, 2)


def test_what_others_discard_is_known_in_number_only() -> None:
    table = Table().set_up()
    give(table, 2, [3, 3, 3, 0, 0])
    table.send("DICERESULT", total=7)
    assert table.seat_state.phase is Phase.ROBBING
    assert table.seat_state.hand_size(2) == 5
    assert table.seat_state.may_hold(2, [3, 2, 0, 0, 0])
    assert not table.seat_state.may_hold(2, [4, 1, 0, 0, 0])


def test_a_knight_that_wins_may_still_move_the_robber() -> None:
    table = Table().set_up()
    table.seat_state.finish(0)
    table.send("MOVEROBBER", seat=1, hexagon=HEX_TO_JSETTLERS[0])
    table.send("ROBBERYRESULT", thief=1, victim=2, kind="R", resource=6, amount=1, gains="T")
    assert table.seat_state.is_finished
    assert table.follower.mismatches == []


def test_a_seat_that_acts_out_of_turn_is_noticed() -> None:
    table = Table().set_up()
    with pytest.raises(CannotFollowError, match="seat 1 is on turn by our rules"):
        table.send("DEVCARDACTION", seat=3, action=j.PLAY_CARD, cards=(9,))


def test_a_set_up_that_passes_over_a_seat_is_followed_from_state_to_state() -> None:
    table = Table()
    table.put(1, j.SETTLEMENT, "0")
    table.send("GAMESTATE", state=j.FIRST_ROAD)
    table.put(1, j.ROAD, f"0-{node_neighbours(0)[0]}")
    with pytest.raises(CannotFollowError, match="seat 2 is on turn by our rules"):
        table.send("TURN", seat=3, state=j.FIRST_SETTLEMENT)
    assert table.seat_state.phase is Phase.SETUP_SETTLEMENT
    assert table.follower.theirs(table.seat_state.to_move) == 3
    assert table.seat_state.position.seats[0].settlement_nodes == (0,)


def test_a_server_that_goes_on_after_our_end_is_noticed() -> None:
    table = Table().set_up()
    table.seat_state.finish(0)
    with pytest.raises(CannotFollowError, match="over by our rules"):
        table.send("TURN", seat=2, state=j.ROLL_OR_CARD)


def test_options_become_rules() -> None:
    assert Table("VP=t12,RD=f").seat_state.game.rules.points_to_win == 12
    assert Table("NT=t").seat_state.game.rules.player_trade is False
    assert Table("N7=t3").seat_state.game.rules.no_sevens_rounds == 3
    assert Table("VP=f12,XX=t3,VP,N7=f7,N7=t9999").seat_state.game.rules == Rules.jsettlers()
    assert Table("VP=t" + "9" * 6000).seat_state.game.rules == Rules.jsettlers()
    assert Table("VP=f12,XX=t3,VP").seat_state.game.rules == Rules.jsettlers()


def test_the_board_is_the_servers() -> None:
    table = Table()
    assert table.seat_state.game.board == Board(
        table.board.resources, table.board.numbers, table.board.ports
    )
