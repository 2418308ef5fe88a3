"""Whole games at a hub, quickly: people decide at random where they must, and robots as they do."""

from __future__ import annotations

from collections.abc import Sequence

from tests.server.hubs import Bench, Guest
from tests.server.rooms import legal_texts

from catanlab.framework.random import Random
from catanlab.games.catan.constants import RESOURCES
from catanlab.server import wire

SHORT = wire.RoomOptions(rules="base,points_to_win=3", robots=("greedy",), robot_seconds=0.0)
"""A game that ends soon: two settlements are two points."""


async def play_on(bench: Bench, room: str, guests: Sequence[Guest], *, decisions: int = 10_000) -> int:
    """Let guests decide until the game is over, or so many times; return how often they did."""
    random = Random(7)
    by_person = {guest.session.person: guest for guest in guests}
    for count in range(decisions):
        for _ in range(200):
            live = bench.host(room).room
            seats = live.seating.seats
            owing = [
                seat
                for seat in live.owing()
                if seats[seat].kind == "person" and seats[seat].person in by_person
            ]
            if owing or live.play is None or live.play.is_over:
                break
            await bench.pass_time(0.01)
        if not owing:
            return count
        await by_person[seats[owing[0]].person].do(_decision(bench, room, owing[0], random, count))
    return decisions


def _decision(bench: Bench, room: str, seat: int, random: Random, count: int) -> wire.Move:
    live = bench.host(room).room
    assert live.play is not None
    view = live.view_of(seat)
    owed = view.position.own.discards_owed
    if owed:
        hand = [
            name for name, n in zip(RESOURCES, view.position.own.certain, strict=True) for _ in range(n)
        ]
        text = f"discard {' '.join(hand[:owed])}"
    else:
        texts = legal_texts(view)
        good = [text for text in texts if text.startswith(("city", "settlement", "road"))]
        texts = good or texts
        text = texts[random.below(len(texts))]
    act = f"decision-{count}-{len(live.history)}"
    return wire.Move(id=act, room=room, decision=live.play.decision, move=text)
