"""Who makes the server hold which rooms: each room in memory is charged to those who made or follow it.

A room counts once for a person and once for an address, whoever of them follows it. It is charged before it
is loaded, and until the last of them has left, or the room has left the memory.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from catanlab.server.ledger import Ledger, Payer

ROOM_BYTES: Final = 200_000
EVENT_BYTES: Final = 1_300
"""About what a room takes in memory, and each event of it.

By the resident memory of many copies: 193 kB when a game of four seats begins, 0.46 MB after 200 events
and 1.0 MB after 630 (a person and three robots), 1.8 MB after 1,500 (four people): 1.1 to 1.4 kB an event.
`tracemalloc` sees 27 kB of the first and 1.2 kB of each event: the rest are native views and observers.
"""
GROWTH: Final = 64
"""After how many events of a room its charge is brought up to date."""
OWN_ROOMS: Final = 3
"""How many rooms a person may come back to, whatever neighbours hold: two tabs and one to spare."""


def bytes_of(events: int) -> int:
    """Return about how many bytes a room with so many events takes.

    >>> bytes_of(500)
    850000
    """
    return ROOM_BYTES + EVENT_BYTES * events


@dataclass(slots=True)
class _Holding:
    """A room that is held: what it takes, and who makes the server hold it."""

    size: int
    in_memory: bool = False
    claims: dict[object, Payer] = field(default_factory=dict)
    persons: Counter[str] = field(default_factory=Counter)
    networks: Counter[str] = field(default_factory=Counter)


class Holdings:
    """The rooms that are held, and the claims on each.

    >>> holdings = Holdings(Ledger())
    >>> ann = Payer("ann", "192.0.2.1")
    >>> holdings.claim("k3f9", "a connection", ann, size=bytes_of(100))
    >>> holdings.bytes
    330000
    >>> holdings.release("k3f9", "a connection")
    >>> holdings.bytes
    0
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._held: dict[str, _Holding] = {}
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._held)

    @property
    def bytes(self) -> int:
        """About how many bytes all rooms take, with those that are being loaded."""
        return self._bytes

    def check(self, payer: Payer) -> None:
        """Raise Refused if somebody cannot make the server hold a new room."""
        self._ledger.check("rooms", payer)
        self._ledger.check("room bytes", _address(payer), ROOM_BYTES)

    def claim(self, room: str, claimant: object, payer: Payer, *, size: int, own: bool = False) -> None:
        """Charge somebody for a room, once for each claimant; raises Refused, and charges nothing.

        `own` says that the person comes back to a game of theirs: a few such rooms are never refused.
        """
        held = self._held.get(room)
        if held is None:
            held = _Holding(size)
        elif claimant in held.claims:
            return
        new = _new_to(held, payer)
        if not (own and self._ledger.held("rooms", person=payer.person) < OWN_ROOMS):
            self._ledger.check("rooms", new)
            self._ledger.check("room bytes", _address(new), held.size)
        self._ledger.add("rooms", new)
        self._ledger.add("room bytes", _address(new), held.size)
        held.claims[claimant] = payer
        held.persons[payer.person] += 1
        held.networks[payer.network] += 1
        if room not in self._held:
            self._held[room] = held
            self._bytes += held.size

    def release(self, room: str, claimant: object) -> None:
        """Take a claim back, if there is one."""
        held = self._held.get(room)
        payer = None if held is None else held.claims.pop(claimant, None)
        if held is None or payer is None:
            return
        for counts, key in ((held.persons, payer.person), (held.networks, payer.network)):
            counts[key] -= 1
            if not counts[key]:
                del counts[key]
        last = _new_to(held, payer)
        self._ledger.release("rooms", last)
        self._ledger.release("room bytes", _address(last), held.size)
        if not held.claims and not held.in_memory:
            self._drop(room)

    def keep(self, room: str, size: int) -> None:
        """Note that a room is in memory: it is held until it is forgotten, even if nobody claims it."""
        held = self._held.get(room)
        if held is None:
            held = self._held[room] = _Holding(size)
            self._bytes += size
        held.in_memory = True
        self.resize(room, size)

    def resize(self, room: str, size: int) -> None:
        """Charge what a room takes now."""
        held = self._held.get(room)
        if held is None or held.size == size:
            return
        more, held.size = size - held.size, size
        self._bytes += more
        for network in held.networks:
            self._ledger.add("room bytes", Payer(network=network), more)

    def forget(self, room: str) -> None:
        """Note that a room has left the memory: nobody pays for it any more."""
        held = self._held.get(room)
        if held is None:
            return
        for claimant in list(held.claims):
            self.release(room, claimant)
        if room in self._held:
            self._drop(room)

    def _drop(self, room: str) -> None:
        self._bytes -= self._held.pop(room).size


def _address(payer: Payer) -> Payer:
    """Return the address alone: bytes are counted by address only."""
    return Payer(network=payer.network)


def _new_to(held: _Holding, payer: Payer) -> Payer:
    """Return who of a payer does not pay for a room by another claim."""
    return Payer(
        "" if payer.person in held.persons else payer.person,
        "" if payer.network in held.networks else payer.network,
    )
