"""Channels of the lobby: made by whoever enters first, gone when everybody has left."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from catanlab.server import wire
from catanlab.server.database.room_list import add_channel_line
from catanlab.server.ledger import Payer
from catanlab.server.lobby.visitors import Visitor
from catanlab.server.protocol.frames import write
from catanlab.server.refusals import Refused
from catanlab.server.rooms.options import clean_line
from catanlab.server.rooms.services import Services

MAX_CHANNELS = 500
"""How many channels a server has at the most; the ledger says how many a person and an address are in."""
MAX_LINES = 50
"""How many lines a channel keeps at hand."""
MAX_PEOPLE = 200
"""How many people a channel shows."""
ANNOUNCE_SECONDS = 1.0
"""How much time passes between two messages that say who is there."""


@dataclass(eq=False)
class Channel:
    """A channel, its people with all their connections, and what they said last."""

    name: str
    members: dict[Visitor, None] = field(default_factory=dict)
    lines: deque[wire.ChannelLine] = field(default_factory=lambda: deque(maxlen=MAX_LINES))
    said: dict[tuple[str, str], asyncio.Future[None]] = field(default_factory=dict)
    """What was said or is being kept, by person and id: nothing is said twice."""
    timer: asyncio.TimerHandle | None = None
    announced_at: float = -ANNOUNCE_SECONDS

    @property
    def people(self) -> dict[str, Visitor]:
        """Everybody who is there, each once."""
        return {member.person: member for member in self.members}


class Channels:
    """All channels of a server; `changed` is told when the list of them changes."""

    def __init__(self, services: Services, changed: Callable[[], None]) -> None:
        self._services = services
        self._changed = changed
        self._channels: dict[str, Channel] = {}

    def infos(self, limit: int) -> tuple[wire.ChannelInfo, ...]:
        """Return the channels, those with the most people first."""
        found = [
            wire.ChannelInfo(channel=name, people=len(channel.people))
            for name, channel in self._channels.items()
        ]
        return tuple(sorted(found, key=lambda info: (-info.people, info.channel))[:limit])

    def enter(self, visitor: Visitor, name: str) -> None:
        """Let a connection enter a channel, and send it what was said; raises Refused."""
        channel = self._channels.get(name) or Channel(name)
        if not channel.members and len(self._channels) >= MAX_CHANNELS:
            raise Refused("too-many-channels")
        absent = _absent(visitor, channel)
        self._services.ledger.hold("channels", absent)
        self._channels[name] = channel
        channel.members[visitor] = None
        heard = tuple(line for line in channel.lines if line.person not in visitor.muted)
        people = self._presences(channel)
        visitor.outbox.put(write(wire.ChannelLines(channel=name, lines=heard, people=people)))
        if absent.person:
            self._announce_soon(channel)

    def leave(self, visitor: Visitor, name: str) -> None:
        """Let a connection leave a channel; if it was the last one the channel is gone."""
        channel = self._channels.get(name)
        if channel is None or visitor not in channel.members:
            return
        del channel.members[visitor]
        absent = _absent(visitor, channel)
        self._services.ledger.release("channels", absent)
        if not channel.members:
            del self._channels[name]
            self._stop(channel)
            self._changed()
        elif absent.person:
            self._announce_soon(channel)

    def left(self, visitor: Visitor) -> None:
        """Let a connection that is gone leave all channels."""
        for name in list(self._channels):
            self.leave(visitor, name)

    async def talk(self, visitor: Visitor, message: wire.Talk) -> None:
        """Say something; it is kept before anybody hears it, and said once. Raises Refused."""
        channel = self._channels.get(message.channel)
        if channel is None or visitor not in channel.members:
            raise Refused("not-in-channel")
        text = clean_line(message.text)
        key = visitor.person, message.id
        said = channel.said.get(key)
        if said is None:
            line = wire.ChannelLine(
                at=self._services.milliseconds(), person=visitor.person, name=visitor.name, text=text
            )
            said = channel.said[key] = asyncio.ensure_future(self._say(channel, line))
            said.add_done_callback(lambda done: self._forget_failed(channel, key, done))
        await asyncio.shield(said)
        visitor.outbox.put(write(wire.Ack(id=message.id)))

    async def _say(self, channel: Channel, line: wire.ChannelLine) -> None:
        services = self._services
        await services.writer.run(
            add_channel_line, services.database, channel.name, line.at, line.person, line.name, line.text
        )
        channel.lines.append(line)
        frame = write(wire.ChannelLines(channel=channel.name, lines=(line,)))
        for member in channel.members:
            if line.person not in member.muted:
                member.outbox.put(frame)

    def _forget_failed(self, channel: Channel, key: tuple[str, str], done: asyncio.Future[None]) -> None:
        """Let a line that was not kept be sent again, and forget the oldest of those that were."""
        if done.cancelled() or done.exception() is not None:
            channel.said.pop(key, None)
        while len(channel.said) > 10 * MAX_LINES:
            oldest = next(iter(channel.said))
            if not channel.said[oldest].done():
                break
            del channel.said[oldest]

    # Who is there.

    def _announce_soon(self, channel: Channel) -> None:
        """Tell everybody in a channel who is there, at most once a second."""
        self._changed()
        if channel.timer is None:
            when = max(self._services.now(), channel.announced_at + ANNOUNCE_SECONDS)
            channel.timer = self._services.call_at(when, lambda: self._announce(channel))

    def _announce(self, channel: Channel) -> None:
        channel.timer = None
        channel.announced_at = self._services.now()
        frame = write(wire.ChannelLines(channel=channel.name, people=self._presences(channel)))
        for member in channel.members:
            member.outbox.put(frame)

    def _presences(self, channel: Channel) -> tuple[wire.Presence, ...]:
        people = list(channel.people.values())[:MAX_PEOPLE]
        return tuple(
            wire.Presence(
                person=each.person, name=each.name, reserved=each.reserved, bot=each.bot, face=each.face
            )
            for each in people
        )

    def stop(self) -> None:
        """Announce nothing any more."""
        for channel in self._channels.values():
            self._stop(channel)

    def _stop(self, channel: Channel) -> None:
        if channel.timer is not None:
            channel.timer.cancel()
            channel.timer = None


def _absent(visitor: Visitor, channel: Channel) -> Payer:
    """Return who has no connection in a channel: the person, the address, both or none.

    A channel is charged once to each: many people of one address may meet in it.
    """
    return Payer(
        person="" if any(each.person == visitor.person for each in channel.members) else visitor.person,
        network="" if any(each.network == visitor.network for each in channel.members) else visitor.network,
    )
