"""Replays, statistics, reasons and playing on over HTTP."""

import asyncio
import gzip
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.api.apis import ApiBench, checked, code_of, with_api
from tests.server.hubs import Bench, Guest, on_bench
from tests.server.lobby.games import SHORT, play_on
from tests.server.people.persons import token_of
from tests.server.replays.longest import long_record
from tests.server.replays.played import whole_game, without_moves

from catanlab.server import wire
from catanlab.server.api import replays as endpoints
from catanlab.server.database.check import snapshot, table_faults
from catanlab.server.database.rows import RoomRow
from catanlab.server.dice import check_record
from catanlab.server.limits import Limits
from catanlab.server.rooms import log_entries as log
from catanlab.server.rooms.log_check import log_faults
from catanlab.server.rooms.room import Room
from catanlab.server.study.recorded import read_database
from catanlab.server.transport.app import Server
from catanlab.table.record_reader import read_records

pytestmark = pytest.mark.full
TRADING = wire.RoomOptions(rules="trading,points_to_win=4", robots=("greedy",), robot_seconds=0.0)
PRIVATE = msgspec.structs.replace(TRADING, public=False)
PRIVATE_SHORT = msgspec.structs.replace(SHORT, public=False)
UNHURRIED = Limits().changed("replays_at_once=1000", "requests_at_once=1000")


async def finished(bench: Bench, *guests: Guest, options: wire.RoomOptions = TRADING) -> str:
    """Return a room whose game is over."""
    room = await bench.game(*guests, options=options)
    await play_on(bench, room, guests)
    await bench.settle()
    assert bench.host(room).room.status == "over"
    return room


def signed(guest: Guest) -> dict[str, str]:
    """Return the header that says who a guest is."""
    return {"Authorization": f"Bearer {guest.box.of(wire.Welcome)[0].token}"}


@pytest.mark.usefixtures("both_databases")
def test_a_finished_game_is_shown_as_its_seats_were_sent_it(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        anna, otto = [await api.bench.guest(name) for name in ("Anna", "Otto")]
        room = await finished(api.bench, anna, otto)
        await otto.do(wire.Chat(id="c", room=room, text="well played"))
        path = f"/api/rooms/{room}/replay"
        for seat, guest in enumerate((anna, otto)):
            replay = checked(await api.client.get(f"{path}?eyes={seat}"))
            frames = {frame["seq"]: frame for frame in replay["frames"]}
            updates = [update for update in guest.box.of(wire.Update) if update.view is not msgspec.UNSET]
            assert len(updates) > 20
            for update in updates:
                shown = msgspec.json.encode(frames[update.seq]["view"])
                assert shown == without_moves(bytes(update.view))
            assert [line["text"] for line in replay["chat"]] == ["well played"]
            assert replay["room"] == room
        whole = checked(await api.client.get(path))
        assert whole["eyes"] == "everything"
        assert all(seat["hand"] is not None for seat in whole["frames"][-1]["view"]["seats"])
        statistics = checked(await api.client.get(f"/api/rooms/{room}/statistics"))
        assert statistics["winner"] == whole["winner"]
        assert statistics["check"]["verdict"] == "right"
        assert code_of(await api.client.get(f"{path}?eyes=4")) == (400, "bad-request")

    with_api(tmp_path, test, limits=UNHURRIED)


def test_games_that_are_not_over_or_not_open_are_shown_to_nobody(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        anna, otto = [await api.bench.guest(name) for name in ("Anna", "Otto")]
        running = await api.bench.game(anna, options=TRADING)
        for page in ("replay", "statistics", "reason?seq=9", "record"):
            for headers in ({}, signed(anna)):
                answer = await api.client.get(f"/api/rooms/{running}/{page}", headers=headers)
                assert code_of(answer) == (409, "not-over")
            assert code_of(await api.client.get(f"/api/rooms/nowhere/{page}")) == (404, "no-such-room")
        body = {"id": "c", "room": running, "at": 9, "seat": 0}
        assert (
            code_of(await api.client.post("/api/continue", json=body, headers=signed(anna)))[1]
            == "not-over"
        )
        private = await finished(api.bench, anna, options=PRIVATE)
        invitation = api.bench.host(private).room.invitation
        for page in ("replay", "statistics", "record"):
            path = f"/api/rooms/{private}/{page}"
            for headers in ({}, signed(otto)):
                assert code_of(await api.client.get(path, headers=headers)) == (404, "no-such-room")
            wrong = await api.client.get(path, params={"invitation": "x" * 32})
            assert code_of(wrong) == (404, "no-such-room")
            checked(await api.client.get(path, params={"invitation": invitation}))
            checked(await api.client.get(path, headers=signed(anna)))
        body["room"] = private
        refused = await api.client.post("/api/continue", json=body, headers=signed(otto))
        assert code_of(refused) == (404, "no-such-room")
        # Of one's own games a list has the private ones, too.
        person = anna.session.person
        listed = f"/api/games?person={person}"
        assert checked(await api.client.get(listed))["games"] == []
        assert checked(await api.client.get(listed, headers=signed(otto)))["games"] == []
        [game] = checked(await api.client.get(listed, headers=signed(anna)))["games"]
        assert (game["room"], game["winner"]) == (private, api.bench.host(private).room.course.ended.winner)
        assert {"turns", "ended_at", "seats"} <= game.keys()
        assert game["seats"][0]["name"] == "Anna"

    with_api(tmp_path, test, limits=UNHURRIED)


def test_a_pasted_record_is_shown_like_its_room(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        anna = await api.bench.guest("Anna")
        room = await finished(api.bench, anna)
        text = (await api.client.get(f"/api/rooms/{room}/record")).text
        once = checked(await api.client.get(f"/api/rooms/{room}/replay?eyes=2"))
        again = checked(await api.client.post("/api/replay", json={"record": text, "eyes": "2"}))
        views = [{frame["ply"]: frame["view"] for frame in replay["frames"]} for replay in (once, again)]
        assert views[0] == views[1]
        assert "room" not in again
        counted = checked(await api.client.post("/api/statistics", json={"record": text}))
        assert counted["check"]["verdict"] == "right"
        [last] = [frame for frame in again["frames"] if frame["seq"] == counted["won"]["seq"]]
        assert counted["won"]["move"] == last["events"][0]["event"]["move"]
        wrong = await api.client.post("/api/replay", json={"record": text.replace("1. ", "1. 0:x9 ", 1)})
        assert code_of(wrong) == (400, "bad-record")
        assert checked(wrong)["text"].startswith("line ")
        for path in ("/api/replay", "/api/statistics"):
            large = await api.client.post(path, json={"record": "x" * 300_000})
            assert code_of(large) == (400, "bad-request")
            larger = await api.client.post(path, json={"record": "x" * 600_000})
            assert code_of(larger) == (413, "too-large")

    with_api(tmp_path, test, limits=UNHURRIED)


def test_answers_are_compressed_for_those_who_take_it(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        room = await finished(api.bench, await api.bench.guest("Anna"), options=SHORT)
        path = f"/api/rooms/{room}/replay"
        plain = await api.client.get(path, headers={"Accept-Encoding": "identity, gzip;q=0"})
        packed = await api.client.get(path, headers={"Accept-Encoding": "br, gzip"})
        assert "content-encoding" not in plain.headers
        assert packed.headers["content-encoding"] == "gzip"
        assert "accept-encoding" in packed.headers["vary"]
        assert packed.content == plain.content
        size = int(packed.headers["content-length"])
        assert size < len(plain.content) / 8
        assert len(gzip.compress(plain.content, 6)) == pytest.approx(size, abs=100)

    with_api(tmp_path, test)


def test_an_address_sees_only_so_many_games_again(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        room = await finished(api.bench, await api.bench.guest("Anna"), options=SHORT)
        path = f"/api/rooms/{room}/statistics"
        assert [(await api.client.get(path)).status_code for _ in range(4)] == [200, 200, 200, 429]
        answer = await api.client.post("/api/replay", json={"record": "x"})
        assert code_of(answer) == (429, "too-fast")
        other = api.browser(address="198.51.100.7")
        assert (await other.get(path)).status_code == 200

    with_api(tmp_path, test, limits=Limits().changed("replays_at_once=3"))


def test_a_long_game_costs_an_address_more_than_a_short_one(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        long, short = {"record": long_record()}, {"record": long_record(20)}
        for page in ("replay", "statistics"):
            here = api.browser(address=f"192.0.2.{len(page)}")
            assert (await here.post(f"/api/{page}", json=long)).status_code == 200
            refused = await here.post(f"/api/{page}", json=long)
            assert code_of(refused) == (429, "too-fast")
            assert "The game is long" in refused.json()["text"]
            assert (await here.post(f"/api/{page}", json=short)).status_code == 200
        api.bench.services.time += 5.0
        assert (await here.post("/api/replay", json=long)).status_code == 200

    with_api(tmp_path, test, limits=Limits().changed("replays_at_once=9"))


@pytest.mark.usefixtures("both_databases")
def test_who_has_held_a_seat_gets_the_record_of_a_private_game(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        anna, otto, eve = [await api.bench.guest(name) for name in ("Anna", "Otto", "Eve")]
        room = await api.bench.room(anna, PRIVATE_SHORT)
        await otto.do(wire.Join(room=room, invitation=api.bench.host(room).room.invitation))
        for seat, guest in enumerate((anna, otto)):
            await guest.do(wire.Sit(id=guest.id(), room=room, seat=seat))
        await anna.do(wire.Start(id=anna.id(), room=room))
        paths = f"/api/rooms/{room}/record", f"/records/{room}"
        answers = [(await api.client.get(path, headers=signed(otto))).status_code for path in paths]
        assert answers == [409, 404]
        assert "not over" in (await api.client.get(paths[1], headers=signed(otto))).text
        await otto.do(wire.Stand(id="up", room=room))
        await play_on(api.bench, room, [anna])
        await api.bench.settle()
        record = api.bench.host(room).room.record().text
        for path in paths:
            for guest in (anna, otto):  # who made it, and who has held a seat
                answer = await api.client.get(path, headers=signed(guest))
                assert (answer.status_code, answer.text) == (200, record)
            for headers in ({}, signed(eve)):
                answer = await api.client.get(path, headers=headers)
                assert answer.status_code == 404
                assert "no such room" in answer.text
                nowhere = await api.client.get(path.replace(room, "nowhere"), headers=headers)
                assert (nowhere.status_code, nowhere.text) == (404, answer.text)
            unknown = await api.client.get(path, headers={"Authorization": "Bearer nobodys"})
            assert unknown.status_code == 401
        # A browser shows its cookie, which counts only for the server's own pages.
        cookie = {"Cookie": f"catanlab_session={token_of(otto)}"}
        foreign = {**cookie, "Sec-Fetch-Site": "cross-site"}
        ended = {"Cookie": "catanlab_session=ended"}
        for path in paths:
            assert (await api.client.get(path, headers=cookie)).text == record
            assert (await api.client.get(path, headers=foreign)).status_code == 404
            assert (await api.client.get(path, headers=ended)).status_code == 404
        assert (await api.client.get(paths[1], headers=cookie)).headers["cache-control"] == "no-store"

    with_api(tmp_path, test, limits=UNHURRIED)


def test_nobody_guesses_tokens_by_records(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        anna = await api.bench.guest("Anna")
        room = await finished(api.bench, anna, options=PRIVATE_SHORT)
        path = f"/records/{room}"
        guesses = [{"Authorization": f"Bearer wrong{number}"} for number in range(4)]
        answers = [(await api.client.get(path, headers=guess)).status_code for guess in guesses]
        assert answers == [401, 401, 401, 429]
        assert (await api.client.get(path, headers=signed(anna))).status_code == 429
        other = api.browser(address="198.51.100.7")
        assert (await other.get(path, headers=signed(anna))).status_code == 200

    limits = Limits().changed("bad_tokens_at_once=3", "bad_tokens_per_second=1e-9")

    async def run(bench: Bench) -> None:
        api = ApiBench(bench)
        api.server = Server(bench.hub, routes=[], limits=limits)
        api.client = api.browser()
        await test(api)

    on_bench(tmp_path, run)


def test_while_games_are_repeated_the_server_answers(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        room = await finished(api.bench, await api.bench.guest("Anna"), options=SHORT)
        working = asyncio.Event()
        proceed = asyncio.Event()
        loop = asyncio.get_running_loop()

        def work() -> None:
            loop.call_soon_threadsafe(working.set)
            asyncio.run_coroutine_threadsafe(proceed.wait(), loop).result(30)

        patched = pytest.MonkeyPatch()
        patched.setattr(endpoints, "make_replay", lambda *_, **__: work())
        asked = asyncio.ensure_future(api.client.get(f"/api/rooms/{room}/replay"))
        await asyncio.wait_for(working.wait(), 30)
        assert (await api.client.get("/api/rooms")).status_code == 200
        assert not asked.done()
        proceed.set()
        await asked
        patched.undo()

    with_api(tmp_path, test)


def test_a_robot_tells_its_full_reason_after_the_end(tmp_path: Path) -> None:
    driven = whole_game()

    async def test(api: ApiBench) -> None:
        row = RoomRow("r1", 1, True, "secret", "over")
        await api.bench.services.writer.create_room(row, driven.rows)
        moved = [
            (each.seq, entry)
            for each in driven.rows
            if isinstance(entry := log.decode(each.body), log.Moved)
        ]
        seq, entry = next(each for each in moved if each[1].explanation)
        told = checked(await api.client.get(f"/api/rooms/r1/reason?seq={seq}"))
        assert told == {
            "seq": seq,
            "seat": entry.seat,
            "move": entry.move,
            "reason": entry.reason,
            "full_reason": entry.explanation,
        }
        silent = next(number for number, each in moved if not each.explanation)
        assert code_of(await api.client.get(f"/api/rooms/r1/reason?seq={silent}")) == (409, "no-reason")
        for other in (0, 1, len(driven.rows), len(driven.rows) + 1):
            answer = await api.client.get(f"/api/rooms/r1/reason?seq={other}")
            assert code_of(answer) == (404, "no-such-move")

    with_api(tmp_path, test, limits=UNHURRIED)


# Playing on.


async def continued(api: ApiBench, guest: Guest, body: dict[str, Any]) -> dict[str, Any]:
    answer = await api.client.post("/api/continue", json=body, headers=signed(guest))
    made: dict[str, Any] = checked(answer)
    return made


@pytest.mark.usefixtures("both_databases")
def test_a_game_goes_on_from_a_position_and_survives_a_restart(tmp_path: Path) -> None:
    rooms: list[str] = []
    token = ""

    async def begin(api: ApiBench) -> None:
        nonlocal token
        anna, otto = [await api.bench.guest(name) for name in ("Anna", "Otto")]
        old = await finished(api.bench, anna)
        frames = checked(await api.client.get(f"/api/rooms/{old}/replay"))["frames"]
        frame = frames[len(frames) // 2]
        options = {"robots": ["greedy"], "robot_seconds": 0.0, "public": True, "rules": "base"}
        body = {"id": "on", "room": old, "at": frame["seq"], "seat": 2, "nonce": "abc", "options": options}
        made = await continued(api, otto, body)
        assert await continued(api, otto, body) == made
        new = api.bench.host(made["room"]).room
        assert new.options.rules == TRADING.rules
        assert not new.options.public
        assert new.nonces == ("", "", "abc", "")
        assert new.continues == wire.Continues(room=old, ply=frame["ply"])
        await anna.do(wire.Join(room=made["room"]))
        assert isinstance(anna.last, wire.Refused)
        await otto.do(wire.Join(room=made["room"]))
        assert otto.update.seat == 2
        first = otto.box.of(wire.Update)[-1]
        assert first.table is not msgspec.UNSET
        assert first.table.status == "playing"
        await play_on(api.bench, made["room"], [otto], decisions=3)
        rooms.extend([old, made["room"]])
        token = otto.box.of(wire.Welcome)[0].token
        await api.bench.settle()

    with_api(tmp_path, begin, limits=UNHURRIED)

    async def go_on(bench: Bench) -> None:
        api = ApiBench(bench, (), UNHURRIED)
        old, new = rooms
        otto = await bench.guest("Otto", token)
        await otto.do(wire.Join(room=new))
        assert otto.update.seat == 2
        await play_on(bench, new, [otto])
        await bench.settle()
        assert bench.host(new).room.status == "over"
        rows = api.database.read_rows(new)
        record = Room.rebuild(rows, rows[-1].epoch).record()
        assert f"continues the game of room {old}" in str(check_record(record))
        text = await api.client.get(
            f"/api/rooms/{new}/record", params={"invitation": rows_invitation(rows)}
        )
        [read] = read_records(text.text)
        assert check_record(read) == check_record(record)
        # It is no result: not in the lists, not rated, not studied.
        person = otto.session.person
        for path in ("/api/games", f"/api/games?person={person}"):
            headers = {"Authorization": f"Bearer {token}"}
            games = checked(await api.client.get(path, headers=headers))["games"]
            assert new not in {game["room"] for game in games}
        assert checked(await api.client.get(f"/api/people/{person}"))["games"] == 0
        recorded = await asyncio.to_thread(read_database, api.database)
        assert ([game.room for game in recorded.games], recorded.continued) == ([old], 1)
        assert recorded.problems == ()
        with snapshot(api.database.url) as connection:
            faults = [*table_faults(connection), *log_faults(connection, games=True)]
        assert faults == []

    on_bench(tmp_path, go_on, seed=2)


def rows_invitation(rows: list[Any]) -> str:
    """Return the invitation of a room from its log."""
    created = log.decode(rows[0].body)
    assert isinstance(created, log.Created)
    return created.invitation


def test_what_cannot_go_on_is_refused(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        anna = await api.bench.guest("Anna")
        old = await finished(api.bench, anna, options=SHORT)
        text = (await api.client.get(f"/api/rooms/{old}/record")).text
        last = len(api.database.read_rows(old))
        good: dict[str, Any] = {"id": "on", "room": old, "at": 20, "seat": 1}
        nobody = await api.client.post("/api/continue", json=good)
        assert code_of(nobody) == (401, "not-logged-in")
        for change, code in (
            ({"record": text}, "bad-request"),
            ({"room": ""}, "bad-request"),
            ({"at": last}, "game-over"),
            ({"at": last + 5}, "no-such-move"),
            ({"at": 2}, "not-begun"),
            ({"seat": 4}, "bad-request"),
            ({"options": {"robots": ["nobody"]}}, "bad-options"),
            ({"room": "", "record": "x"}, "bad-record"),
        ):
            answer = await api.client.post("/api/continue", json={**good, **change}, headers=signed(anna))
            assert checked(answer)["code"] == code, change
        rooms = len(api.bench.hub.rooms.hosts)
        assert rooms == 1
        from_record = {"id": "record", "record": text, "at": 20, "seat": 1}
        made = await continued(api, anna, from_record)
        assert api.bench.host(made["room"]).room.continues.room == ""  # type: ignore[union-attr]

    with_api(tmp_path, test, limits=UNHURRIED)
