"""Resources, what things cost in them, and the bank."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from catanlab.framework.declared.rule import Declared
from catanlab.framework.errors import DeclarationError


class Cost:
    """A cost: a count for each resource.

    >>> wood, clay = Resources("wood", "clay")
    >>> (2 * wood + clay).text
    '2 wood and 1 clay'
    """

    def __init__(self, kinds: Resources, counts: tuple[int, ...]) -> None:
        self.kinds = kinds
        self.counts = counts
        self.items = tuple((index, count) for index, count in enumerate(counts) if count)

    def __add__(self, other: Cost) -> Cost:
        if self.kinds is not other.kinds:
            raise DeclarationError(
                f"{self.text} and {other.text} cannot be added: they are of different resources"
            )
        return Cost(self.kinds, tuple(a + b for a, b in zip(self.counts, other.counts, strict=True)))

    def __rmul__(self, times: int) -> Cost:
        return Cost(self.kinds, tuple(times * count for count in self.counts))

    @property
    def text(self) -> str:
        """The cost in words."""
        parts = [f"{count} {self.kinds.names[index]}" for index, count in self.items]
        return " and ".join(", ".join(parts).rsplit(", ", 1)) if parts else "nothing"

    def __repr__(self) -> str:
        return f"<{self.text}>"


class Resource(Cost):
    """One kind of resource; `wood + 2 * clay` is a cost."""

    def __init__(self, kinds: Resources, index: int) -> None:
        super().__init__(kinds, tuple(int(index == other) for other in range(len(kinds.names))))
        self.index = index
        self.name = kinds.names[index]


class Resources(Declared):
    """The resources of a game: `wood, clay = goods = Resources("wood", "clay", bank=19)`.

    `bank` is how many cards of each the bank has at first; None for a bank without limit, of which
    nothing is counted. Seats have `hands[seat][resource]`, the bank has `bank[resource]`.
    """

    noun = "resources"

    def __init__(self, *names: str, bank: Any = None) -> None:
        super().__init__()
        self.names = names
        self.bank = bank
        self.width = 25 // len(names) if names else 0
        """Bits of a count inside a move, which has room for 25 on each side of a deal."""

    def __iter__(self) -> Iterator[Resource]:
        return iter([Resource(self, index) for index in range(len(self.names))])

    def __len__(self) -> int:
        return len(self.names)

    def pack(self, counts: tuple[int, ...] | list[int]) -> int:
        """Return counts as the bundle inside of a move."""
        packed = 0
        for index, count in enumerate(counts):
            packed |= count << (self.width * index)
        return packed

    def unpack(self, bundle: int) -> tuple[int, ...]:
        """Return the counts inside of a bundle."""
        most = (1 << self.width) - 1
        return tuple([bundle >> (self.width * index) & most for index in range(len(self.names))])

    def text(self, counts: tuple[int, ...]) -> str:
        """Return counts in words: 2 wheat + 1 ore."""
        return " + ".join(f"{n} {name}" for n, name in zip(counts, self.names, strict=True) if n)
