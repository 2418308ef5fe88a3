"""A token bucket: how often something may happen, with some of it at once."""

from __future__ import annotations


class TokenBucket:
    """Tokens that come back at a rate, up to a number; the caller says what time it is.

    >>> bucket = TokenBucket(rate=2.0, size=1)
    >>> bucket.take(now=0.0), bucket.take(now=0.1), bucket.take(now=0.6)
    (True, False, True)
    """

    __slots__ = ("_at", "_tokens", "rate", "size")

    def __init__(self, *, rate: float, size: int) -> None:
        self.rate = rate
        self.size = size
        self._tokens = float(size)
        self._at: float | None = None

    def take(self, now: float, tokens: float = 1.0) -> bool:
        """Take tokens, and return whether there were so many; if not, none is taken."""
        self._refill(now)
        if self._tokens < tokens:
            return False
        self._tokens -= tokens
        return True

    def give_back(self, tokens: float = 1.0) -> None:
        """Return tokens that were taken, up to the most there can be."""
        self._tokens = min(self.size, self._tokens + tokens)

    def is_full(self, now: float) -> bool:
        """Say whether all tokens have come back."""
        self._refill(now)
        return self._tokens >= self.size

    def _refill(self, now: float) -> None:
        if self._at is not None:
            self._tokens = min(self.size, self._tokens + (now - self._at) * self.rate)
        self._at = now
