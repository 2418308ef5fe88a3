"""No frame that a page receives contains what its seat must not know."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
from tests.browser.company import company
from tests.browser.test_legality import step
from tests.browser.visitor import Visit, Visitor
from tests.server.bots.serve_process import ServeProcess

from catanlab.server import wire
from catanlab.server.bot_client.seat_game import SeatGame
from catanlab.server.database.database import Database
from catanlab.server.protocol import frames
from catanlab.server.rooms import log_entries as log

NAMES = ("Ada secret", "Bob secret", "Cyd secret", "Dan secret")
OPTIONS = wire.RoomOptions(rules="trading,hand_limit=4", robots=("greedy",), robot_seconds=0.0)
STEPS = 120
HIDDEN = ("hand", "cards", "bought")


def knowers(entries: dict[int, Any]) -> dict[int, tuple[str, set[int]]]:
    """Return the hidden cards of a log by the number of their event, with the seats that may know them."""
    known: dict[int, tuple[str, set[int]]] = {}
    buyer, thief, victim = -1, -1, -1
    for seq, entry in entries.items():
        match entry:
            case log.Moved(seat=seat, move="buy card"):
                buyer = seat
            case log.Moved(seat=seat, move=move) if move.startswith("robber") and " from " in move:
                thief, victim = seat, int(move.split()[-1])
            case log.Outcome(move=move) if move.startswith("draw "):
                known[seq] = move, {buyer}
            case log.Outcome(move=move) if move.startswith("steal "):
                known[seq] = move, {thief, victim}
            case log.Chosen(seat=seat, cards=cards):
                known[seq] = cards, {seat}
    return known


def check_events(
    visitor: Visitor, room: str, seat: int | None, hidden: dict[int, tuple[str, set[int]]]
) -> int:
    """Check that hidden cards are named only to those who may know; return how many were hidden."""
    count = 0
    for event in visitor.rooms[room].events:
        secret, seats = hidden.get(event["seq"], ("", set()))
        if secret and seat not in seats:
            count += 1
            assert secret not in json.dumps(event), f"seat {seat} was told {secret!r}: {event}"
    return count


def check_views(visitor: Visitor, room: str, seat: int | None) -> int:
    """Check each view against one rebuilt from the seat's events alone; return how many there were."""
    game: SeatGame | None = None
    views = 0
    for frame in visitor.received:
        message = frames.read_server_message(frame)
        if not isinstance(message, wire.Update) or message.room != room:
            continue
        if game is None:
            assert message.table is not msgspec.UNSET
            game = SeatGame(message.table.options, message.seat)
        game.take(message.events)
        if message.view is msgspec.UNSET:
            continue
        game.check(message.view)
        views += 1
        view = json.loads(bytes(message.view))
        for number, shown in enumerate(view["seats"]):
            if number != seat and view["phase"] != "finished":
                assert all(shown[name] is None for name in HIDDEN), (seat, shown)
                assert shown["points"]["cards"] is None
    return views


def had_secrets(visitor: Visitor, room: str) -> bool:
    """Return whether a card was bought, and one stolen, as everybody sees."""
    moves = [event.get("event", {}).get("move", "") for event in visitor.rooms[room].events]
    return "buy card" in moves and any(" from " in move for move in moves)


async def test_no_frame_tells_what_its_seat_must_not_know(
    visit: Visit, shared_server: ServeProcess
) -> None:
    address, chance = shared_server.address, Random(3)
    async with company(address, *NAMES, options=OPTIONS) as people:
        room = people.room.name
        pages: list[tuple[int | None, Visitor]] = []
        for person in people.room.people:
            pages.append((person.seat, await visit(address, token=person.token, name=person.name)))
        eve = await visit(address, name="Eve secret")
        pages.append((None, eve))
        for _, visitor in pages:
            await visitor.open(people.room.path)
        await eve.page.get_by_label("Your name").fill("Eve secret")
        await eve.page.get_by_role("button", name="Watch").click()
        for _, visitor in pages:
            await visitor.page.locator(".board svg").wait_for()
        for number in range(STEPS * 10):
            if people.members[0].view["phase"] == "finished" or (number > STEPS and had_secrets(eve, room)):
                break
            await step(people, chance)
        last = people.members[0].room.seq
        for _, visitor in pages:
            await visitor.until(lambda visitor=visitor: visitor.rooms[room].seq >= last, f"event {last}")
        with Database(shared_server.database) as database:
            entries = {row.seq: log.decode(row.body) for row in database.read_rows(room)}
        hidden = knowers(entries)
        assert {secret.split()[0] for secret, _ in hidden.values()} >= {"draw", "steal"}
        tokens = [person.token for person in people.room.people]
        for seat, visitor in pages:
            kept = check_events(visitor, room, seat, hidden)
            assert seat is not None or kept == len(hidden)
            assert check_views(visitor, room, seat) > STEPS / 4
            everything = "\n".join(visitor.received)
            assert not any(token in everything for token in tokens)
            if people.members[0].view["phase"] != "finished":
                assert '"secret"' not in everything
                assert '"salt"' not in everything
