"""Who may not come in: people and addresses, for a while or for good."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from catanlab.server.database.rows import BanRow, PersonRow
from catanlab.server.people.addresses import Network, parse_address, read_network
from catanlab.server.refusals import Refused


class Bans:
    """The bans that hold, as they were read last."""

    def __init__(self) -> None:
        self._people: dict[str, BanRow] = {}
        self._networks: list[tuple[Network, BanRow]] = []

    def replace(self, bans: Iterable[BanRow]) -> None:
        """Take what the database has now."""
        self._people, self._networks = {}, []
        for ban in bans:
            if ban.person is not None:
                self._people[ban.person] = _longer(ban, self._people.get(ban.person))
            if ban.address is not None:
                self._networks.append((read_network(ban.address), ban))

    @property
    def count(self) -> int:
        """How many people and networks are banned."""
        return len(self._people) + len(self._networks)

    def check_address(self, address: str, now: int) -> None:
        """Raise Refused if an address is banned."""
        found = parse_address(address) if self._networks else None
        if found is None:
            return
        for banned, ban in self._networks:
            if found in banned:
                _refuse(ban, "this address", now)

    def check(self, person: PersonRow, address: str, now: int) -> None:
        """Raise Refused if a person, the owner of a bot, or the address is banned."""
        self.check_person(person.id, now)
        if person.owner is not None:
            self.check_person(person.owner, now)
        self.check_address(address, now)

    def check_person(self, person: str, now: int) -> None:
        """Raise Refused if a person is banned."""
        ban = self._people.get(person)
        if ban is not None:
            _refuse(ban, "this person", now)


def _longer(ban: BanRow, other: BanRow | None) -> BanRow:
    if other is None or other.until is None:
        return other or ban
    return ban if ban.until is None or ban.until > other.until else other


def _refuse(ban: BanRow, who: str, now: int) -> None:
    if ban.until is not None and ban.until <= now:
        return
    until = f"until {moment(ban.until)}" if ban.until is not None else "for good"
    why = f": {ban.reason}" if ban.reason else ""
    raise Refused("banned", f"{who} is banned {until}{why}")


def moment(milliseconds: int) -> str:
    """Return a time as people read it.

    >>> moment(1767225600000)
    '2026-01-01 00:00 UTC'
    """
    return f"{datetime.fromtimestamp(milliseconds / 1000, UTC):%Y-%m-%d %H:%M} UTC"
