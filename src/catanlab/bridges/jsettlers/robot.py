"""A robot: one connection, one name, and an agent in every game it is invited to."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from catanlab.agents.registry import make_agent
from catanlab.bridges.jsettlers.connection import VERSION, Connection
from catanlab.bridges.jsettlers.errors import ConnectionLostError, RefusedError, TranscriptError
from catanlab.bridges.jsettlers.game_options import OFFERS_PER_TURN
from catanlab.bridges.jsettlers.messages import Message
from catanlab.bridges.jsettlers.seat import Seat
from catanlab.bridges.jsettlers.tasks import end_tasks
from catanlab.bridges.jsettlers.transcript import Transcript

BRAIN = "catanlab"
"""The kind of robot that we declare; the server treats all kinds but its own as third-party robots."""
ANSWER_SECONDS = 5.0
"""How long the robot waits for answers to its offer."""
REQUEST_SECONDS = 10.0
"""How long it waits for the server to do something before it asks for something simpler."""
ACCEPT_SECONDS = 20.0
"""How long the server may take to accept or refuse the robot."""
SILENCE_SECONDS = 300.0
"""A connection on which nothing has come for so long is lost: a server pings its robots every 90 s."""
RETRY_SECONDS = (0.5, 1.0, 2.0, 4.0, 8.0)
"""How long it waits before each new try to connect."""


@dataclass
class SeatResult:
    """A game of one of our robots, played to its end or not."""

    game: str
    seat: Seat
    is_over: bool
    """Whether the game ended by the rules."""
    was_deleted: bool = False
    """Whether the server deleted the game before its end, for example because it was cut off."""
    transcript: Transcript | None = None
    """The messages about it, if the robot keeps them."""

    @property
    def dropped_out(self) -> bool:
        """Whether the robot left, or lost its connection, while the game went on."""
        return not self.is_over and not self.was_deleted


@dataclass
class RobotOptions:
    """Where and how a robot plays."""

    host: str
    port: int
    nick: str
    cookie: str
    agent: str
    games: int | None = None
    """Take no new game after this many, and leave when the others are over; None to stay."""
    move_seconds: float = 5.0
    offers_per_turn: int = OFFERS_PER_TURN
    """Offers that the agent may make in one of its turns: the server has no limit."""
    seed: int = 0
    answer_seconds: float = ANSWER_SECONDS
    request_seconds: float = REQUEST_SECONDS
    accept_seconds: float = ACCEPT_SECONDS
    silence_seconds: float = SILENCE_SECONDS
    retry_seconds: tuple[float, ...] = RETRY_SECONDS
    transcripts: Path | None = None
    """A folder for a transcript of every game, or None."""
    keeps_messages: bool = False
    """Whether `SeatResult` has the transcript of a game."""


class _Game:
    """A game in progress: its seat, and the task that plays it."""

    def __init__(self, seat: Seat, number: int) -> None:
        self.seat = seat
        self.number = number
        self.messages: asyncio.Queue[Message | None] = asyncio.Queue()
        self.task: asyncio.Task[None] | None = None
        self.was_deleted = False
        # Decisions are made outside the event loop; each ends in time, even if the agent does not.
        self.thread = ThreadPoolExecutor(1)


@dataclass
class Robot:
    """A robot. `report` is called with a sentence about each problem, `done` with each game that ends."""

    options: RobotOptions
    report: Callable[[str], None] = field(default=lambda sentence: None)
    done: Callable[[SeatResult], None] = field(default=lambda finished: None)

    def __post_init__(self) -> None:
        make_agent(self.options.agent)  # raises AgentError before anything is sent
        if self.options.transcripts:
            make_transcript_folder(self.options.transcripts)
        self.accepted = asyncio.Event()
        """Set when the server has accepted the robot."""
        self._was_accepted = False
        self.finished = 0
        self._enough = asyncio.Event()
        self._games: dict[str, _Game] = {}
        self._invited: dict[str, tuple[int, str]] = {}
        self._count = 0
        keeps = self.options.keeps_messages or self.options.transcripts is not None
        self._transcript = Transcript() if keeps else None
        self._connection: Connection | None = None

    @property
    def has_played_enough(self) -> bool:
        """Whether it has played as many games as planned; others may still be in progress."""
        return self.options.games is not None and self.finished >= self.options.games

    async def run(self) -> None:
        """Play until enough games are played or the server is gone.

        After enough games it takes no new one, leaves those that have not begun, and plays the others to
        their end. A connection that is lost is made anew a few times. Raises RefusedError if the server
        refuses the robot, and ConnectionLostError if it cannot be reached.
        """
        tries = 0
        while True:
            try:
                await self._serve_until_enough()
                return
            except ConnectionLostError as error:
                if self.accepted.is_set():
                    tries = 0
                    self.accepted.clear()
                if self.has_played_enough:
                    self.report(str(error))
                    return
                if tries >= len(self.options.retry_seconds):
                    raise
                self.report(f"{error}; trying again in {self.options.retry_seconds[tries]:g} s")
                await asyncio.sleep(self.options.retry_seconds[tries])
                tries += 1
            finally:
                await self._leave()

    async def _serve_until_enough(self) -> None:
        """Serve until the connection ends, or enough games are played and none goes on."""
        serving = asyncio.create_task(self._serve())
        enough = asyncio.create_task(self._enough.wait())
        try:
            await asyncio.wait((serving, enough), return_when=asyncio.FIRST_COMPLETED)
            if serving.done():
                serving.result()
        finally:
            await end_tasks([serving, enough])

    async def _serve(self) -> None:
        """Connect, and handle messages until the end."""
        options = self.options
        connection = await Connection.open(
            options.host,
            options.port,
            report=self.report,
            transcript=self._transcript,
            silence_seconds=options.silence_seconds,
        )
        self._connection = connection
        connection.send(VERSION)
        connection.send(Message("IMAROBOT", nick=options.nick, cookie=options.cookie, brain=BRAIN))
        try:
            async with asyncio.timeout(options.accept_seconds):
                while not self.accepted.is_set():
                    self._handle(await connection.receive())
        except TimeoutError:
            silence = f"{options.host}, port {options.port}, says neither yes nor no to the robot"
            kind = ConnectionLostError if self._was_accepted else RefusedError
            raise kind(f"the server at {silence} within {options.accept_seconds:g} s") from None
        while True:
            self._handle(await connection.receive())

    def _handle(self, message: Message) -> None:
        """Call the method `_on_...` of a message, or hand the message to its game."""
        handler: Callable[[Message], None] = getattr(self, f"_on_{message.name.lower()}", self._pass_on)
        handler(message)

    def _pass_on(self, message: Message) -> None:
        if message.game in self._games:
            self._games[message.game].messages.put_nowait(message)

    def _on_serverping(self, message: Message) -> None:
        if message.number == -1:
            raise RefusedError(f"another client has connected as {self.options.nick!r}")
        self._send(message)

    def _on_rejectconnection(self, message: Message) -> None:
        raise RefusedError(f"the server refuses {self.options.nick!r}: {message.reason}")

    def _on_updaterobotparams(self, message: Message) -> None:
        self.accepted.set()
        self._was_accepted = True

    def _on_gamemembers(self, message: Message) -> None:
        if message.game not in self._invited:
            self._pass_on(message)
            return
        seat, _ = self._invited.pop(message.game)
        self._send(Message("SITDOWN", game=message.game, nick="", seat=seat, robot=True))

    def _on_robotdismiss(self, message: Message) -> None:
        self._send_leave(message.game)
        self._end(message.game)

    _on_resetboardauth = _on_robotdismiss

    def _on_deletegame(self, message: Message) -> None:
        self._end(message.game, was_deleted=True)

    def _send(self, message: Message) -> None:
        if self._connection:
            self._connection.send(message)

    def _send_leave(self, game: str) -> None:
        self._send(Message("LEAVEGAME", nick=self.options.nick, host="-", game=game))

    # Games.

    def _on_botjoingamerequest(self, message: Message) -> None:
        if self.has_played_enough:
            # There is no message to decline; the server asks another robot when this one leaves.
            self.report(f"the invitation to game {message.game!r} is not taken: enough games are played")
            return
        self._end(message.game)
        self._invited[message.game] = (message.seat, message.options)
        self._count += 1
        seat = Seat(
            message.game,
            message.seat,
            message.options,
            self.options.agent,
            seed=self.options.seed + self._count,
            move_seconds=self.options.move_seconds,
            offers_per_turn=self.options.offers_per_turn,
        )
        game = self._games[message.game] = _Game(seat, self._count)
        game.task = asyncio.create_task(self._play(game))
        self._send(Message("JOINGAME", nick=self.options.nick, password="", host="", game=message.game))

    def _end(self, name: str, *, was_deleted: bool = False) -> None:
        """Let the task of a game end."""
        self._invited.pop(name, None)
        if name in self._games:
            self._games[name].was_deleted = was_deleted
            self._games[name].messages.put_nowait(None)

    async def _play(self, game: _Game) -> None:
        """Follow one game to its end, and act when it is the robot's turn."""
        seat = game.seat
        try:
            while True:
                message = await self._next(game)
                while message is not None:
                    for answer in seat.take(message):
                        self._send(answer)
                    if message.name == "GAMESTATS" and seat.follower.scores:
                        return
                    message = game.messages.get_nowait() if not game.messages.empty() else _NOTHING
                    if message is _NOTHING:
                        break
                if message is None:
                    return
                if self.has_played_enough and not seat.follower.has_begun:
                    self._invited.pop(seat.game, None)  # so that it does not sit down there later
                    self._send_leave(seat.game)
                    return
                while seat.has_to_decide and game.messages.empty():
                    for request in await self._decide(game):
                        self._send(request)
        except Exception as error:  # an error in one game must not end the others
            self.report(f"game {seat.game!r} is given up: {type(error).__name__}: {error}")
            self._send_leave(seat.game)
        finally:
            self._close(game)

    async def _next(self, game: _Game) -> Message | None:
        """Return the next message, or one that changes nothing when waiting has taken too long."""
        seat, seconds = game.seat, None
        if seat.awaits_answers:
            seconds = self.options.answer_seconds
        elif seat.is_waiting:
            seconds = self.options.request_seconds
        try:
            # wait_for would drop a cancellation that comes together with a message.
            async with asyncio.timeout(seconds):
                return await game.messages.get()
        except TimeoutError:
            seat.give_up_waiting()
            return _NOTHING

    async def _decide(self, game: _Game) -> list[Message]:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(game.thread, game.seat.decide)

    def _close(self, game: _Game) -> None:
        seat = game.seat
        seat.stop()
        game.thread.submit(seat.close)
        game.thread.shutdown(wait=False)
        for trouble in seat.troubles:
            self.report(f"game {seat.game!r}: {trouble}")
        if self._games.get(seat.game) is game:
            del self._games[seat.game]
        is_over = seat.follower.scores is not None
        self.finished += is_over
        if self.has_played_enough:
            for other in self._games.values():
                other.messages.put_nowait(_NOTHING)  # so that the robot leaves it if it has not begun
            if not self._games:
                self._enough.set()
        transcript = self._transcript.take_out(seat.game) if self._transcript else None
        if transcript and self.options.transcripts:
            try:
                self._write(transcript, self.options.transcripts, game)
            except OSError as error:
                self.report(f"the transcript of game {seat.game!r} is lost: {error}")
        self.done(SeatResult(seat.game, seat, is_over, game.was_deleted, transcript))

    def _write(self, transcript: Transcript, folder: Path, game: _Game) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        name = f"{_safe(self.options.nick)}-{_safe(game.seat.game)}-{game.number}"
        transcript.write(_free_path(folder, name))

    async def _leave(self) -> None:
        """Leave all games and the server."""
        for name in self._games:
            self._send_leave(name)
        await end_tasks(game.task for game in self._games.values() if game.task)
        self._games.clear()
        self._invited.clear()
        if self._connection:
            await self._connection.close()
            self._connection = None


def make_transcript_folder(folder: Path) -> None:
    """Make a folder for transcripts; raises TranscriptError if nothing can be written there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise TranscriptError(f"no transcripts can be kept in {folder}: {error.strerror}") from error


def _free_path(folder: Path, name: str) -> Path:
    """Return a path for a transcript at which there is no file yet."""
    path, more = folder / f"{name}.txt.gz", 1
    while path.exists():
        more += 1
        path = folder / f"{name}-{more}.txt.gz"
    return path


def _safe(name: str) -> str:
    """Return a name in a form that a file name can contain."""
    return "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name)[:50]


_NOTHING = Message("ROLLDICEPROMPT", game="", seat=-1)
"""A message that changes nothing."""
