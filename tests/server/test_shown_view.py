"""Views as rooms send them: without moves that the room itself would refuse."""

import json

import pytest
from tests.server.rooms import OPTIONS, DrivenRoom, decide, play_on, seated
from tests.server.test_room_trade import at_offer

from catanlab.server import wire
from catanlab.server.protocol.view_types import read_view
from catanlab.server.rooms.shown_view import shown_view

PEOPLE = ("ann", "bob", "cat", "dan")
NO_COUNTERS = wire.RoomOptions(robots=("greedy",), robot_seconds=0.0, counter_button=False)


def shown(driven: DrivenRoom, audience: int) -> dict[str, object]:
    data = shown_view(driven.room, audience)
    read_view(data)
    found: dict[str, object] = json.loads(data)
    return found


@pytest.mark.parametrize("options", [OPTIONS, NO_COUNTERS], ids=["button", "no button"])
def test_counter_offers_are_listed_where_the_room_has_them(options: wire.RoomOptions) -> None:
    driven, _, _ = at_offer(options=options)
    for seat in range(4):
        plain = json.loads(driven.view(seat).to_json())
        view = shown(driven, seat)
        if seat and not options.counter_button:
            assert plain["legal"].pop("counter")
        assert view == plain
    assert "counter" not in json.dumps(shown(driven, 1)) or options.counter_button


def test_who_has_chosen_discards_has_no_moves_until_all_have() -> None:
    options = wire.RoomOptions(rules="trading,hand_limit=2", robots=("greedy",), robot_seconds=0.0)
    driven = seated(*PEOPLE, options=options)
    play_on(
        driven,
        until=lambda: driven.room.position.phase.name == "DISCARDING" and len(driven.room.owing()) > 1,
    )
    first, second = list(driven.room.owing())[:2]
    assert shown(driven, first)["legal"]
    assert decide(driven, PEOPLE[first], lambda texts: texts[0]) == ""
    assert shown(driven, first)["legal"] is None
    assert shown(driven, second)["legal"] == json.loads(driven.view(second).to_json())["legal"]
    plain = json.loads(driven.view(first).to_json())
    assert {**plain, "legal": None} == shown(driven, first)
