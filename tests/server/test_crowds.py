"""Many who follow one game: a socket that never reads, two tabs of one person, and bad networks."""

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from tests.server.players import (
    OPTIONS,
    QUICK,
    UNHURRIED,
    Table,
    check_acts,
    check_client,
    check_log,
    check_same,
    seat,
    serving,
)
from tests.server.wire.lines import BadNetwork, open_socket_that_never_reads
from tests.server.wire.running import eventually, run, soon

from catanlab.benchmarks.scripted_person import CROSSED, ScriptedPerson
from catanlab.server.client.client import connect

pytestmark = [
    pytest.mark.full,
    pytest.mark.usefixtures("both_databases"),
]

SPECTATORS = 100
SHORT = msgspec.structs.replace(OPTIONS, rules="trading,points_to_win=6")

CROSSED_BY_ONESELF = frozenset(
    {"too-many-statements", *(code for codes in CROSSED.values() for code in codes)}
)
"""Refusals of acts that another tab of the same person, or a late frame, made outdated."""


def test_a_spectator_that_never_reads_delays_none_of_a_hundred_others(tmp_path: Path) -> None:
    limits = replace(UNHURRIED, queued_bytes=60_000)

    async def test() -> None:
        async with serving(tmp_path, limits=limits, send_buffer=16_384) as server:
            table = await seat(server.url, SHORT, people=2)
            crowd = [
                await connect(server.url, f"Spectator {number}", check_views=number == 0)
                for number in range(SPECTATORS)
            ]
            seen = [await client.join(table.room) for client in crowd]
            stuck = await open_socket_that_never_reads(server.running.port, table.room)
            host = server.hub.rooms.hosts[table.room]
            await eventually(lambda: len(host.followers) == SPECTATORS + 3)
            await table.play()
            live = host.room
            for client, view in zip(crowd, seen, strict=True):
                await soon(client.until(lambda view=view: view.seq == len(live.history)))
                assert client.connections == 1
                assert [event.seq for event in view.events] == [
                    *range(view.events[0].seq, len(live.history) + 1)
                ]
                assert view.events == seen[0].events[-len(view.events) :]
            check_client(seen[0], live, live.public)
            await eventually(lambda: len(host.followers) == SPECTATORS + 2)
            stuck.close()
            for client in crowd:
                await client.close()
            await table.leave()

    run(test())


def test_two_tabs_of_one_person_see_the_same_and_both_act(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as server:
            table = await seat(server.url, SHORT, people=2)
            first = table.people[0]
            tab = await connect(server.url, first.client.name, first.client.token, delays=QUICK)
            assert tab.person == first.client.person
            view = await tab.join(table.room)
            # The same person decides twice at once: the later tab is told what the other did.
            second = ScriptedPerson(tab, view, 99, faults=CROSSED_BY_ONESELF)
            first._faults = CROSSED_BY_ONESELF
            table.people.append(second)
            await table.play()
            live = server.room(table.room)
            for person in table.people:
                await soon(person.client.until(lambda person=person: person.room.seq == len(live.history)))
            assert first.done
            assert second.done
            assert first.room.view is not None
            assert view.view is not None
            assert bytes(first.room.view) == bytes(view.view)
            assert first.room.events[-len(view.events) :] == view.events[-len(first.room.events) :]
            # An act of the one tab, sent by the other, is the same act.
            again = await tab.act(first.sent) if first.sent and first.sent.id == first.done[-1].id else None
            assert again is None or again.seq == first.done[-1].seq
            await server.settled(table.room)
            rebuilt = check_log(server.hub.services.database, table.room)
            check_same(rebuilt, live)
            check_acts(server.hub.services.database, table)
            await table.leave()

    run(test())


@pytest.mark.parametrize("seed", [1, 2])
def test_games_over_networks_that_double_delay_reorder_and_break_are_the_same_games(
    seed: int, tmp_path: Path
) -> None:
    async def test() -> None:
        async with serving(tmp_path) as server:
            network = BadNetwork(seed, breaks=0.03, disorder=0.1)
            table = await seat(server.url, SHORT, people=2, seed=seed)
            bad = Table(table.room)
            for number, person in enumerate(table.people):
                # The same person, now over a bad network.
                name, token = person.client.name, person.client.token
                client = await connect(server.url, name, token, dial=network.dial, delays=QUICK)
                view = await soon(client.join(table.room))
                bad.people.append(ScriptedPerson(client, view, seed + number, faults=CROSSED_BY_ONESELF))
                await person.client.close()
            await bad.play()
            network.breaks = network.disorder = 0.0
            live = await server.settled(table.room)
            assert network.dialled > 2
            rebuilt = check_log(server.hub.services.database, table.room)
            check_same(rebuilt, live)
            check_acts(server.hub.services.database, bad)
            for person in bad.people:
                await soon(person.client.until(lambda person=person: person.room.seq == len(live.history)))
                check_client(person.room, rebuilt, live.audience_of(person.client.person))
            await bad.leave()

    run(test())
