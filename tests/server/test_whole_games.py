"""Whole games of scripted people and robots over the real wire, under all named rules."""

import asyncio
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from tests.server.players import (
    OPTIONS,
    Serving,
    Table,
    check_acts,
    check_client,
    check_log,
    check_same,
    connected,
    seat,
    serving,
)
from tests.server.wire.running import get, run, soon

from catanlab.games.catan.rules import NAMED_RULES
from catanlab.server.rooms.room import Room

pytestmark = [
    pytest.mark.full,
    pytest.mark.usefixtures("both_databases"),
]


def kinds_of(room: Room) -> Counter[str]:
    """Return how often each kind of event and of move came about, by its first word."""
    kinds: Counter[str] = Counter()
    for numbered in room.history.after(0, room.public):
        event = msgspec.json.decode(numbered.event)
        kinds[event["e"]] += 1
        if event["e"] == "moved":
            kinds[event["move"].split()[0]] += 1
    return kinds


async def play_to_the_end(server: Serving, table: Table) -> Room:
    """Play a game, and check everything that must hold after it."""
    spectator = await connected(server.url, "Watcher")
    seen = await spectator.join(table.room, table.people[0].client.invitation(table.room))
    path = f"/records/{table.room}"
    assert (await get(server.running, path))[0] == 404
    await table.play()
    live = await server.settled(table.room)
    for person in table.people:
        await soon(person.client.until(lambda person=person: person.room.seq == len(live.history)))
        assert person.client.connections == 1
    await soon(spectator.until(lambda: seen.seq == len(live.history)))
    database = server.hub.services.database
    rebuilt = await asyncio.to_thread(check_log, database, table.room)
    check_same(rebuilt, live)
    assert await get(server.running, path) == (200, rebuilt.record().text)
    check_acts(database, table)
    for person in table.people:
        audience = live.audience_of(person.client.person)
        check_client(person.room, rebuilt, audience)
    check_client(seen, rebuilt, rebuilt.public)
    await table.leave()
    await spectator.close()
    return rebuilt


def test_the_record_of_a_private_room_needs_its_invitation(tmp_path: Path) -> None:
    async def test() -> None:
        options = msgspec.structs.replace(OPTIONS, rules="tuma,points_to_win=3", public=False)
        async with serving(tmp_path) as server:
            table = await seat(server.url, options, people=1)
            await table.play()
            path, invitation = f"/records/{table.room}", table.people[0].client.invitation(table.room)
            assert invitation
            unknown = (404, "There is no such room, or it is not open to this person.\n")
            assert await get(server.running, path) == unknown
            assert await get(server.running, "/records/nowhere") == unknown
            shown = await get(server.running, f"{path}?invitation={invitation}")
            assert shown == (200, server.room(table.room).record().text)
            await table.leave()
        # A room that is not in memory is read from its log.
        async with serving(tmp_path) as server:
            assert await get(server.running, path) == unknown
            assert await get(server.running, f"{path}?invitation={invitation}") == shown

    run(test())


async def play_game(folder: Path, rules: str, people: int, seed: int) -> tuple[Room, Table]:
    """Play a game of people and robots at a server of its own."""
    async with serving(folder) as server:
        options = msgspec.structs.replace(OPTIONS, rules=rules)
        table = await seat(server.url, options, people=people, seed=seed)
        return await play_to_the_end(server, table), table


@pytest.mark.parametrize("rules", NAMED_RULES)
def test_a_game_of_two_people_and_two_robots_ends_and_is_what_its_log_says(
    rules: str, tmp_path: Path
) -> None:
    run(play_game(tmp_path, rules, people=2, seed=NAMED_RULES.index(rules)))


def test_four_people_play_a_game_with_every_kind_of_trade(tmp_path: Path) -> None:
    room, table = run(play_game(tmp_path, "trading", people=4, seed=5))
    kinds = kinds_of(room)
    trade = {"offer", "accept", "reject", "counter", "confirm", "take", "cancel"}
    assert trade | {"proposed", "withdrawn", "deal", "said", "chosen", "ended"} <= kinds.keys()
    assert {"asked", "replied"} <= kinds.keys()
    assert set(table.refused) <= {
        "stale-decision",
        "bad-proposal",
        "no-proposal",
        "illegal-move",
        "game-over",
        "no-such-ask",
    }


@pytest.mark.slow
@pytest.mark.parametrize("people", [1, 2, 3, 4])
@pytest.mark.parametrize("rules", NAMED_RULES)
def test_games_of_people_and_robots_in_all_numbers(rules: str, people: int, tmp_path: Path) -> None:
    for seed in range(3):
        folder = tmp_path / str(seed)
        folder.mkdir()
        run(play_game(folder, rules, people, 10 + seed))
