"""What a client does in the lobby of its server, and what it knows of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET

from catanlab.server import wire

if TYPE_CHECKING:
    from catanlab.server.client.client import Client


class ClientLobby:
    """The lobby as a client knows it; after a new connection it watches, enters and waits again."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._watches = False
        self._is_available = False
        self.latest: wire.Lobby | None = None
        """People, channels and rooms, as the server pushed them last."""
        self.lines: dict[str, list[wire.ChannelLine]] = {}
        """What was said in the channels that the client has entered, each line once."""
        self.there: dict[str, tuple[wire.Presence, ...]] = {}
        """Who is in those channels."""
        self.invitations: dict[str, wire.Invited] = {}
        """The last invitation to each room."""
        self.declined: list[wire.Declined] = []
        """Who declined an invitation of this person."""
        self.muted: frozenset[str] = frozenset()
        """The people whom this person has muted."""

    async def watch(self, on: bool = True) -> None:
        """Have `latest` kept up to date, or no longer."""
        self._watches = on
        await self._client.send(wire.Watch(on=on))

    async def available(self, on: bool = True) -> None:
        """Wait for invitations, or no longer: the lobby shows it."""
        self._is_available = on
        await self._client.send(wire.Available(on=on))

    async def enter(self, channel: str) -> None:
        """Enter a channel; `lines` and `there` follow."""
        self.lines.setdefault(channel, [])
        await self._client.send(wire.Enter(channel=channel))

    async def leave(self, channel: str) -> None:
        """Leave a channel."""
        self.lines.pop(channel, None)
        self.there.pop(channel, None)
        await self._client.send(wire.Leave(channel=channel))

    async def talk(self, channel: str, text: str) -> wire.Ack:
        """Say something in a channel; raises RefusedError."""
        return await self._client.act(wire.Talk(id=self._client.new_id(), channel=channel, text=text))

    async def invite(self, room: str, person: str, seat: int | None = None) -> wire.Ack:
        """Invite somebody who is connected to a seat, or to any free one; raises RefusedError."""
        act = wire.Invite(id=self._client.new_id(), room=room, person=person, seat=seat)
        return await self._client.act(act)

    async def decline(self, room: str) -> None:
        """Decline the invitation to a room."""
        self.invitations.pop(room, None)
        await self._client.send(wire.Decline(room=room))

    async def mute(self, person: str, on: bool = True) -> None:
        """Hear no more of a person, or hear of them again; `muted` follows."""
        await self._client.send(wire.Mute(person=person, on=on))

    async def report(self, person: str, text: str, *, room: str = "", channel: str = "") -> wire.Ack:
        """Report a person to the administrators; raises RefusedError."""
        report = wire.Report(id=self._client.new_id(), person=person, text=text, room=room, channel=channel)
        return await self._client.act(report)

    # For the client.

    async def resume(self) -> None:
        """Do again, over a new connection, what the server has forgotten with the old one."""
        if self._watches:
            await self._client.send(wire.Watch())
        if self._is_available:
            await self._client.send(wire.Available())
        for channel in self.lines:
            await self._client.send(wire.Enter(channel=channel))

    def take(self, message: wire.AnyServerMessage) -> None:
        """Take a message of the lobby; others are left alone."""
        match message:
            case wire.Lobby():
                self.latest = message
            case wire.ChannelLines():
                known = self.lines.setdefault(message.channel, [])
                known += [line for line in message.lines if line not in known]
                if message.people is not UNSET:
                    self.there[message.channel] = message.people
            case wire.Invited():
                self.invitations[message.room] = message
            case wire.Declined():
                self.declined.append(message)
            case wire.Muted():
                self.muted = frozenset(message.persons)
