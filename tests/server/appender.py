"""A program that appends to many rooms and prints what was acknowledged, until it is killed.

`python -m tests.server.appender FOLDER` goes on with the rooms that it finds.
"""

import asyncio
import sys
from pathlib import Path

from tests.server.logs import last_seq, line, room_row, row, url

from catanlab.server.database.database import Database
from catanlab.server.database.writer import LogWriter

ROOMS = [f"room{number}" for number in range(20)]


async def fill(log: LogWriter, room: str) -> None:
    """Append acts of one to three rows, and a chat line with some of them, for ever."""
    if log.database.room(room) is None:
        await log.create_room(room_row(room))
    epoch = await log.reopen(room)
    seq = last_seq(log.database, room) + 1
    while True:
        act = f"act{seq}"
        count = 1 + seq % 3
        rows = [
            row(seq, room, epoch=epoch, act=act),
            *(row(seq + n, room, epoch=epoch) for n in range(1, count)),
        ]
        chat = [line(f"chat{seq}", room, seq=seq)] if count == 2 else []
        await log.append(room, epoch, rows, chat)
        print(room, epoch, seq, count, act, flush=True)
        seq += count


async def main() -> None:
    """Fill all rooms at once."""
    with Database(url(Path(sys.argv[1]))) as database:
        async with LogWriter(database) as log:
            await asyncio.gather(*(fill(log, room) for room in ROOMS))


if __name__ == "__main__":
    asyncio.run(main())
