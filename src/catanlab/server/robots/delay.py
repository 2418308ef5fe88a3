"""How long a robot seems to think: a time that tells nothing of its cards or its work."""

from __future__ import annotations

import math
from hashlib import blake2b

SHORTEST, LONGEST = 0.6, 1.4
"""The shortest and longest time, relative to the usual one."""


def seeming_seconds(room: str, seat: int, decision: int, around: float, *, worked: float = 0.0) -> float:
    """Return after how many seconds an answer is shown: drawn from room, seat and decision alone.

    The draw is uniform around the usual time. An answer on which the robot `worked` longer is shown at the
    next multiple of the drawn time, so that even then the exact time of the work is not to be seen.

    >>> seeming_seconds("k3x", 1, 17, 1.0) == seeming_seconds("k3x", 1, 17, 1.0, worked=0.3)
    True
    """
    digest = blake2b(f"{room}/{seat}/{decision}".encode(), digest_size=8).digest()
    drawn = int.from_bytes(digest, "big") / 2**64
    duration = around * (SHORTEST + (LONGEST - SHORTEST) * drawn)
    if duration <= 0.0:
        return worked
    return duration * max(1, math.ceil(worked / duration))
