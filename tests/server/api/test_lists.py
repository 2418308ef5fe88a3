"""Rooms, games, people, the ladder and statistics over HTTP."""

from pathlib import Path

from tests.server.api.apis import ApiBench, checked, code_of, with_api
from tests.server.hubs import QUICK
from tests.server.ladder.results import add_game, add_person

from catanlab.server import wire
from catanlab.server.ladder.ladder import update_ratings

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
