"""A seat: recorded games put every kind of question to an agent, and the server takes what it sends."""

from typing import Any

import pytest
from tests.agents.seen import with_fields
from tests.bridges.recorded import TAKEOVER, WHOLE, messages
from tests.bridges.test_game_follower import Table, give

from catanlab.bridges.jsettlers import codes as j
from catanlab.bridges.jsettlers.messages import Message
from catanlab.bridges.jsettlers.requests import requests_for, victim_request
from catanlab.bridges.jsettlers.seat import Seat
from catanlab.framework.errors import AgentError
from catanlab.framework.moves import Move
from catanlab.games.catan import constants as c
from catanlab.games.catan.grid import HEX_TO_JSETTLERS
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.position import Phase
from catanlab.games.catan.view.observer import CatanObserver
from catanlab.table.agent import Agent

pytestmark = pytest.mark.full

IN_STATE = {
    j.FIRST_SETTLEMENT: {"PUTPIECE"},
    j.FIRST_ROAD: {"PUTPIECE"},
    j.SECOND_SETTLEMENT: {"PUTPIECE"},
    j.SECOND_ROAD: {"PUTPIECE"},
    # A counter-offer that came too late stands as an offer of the next turn, and is withdrawn.
    j.ROLL_OR_CARD: {"ROLLDICE", "PLAYDEVCARDREQUEST", "CLEAROFFER"},
    j.PLAY: {
        "PUTPIECE",
        "BUYDEVCARDREQUEST",
        "PLAYDEVCARDREQUEST",
        "BANKTRADE",
        "MAKEOFFER",
        "CLEAROFFER",
        "ACCEPTOFFER",
        "REJECTOFFER",
        "ENDTURN",
    },
    j.PLACING_ROBBER: {"MOVEROBBER"},
    j.FREE_ROAD_1: {"PUTPIECE", "CANCELBUILDREQUEST"},
    j.FREE_ROAD_2: {"PUTPIECE", "CANCELBUILDREQUEST"},
}
"""What the server takes from the seat on turn."""


class Faulty(Agent):
    """An agent that fails on cue: it raises, or answers what is no move."""

    name = "faulty"
    how = "raise"

    def choose(self, view: Any, deadline: Any) -> Move | int | str:
        if self.how == "raise":
            raise RuntimeError("on cue")
        return self.how


def play_through(name: str, spec: str) -> tuple[Seat, list[tuple[int, Message]]]:
    """Go through a recorded game and ask the agent wherever the recorded one was; return what it sent."""
    seat: Seat | None = None
    sent: list[tuple[int, Message]] = []
    for direction, message in messages(name):
        if message.name == "BOTJOINGAMEREQUEST":
            seat = Seat(message.game, message.seat, message.options, spec, seed=1)
        elif seat is None:
            continue
        elif direction == "<":
            sent += [(seat.follower.state, answer) for answer in seat.take(message)]
        elif seat.has_to_decide:
            state = seat.follower.state if seat.follower.my_turn else -1
            sent += [(state, request) for request in seat.decide()]
    assert seat is not None
    return seat, sent


@pytest.mark.parametrize("name", [*WHOLE, TAKEOVER])
@pytest.mark.parametrize("spec", ["random", "greedy", "jsettlers-smart", "jsettlers-fast"])
def test_an_agent_is_asked_and_sends_what_the_server_takes(name: str, spec: str) -> None:
    seat, sent = play_through(name, spec)
    assert seat.troubles == []
    assert seat.follower.mismatches == []
    assert seat.counts.failures == 0
    assert seat.counts.decisions > 10
    for state, message in sent:
        assert Message.read(message.text) == message
        if state in IN_STATE:
            assert message.name in IN_STATE[state]
        elif state == -1:
            assert message.name in {"REJECTOFFER", "ACCEPTOFFER", "MAKEOFFER", "DISCARD"}


@pytest.mark.parametrize("how", ["raise", "nonsense", "settlement 99"])
def test_an_agent_that_fails_is_replaced_move_by_move(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Faulty, "how", how)
    seat, sent = play_through("greedy", "tests.bridges.test_seat.Faulty")
    assert seat.counts.failures == seat.counts.decisions > 10
    assert seat.follower.mismatches == []
    names = {message.name for _, message in sent}
    assert {"PUTPIECE", "ROLLDICE", "ENDTURN", "MOVEROBBER", "DISCARD"} <= names


def test_a_game_that_cannot_be_followed_is_played_on_simply(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("catanlab.bridges.jsettlers.game_follower.MAX_FAILURES", 1)
    seat: Seat | None = None
    sent: list[Message] = []
    for direction, message in messages("greedy"):
        if message.name == "BOTJOINGAMEREQUEST":
            seat = Seat(message.game, message.seat, message.options, "random")
        elif seat is not None and direction == "<":
            if message.name == "TURN" and not sent:
                seat.take(Message("PUTPIECE", game=message.game, seat=0, piece=j.CITY, place=0))
            seat.take(message)
            if seat.follower.seat_state is None and seat.has_to_decide:
                sent += seat.decide()
    assert seat is not None
    assert seat.troubles[0].startswith("the game cannot be followed here: 1009|")
    assert {request.name for request in sent} == {
        "PUTPIECE",
        "ROLLDICE",
        "ENDTURN",
        "MOVEROBBER",
        "DISCARD",
    }
    assert seat.follower.is_over


def test_a_discard_that_is_asked_for_again_is_made_from_the_hand_that_the_server_sent() -> None:
    seat = Seat("g", 2, "-", "random")
    table = Table().set_up()
    seat.follower = table.follower
    give(table, 1, [4, 4, 0, 0, 0])
    table.follower.position.own = [0, 0, 0, 0, 9]
    seat.take(Message("DICERESULT", game="g", total=7))
    seat.take(Message("GAMESTATE", game="g", state=j.DISCARDS))
    seat.take(Message("DISCARDREQUEST", game="g", count=4))
    assert "1033|g,0,0,0,0,0" not in seat.decide()[0].text
    assert not seat.has_to_decide
    seat.take(Message("DISCARDREQUEST", game="g", count=4))
    assert [message.text for message in seat.decide()] == ["1033|g,0,4,0,0,0,0"]


@pytest.mark.parametrize(("state", "piece"), [(30, 0), (31, 1), (32, 2)])
def test_what_another_was_about_to_build_is_not_built(state: int, piece: int) -> None:
    seat = _on_turn()
    seat.take(Message("GAMESTATE", game="g", state=state))
    assert [message.text for message in seat.decide()] == [f"1044|g,{piece}"]


def test_after_refusals_only_simple_requests_are_made() -> None:
    seat = _on_turn()
    for _ in range(3):
        seat.take(Message("DECLINEPLAYERREQUEST", game="g", state=j.ROLL_OR_CARD, reason=3))
    assert [message.name for message in seat.decide()] == ["ROLLDICE"]
    assert seat.counts.refused == 3
    assert len(seat.troubles) == 3


def test_nothing_is_sent_twice_until_the_server_has_answered() -> None:
    seat = _on_turn()
    assert seat.has_to_decide
    seat.decide()
    assert not seat.has_to_decide
    seat.take(Message("GAMESTATE", game="g", state=j.ROLL_OR_CARD))
    assert seat.has_to_decide


def test_an_answer_that_is_refused_late_does_not_count_for_the_own_turn() -> None:
    seat = _on_turn()
    seat.decide()
    seat.take(Message("REJECTOFFER", game="g", seat=2, reason=1))
    assert not seat.has_to_decide
    assert seat.counts.refused == 0


def test_what_the_server_has_discarded_is_not_asked_for_again() -> None:
    seat = Seat("g", 2, "-", "random")
    table = Table().set_up()
    seat.follower = table.follower
    give(table, 1, [4, 4, 0, 0, 0])
    seat.take(Message("DICERESULT", game="g", total=7))
    seat.take(Message("GAMESTATE", game="g", state=j.DISCARDS))
    seat.take(Message("DISCARDREQUEST", game="g", count=4))
    assert seat.has_to_decide
    seat.take(Message("DISCARD", game="g", counts=("p2", "2", "0", "0", "0", "2", "0")))
    assert not seat.has_to_decide


def test_a_request_that_the_server_ignores_is_made_again_in_time() -> None:
    seat = _on_turn()
    seat.decide()
    seat.give_up_waiting()
    assert seat.has_to_decide


def test_a_state_that_is_late_is_waited_for() -> None:
    seat = _on_turn()
    seat.decide()
    seat.give_up_waiting()  # the server is slow
    seat.take(Message("DICERESULT", game="g", total=2))
    assert seat.has_to_decide
    assert seat.decide() == []
    assert not seat.has_to_decide
    seat.take(Message("GAMESTATE", game="g", state=j.PLAY))
    assert seat.has_to_decide
    assert seat.decide() != []
    assert seat.troubles == []


def test_a_state_that_never_comes_is_not_waited_for_twice() -> None:
    seat = _on_turn()
    seat.decide()
    seat.give_up_waiting()
    seat.take(Message("DICERESULT", game="g", total=2))
    assert seat.decide() == []
    seat.give_up_waiting()
    assert [message.name for message in seat.decide()] == ["ROLLDICE"]
    assert "does not fit our phase" in seat.troubles[0]


def _on_turn() -> Seat:
    """Return a seat of the random agent, before its first roll."""
    seat = Seat("g", 2, "-", "random")
    table = Table().set_up()
    table.send("DICERESULT", total=2)
    table.send("GAMESTATE", state=j.PLAY)
    table.send("TURN", seat=2, state=j.ROLL_OR_CARD)
    seat.follower = table.follower
    return seat


def _offered(give: tuple[int, ...], get: tuple[int, ...], to: str = "false,false,true,false") -> Message:
    values = (*to.split(","), *map(str, (*give, *get)))
    return Message("MAKEOFFER", game="g", seat=1, values=values)


def test_an_offer_that_our_rules_do_not_have_is_rejected_at_once() -> None:
    seat = Seat("g", 2, "-", "random")
    seat.follower = _others_turn().follower
    answers = seat.take(_offered((1, 0, 0, 0, 0), (1, 0, 0, 0, 0)))
    assert [message.text for message in answers] == ["1037|g,2"]
    assert not seat.has_to_decide


def test_an_offer_whose_maker_goes_on_need_not_be_answered() -> None:
    seat = Seat("g", 2, "-", "random")
    table = _others_turn()
    seat.follower = table.follower
    give(table, 0, [1, 0, 1, 1, 1])
    seat.take(_offered((0, 0, 0, 0, 1), (1, 0, 0, 0, 0)))
    assert seat.has_to_decide
    seat.take(Message("DEVCARDACTION", game="g", seat=1, action=j.DRAW, cards=(0,)))
    assert not seat.has_to_decide


def test_an_offer_to_others_is_not_answered() -> None:
    seat = Seat("g", 2, "-", "random")
    seat.follower = _others_turn().follower
    assert seat.take(_offered((1, 0, 0, 0, 0), (0, 1, 0, 0, 0), "true,false,false,true")) == []
    assert not seat.has_to_decide


def test_any_number_of_offers_in_a_turn_is_answered() -> None:
    seat = Seat("g", 2, "-", "random")
    table = _others_turn()
    seat.follower = table.follower
    give(table, 0, [1, 1, 1, 1, 1])
    for _ in range(5):
        for resource in range(5):
            wire = [0] * 5
            wire[resource] = 1
            asked = [0] * 5
            asked[(resource + 1) % 5] = 1
            answers = seat.take(_offered(tuple(wire), tuple(asked)))
            if seat.has_to_decide:
                answers += seat.decide()
            assert len(answers) == 1
            assert answers[0].name in {"REJECTOFFER", "ACCEPTOFFER", "MAKEOFFER"}
    assert table.follower.seat_state is not None


def _others_turn() -> Table:
    """Return a table at which the server's seat 1 has rolled."""
    table = Table().set_up()
    table.send("DICERESULT", total=2)
    table.send("GAMESTATE", state=j.PLAY)
    return table


@pytest.mark.parametrize(
    ("move", "text"),
    [
        ("roll", "1031|g"),
        ("end turn", "1032|g"),
        ("buy card", "1045|g"),
        ("knight", "1049|g,9"),
        ("road building", "1049|g,1"),
        ("plenty wood ore", "1049|g,2"),
        ("monopoly sheep", "1049|g,3"),
        ("bank 4 wood for 1 ore", "1040|g,0,0,0,0,4,0,1,0,0,0"),
        ("offer 1 wood for 1 clay to 0 2", "1041|g,2,false,true,false,true,0,0,0,0,1,1,0,0,0,0"),
        ("counter 1 wheat for 2 ore", "1041|g,2,false,true,false,false,0,0,0,1,0,0,2,0,0,0"),
        ("accept", "1039|g,2,1"),
        ("take 3", "1039|g,2,0"),
        ("reject", "1037|g,2"),
        ("skip", "1044|g,0"),
        ("robber 9", "1034|g,2,119"),
    ],
)
def test_a_move_becomes_a_request(move: str, text: str) -> None:
    assert [message.text for message in requests_for(CatanMove.parse(move), Table().follower, "g")] == [
        text
    ]


def test_a_victim_that_the_server_does_not_offer_is_replaced() -> None:
    follower = Table().follower
    assert victim_request(2, [0, 3], follower, "g").seat == 3
    assert victim_request(2, [0, 1], follower, "g").seat == 0
    assert victim_request(None, [1, 3], follower, "g").seat == 1


def test_the_robber_does_not_go_back_to_the_desert_where_it_may_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Hermit(Agent):
        name = "hermit"

        def choose(self, view: Any, deadline: Any) -> Move | int | str:
            desert = view.game.board.resources.index(c.DESERT)
            return f"robber {desert}"

    monkeypatch.setattr("catanlab.bridges.jsettlers.seat_agent.make_agent", lambda spec: Hermit())
    for options, again in (("RD=f", True), ("RD=t", False)):
        seat = Seat("g", 2, options, "hermit")
        table = Table(options).set_up()
        desert = table.board.resources.index(c.DESERT)
        view = with_fields(
            table.seat_state.observer.view(),
            robber=(desert + 1) % 19,
            phase=Phase.ROBBING,
            actor=1,
            turn_seat=1,
            turn_count=1,
        )
        table.seat_state.go_back_to(CatanObserver.from_view(view))
        table.follower.current, table.follower.state = 2, j.PLACING_ROBBER
        seat.follower = table.follower
        (request,) = seat.decide()
        assert request.name == "MOVEROBBER"
        assert (request.hexagon == HEX_TO_JSETTLERS[desert]) is again
        assert seat.troubles == []


def test_what_is_no_agent_is_refused() -> None:
    with pytest.raises(AgentError, match="unknown agent 'nobody'"):
        Seat("g", 0, "-", "nobody")


@pytest.mark.parametrize(("options", "offers"), [({}, 3), ({"offers_per_turn": 8}, 8)])
def test_the_agent_may_be_allowed_more_offers_in_a_turn(options: dict[str, int], offers: int) -> None:
    seat: Seat | None = None
    for direction, message in messages("greedy"):
        if message.name == "BOTJOINGAMEREQUEST":
            seat = Seat(message.game, message.seat, message.options, "random", **options)
        elif seat is not None and direction == "<":
            seat.follower.take(message)
            if seat.follower.seat_state is not None:
                break
    assert seat is not None
    assert seat.follower.seat_state is not None
    assert seat.follower.seat_state.game.rules.offers_per_turn == offers
