"""A room and its log: what changes is committed first, and shown to everybody only after that.

Everything goes through one queue in the order in which it happened: batches that wait for their commit, and
answers that depend on them. If a commit fails, everything in the queue is forgotten, the room is loaded
again under a new epoch, and its followers get a fresh start. Nothing here blocks: rows go to the writer's
thread.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable

import msgspec.structs
from msgspec import UNSET, UnsetType

from catanlab.server import wire
from catanlab.server.database.errors import ElsewhereError, LogError, UnknownRoomError
from catanlab.server.database.rows import ChatRow
from catanlab.server.event_log import log_event
from catanlab.server.protocol.frames import write
from catanlab.server.refusals import Refused
from catanlab.server.rooms import acts
from catanlab.server.rooms import log_entries as log
from catanlab.server.rooms.announcements import Announcements
from catanlab.server.rooms.batch import Batch
from catanlab.server.rooms.holdings import GROWTH
from catanlab.server.rooms.pending import Change, Farewell, Follower, Pending, closed, elsewhere, refusal
from catanlab.server.rooms.robot_desk import RobotDesk
from catanlab.server.rooms.room import Room
from catanlab.server.rooms.services import Services
from catanlab.server.rooms.standings import RoomStanding, line_of
from catanlab.server.rooms.table_info import table_info
from catanlab.server.rooms.tolls import Toll, payers_of
from catanlab.server.rooms.updates import beginning, chat_frames, update
from catanlab.server.rooms.visible import Audience

logger = logging.getLogger(__name__)

MOST_HELD = 1_000
"""How many acts and comings wait while a room is being loaded; what comes then is refused."""
SHORTEST_WAIT, LONGEST_WAIT = 0.1, 10.0
"""Seconds before a room that is lost again and again is loaded again."""
CHAT_KEPT = 200
"""How many lines of chat a room keeps at hand."""


class CommittedRoom:
    """A room whose changes are kept before anybody sees them; `RoomHost` says what people do with it."""

    def __init__(
        self,
        room: Room,
        services: Services,
        chat: list[ChatRow],
        *,
        standing: RoomStanding | None = None,
        on_change: Callable[[Change], None] = lambda change: None,
    ) -> None:
        """`standing` is what the database knows of a new room.

        `on_change` is called when lists say something else, and told what has changed.
        """
        self.room = room
        self.line = line_of(room)
        """What lists say of the room: what is committed, and nothing else."""
        self.followers: dict[Follower, Audience] = {}
        self._services = services
        self.desk = self._new_desk()
        self._standing = standing or RoomStanding(room)
        self._on_change = on_change
        self._announcements = Announcements(services, self._announce)
        self._chat = chat
        self._queue: deque[Pending] = deque()
        self._loading: asyncio.Task[None] | None = None
        self._held: list[Callable[[], None]] = []
        self._wait = 0.0
        """Seconds to wait before the room is loaded again."""
        self._commits = 0
        """How many commits have succeeded since the room was loaded."""
        self._broken = False
        self._is_resumed = True
        """Whether the log says that the room goes on under its epoch."""
        self._closed = False
        self._farewell: Farewell | None = None
        """What everybody is answered once this process has given the room up."""
        self.given_up: Callable[[], None] = lambda: None
        """Called when it has."""
        self.grown: Callable[[], None] = lambda: None
        """Called now and then when the room takes more memory."""
        self._grown_at = len(room.history) + GROWTH
        self._shown_busy = False
        """Whether the last update said that the robots are busy."""

    def _new_desk(self) -> RobotDesk:
        ledger = self._services.ledger
        return RobotDesk(self.room, Toll(ledger, lambda: payers_of(self.room, self.followers)))

    def _go_on(self) -> None:
        """Do what follows from a change: ask robots, wait for the next alarm."""

    def _pause(self) -> None:
        """Wait for nothing while the room is being loaded, or after it was given up."""
        self._announcements.stop()

    # Changes.

    def _announce(self) -> None:
        """Tell everybody who is there by now."""
        if self._loading is None and not self._broken and not self._closed:
            self._change(self._note_presence, announce=True)

    def _note_presence(self, arrived: Follower | None = None) -> None:
        room = self.room
        room.present = frozenset(follower.person for follower in self.followers)
        # A game that sleeps on has nothing to tell: who only looks at it writes nothing into its log.
        if not self._is_resumed and room.status in ("waiting", "playing"):
            self._is_resumed = True
            room.emit(log.Resumed(epoch=room.epoch))
        if arrived is not None:
            acts.welcome_back(room, arrived.person, arrived.name, bot=arrived.bot, face=arrived.face)

    def _change(
        self,
        change: Callable[[], None],
        *,
        act: tuple[Follower, str] | None = None,
        joined: tuple[Follower, int] | None = None,
        announce: bool = False,
    ) -> None:
        """Change the room, and queue the rows and what everybody is to see.

        A room that has ended in this process changes no more: people are about to hear that the server
        restarts, and do again what was not answered.
        """
        if self._closed:
            return
        room = self.room
        room.begin(self._services.now(), self._services.milliseconds())
        refused: Refused | None = None
        try:
            try:
                change()
            except Refused as error:
                refused = error
            batch = room.finish()
            self._publish(batch, act=act if refused is None else None, joined=joined, announce=announce)
        except Exception as error:
            self._break(error, act)
            return
        if refused is not None and act is not None:
            self.refuse(act[0], refused, act[1])
        self._go_on()

    def _break(self, error: Exception, act: tuple[Follower, str] | None = None) -> None:
        """Have the room loaded again after a failure: nobody knows what it is now, but its log does."""
        logger.error("room %s failed", self.room.id, exc_info=error)
        self._broken = True
        failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        failed.set_exception(error)
        failed.exception()  # it was logged
        self._queue.append(Pending(failed, act=act))
        self._release()

    def _publish(
        self,
        batch: Batch,
        *,
        act: tuple[Follower, str] | None,
        joined: tuple[Follower, int] | None,
        announce: bool,
    ) -> None:
        room = self.room
        if batch.last >= self._grown_at:
            self._grown_at = batch.last + GROWTH
            self.grown()
        # Events are for everybody; who comes and goes is announced now and then.
        everybody = bool(batch.rows) or (announce and self._announcements.ask())
        presence = everybody and (announce or self._announcements.is_due)
        standing = self._standing.change(batch, presence=presence)
        commit = None
        if not batch.is_empty or standing is not None:
            try:
                commit = self._services.writer.append(
                    room.id, room.epoch, batch.rows, batch.chat, standing=standing
                )
            except LogError as error:  # a full queue, or a writer that is gone
                commit = asyncio.get_running_loop().create_future()
                commit.set_exception(error)
        pending = Pending(commit, act=act, begun=self._services.now())
        if standing is not None and standing.status:
            pending.line, pending.change = line_of(room), "seats"
        elif self._standing.is_next_turn():
            pending.line = line_of(room)
        if everybody:
            self._announcements.done()
            pending.frames += self._updates(batch, joined)
        elif joined is not None:
            pending.frames += self._first_frames(*joined, self._table(batch.now))
        if batch.chat:
            self._chat = [*self._chat, *batch.chat][-CHAT_KEPT:]
            pending.frames += chat_frames(room, batch.chat, self.followers)
        if act is not None:
            # After the update: who acts again as soon as an act is acknowledged has the new view by then.
            first = room.done.get((act[0].person, act[1]), 0)
            pending.frames.append((act[0], write(wire.Ack(id=act[1], room=room.id, seq=first))))
        self._queue.append(pending)
        if commit is not None:
            commit.add_done_callback(self._committed)
        self._release()

    def _updates(self, batch: Batch, joined: tuple[Follower, int] | None) -> list[tuple[Follower, bytes]]:
        """Return an update for every connection, made once for all of one audience."""
        room = self.room
        table = self._table(batch.now)
        made: dict[Audience, bytes] = {}
        frames = []
        for follower, before in list(self.followers.items()):
            audience = room.audience_of(follower.person)
            self.followers[follower] = audience
            if joined is not None and joined[0] is follower:
                frames += self._first_frames(*joined, table)
            elif audience != before:
                frames.append((follower, beginning(room, audience, -1, table)))
            else:
                if audience not in made:
                    made[audience] = update(room, audience, batch.first - 1, table)
                frames.append((follower, made[audience]))
        return frames

    def _first_frames(
        self, follower: Follower, seq: int, table: wire.TableInfo
    ) -> list[tuple[Follower, bytes]]:
        """Return what a connection gets that begins to follow the room."""
        audience = self.followers[follower] = self.room.audience_of(follower.person)
        first = (follower, beginning(self.room, audience, seq, table))
        return [first, *chat_frames(self.room, self._chat, [follower])]

    def _table(self, now: float) -> wire.TableInfo:
        self._shown_busy = self.desk.is_busy
        return msgspec.structs.replace(table_info(self.room, now), busy=self._shown_busy)

    # The queue.

    def _say_later(
        self, frames: list[tuple[Follower, bytes]], *, act: tuple[Follower, str] | None = None
    ) -> None:
        self._queue.append(Pending(None, frames, act))
        self._release()

    def refuse(self, follower: Follower, refused: Refused, act: str) -> None:
        """Refuse an act, after the answers to those before it."""
        self._services.metrics.refusals.labels(refused.code).inc()
        self._say_later([(follower, refusal(self.room.id, act, refused))], act=(follower, act))

    def _committed(self, commit: asyncio.Future[None]) -> None:
        """Go on after a commit; its error is known here, also if nobody waits for it any more."""
        if not commit.cancelled():
            commit.exception()
        self._release()

    def _release(self) -> None:
        """Send what waited for commits that are done."""
        while self._queue:
            pending = self._queue[0]
            if pending.commit is not None:
                if not pending.commit.done():
                    return
                error = pending.commit.exception()
                if error is not None:
                    self._lose(error)
                    return
                self._commits += 1
                if self._commits > 1:  # that the room was loaded says little: it may be lost at once
                    self._wait = 0.0
            self._queue.popleft()
            for follower, frame in pending.frames:
                follower.outbox.put(frame)
            if pending.act is not None and pending.commit is not None:
                self._services.metrics.acknowledged.observe(self._services.now() - pending.begun)
            if pending.line is not None:
                before, self.line = self.line, pending.line
                has_ended = before.status != "over" and self.line.status == "over"
                self._on_change("end" if has_ended else pending.change)

    def _lose(self, error: BaseException) -> None:
        """A commit failed: forget what nobody saw, and load the room again."""
        if self._loading is not None or self._closed:
            return
        logger.error("room %s: a commit failed, the room is loaded again: %s", self.room.id, error)
        lost, self._queue = list(self._queue), deque()
        self._pause()
        self._loading = asyncio.get_running_loop().create_task(self._load_again(lost))

    async def _load_again(self, lost: list[Pending]) -> None:
        room_id = self.room.id
        while not self._closed:
            # A room that could be loaded but not go on waits longer each time, too: the disk may be full.
            if self._wait:
                await self._services.sleep(self._wait)
            self._wait = min(LONGEST_WAIT, max(SHORTEST_WAIT, 2 * self._wait))
            try:
                room, chat = await self._services.load(room_id)
                break
            except ElsewhereError as error:
                log_event(logger, "room lost", room=room_id, url=error.url)
                self._end_loading(lost, elsewhere(room_id, error.url))
                return
            except UnknownRoomError:
                self._end_loading(lost, closed(room_id))
                return
            except Exception as error:
                logger.error("room %s cannot be loaded again yet: %s", room_id, error)
        else:
            return
        self.room, self._chat = room, chat
        self._standing = RoomStanding(room)
        self.desk = self._new_desk()
        self._loading = None
        self._broken = False
        self._commits = 0
        for pending in lost:
            if pending.act is not None:
                self._answer_lost(*pending.act, Refused(pending.code))
        self._change(self._resume)
        if self._broken or self._loading is not None:
            return  # it was lost again at once: what it is now was not kept, and nobody may see it
        for follower in list(self.followers):
            frame = beginning(room, self.followers[follower], -1, self._table(self._services.now()))
            self._say_later([(follower, frame)])
        held, self._held = self._held, []
        for call in held:
            call()

    def _answer_lost(self, follower: Follower, act: str, refused: Refused) -> None:
        """Answer an act whose commit failed, now that the log tells whether it was kept all the same."""
        done = self.room.done.get((follower.person, act))
        # At once: if the disk is full it may take long until the room goes on.
        if done is None:
            self._services.metrics.refusals.labels(refused.code).inc()
            follower.outbox.put(refusal(self.room.id, act, refused))
        else:
            follower.outbox.put(write(wire.Ack(id=act, room=self.room.id, seq=done)))

    def _end_loading(self, lost: list[Pending], farewell: Farewell) -> None:
        self._loading = None
        self._queue.extendleft(reversed(lost))
        self.give_up(farewell)

    def give_up(self, farewell: Farewell) -> None:
        """End the room in this process, and tell everybody who follows it or waits for an answer why."""
        if self._farewell is not None:
            return
        self._farewell, self._closed = farewell, True
        self._pause()
        lost, self._queue = list(self._queue), deque()
        for pending in lost:
            if pending.act is not None:
                pending.act[0].outbox.put(farewell(pending.act[1]))
        held, self._held = self._held, []
        for call in held:
            call()
        for follower in self.followers:
            follower.outbox.put(farewell(UNSET))
        self.followers.clear()
        self.given_up()

    def _is_gone(self, follower: Follower, act: str | UnsetType = UNSET) -> bool:
        """Say farewell to whoever still comes to a room that was given up."""
        if self._farewell is not None:
            follower.outbox.put(self._farewell(act))
        return self._farewell is not None

    def load_again(self, reason: LogError) -> None:
        """Load the room again from its log, in which others may have written meanwhile."""
        self._lose(reason)

    def resume(self) -> None:
        """Go on with a room that was loaded from its log."""
        self._change(self._resume)

    def _resume(self) -> None:
        self._is_resumed = False
        self._note_presence()

    def _is_full(self, follower: Follower, act: str | UnsetType = UNSET) -> bool:
        """Refuse what can no longer be held while the room is being loaded."""
        full = len(self._held) >= MOST_HELD
        if full:
            follower.outbox.put(refusal(self.room.id, act, Refused("overloaded")))
        return full

    def _hold(self, call: Callable[[], None]) -> bool:
        """Keep a call for later if the room is being loaded."""
        hold = self._broken or self._loading is not None
        if hold:
            self._held.append(call)
        return hold
