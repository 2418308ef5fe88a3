"""Who is connected: people with all their connections."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from catanlab.server import wire
from catanlab.server.ledger import Payer
from catanlab.server.ports import Outbox
from catanlab.server.rooms.room_host import RoomHost


class Visitor(Protocol):
    """A connection of a person or a bot, as the lobby sees it."""

    outbox: Outbox
    person: str
    name: str
    bot: bool
    face: str
    network: str
    """Where it comes from, as addresses are counted; empty if not known."""
    reserved: bool
    """Whether a password reserves the name."""
    muted: frozenset[str]
    """The people of whom it wants to hear nothing."""

    @property
    def payer(self) -> Payer:
        """Who pays for what it makes the server do."""

    def check_follow(self, room: str) -> None:
        """Raise Refused if the connection follows too many rooms to follow another."""

    def host_of(self, room: str) -> RoomHost:
        """Return the host of a room that the connection follows; raises Refused if it does not."""

    def follow(self, host: RoomHost, seq: int) -> None:
        """Follow a room from the event after `seq` on."""


class Visitors:
    """The connections of everybody who has said hello, by person."""

    def __init__(self) -> None:
        self._connections: dict[str, dict[Visitor, None]] = {}
        self._available: set[Visitor] = set()

    def __len__(self) -> int:
        return len(self._connections)

    def add(self, visitor: Visitor) -> None:
        """Note a connection."""
        self._connections.setdefault(visitor.person, {})[visitor] = None

    def remove(self, visitor: Visitor) -> None:
        """Forget a connection."""
        self._available.discard(visitor)
        connections = self._connections.get(visitor.person, {})
        connections.pop(visitor, None)
        if not connections:
            self._connections.pop(visitor.person, None)

    def of(self, person: str) -> list[Visitor]:
        """Return the connections of a person, none if they are not here."""
        return list(self._connections.get(person, ()))

    def set_available(self, visitor: Visitor, on: bool) -> None:
        """Note whether a connection waits for invitations."""
        if on:
            self._available.add(visitor)
        else:
            self._available.discard(visitor)

    def presences(self, rooms: dict[str, str], limit: int) -> tuple[wire.Presence, ...]:
        """Return who is here, each person once; `rooms` are public rooms by the people who sit there.

        Who waits for invitations comes first, so that a list that is cut has them.
        """
        people = sorted(self._connections.values(), key=lambda each: self._available.isdisjoint(each))
        return tuple(self._presence(each, rooms) for each in people[:limit])

    def _presence(self, connections: Iterable[Visitor], rooms: dict[str, str]) -> wire.Presence:
        *_, last = connections
        return wire.Presence(
            person=last.person,
            name=last.name,
            reserved=last.reserved,
            bot=last.bot,
            available=not self._available.isdisjoint(connections),
            room=rooms.get(last.person, ""),
            face=last.face,
        )
