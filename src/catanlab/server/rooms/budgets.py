"""What each person may ask of the server: everything that the rules of the game do not limit costs tokens.

Without it one person could fill the log of a room, or the memory of the server, by acts that never end:
locking and unlocking a seat, sitting down and standing up, proposing, chatting, making rooms.
"""

from __future__ import annotations

from catanlab.server import wire
from catanlab.server.token_bucket import TokenBucket

TOKENS_PER_SECOND = 5.0
MAX_TOKENS = 200
"""What a person who has been quiet for a while may spend at once."""
CREATE_COST = 20
"""Tokens for a new room."""
REPORT_COST = 20
"""Tokens for a report, which a person has to read."""
INVITE_COST = 5
"""Tokens for an invitation, which disturbs somebody; any other request costs one."""
FORGET_FROM = 1_000
"""With this many people on the books those who have all their tokens are forgotten."""


class Budgets:
    """The tokens that people have left. Several connections of a person share them.

    >>> budgets = Budgets(rate=1.0, size=2)
    >>> [budgets.take("ann", 1, now=0.0) for _ in range(3)], budgets.take("bob", 1, now=0.0)
    ([True, True, False], True)
    """

    def __init__(self, *, rate: float = TOKENS_PER_SECOND, size: int = MAX_TOKENS) -> None:
        self._rate = rate
        self._size = size
        self._buckets: dict[str, TokenBucket] = {}
        self._forget_at = FORGET_FROM

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, person: str, cost: int, now: float) -> bool:
        """Charge a person; returns whether they had enough left, and charges nothing if not."""
        bucket = self._buckets.get(person)
        if bucket is None:
            if len(self._buckets) >= self._forget_at:
                self._forget(now)
            bucket = self._buckets[person] = TokenBucket(rate=self._rate, size=self._size)
        return bucket.take(now, cost)

    def give_back(self, person: str, cost: int) -> None:
        """Return what a person was charged for something that turned out to be free."""
        bucket = self._buckets.get(person)
        if bucket is not None:
            bucket.give_back(cost)

    def _forget(self, now: float) -> None:
        """Forget the people who have all their tokens: a new bucket is the same."""
        self._buckets = {
            person: bucket for person, bucket in self._buckets.items() if not bucket.is_full(now)
        }
        self._forget_at = max(FORGET_FROM, 2 * len(self._buckets))


def cost_of(message: wire.AnyClientMessage) -> int:
    """Return the tokens that a message costs: none for moves, whose number the rules of the game limit."""
    match message:
        case wire.Hello() | wire.Pong() | wire.Part() | wire.Move() | wire.Take():
            return 0
        case wire.Create() | wire.Quick() | wire.Rematch():
            return CREATE_COST
        case wire.Report():
            return REPORT_COST
        case wire.Invite():
            return INVITE_COST
        case _:
            return 1
