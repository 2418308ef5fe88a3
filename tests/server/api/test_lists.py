"""Rooms, games, people, the ladder and statistics over HTTP."""

import asyncio
from pathlib import Path

import pytest
from tests.server.api.apis import ApiBench, checked, code_of, with_api
from tests.server.hubs import QUICK
from tests.server.ladder.results import add_game, add_person
from tests.server.lobby.games import SHORT, play_on
from tests.server.wire.running import soon

from catanlab.server import wire
from catanlab.server.database.results import finished_games
from catanlab.server.ladder.ladder import update_ratings

pytestmark = [pytest.mark.full, pytest.mark.usefixtures("both_databases")]

PRIVATE = wire.RoomOptions(robots=("greedy",), robot_seconds=0.0, public=False)


def test_public_rooms_are_listed_and_private_ones_open_by_their_invitation(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        anna = await api.bench.guest("Anna")
        public = await api.bench.room(anna, QUICK)
        private = await api.bench.room(anna, PRIVATE)
        invitation = api.bench.host(private).room.invitation
        rooms = checked(await api.client.get("/api/rooms"))["rooms"]
        assert [line["room"] for line in rooms] == [public]
        assert checked(await api.client.get(f"/api/rooms/{public}"))["room"]["room"] == public
        path = f"/api/rooms/{private}"
        assert code_of(await api.client.get(path)) == (404, "no-such-room")
        assert code_of(await api.client.get(f"{path}?invitation=x")) == (404, "no-such-room")
        assert checked(await api.client.get(f"{path}?invitation={invitation}"))["room"]["room"] == private
        assert code_of(await api.client.get("/api/rooms/nowhere")) == (404, "no-such-room")

    with_api(tmp_path, test)


def test_the_record_of_a_running_game_is_refused_to_everybody(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        anna = await api.bench.guest("Anna")
        for options in (QUICK, PRIVATE):
            room = await api.bench.game(anna, options=options)
            invitation = api.bench.host(room).room.invitation
            path = f"/api/rooms/{room}/record?invitation={invitation}"
            assert code_of(await api.client.get(path)) == (409, "not-over")
            token = anna.box.of(wire.Welcome)[0].token
            mine = await api.client.get(path, headers={"Authorization": f"Bearer {token}"})
            assert code_of(mine) == (409, "not-over")
            assert (await api.client.get(f"/records/{room}?invitation={invitation}")).status_code == 404

    with_api(tmp_path, test)


def test_finished_public_games_come_in_pages_without_gaps_and_doubles(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        add_person(api.database, "ann", "Ann")
        # Many end in the same millisecond.
        for number in range(23):
            seats = ["ann", "robot:greedy"] if number % 3 else ["bob", "robot:greedy"]
            add_game(api.database, f"g{number}", seats, [10, number % 9], ended_at=1000 + number // 7)
        add_game(api.database, "hidden", ["ann", "robot:greedy"], [10, 2], ended_at=5000, public=False)
        seen: list[str] = []
        after = ""
        while True:
            page = checked(await api.client.get(f"/api/games?limit=5&before={after}"))
            seen += [game["room"] for game in page["games"]]
            after = page.get("next", "")
            if not after:
                break
        assert sorted(seen) == sorted(f"g{number}" for number in range(23))
        times = [1000 + int(room[1:]) // 7 for room in seen]
        assert times == sorted(times, reverse=True)
        of_ann = checked(await api.client.get("/api/games?person=ann&limit=100"))["games"]
        assert {game["room"] for game in of_ann} == {f"g{number}" for number in range(23) if number % 3}
        [first] = checked(await api.client.get("/api/games?before=1001&limit=1"))["games"]
        assert first["ended_at"] == 1000
        assert first["seats"][0]["kind"] == "person"
        assert first["seats"][1]["agent"] == "greedy"
        assert code_of(await api.client.get("/api/rooms/hidden")) == (404, "no-such-room")

    with_api(tmp_path, test)


def test_people_the_ladder_and_statistics(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        database = api.database
        add_person(database, "ann", "Ann")
        add_person(database, "hal", "Hal", kind="bot")
        add_game(database, "one", ["ann", "bot:hal", "robot:greedy"], [10, 8, 4], ended_at=1)
        add_game(database, "two", ["ann", "bot:hal", "robot:greedy"], [4, 10, 8], ended_at=2, substituted=0)
        update_ratings(database)
        ann = checked(await api.client.get("/api/people/ann"))
        assert (ann["name"], ann["games"], ann["wins"]) == ("Ann", 2, 1)
        assert [(rating["size"], rating["games"]) for rating in ann["ratings"]] == [(3, 1)]
        assert checked(await api.client.get("/api/people/hal"))["kind"] == "bot"
        assert code_of(await api.client.get("/api/people/nobody")) == (404, "no-such-person")
        ladder = checked(await api.client.get("/api/ladder?size=3"))
        assert [rung["who"] for rung in ladder["players"]] == ["ann", "hal", "robot:greedy"]
        assert [rung["rank"] for rung in ladder["players"]] == [1, 2, 3]
        assert ladder["players"][0]["rating"] == ann["ratings"][0]["rating"]
        robots = checked(await api.client.get("/api/ladder?size=3&kind=robot"))
        assert [rung["name"] for rung in robots["players"]] == ["greedy"]
        assert checked(await api.client.get("/api/ladder"))["players"] == []
        statistics = checked(await api.client.get("/api/statistics"))
        assert (statistics["people"], statistics["bots"], statistics["games"]) == (1, 1, 2)
        assert statistics["by_size"] == [{"size": 3, "games": 2, "turns": 60.0, "people": 1.0}]
        # It is kept for some seconds.
        add_person(database, "bob", "Bob")
        assert checked(await api.client.get("/api/statistics"))["people"] == 1
        api.bench.services.time += 6
        assert checked(await api.client.get("/api/statistics"))["people"] == 2

    with_api(tmp_path, test)


def test_a_game_that_was_played_is_listed_recorded_and_rated(tmp_path: Path) -> None:
    async def rated(api: ApiBench) -> list[str]:
        """Return the ladder, as soon as anybody is on it."""
        while True:
            api.bench.services.time += 6  # the ladder is kept for some seconds
            players = checked(await api.client.get("/api/ladder"))["players"]
            if players:
                return [player["name"] for player in players]
            await asyncio.sleep(0.001)

    async def test(api: ApiBench) -> None:
        bench = api.bench
        guests = [await bench.guest(name) for name in ("Ann", "Bob", "Cyd", "Dan")]
        tokens = [guest.box.of(wire.Welcome)[0].token for guest in guests]
        room = await bench.game(*guests, options=SHORT)
        ann = {"Authorization": f"Bearer {tokens[0]}"}
        me = checked(await api.client.get("/api/me", headers=ann))
        assert [line["room"] for line in me["games"]] == [room]
        await play_on(bench, room, guests)
        assert "games" not in checked(await api.client.get("/api/me", headers=ann))
        record = checked(await api.client.get(f"/api/rooms/{room}/record"))
        assert "DiceSecret" in record
        alias = await api.client.get(f"/records/{room}")
        assert (alias.text, alias.headers["x-content-type-options"]) == (record, "nosniff")
        [game] = checked(await api.client.get("/api/games"))["games"]
        assert (game["room"], game["size"]) == (room, 4)
        assert [seat["name"] for seat in game["seats"]] == ["Ann", "Bob", "Cyd", "Dan"]
        assert checked(await api.client.get(f"/api/rooms/{room}"))["games"] == [game]
        ladder = await soon(rated(api))
        assert ladder[0] == game["seats"][game["winner"]]["name"]
        assert sorted(ladder) == ["Ann", "Bob", "Cyd", "Dan"]
        winner = game["seats"][game["winner"]]["person"]
        assert checked(await api.client.get(f"/api/people/{winner}"))["wins"] == 1
        assert len(finished_games(api.database, limit=5)) == 1

    with_api(tmp_path, test)


def test_who_held_a_seat_sees_the_private_room_and_strangers_do_not(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        anna, ben = await api.bench.guest("Anna"), await api.bench.guest("Ben")
        room = await api.bench.game(anna, options=PRIVATE)
        for guest, status in ((anna, 200), (ben, 404)):
            bearer = {"Authorization": f"Bearer {guest.box.of(wire.Welcome)[0].token}"}
            assert (await api.client.get(f"/api/rooms/{room}", headers=bearer)).status_code == status

    with_api(tmp_path, test)
