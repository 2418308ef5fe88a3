"""Faces, names and titles that people choose: shown in the lobby, in lists and at their seats, and kept."""

from __future__ import annotations

from pathlib import Path

import msgspec.json
import msgspec.structs
import pytest
from tests.server.hubs import QUICK, Bench, Guest, on_bench
from tests.server.lobby.games import SHORT, play_on

from catanlab.server import wire
from catanlab.server.protocol.frames import BadMessageError, read_client_message
from catanlab.server.robots.levels import LEVELS
from catanlab.server.robots.names import NAMES, SPARE_NAMES
from catanlab.server.rooms.open_rooms import IDLE_SECONDS
from catanlab.table.record_reader import read_records

pytestmark = [
    pytest.mark.full,  # each has a database and a thread that writes
    pytest.mark.usefixtures("both_databases"),
]


def said(guest: Guest, kind: type[wire.Event]) -> list[wire.AnyEvent]:
    """Return the events of a kind that came."""
    events = [numbered.event for update in guest.box.of(wire.Update) for numbered in update.events]
    return [event for event in events if isinstance(event, kind)]


def occupants(guest: Guest) -> list[wire.Occupant]:
    """Return who sits where by the last update."""
    table = guest.update.table
    assert isinstance(table, wire.TableInfo)
    return [seat.occupant for seat in table.seats]


def token_of(guest: Guest) -> str:
    return guest.box.of(wire.Welcome)[0].token


def presences(guest: Guest) -> dict[str, str]:
    return {each.name: each.face for each in guest.box.of(wire.Lobby)[-1].people}


def test_a_face_goes_with_its_person_to_the_lobby_the_channels_the_seats_and_the_lists(
    tmp_path: Path,
) -> None:
    async def test(bench: Bench) -> None:
        ann, bob = await bench.guest("Ann", face="fox"), await bench.guest("Bob")
        assert ann.box.of(wire.Welcome)[0].face == "fox"
        await bob.do(wire.Watch())
        assert presences(bob) == {"Ann": "fox", "Bob": ""}
        await ann.do(wire.Enter(channel="hall"))
        people = ann.box.of(wire.ChannelLines)[-1].people
        assert isinstance(people, tuple)
        assert [each.face for each in people] == ["fox"]
        room = await bench.room(ann)
        await ann.do(wire.Sit(id="sit", room=room, seat=1))
        assert occupants(ann)[1].face == "fox"
        await bob.do(wire.ListRooms())
        [line] = bob.box.of(wire.RoomList)[-1].rooms
        assert line.seats[1].face == "fox"
        await ann.do(wire.Quick(id="quick", options=QUICK, robots=True, seat=2))
        assert occupants(ann)[2].face == "fox"

    on_bench(tmp_path, test)


def test_another_face_is_an_event_in_the_room_and_holds_on_all_connections(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann = await bench.guest("Ann", face="fox")
        tab = await bench.guest("Ann", token_of(ann))
        assert tab.box.of(wire.Welcome)[0].face == "fox"  # it said none
        bob = await bench.guest("Bob")
        room = await bench.game(ann, bob)
        await bob.do(wire.Watch())
        await tab.do(wire.Join(room=room))
        await tab.do(wire.Face(id="f1", room=room, face="owl"))
        assert tab.box.answers("f1") == ["ack"]
        assert said(bob, wire.Faced) == [wire.Faced(seat=0, face="owl")]
        assert occupants(bob)[0].face == "owl"
        assert ann.session.face == "owl"
        await bench.pass_time(2.0)
        assert presences(bob)["Ann"] == "owl"
        assert bob.box.of(wire.Lobby)[-1].rooms[0].seats[0].face == "owl"
        # The same act again changes nothing.
        await tab.do(wire.Face(id="f1", room=room, face="owl"))
        assert len(said(bob, wire.Faced)) == 1
        # Without a room it is for the lobby and later seats only.
        await ann.do(wire.Face(id="f2", face="cat"))
        assert ann.box.answers("f2") == ["ack"]
        assert len(said(bob, wire.Faced)) == 1
        await bench.pass_time(2.0)
        assert presences(bob)["Ann"] == "cat"

    on_bench(tmp_path, test)


def test_who_has_no_seat_cannot_change_a_face_there(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann, bob, eve = [await bench.guest(name) for name in ("Ann", "Bob", "Eve")]
        room = await bench.game(ann)
        await bob.do(wire.Join(room=room))
        await bob.do(wire.Face(id="f1", room=room, face="owl"))
        assert bob.box.answers("f1") == ["not-seated"]
        await eve.do(wire.Face(id="f1", room=room, face="owl"))
        assert eve.box.answers("f1") == ["not-joined"]

    on_bench(tmp_path, test)


def test_faces_and_names_survive_when_the_room_is_loaded_from_its_log(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann, bob = await bench.guest("Ann", face="fox"), await bench.guest("Bob", face="cat")
        room = await bench.game(ann, bob)
        await bob.do(wire.Face(id="f1", room=room, face="owl"))
        before = occupants(ann)
        token = token_of(ann)
        for guest in (ann, bob):
            guest.session.closed()
        await bench.pass_time(IDLE_SECONDS + 1)
        assert room not in bench.hub.rooms.hosts
        again = await bench.guest("Ann", token)
        [game] = again.box.of(wire.Welcome)[0].games
        assert list(game.seats) == before
        await again.do(wire.Join(room=room))
        assert occupants(again) == before
        assert [each.face for each in before] == ["fox", "owl", "bolt", "cog"]

    on_bench(tmp_path, test)


def test_who_comes_back_to_a_seat_that_a_robot_kept_has_the_face_of_now(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        options = msgspec.structs.replace(QUICK, grace=10.0)
        ann, bob = await bench.guest("Ann", face="fox"), await bench.guest("Bob")
        room = await bench.game(ann, bob, options=options)
        token = token_of(ann)
        ann.session.closed()
        await bench.pass_time(11.0)
        assert occupants(bob)[0].kind == "robot"
        assert occupants(bob)[0].face == "tobor"
        again = await bench.guest("Ann", token, face="sheep")
        await again.do(wire.Join(room=room))
        await play_on(bench, room, [again, bob], decisions=3)
        mine = occupants(bob)[0]
        assert (mine.kind, mine.name, mine.face) == ("person", "Ann", "sheep")

    on_bench(tmp_path, test)


@pytest.mark.parametrize("face", ["Fox", "a fox", "a" * 25, "<b>", "fox\n"])
def test_a_face_is_a_short_word(face: str) -> None:
    for message in (
        {"t": "hello", "protocol": 1, "name": "Ann", "face": face},
        {"t": "face", "id": "f1", "face": face},
    ):
        with pytest.raises(BadMessageError, match="at most 24 small letters, digits and -"):
            read_client_message(msgspec.json.encode(message))


# Names.


def test_a_seat_has_the_name_that_its_person_takes(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann, bob = await bench.guest("Ann"), await bench.guest("Bob")
        room = await bench.game(ann, bob)
        token = token_of(ann)
        await bench.hub.people.rename(token, "Anna")
        await bench.hub.doorkeeper.look()
        await bench.settle()
        assert said(bob, wire.Renamed) == [wire.Renamed(seat=0, name="Anna")]
        assert occupants(bob)[0].name == "Anna"
        assert bench.host(room).line.seats[0].name == "Anna"
        # Somebody who was not connected meanwhile is called so when they join.
        ann.session.closed()
        again = await bench.guest("Anne", token)
        await again.do(wire.Join(room=room))
        assert occupants(bob)[0].name == "Anne"
        assert occupants(again)[0].name == "Anne"
        # Nothing is written if the name is the same.
        count = len(bench.host(room).room.history)
        await bench.hub.doorkeeper.look()
        await again.do(wire.Join(room=room))
        assert len(bench.host(room).room.history) == count

    on_bench(tmp_path, test)


def test_a_game_that_is_over_keeps_its_names(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann = await bench.guest("Ann")
        room = await bench.game(ann, options=SHORT)
        await play_on(bench, room, [ann])
        assert bench.host(room).room.status == "over"
        await bench.hub.people.rename(token_of(ann), "Anna")
        await bench.hub.doorkeeper.look()
        await bench.settle()
        assert occupants(ann)[0].name == "Ann"
        assert not said(ann, wire.Renamed)

    on_bench(tmp_path, test)


def test_robots_at_a_table_have_names_and_faces_of_their_own_and_the_record_their_specs(
    tmp_path: Path,
) -> None:
    async def test(bench: Bench) -> None:
        ann = await bench.guest("Ann")
        options = msgspec.structs.replace(SHORT, robots=("greedy", "easy", "greedy:trade=principled"))
        room = await bench.game(ann, options=options)
        robots = occupants(ann)[1:]
        assert [robot.name for robot in robots] == list(NAMES[1:])
        assert [robot.face for robot in robots] == [name.lower() for name in NAMES[1:]]
        assert [robot.level for robot in robots] == ["easy", "", ""]
        assert robots[0].agent == LEVELS["easy"].spec
        await play_on(bench, room, [ann])
        [record] = read_records((await bench.hub.record(room, "")).encode())
        assert record.agents == ("Ann", *NAMES[1:])
        assert {f"Agent{seat}": record.headers[f"Agent{seat}"] for seat in (1, 2, 3)} == {
            f"Agent{seat}": robot.agent for seat, robot in enumerate(robots, start=1)
        }
        assert "Agent0" not in record.headers

    on_bench(tmp_path, test)


def test_no_robot_has_the_name_of_a_person_at_the_table(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        marvin = await bench.guest("marvin")
        await bench.game(marvin)
        assert [each.name for each in occupants(marvin)] == ["marvin", SPARE_NAMES[1], "Bolt", "Cog"]

    on_bench(tmp_path, test)


# Titles.


def test_a_room_has_its_title_in_lists_and_its_rematch_too(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann = await bench.guest("Ann")
        titled = msgspec.structs.replace(SHORT, title="  Friday   table ")
        room = await bench.room(ann, titled)
        assert bench.host(room).line.title == "Friday table"
        assert bench.host(room).room.options.title == "Friday table"
        untitled = await bench.room(ann)
        assert bench.host(untitled).line.title == ""
        await ann.do(wire.Create(id="bad", options=wire.RoomOptions(title="\u00ad\u200b")))
        assert ann.box.answers("bad") == ["bad-message"]
        await ann.do(wire.Sit(id="sit", room=room, seat=0))
        await ann.do(wire.Start(id="start", room=room))
        await play_on(bench, room, [ann])
        await ann.do(wire.Rematch(id="more", room=room))
        [event] = said(ann, wire.Rematched)
        assert isinstance(event, wire.Rematched)
        assert bench.host(event.room).line.title == "Friday table"

    on_bench(tmp_path, test)


@pytest.mark.parametrize("title", ["a" * 41, "two\nlines", "\u202eevil"])
def test_a_title_is_one_short_line(title: str) -> None:
    with pytest.raises(BadMessageError):
        read_client_message(msgspec.json.encode({"t": "create", "id": "a", "options": {"title": title}}))
