"""Shards: a match divided into parts that play apart, each some of its blocks."""

from __future__ import annotations

import re
from dataclasses import dataclass

from catanlab.framework.arguments import whole_number
from catanlab.framework.errors import ArgumentError

MAX_SHARDS = 100_000
_FORM = re.compile(r"([0-9]{1,9})/([0-9]{1,9})", re.ASCII)


@dataclass(frozen=True)
class Shard:
    """One of several equal parts of a match, numbered from 1.

    >>> Shard(3, 8).blocks(20)
    range(2, 20, 8)

    Every so many blocks one is of the shard: if more blocks are asked for, it keeps those that it has, and
    shards differ by a block at the most. Raises ArgumentError for a number out of range.
    """

    number: int
    of: int

    def __post_init__(self) -> None:
        whole_number("the number of shards", self.of, 1, MAX_SHARDS)
        whole_number("the number of the shard", self.number, 1, self.of)

    @classmethod
    def parse(cls, text: str) -> Shard:
        """Return the shard of a text such as 3/8; raises ArgumentError.

        >>> Shard.parse("3/8")
        Shard(number=3, of=8)
        """
        match = _FORM.fullmatch(text)
        if not match:
            raise ArgumentError(f"{text!r} is not a shard, as in 3/8 for the third of eight")
        return cls(int(match[1]), int(match[2]))

    def blocks(self, blocks: int) -> range:
        """Return the blocks of the shard in a match of `blocks`; raises ArgumentError if it has none."""
        found = range(self.number - 1, blocks, self.of)
        if not found:
            raise ArgumentError(f"shard {self} is empty: the match has {blocks} blocks, fewer than shards")
        return found

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"


WHOLE = Shard(1, 1)
"""The whole match."""
