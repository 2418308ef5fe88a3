"""What keeps the ladder of a running server up to date."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from sqlalchemy.exc import SQLAlchemyError

from catanlab.server.database.errors import LogError
from catanlab.server.database.writer import LogWriter
from catanlab.server.ladder.ladder import GAMES_AT_ONCE, update_ratings

logger = logging.getLogger(__name__)


class LadderKeeper:
    """Rates games in the writing thread, whenever `wake` says that one has ended."""

    def __init__(self, writer: LogWriter) -> None:
        self._writer = writer
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Rate what ended while no server ran, and from then on what ends."""
        self._woken.set()
        self._task = asyncio.get_running_loop().create_task(self._run())

    def wake(self) -> None:
        """Say that a game has ended, and that its rows are committed."""
        self._woken.set()

    async def close(self) -> None:
        """Stop; games that are not rated yet are so at the next start."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        while True:
            await self._woken.wait()
            self._woken.clear()
            try:
                # A part at a time: moves of other rooms are committed between them.
                while await self._writer.run(update_ratings, self._writer.database) == GAMES_AT_ONCE:
                    pass
            except (SQLAlchemyError, LogError) as error:
                # The games stay unrated, and the next one that ends brings them along.
                logger.error("games could not be rated: %s", getattr(error, "orig", None) or error)
            except Exception:
                logger.exception("games could not be rated")
