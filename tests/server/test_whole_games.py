"""Whole games of scripted people and robots over the real wire, under all named rules; and their records."""

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
    histories,
    seat,
    serving,
)
from tests.server.wire.running import run, soon

from catanlab.games.catan.rules import NAMED_RULES
from catanlab.server.room import Room

pytestmark = pytest.mark.full


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
    spectator = await connected(server.url, "Spectator")
    seen = await spectator.join(table.room, table.people[0].client.invitation(table.room))
    await table.play()
    live = server.room(table.room)
    for person in table.people:
        await soon(person.client.until(lambda person=person: person.room.seq == len(live.history)))
        assert person.client.connections == 1
    await soon(spectator.until(lambda: seen.seq == len(live.history)))
    database = server.hub.services.database
    rebuilt = await asyncio.to_thread(check_log, database, table.room)
    check_same(rebuilt, live)
    check_acts(database, table)
    for person in table.people:
        audience = live.audience_of(person.client.person)
        check_client(person.room, rebuilt, audience)
    check_client(seen, rebuilt, rebuilt.public)
    assert len(set(histories(rebuilt))) == (1 if rebuilt.game.rules.open_hands else rebuilt.public + 1)
    await table.leave()
    await spectator.close()
    return rebuilt


@pytest.mark.parametrize("rules", NAMED_RULES)
def test_a_game_of_two_people_and_two_robots_ends_and_is_what_its_log_says(
    rules: str, tmp_path: Path
) -> None:
    async def test() -> None:
        async with serving(tmp_path) as server:
            options = msgspec.structs.replace(OPTIONS, rules=rules)
            table = await seat(server.url, options, people=2, seed=NAMED_RULES.index(rules))
            room = await play_to_the_end(server, table)
            print(rules, len(room.history), table.refused, dict(kinds_of(room)))

    run(test())


def test_four_people_play_a_game_with_every_kind_of_trade(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as server:
            table = await seat(server.url, people=4, seed=5)
            room = await play_to_the_end(server, table)
            print(len(room.history), table.refused, dict(kinds_of(room)))

    run(test())
