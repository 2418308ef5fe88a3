"""What a client may send over one connection: frames of every kind, and some that are invalid or too many.

The WebSocket itself answers pings and takes pieces of messages, of which the connection hears nothing. So
both take from the same tokens, and both stop when they are spent.
"""

from __future__ import annotations

from collections.abc import Callable

from catanlab.server.limits import Limits
from catanlab.server.token_bucket import TokenBucket


class Allowance:
    """The tokens of one connection; the caller says what time it is.

    >>> allowance = Allowance(Limits(messages_at_once=1, bad_messages_at_once=1))
    >>> allowance.take(now=0.0), allowance.take(now=0.0)
    (True, False)
    >>> allowance.bear(now=0.0), allowance.bear(now=0.0), allowance.is_over
    (True, False, True)
    """

    def __init__(self, limits: Limits) -> None:
        self.is_over = False
        """Whether too much came: what comes now is not read."""
        self.on_misuse: Callable[[], None] = lambda: None
        """Called when frames of which the connection hears nothing were too many."""
        self._pace = TokenBucket(rate=limits.messages_per_second, size=limits.messages_at_once)
        self._patience = TokenBucket(rate=limits.bad_messages_per_second, size=limits.bad_messages_at_once)

    def take(self, now: float) -> bool:
        """Count a message or a frame, and return whether it may be answered."""
        return self._pace.take(now)

    def bear(self, now: float) -> bool:
        """Count one that is invalid or too many; False if no more of them are borne."""
        if not self._patience.take(now):
            self.is_over = True
        return not self.is_over
