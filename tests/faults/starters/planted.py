"""`catanlab` with a mistake planted, to see that the comparison finds it: `... planted early serve ...`.

| mistake | what the server does |
|---|---|
| `early` | it says that a commit is done a while before it begins it |
| `forgetful` | it does not keep lines of chat |
| `twice` | it locks seats and changes faces twice |
| `numbers` | it tells a wrong number in some acknowledgements |
| `sealed` | it shows sealed discards to everybody |
| `reasons` | it refuses proposals for what another seat does not hold |
| `codes` | it refuses with a code that no page has |
| `crashes` | it fails at a kind of act |
| `queries` | it fails at long queries |
| `pauses` | its robots refuse a little later if they could have paid |
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import Any, Final

from tests.faults.starters.leaks import LEAKS

from catanlab.cli.main import main
from catanlab.server import wire
from catanlab.server.database.writer import LogWriter
from catanlab.server.rooms import acts
from catanlab.server.rooms.room import Room

LATE_SECONDS = 0.7


def early() -> None:
    """Acknowledge and show before the commit."""
    append = LogWriter.append

    def said_before_done(self: LogWriter, *words: Any, **named: Any) -> asyncio.Future[None]:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        done.set_result(None)
        loop.call_later(LATE_SECONDS, lambda: append(self, *words, **named))
        return done

    LogWriter.append = said_before_done  # type: ignore[method-assign]


def forgetful() -> None:
    """Keep no chat."""
    append = LogWriter.append

    def without_chat(
        self: LogWriter, room: str, epoch: int, rows: Any, chat: Any = (), **named: Any
    ) -> asyncio.Future[None]:
        return append(self, room, epoch, rows, (), **named)

    LogWriter.append = without_chat  # type: ignore[method-assign, assignment]


def twice() -> None:
    """Do two kinds of acts twice."""
    perform = acts._perform

    def perform_twice(room: Room, person: str, name: str, act: wire.AnyAct, bot: bool, face: str) -> None:
        perform(room, person, name, act, bot, face)
        if isinstance(act, wire.Lock | wire.Face):
            perform(room, person, name, act, bot, face)

    acts._perform = perform_twice


def numbers() -> None:
    """Count acknowledgements wrongly."""
    ack, count = wire.Ack, iter(range(10**9))

    def wrong(*words: Any, seq: int = 0, **named: Any) -> wire.Ack:
        return ack(*words, seq=seq + (next(count) % 7 == 3 and seq > 0), **named)

    wire.Ack = wrong  # type: ignore[misc,assignment]


MISTAKES: Final[dict[str, Callable[[], None]]] = {
    "early": early,
    "forgetful": forgetful,
    "twice": twice,
    "numbers": numbers,
    **LEAKS,
}

if __name__ == "__main__":
    MISTAKES[sys.argv.pop(1)]()
    sys.exit(main())
