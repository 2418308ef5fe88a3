"""A room in an event loop: people come, go and act, robots are asked, and time passes.

Nothing here blocks: what changes goes to the log first (`CommittedRoom`), questions to the robots' pool.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import msgspec.structs
from msgspec import UNSET, UnsetType

from catanlab.server import wire
from catanlab.server.database.rows import ChatRow
from catanlab.server.database.standing import Standing
from catanlab.server.protocol.frames import write
from catanlab.server.refusals import Refused
from catanlab.server.robots.questions import Answer, Question, RobotFailedError, RobotsBusyError
from catanlab.server.rooms import acts, timekeeping
from catanlab.server.rooms import log_entries as log
from catanlab.server.rooms.committed_room import CommittedRoom
from catanlab.server.rooms.pending import Change, Follower, refusal
from catanlab.server.rooms.robot_asks import Ask, question_of
from catanlab.server.rooms.robot_desk import RobotDesk
from catanlab.server.rooms.room import Room
from catanlab.server.rooms.services import Services
from catanlab.server.rooms.standings import RoomStanding, encode_line, line_of
from catanlab.server.rooms.updates import counting, history_page

logger = logging.getLogger(__name__)


class RoomHost(CommittedRoom):
    """Runs one room."""

    def __init__(
        self,
        room: Room,
        services: Services,
        chat: list[ChatRow],
        *,
        standing: RoomStanding | None = None,
        on_change: Callable[[Change], None] = lambda change: None,
    ) -> None:
        super().__init__(room, services, chat, standing=standing, on_change=on_change)
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    # Coming and going.

    def join(self, follower: Follower, seq: int) -> None:
        """Let a connection follow the room from the event after `seq` on."""
        if self._is_gone(follower) or self._is_full(follower):
            return
        if self._hold(lambda: self.join(follower, seq)):
            return
        self.followers[follower] = self.room.public
        self._change(lambda: self._note_presence(follower), joined=(follower, seq), announce=True)

    def part(self, follower: Follower) -> None:
        """Let a connection follow the room no longer."""
        self.followers.pop(follower, None)
        if self._farewell is not None or self._hold(lambda: self.part(follower)):
            return
        self._change(self._note_presence, announce=True)

    # Acts.

    def act(self, follower: Follower, act: wire.AnyAct) -> None:
        """Do an act of a person, and answer it: after the commit, or at once if it is refused."""
        if self._is_gone(follower, act.id) or self._is_full(follower, act.id):
            return
        if self._hold(lambda: self.act(follower, act)):
            return
        done = self.room.done.get((follower.person, act.id))
        if done is not None:
            self.acknowledge(follower, act.id, done)
            return

        if isinstance(act, wire.Start) and not self._services.pool.admits(
            acts.robots_to_come(self.room), follower.network
        ):
            self.refuse(follower, Refused("robots-busy"), act.id)
            return

        def do() -> None:
            # What the clock decided before the act arrived comes first.
            timekeeping.tick(self.room, self.desk)
            self.room.settle()
            acts.perform(
                self.room, follower.person, follower.name, act, bot=follower.bot, face=follower.face
            )

        self._change(do, act=(follower, act.id))

    def rename(self, person: str, name: str) -> None:
        """Call a person in a seat by another name."""
        if self._farewell is not None or self._hold(lambda: self.rename(person, name)):
            return
        if self.room.seating.seat_of(person) is not None:
            self._change(lambda: acts.rename(self.room, person, name))

    def acknowledge(
        self, follower: Follower, act: str, seq: int, invitation: str | UnsetType = UNSET
    ) -> None:
        """Acknowledge an act that is done already, after the answers to those before it."""
        frame = write(wire.Ack(id=act, room=self.room.id, seq=seq, invitation=invitation))
        self._say_later([(follower, frame)], act=(follower, act))

    def rematch(self, follower: Follower, act: str, made: log.Rematched) -> None:
        """Tell everybody of the room that an act made for a rematch; once, whoever asks for it."""
        if self._is_gone(follower, act) or self._is_full(follower, act):
            return
        if self._hold(lambda: self.rematch(follower, act, made)):
            return
        if made in self.room.rematches:
            self.acknowledge(follower, act, self.room.rematches[made])
            return

        def do() -> None:
            self.room.batch.author = (follower.person, act)
            self.room.emit(made)

        self._change(do, act=(follower, act))

    def count(self, follower: Follower) -> None:
        """Tell what counting cards tells the person, after the answers to earlier messages."""
        if self._is_gone(follower) or self._is_full(follower):
            return
        if self._hold(lambda: self.count(follower)):
            return
        if self.room.play is None:
            self._say_later([(follower, refusal(self.room.id, UNSET, Refused("not-begun")))])
        else:
            self._say_later([(follower, counting(self.room, self.room.audience_of(follower.person)))])

    def show_history(self, follower: Follower, after: int) -> None:
        """Send a connection past events, after what waits for its commit: those may be among them."""
        if self._is_gone(follower) or self._is_full(follower):
            return
        if self._hold(lambda: self.show_history(follower, after)):
            return
        audience = self.room.audience_of(follower.person)
        self._say_later([(follower, history_page(self.room, audience, after))])

    # Time and robots.

    def _go_on(self) -> None:
        """Put the questions that robots are to answer, and wait for the next thing that time brings."""
        if self._closed or self._broken or self._loading is not None:
            return
        try:
            self._look_ahead()
        except Exception as error:
            self._break(error)

    def _look_ahead(self) -> None:
        now = self._services.now()
        for ask in self.desk.asks(now):
            # The question is made now: when the task begins, the game may be over.
            question = question_of(self.room, ask, self._services.robot_seconds)
            task = asyncio.get_running_loop().create_task(self._ask(self.desk, ask, question))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        self._stop_timer()
        alarm = timekeeping.next_alarm(self.room, self.desk, now)
        if alarm is not None and self.room.status in ("playing", "over"):
            self._timer = self._services.call_at(max(alarm, now), self._tick)
        if self.desk.is_busy != self._shown_busy and not self._announcements.is_due:
            self._change(self._note_presence, announce=True)

    def _tick(self) -> None:
        self._timer = None
        if self._loading is None and not self._broken and not self._closed:
            self._change(lambda: timekeeping.tick(self.room, self.desk))

    async def _ask(self, desk: RobotDesk, ask: Ask, question: Question) -> None:
        """Put a question to the pool, and bring the answer to the desk it came from."""
        if not desk.waits_for(ask):  # the game has gone on before this task began
            return
        now = self._services.now
        try:
            answer: Answer = await self._services.pool.ask(question)
        except RobotsBusyError as error:
            desk.was_busy(ask, error.seconds, now())
        except RobotFailedError as error:
            desk.failed(ask, error.kind, error.text, now())
        except asyncio.CancelledError:
            raise
        except Exception as error:
            if self._closed:
                return
            logger.exception("room %s: a robot could not be asked", question.key)
            desk.failed(ask, "died", str(error), now())
        else:
            desk.answered(ask, answer, now())
        if desk is self.desk:
            self._go_on()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _pause(self) -> None:
        super()._pause()
        self._stop_timer()

    # The end.

    @property
    def is_ready(self) -> bool:
        """Whether an act would be done now, and not after the room is loaded again."""
        return not self._broken and self._loading is None and not self._closed

    @property
    def is_idle(self) -> bool:
        """Whether nobody follows the room and nothing is under way."""
        return not self.followers and not self._queue and self._loading is None

    def vanish(self) -> asyncio.Future[None]:
        """Let the database know that the room is closed for good."""
        line = msgspec.structs.replace(line_of(self.room), status="closed")
        standing = Standing("closed", encode_line(line))
        return self._services.writer.append(self.room.id, self.room.epoch, standing=standing)

    async def close(self) -> None:
        """End the room in this process; its log stays."""
        self._closed = True
        self._pause()
        tasks = [*self._tasks, *([self._loading] if self._loading else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
