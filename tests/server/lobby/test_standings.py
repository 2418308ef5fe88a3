"""What the database knows of rooms beside their logs: lines, people, status and results."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from sqlalchemy import delete, select, update
from tests.server.hubs import QUICK, Bench, on_bench
from tests.server.lobby.games import SHORT, play_on
from tests.server.logs import url

from catanlab.server import wire
from catanlab.server.database.database import Database
from catanlab.server.database.rows import GameRow, GameSeatRow
from catanlab.server.database.tables import GAME_SEATS, GAMES, ROOM_PEOPLE, ROOMS
from catanlab.server.rooms.open_rooms import CLOSE_SECONDS, IDLE_SECONDS
from catanlab.server.rooms.room import Room
from catanlab.server.rooms.standings import RoomStanding, decode_line

pytestmark = [
    pytest.mark.full,  # each has a database and a thread that writes
    pytest.mark.usefixtures("both_databases"),
]


def line(database: Database, room: str) -> wire.RoomLine:
    found = database.room(room)
    assert found is not None
    assert found.summary is not None
    kept = msgspec.json.decode(found.summary, type=wire.RoomLine)
    assert kept.status == found.status
    return decode_line(found.summary, found.status)


def people(database: Database, room: str) -> set[str]:
    with database.reader.connect() as connection:
        query = select(ROOM_PEOPLE.c.person).where(ROOM_PEOPLE.c.room == room)
        return {found[0] for found in connection.execute(query)}


def result(database: Database, room: str) -> tuple[list[GameRow], list[GameSeatRow]]:
    """Return the rows of a room's game as they were written: the ladder may have rated it by now."""
    with database.reader.connect() as connection:
        games = select(*(GAMES.c[name] for name in GameRow.__struct_fields__)).where(GAMES.c.room == room)
        seats = select(*(GAME_SEATS.c[name] for name in GameSeatRow.__struct_fields__))
        found = connection.execute(seats.where(GAME_SEATS.c.room == room).order_by(GAME_SEATS.c.seat))
        return (
            [msgspec.structs.replace(GameRow(*row), rated=False) for row in connection.execute(games)],
            [GameSeatRow(*row) for row in found],
        )


def check_as_the_log_says(database: Database, room: str) -> None:
    """Check that everything there is follows from the log."""
    rows = database.read_rows(room)
    standing = RoomStanding(Room.rebuild(rows, rows[-1].epoch)).everything()
    assert people(database, room) == set(standing.people)
    games, seats = result(database, room)
    assert games == ([standing.game] if standing.game else [])
    assert tuple(seats) == standing.seats


def test_a_room_has_its_line_and_its_people_from_the_first_commit_on(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        database = bench.services.database
        ann, bob = await bench.guest("Ann"), await bench.guest("Bob")
        room = await bench.room(ann)
        assert line(database, room).status == "waiting"
        assert [seat.kind for seat in line(database, room).seats] == ["nobody"] * 4
        assert line(database, room).at == bench.services.milliseconds()
        assert people(database, room) == set()
        await ann.do(wire.Sit(id="sit", room=room, seat=1))
        assert line(database, room).seats[1].name == "Ann"
        assert people(database, room) == {ann.session.person}
        await ann.do(wire.Stand(id="stand", room=room))
        await ann.do(wire.Sit(id="again", room=room, seat=2))
        await bob.do(wire.Join(room=room))
        await bench.pass_time(1.0)
        assert line(database, room).spectators == 1
        await ann.do(wire.Start(id="start", room=room))
        assert line(database, room).status == "playing"
        assert [seat.kind for seat in line(database, room).seats] == ["robot", "robot", "person", "robot"]
        assert people(database, room) == {ann.session.person}
        secrets = (bench.host(room).room.invitation, bench.host(room).room.dice.secret)
        found = database.room(room)
        assert found is not None
        assert not any(secret.encode() in (found.summary or b"") for secret in secrets)

    on_bench(tmp_path, test)


def test_a_move_writes_nothing_but_its_rows(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann = await bench.guest("Ann")
        room = await bench.game(ann)
        database = bench.services.database
        with database.writing() as connection:
            connection.execute(update(ROOMS).where(ROOMS.c.id == room).values(summary=b"{}"))
        assert await play_on(bench, room, [ann], decisions=2) == 2
        found = database.room(room)
        assert found is not None
        assert found.summary == b"{}"

    on_bench(tmp_path, test)


def test_a_game_that_everybody_leaves_sleeps_at_once_and_wakes(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann = await bench.guest("Ann")
        room = await bench.game(ann)
        database = bench.services.database
        await ann.do(wire.Part(room=room))
        assert line(database, room).status == "sleeping"
        await bench.pass_time(IDLE_SECONDS)
        assert room not in bench.hub.rooms.hosts
        assert line(database, room).status == "sleeping"
        await ann.do(wire.Join(room=room))
        assert line(database, room).status == "playing"

    on_bench(tmp_path, test)


def test_a_table_that_everybody_left_is_closed_for_good(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann, bob = await bench.guest("Ann"), await bench.guest("Bob")
        room = await bench.room(ann)
        await ann.do(wire.Part(room=room))
        await bench.pass_time(CLOSE_SECONDS - 1)
        assert line(bench.services.database, room).status == "waiting"
        await bob.do(wire.Join(room=room))
        assert isinstance(bob.last, wire.Update)
        await bob.do(wire.Part(room=room))
        await bench.pass_time(CLOSE_SECONDS - 1)
        assert room in bench.hub.rooms.hosts
        await bench.pass_time(1)
        await bench.settle()
        assert line(bench.services.database, room).status == "closed"
        for guest in (ann, bob):
            await guest.do(wire.Join(room=room, invitation=""))
            assert isinstance(guest.last, wire.Refused)
            assert guest.last.code == "no-such-room"
        await ann.do(wire.Create(id="Ann1", options=QUICK))  # the act that made it
        assert ann.box.answers("Ann1") == ["ack", "no-such-room"]
        assert room not in bench.hub.rooms.hosts

    on_bench(tmp_path, test)


def test_who_joins_in_the_moment_in_which_a_table_is_closed_gets_one_answer(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann, bob = await bench.guest("Ann"), await bench.guest("Bob")
        room = await bench.room(ann)
        await ann.do(wire.Part(room=room))
        bench.hub.rooms.unload(room, close=True)
        await bob.do(wire.Join(room=room))
        assert isinstance(bob.last, wire.Refused)
        assert line(bench.services.database, room).status == "closed"
        # The other order: the timer rings while somebody is there.
        room = await bench.room(ann)
        await bob.do(wire.Join(room=room))
        await ann.do(wire.Part(room=room))
        bench.hub.rooms.unload(room, close=True)
        await bench.settle()
        assert line(bench.services.database, room).status == "waiting"
        assert list(bench.host(room).followers) == [bob.session]

    on_bench(tmp_path, test)


def test_a_closing_that_fails_is_made_up_for(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann = await bench.guest("Ann")
        room = await bench.room(ann)
        await ann.do(wire.Part(room=room))
        await bench.pass_time(1)  # that somebody left is announced
        bench.faults.broken[room] = "before"
        await bench.pass_time(CLOSE_SECONDS)
        await bench.settle()
        assert line(bench.services.database, room).status == "waiting"
        bench.faults.broken.clear()
        await bench.pass_time(121)
        await bench.settle()
        found = bench.services.database.room(room)
        assert found is not None
        assert found.status == "closed"

    on_bench(tmp_path, test)


# Results.


def test_a_game_that_ends_has_its_result_in_the_same_commit(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ended = []
        bench.hub.rooms.on_end = lambda: ended.append(result(bench.services.database, room))
        ann, bob = await bench.guest("Ann"), await bench.guest("Bob")
        room = await bench.game(ann, bob, options=SHORT)
        bench.services.time += 60.0
        await play_on(bench, room, [ann, bob])
        database, live = bench.services.database, bench.host(room).room
        assert live.play is not None
        assert live.play.is_over
        [game], seats = result(database, room)
        assert ended == [([game], seats)]
        assert (game.people, game.size, game.termination) == (2, 4, "finished")
        assert game.winner is not None
        assert game.ended_at - game.started_at >= 60_000
        assert game.turns == live.position.turn_number
        assert [seat.kind for seat in seats] == ["person", "person", "robot", "robot"]
        assert [seat.name for seat in seats] == ["Ann", "Bob", "Bolt", "Cog"]
        assert [seat.share for seat in seats] == [float(seat.seat == game.winner) for seat in seats]
        assert max(seats, key=lambda seat: seat.score).seat == game.winner
        assert not any(seat.substituted for seat in seats)
        row = database.room(room)
        assert row is not None
        assert (row.status, row.ended_at) == ("over", game.ended_at)
        check_as_the_log_says(database, room)

    on_bench(tmp_path, test)


def test_seats_that_changed_hands_say_so_and_name_who_began(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann, bob, eve = [await bench.guest(name) for name in ("Ann", "Bob", "Eve")]
        room = await bench.game(ann, bob, options=SHORT)
        await bob.do(wire.Stand(id="gone", room=room))
        await eve.do(wire.Join(room=room))
        await eve.do(wire.Sit(id="sit", room=room, seat=3))
        await play_on(bench, room, [ann, eve])
        [game], seats = result(bench.services.database, room)
        assert game.people == 2
        assert [seat.substituted for seat in seats] == [False, True, False, True]
        assert [seat.name for seat in seats] == ["Ann", "Bob", "Bolt", "Cog"]
        assert seats[1].person == bob.session.person
        assert seats[3].person is None
        known = people(bench.services.database, room)
        assert known == {guest.session.person for guest in (ann, bob, eve)}
        check_as_the_log_says(bench.services.database, room)

    on_bench(tmp_path, test)


def test_a_game_that_is_loaded_again_in_its_middle_ends_with_the_same_rows(tmp_path: Path) -> None:
    tokens = {}

    async def begin(bench: Bench) -> None:
        ann, bob = await bench.guest("Ann"), await bench.guest("Bob")
        tokens["room"] = await bench.game(ann, bob, options=SHORT)
        await bob.do(wire.Stand(id="gone", room=tokens["room"]))
        await play_on(bench, tokens["room"], [ann], decisions=2)
        tokens["Ann"] = ann.box.of(wire.Welcome)[0].token

    async def go_on(bench: Bench) -> None:
        room = tokens["room"]
        assert line_status(bench.services.database, room) == "sleeping"  # nobody has joined it yet
        ann = await bench.guest("Ann", tokens["Ann"])
        [game] = ann.box.of(wire.Welcome)[0].games
        assert (game.room, game.status) == (room, "sleeping")
        await ann.do(wire.Join(room=room))
        # Commits that fail on the way change nothing either.
        bench.faults.plan[len(bench.faults.commits) + 3] = "after"
        bench.faults.plan[len(bench.faults.commits) + 6] = "before"
        bench.faults.plan[len(bench.faults.commits) + 7] = "before"
        await play_on(bench, room, [ann])
        check_as_the_log_says(bench.services.database, room)
        [kept], seats = result(bench.services.database, room)
        assert kept.people == 2
        assert seats[1].substituted

    on_bench(tmp_path, begin)
    with Database(url(tmp_path)) as database:
        found = database.room(tokens["room"])
        assert found is not None
        assert found.status == "playing"  # as a killed server leaves it
    on_bench(tmp_path, go_on, seed=2)


def test_a_game_of_an_older_program_gets_its_rows_when_it_is_loaded(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann = await bench.guest("Ann")
        room = await bench.game(ann, options=SHORT)
        await play_on(bench, room, [ann])
        database = bench.services.database
        before = result(database, room), people(database, room), line(database, room)
        await ann.do(wire.Part(room=room))
        bench.hub.rooms.unload(room)
        await bench.settle()
        with database.writing() as connection:
            for table in (GAME_SEATS, GAMES, ROOM_PEOPLE):
                connection.execute(delete(table))
            connection.execute(update(ROOMS).values(summary=None, ended_at=None))
        await ann.do(wire.Join(room=room))
        assert (result(database, room), people(database, room), line(database, room)) == before
        # What was rated meanwhile stays so.
        with database.writing() as connection:
            connection.execute(update(GAMES).values(rated=True))
        await ann.do(wire.Part(room=room))
        bench.hub.rooms.unload(room)
        await ann.do(wire.Join(room=room))
        with database.reader.connect() as connection:
            assert connection.execute(select(GAMES.c.rated)).scalar_one()

    on_bench(tmp_path, test)


# What a server left behind.


def test_a_server_that_starts_puts_games_to_sleep_and_closes_tables_after_a_minute(tmp_path: Path) -> None:
    names = {}

    async def leave_behind(bench: Bench) -> None:
        ann = await bench.guest("Ann")
        names["game"] = await bench.game(ann)
        names["table"] = await bench.room(ann)
        names["kept"] = await bench.room(ann)
        names["token"] = ann.box.of(wire.Welcome)[0].token

    async def start_again(bench: Bench) -> None:
        database = bench.services.database
        assert line_status(database, names["game"]) == "sleeping"
        await bench.pass_time(59)
        ann = await bench.guest("Ann", names["token"])
        await ann.do(wire.Join(room=names["kept"]))
        assert isinstance(ann.last, wire.Update)
        await bench.pass_time(2)
        await bench.settle()
        assert line_status(database, names["table"]) == "closed"
        assert line_status(database, names["kept"]) == "waiting"

    on_bench(tmp_path, leave_behind)
    on_bench(tmp_path, start_again, seed=2)


def line_status(database: Database, room: str) -> str:
    found = database.room(room)
    assert found is not None
    return found.status
