"""Games played to their end in this process, with everything that their seats were sent on the way."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import msgspec
from tests.server.rooms import DrivenRoom, play_on, to_main

from catanlab.server import wire
from catanlab.server.replays import shapes
from catanlab.server.replays.frames import make_replay
from catanlab.server.rooms.shown_view import shown_view

OPTIONS = wire.RoomOptions(robots=("greedy",), robot_seconds=0.0)
PEOPLE = ("ann", "bob")


class Sent(NamedTuple):
    """What an audience was sent with a commit: the events, the view, and what could be counted then."""

    events: list[Any]
    view: bytes
    counting: bytes


class Witness(DrivenRoom):
    """A room that keeps what every audience was sent, by the number of the last event."""

    def __init__(self, *args: Any, **named: Any) -> None:
        self.sent: dict[tuple[int, int], Sent] = {}
        super().__init__(*args, **named)

    def change(self, change: Callable[[], None]) -> str:
        """Note what was sent with each commit."""
        before = len(self.room.history)
        code = super().change(change)
        room = self.room
        if room.play is not None and len(room.history) > before:
            for audience in range(room.public + 1):
                self.sent[len(room.history), audience] = Sent(
                    plain(room.history.after(before, audience)),
                    shown_view(room, audience),
                    room.view_of(audience).counting_json(),
                )
        return code


@cache
def replay_of(driven: Witness, eyes: shapes.Eyes = "everything") -> shapes.Replay:
    """Return the replay of a game that is over."""
    return make_replay(driven.rows, driven.chat, eyes)


def plain(value: Any) -> Any:
    """Return what JSON makes of a value."""
    return msgspec.json.decode(msgspec.json.encode(value))


def without_moves(view: bytes) -> bytes:
    """Return a view as replays show it."""
    return view[: view.rindex(b'"legal":')] + b'"legal":null}'


@cache
def whole_game(rules: str = "trading", seed: int = 3) -> Witness:
    """Return a game of two people and two robots that is over, with talk; look, don't touch."""
    options = msgspec.structs.replace(OPTIONS, rules=rules)
    driven = Witness(options, people=PEOPLE, seed=seed)
    for seat, person in enumerate(PEOPLE):
        assert not driven.sit(person, seat, nonce=f"{seat}c0ffee")
    assert not driven.start("ann")
    to_main(driven, 0)
    talk(driven)
    play_on(driven, until=lambda: driven.play.is_over, most=30_000)
    return driven


def talk(driven: Witness) -> None:
    """Let people speak, ask, propose and chat where seat 0 is on turn."""
    room = driven.room
    assert not driven.act("ann", wire.Say(id=driven.id(), room="r1", text="I need ore"))
    assert not driven.act("ann", wire.Ask(id=driven.id(), room="r1", kind="want", resources=("wood",)))
    ask = len(room.history)
    assert not driven.act("bob", wire.Reply(id=driven.id(), room="r1", ask=ask, answer="no"))
    assert not driven.act("bob", wire.Chat(id=driven.id(), room="r1", text="good luck, all of you"))
    if not room.game.rules.player_trade:
        return
    proposal = propose(driven)
    assert not driven.act("ann", wire.Take(id=driven.id(), room="r1", seat=1, proposal=proposal))
    propose(driven)


def propose(driven: Witness) -> int:
    """Let bob propose a deal that both can pay to ann, and return its number."""
    room = driven.room
    names = ("wood", "clay", "sheep", "wheat", "ore")
    hers, his = (room.view_of(seat).position.own.certain for seat in (0, 1))
    deals = (
        f"1 {names[give]} for 1 {names[get]}"
        for give in range(5)
        for get in range(5)
        if give != get and his[give] and hers[get]
    )
    turn = room.view_of(1).turn + 1
    assert not driven.act("bob", wire.Propose(id=driven.id(), room="r1", turn=turn, deal=next(deals)))
    return len(room.history)
