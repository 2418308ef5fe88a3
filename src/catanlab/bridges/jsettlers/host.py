"""The host of a match: a client that opens games among robots, watches them, and ends those that stall."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic

from catanlab.bridges.jsettlers import codes as j
from catanlab.bridges.jsettlers.connection import Connection
from catanlab.bridges.jsettlers.messages import Message

NICK = "debug"
"""The name of a client that may start games without people."""
AGAIN_SECONDS = 5.0
"""The host starts a game again if it has not begun after so long: robots may have been missing."""
STALL_SECONDS = 300.0
"""A game in which nothing has happened for so long is ended, and won by nobody."""
_VERSION = Message(
    "VERSION", number=2700, label="2.7.00", build="catanlab", features=";6pl;sb;sc=2700;", locale="en_US"
)


@dataclass
class WatchedGame:
    """A game as a spectator sees it, by the server's seats."""

    name: str
    begun: float = field(default_factory=monotonic)
    last_message: float = field(default_factory=monotonic)
    """When the last message about it came."""
    seconds: float = 0.0
    nicks: dict[int, str] = field(default_factory=dict)
    left: set[str] = field(default_factory=set)
    """The players that left before the end; the server does not replace a robot."""
    first: int = -1
    current: int = -1
    turns: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    scores: tuple[int, ...] | None = None
    started: bool = False
    is_cut: bool = False

    @property
    def winner(self) -> int:
        """The server's seat that won, -1 for none."""
        return self.current if self.scores and not self.is_cut else -1

    def take(self, message: Message) -> None:
        """Take in a message about the game."""
        self.last_message = monotonic()
        handler: Callable[[Message], None] | None = getattr(self, f"_on_{message.name.lower()}", None)
        if handler is not None:
            handler(message)

    def _on_sitdown(self, message: Message) -> None:
        self.nicks[message.seat] = message.nick

    def _on_leavegame(self, message: Message) -> None:
        if self.started and self.scores is None and not self.is_cut:
            self.left |= {message.nick} & set(self.nicks.values())

    def _on_turn(self, message: Message) -> None:
        self.current = message.seat
        self.first = message.seat if self.first < 0 else self.first
        self.turns += message.state == j.ROLL_OR_CARD

    def _on_startgame(self, message: Message) -> None:
        self.started = True
        self.begun = monotonic()

    def _on_gameelements(self, message: Message) -> None:
        pairs = dict(zip(message.pairs[::2], message.pairs[1::2], strict=False))
        self.current = pairs.get(j.CURRENT_PLAYER, self.current)

    def _on_makeoffer(self, message: Message) -> None:
        self.counts[message.name] += 1

    _on_acceptoffer = _on_banktrade = _on_makeoffer

    def _on_gamestats(self, message: Message) -> None:
        values = message.values
        if values and not values[0].startswith("t"):
            self.scores = tuple(int(value) for value in values[: len(values) // 2])


class Host:
    """Opens games and keeps `parallel` of them going, until all `games` are played."""

    def __init__(
        self,
        connection: Connection,
        *,
        games: int,
        parallel: int,
        max_turns: int,
        options: str = "PL=4",
        again_seconds: float = AGAIN_SECONDS,
        stall_seconds: float = STALL_SECONDS,
        ended: Callable[[WatchedGame], None],
    ) -> None:
        self._connection = connection
        self._games = games
        self._parallel = parallel
        self._max_turns = max_turns
        self._options = options
        self._again_seconds = again_seconds
        self._stall_seconds = stall_seconds
        self._ended = ended
        self._opened = 0
        self._going: dict[str, WatchedGame] = {}
        self._asked: dict[str, float] = {}

    async def run(self) -> None:
        """Play all games; raises ConnectionLostError."""
        self._connection.send(_VERSION)
        self._open_more()
        while self._going:
            try:
                # wait_for would drop a cancellation that comes together with a message.
                async with asyncio.timeout(self._again_seconds):
                    message = await self._connection.receive()
            except TimeoutError:
                message = None
            if message is not None:
                self._take(message)
            self._start_again()
            self._end_stalled()

    def _open_more(self) -> None:
        while self._opened < self._games and len(self._going) < self._parallel:
            self._opened += 1
            name = f"catanlab-{self._opened}"
            self._going[name] = WatchedGame(name)
            self._connection.send(
                Message(
                    "NEWGAMEWITHOPTIONSREQUEST",
                    nick=NICK,
                    password="",
                    host="",
                    game=name,
                    options=self._options,
                )
            )

    def _take(self, message: Message) -> None:
        if message.name == "SERVERPING":
            self._connection.send(message)
        game = self._going.get(message.game)
        if game is None:
            return
        game.take(message)
        if message.name == "JOINGAMEAUTH":
            self._order(game, "*STARTBOTGAME*")
            self._asked[game.name] = monotonic()
        elif game.scores is not None or message.name == "DELETEGAME":
            self._end(game)
        elif game.turns > self._max_turns and not game.is_cut:
            game.is_cut = True
            self._order(game, "*KILLGAME*")

    def _order(self, game: WatchedGame, order: str) -> None:
        self._connection.send(Message("GAMETEXTMSG", game=game.name, nick=NICK, words=order))

    def _start_again(self) -> None:
        now = monotonic()
        for game in self._going.values():
            asked = self._asked.get(game.name)
            if not game.started and asked is not None and now - asked > self._again_seconds:
                self._asked[game.name] = now
                self._order(game, "*STARTBOTGAME*")

    def _end_stalled(self) -> None:
        """End games that stand still; one that the server does not end counts as over, too."""
        now = monotonic()
        for game in list(self._going.values()):
            if now - game.last_message < self._stall_seconds:
                continue
            if game.is_cut:
                self._end(game)
            else:
                game.is_cut, game.last_message = True, now
                self._order(game, "*KILLGAME*")

    def _end(self, game: WatchedGame) -> None:
        del self._going[game.name]
        game.seconds = monotonic() - game.begun
        if game.scores is not None:
            self._connection.send(Message("LEAVEGAME", nick=NICK, host="-", game=game.name))
        self._ended(game)
        self._open_more()
