"""Interest buttons: a seat asks who wants or sells cards, or says what it lacks, and others answer.

Robots and the record know them as statements in words, and they count as such.
"""

from __future__ import annotations

from itertools import product

from catanlab.agents.negotiation.statements import Kind, Statement, spoken
from catanlab.games.catan.constants import RESOURCES
from catanlab.server import wire
from catanlab.server.refusals import Refused
from catanlab.server.rooms import log_entries as log
from catanlab.server.rooms.room import Room
from catanlab.server.rooms.trading import spoken_step

_STATEMENTS: dict[wire.AskKind, Kind] = {"want": "want?", "sell": "sell?", "lack": "lack", "need": "want"}
_ANSWERS: dict[tuple[wire.AskKind, wire.AskAnswer], Kind] = {
    ("want", "yes"): "want",
    ("want", "no"): "decline",
    ("sell", "yes"): "sell",
    ("sell", "no"): "keep",
    ("need", "yes"): "sell",
    ("need", "no"): "keep",
}
"""What a plain answer says; who lacks cards is answered by none, and an offer speaks for itself."""


def ask(room: Room, seat: int, act: wire.Ask) -> None:
    """Ask other seats for interests, or state one's own."""
    _check_buttons(room)
    to = tuple(sorted(set(act.to)))
    if seat in to or any(other >= room.game.seats for other in to):
        raise Refused("bad-addressee", "an ask goes to other seats of the game")
    if act.has and act.kind != "need":
        raise Refused("bad-message", "what one has goes with what one needs")
    if set(act.has) & set(act.resources):
        raise Refused("unfair-deal", "nobody gives the resource that they need")
    said = [Statement(_STATEMENTS[act.kind], _numbers(act.resources), to)]
    if act.has:
        said.append(Statement("sell", _numbers(act.has), to))
    text = spoken(said)
    step = spoken_step(room, seat, text)
    asked = log.Asked(
        seat=seat,
        kind=act.kind,
        resources=_in_order(act.resources),
        to=to,
        has=_in_order(act.has),
        text=text,
    )
    room.emit(asked, step)


def reply(room: Room, seat: int, number: int, answer: wire.AskAnswer, *, words: str = "") -> None:
    """Answer an ask of this turn; once, and only if it went to this seat."""
    _check_buttons(room)
    asked = room.asks.asked.get(number)
    if asked is None:
        raise Refused("no-such-ask")
    if (number, seat) in room.asks.replied:
        raise Refused("already-replied")
    if not room.asks.waits_for(number, seat):
        raise Refused("no-such-ask", "this was not asked of your seat")
    kind = _ANSWERS.get((asked.kind, answer))
    cards = tuple(RESOURCES.index(name) for name in asked.resources)
    text = Statement(kind, cards).text if kind else ""
    step = spoken_step(room, seat, text) if text else None
    room.emit(log.Replied(seat=seat, ask=number, answer=answer, text=text, words=words), step)


def _check_buttons(room: Room) -> None:
    room.running_game()
    if not room.options.interest_buttons:
        raise Refused("interest-buttons-off")


def deals_about(asked: log.Asked) -> tuple[str, ...]:
    """Return the deals, one card for one, that an ask may lead to, from the side of the seat that asks."""
    if asked.kind == "lack":
        return ()
    others = asked.has or [name for name in RESOURCES if name not in asked.resources] or RESOURCES
    pairs = [(mine, other) for mine, other in product(asked.resources, others) if mine != other]
    if asked.kind == "want":
        return tuple(f"1 {mine} for 1 {other}" for mine, other in pairs)
    return tuple(f"1 {other} for 1 {mine}" for mine, other in pairs)


def _numbers(resources: tuple[wire.Resource, ...]) -> tuple[int, ...]:
    return tuple(sorted({RESOURCES.index(name) for name in resources}))


def _in_order(resources: tuple[wire.Resource, ...]) -> tuple[wire.Resource, ...]:
    return tuple(name for name in _NAMES if name in resources)


_NAMES: tuple[wire.Resource, ...] = ("wood", "clay", "sheep", "wheat", "ore")
