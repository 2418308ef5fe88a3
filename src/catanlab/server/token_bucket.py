"""Token buckets: how often something may happen, with some of it at once."""

from __future__ import annotations

FORGET_FROM = 1_000
"""With this many buckets on the books those that are full are forgotten."""


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

    def wait(self, now: float, tokens: float = 1.0) -> float:
        """Return in how many seconds there are so many tokens; if there ever are."""
        self._refill(now)
        return max(0.0, tokens - self._tokens) / self.rate

    def reserve(self, now: float, tokens: float = 1.0) -> float:
        """Take tokens, of those that come back later too; return in how many seconds they are there.

        >>> bucket = TokenBucket(rate=2.0, size=1)
        >>> [bucket.reserve(now=0.0) for _ in range(3)]
        [0.0, 0.5, 1.0]
        """
        seconds = self.wait(now, tokens)
        self._tokens -= tokens
        return seconds

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


class Budgets:
    """The tokens that people or addresses have left: a bucket for each.

    >>> budgets = Budgets(rate=1.0, size=2)
    >>> [budgets.take("ann", 1, now=0.0) for _ in range(3)], budgets.take("bob", 1, now=0.0)
    ([True, True, False], True)
    """

    def __init__(self, *, rate: float, size: int) -> None:
        self._rate = rate
        self._size = size
        self._buckets: dict[str, TokenBucket] = {}
        self._forget_at = FORGET_FROM

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, payer: str, cost: float, now: float) -> bool:
        """Charge somebody; returns whether they had enough left, and charges nothing if not."""
        return self._bucket(payer, now).take(now, cost)

    def wait(self, payer: str, cost: float, now: float) -> float:
        """Return in how many seconds somebody has so much."""
        bucket = self._buckets.get(payer)
        return 0.0 if bucket is None else bucket.wait(now, cost)

    def reserve(self, payer: str, cost: float, now: float) -> float:
        """Charge somebody in any case, and return in how many seconds they have so much."""
        return self._bucket(payer, now).reserve(now, cost)

    def give_back(self, payer: str, cost: float) -> None:
        """Return what somebody was charged for something that turned out to be free."""
        bucket = self._buckets.get(payer)
        if bucket is not None:
            bucket.give_back(cost)

    def _bucket(self, payer: str, now: float) -> TokenBucket:
        bucket = self._buckets.get(payer)
        if bucket is None:
            if len(self._buckets) >= self._forget_at:
                self._forget(now)
            bucket = self._buckets[payer] = TokenBucket(rate=self._rate, size=self._size)
        return bucket

    def _forget(self, now: float) -> None:
        """Forget those who have all their tokens: a new bucket is the same."""
        self._buckets = {
            payer: bucket for payer, bucket in self._buckets.items() if not bucket.is_full(now)
        }
        self._forget_at = max(FORGET_FROM, 2 * len(self._buckets))
