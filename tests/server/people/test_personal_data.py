"""Everything about a person is handed out to nobody else, and can be deleted while games stay readable."""

import json
from pathlib import Path

import pytest
from msgspec import Raw
from sqlalchemy import insert, select
from tests.server.hubs import Bench, on_bench
from tests.server.people.persons import PASSWORD, code_of, hello_code, token_of, with_quick_passwords

from catanlab.server import wire
from catanlab.server.database.tables import (
    CHANNEL_LINES,
    GAME_SEATS,
    GAMES,
    METADATA,
    RATINGS,
    ROOM_PEOPLE,
)
from catanlab.server.people.personal_data import UNSAID
from catanlab.server.people.reports import read_report
from catanlab.server.rooms.log_entries import DELETED
from catanlab.server.rooms.room import Room

pytestmark = pytest.mark.usefixtures("both_databases")


def everything(bench: Bench) -> str:
    """Return the whole database as text, without the ids of acts, which the bench makes from names."""
    found = []
    with bench.services.database.reader.connect() as connection:
        for table in METADATA.sorted_tables:
            columns = [column for column in table.columns if column.name != "act"]
            found += [str(row) for row in connection.execute(select(*columns))]
    return "\n".join(found)


def shown(room: Room) -> bytes:
    """Return all events of a room as its public sees them."""
    events = (numbered.event for numbered in room.history.after(0, room.public))
    return b"".join(bytes(event) for event in events if isinstance(event, Raw))


async def lived(bench: Bench) -> tuple[str, str, str, str]:
    """Let Quetzal do everything that leaves a trace; return the token, the ids of both, and the room."""
    people = with_quick_passwords(bench)
    ann, bob = await bench.guest("Quetzal"), await bench.guest("Bob")
    me, him = ann.session.person, bob.session.person
    await people.set_password(token_of(ann), PASSWORD)
    await people.make_bot(me, "Quetzalcoatl")
    room = await bench.game(ann, bob)
    await ann.do(wire.Chat(id="x1", room=room, text="my secret address"))
    await bob.do(wire.Chat(id="x2", room=room, text="innocent words"))
    await ann.do(wire.Say(id="x3", room=room, text="I need ore"))
    await ann.do(wire.Say(id="x4", room=room, text="call me under my secret address"))
    await bob.do(wire.Say(id="x5", room=room, text="what a noise"))
    await ann.do(wire.Mute(person=him))
    await bob.do(wire.Mute(person=me))
    await ann.do(wire.Report(id="x6", person=him, text="my secret address", room=room))
    third = await bench.guest("Cat")
    await third.do(wire.Join(room=room))
    await third.do(wire.Report(id="x7", person=him, text="so loud", room=room))
    await ann.do(wire.Stand(id="x8", room=room))
    with bench.services.database.writing() as to:
        line = {"channel": "hall", "at": 1, "person": me, "name": "Quetzal", "text": "my secret address"}
        to.execute(insert(CHANNEL_LINES).values(line))
        game = {"room": room, "game": 1, "rules": "base", "size": 2, "experiment": "", "arm": ""}
        ended = {"started_at": 1, "ended_at": 2, "turns": 3, "termination": "finished", "people": 2}
        to.execute(insert(GAMES).values(game | ended | {"rated": True}))
        seat = {"room": room, "game": 1, "seat": 0, "kind": "person", "person": me, "name": "Quetzal"}
        result = {"agent": "", "score": 4, "share": 0.0, "substituted": False}
        to.execute(insert(GAME_SEATS).values(seat | result))
        rating = {"who": me, "size": 2, "name": "Quetzal", "kind": "person", "mu": 1.0, "sigma": 1.0}
        to.execute(insert(RATINGS).values(rating | {"games": 1, "at": 1}))
    return token_of(ann), me, him, room


def test_the_export_has_everything_but_the_secrets(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        token, me, him, room = await lived(bench)
        found = json.loads(await bench.hub.people.export(me))
        assert found["person"]["name"] == "Quetzal"
        assert found["has_password"] is True
        assert [bot["name"] for bot in found["bots"]] == ["Quetzalcoatl"]
        assert found["rooms"] == [room]
        assert [line["text"] for line in found["chat"]] == ["my secret address"]
        assert [line["channel"] for line in found["channels"]] == ["hall"]
        assert found["muted"] == [him]
        assert len(found["reports"]) == len(found["sessions"]) == len(found["ratings"]) == 1
        assert found["games"][0]["turns"] == 3
        text = json.dumps(found)
        for secret in ("argon2", "token_hash", token):
            assert secret not in text
        assert await code_of(bench.hub.people.export("nobody")) == "no-such-person"

    on_bench(tmp_path, test)


def test_who_is_deleted_leaves_neither_name_nor_words_and_the_log_stays_readable(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        people = bench.hub.people
        token, me, _, room = await lived(bench)
        before = bench.services.database.room(room)
        assert before is not None
        rows_before = bench.services.database.read_rows(room)
        assert await code_of(people.delete(token, "wrong horse")) == "wrong-password"
        assert "Quetzal" in everything(bench)
        await people.delete(token, PASSWORD)
        text = everything(bench)
        for gone in ("Quetzal", "quetzal", "my secret address", "argon2"):
            assert gone not in text
        for stays in ("innocent words", "what a noise", "I need ore", "so loud", UNSAID):
            assert stays in text
        assert hello_code(await bench.guest("Quetzal", token)) == "bad-token"
        assert await code_of(people.login("Quetzal", PASSWORD)) == "wrong-password"
        assert (await bench.guest("Quetzal")).session.person != me

        after = bench.services.database.room(room)
        assert after is not None
        assert after.epoch > before.epoch
        rows = bench.services.database.read_rows(room)
        assert [row.seq for row in rows] == [row.seq for row in rows_before]
        rebuilt = Room.rebuild(rows, after.epoch)
        same = Room.rebuild(rows_before, after.epoch)
        assert str(rebuilt.position) == str(same.position)
        assert b"Quetzal" in shown(same)
        assert b"Quetzal" not in shown(rebuilt)
        assert DELETED.encode() in shown(rebuilt)

        with bench.services.database.reader.connect() as connection:
            seats = connection.execute(select(GAME_SEATS.c.person, GAME_SEATS.c.name)).all()
            assert seats == [(me, DELETED)]  # so that a ladder can be computed again
            assert not connection.execute(select(ROOM_PEOPLE).where(ROOM_PEOPLE.c.person == me)).all()
            reports = connection.exec_driver_sql("SELECT text FROM reports").scalars().all()
        [report] = map(read_report, reports)
        lines = [(line.name, line.text) for line in report.lines]
        assert lines == [(DELETED, ""), ("Bob", "innocent words")]

    on_bench(tmp_path, test)


def test_a_running_game_goes_on_without_the_name(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann, bob = await bench.guest("Quetzal"), await bench.guest("Bob")
        room = await bench.game(ann, bob)
        await bench.hub.people.delete(token_of(ann))
        await bench.hub.doorkeeper.look()
        assert ann.box.closed is not None
        ann.session.closed()
        # The server that has the room is fenced at its next commit, and loads the cleaned log.
        await bob.do(wire.Chat(id="x1", room=room, text="hello?"))
        await bench.settle()
        await bob.do(wire.Chat(id="x2", room=room, text="hello?"))
        assert bob.box.answers("x2") == ["ack"]
        assert DELETED in str(bob.update.table)
        await bench.pass_time(120.0)  # a robot takes the seat
        assert "Quetzal" not in everything(bench)
        assert "person='" + bob.session.person in str(bob.update.table)
        assert DELETED not in str(bob.update.table)

    on_bench(tmp_path, test)


def test_only_the_owner_of_a_token_deletes_and_bots_do_not(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        people = with_quick_passwords(bench)
        ann = await bench.guest("Ann")
        await people.set_password(token_of(ann), PASSWORD)
        bot = await people.make_bot(ann.session.person, "Annbot")
        for refused in (
            people.delete(bot.token, PASSWORD),
            people.set_password(bot.token, "another horse"),
            people.rename(bot.token, "Other"),
        ):
            assert await code_of(refused) == "not-for-bots"
        await people.delete(token_of(ann), PASSWORD)
        assert await code_of(people.person_by_token(bot.token)) == "bad-token"

    on_bench(tmp_path, test)
