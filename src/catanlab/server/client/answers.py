"""How requests of a client end: with an answer, with a refusal, or with the connection."""

from __future__ import annotations

import asyncio
from typing import TypeVar

from catanlab.framework.errors import CatanlabError
from catanlab.server import wire

_Answer = TypeVar("_Answer")


class RefusedError(CatanlabError):
    """The server refused an act or a request; `code` is the code of the refusal."""

    def __init__(self, refusal: wire.Refused) -> None:
        super().__init__(refusal.text)
        self.code = refusal.code
        self.refusal = refusal


class ConnectionEndedError(CatanlabError):
    """The connection has ended and will not come back."""

    code = "connection-ended"


def settle(future: asyncio.Future[_Answer] | None, answer: _Answer | CatanlabError) -> None:
    """Give an answer, or an error, to whoever waits for it."""
    if future is None or future.done():
        return
    if isinstance(answer, CatanlabError):
        future.set_exception(answer)
        future.exception()  # nobody may be waiting any more
    else:
        future.set_result(answer)
