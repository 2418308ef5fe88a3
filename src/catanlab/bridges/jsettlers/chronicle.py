"""A whole game from what one robot was told of it: every outcome and every hidden card worked out.

The server has to tell the true hands at the end of each turn, as it does in the matches of catanlab. What a
built-in robot bought and never showed stays unknown: a card is put there that fits the deck.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from catanlab.bridges.jsettlers import codes as j
from catanlab.bridges.jsettlers.errors import ChronicleError, MirrorError
from catanlab.bridges.jsettlers.hindsight import Hands, actors_of, solve, solve_cards
from catanlab.bridges.jsettlers.ledger import Ledger, move_of
from catanlab.bridges.jsettlers.messages import Message
from catanlab.bridges.jsettlers.mirror import Mirror
from catanlab.bridges.jsettlers.overheard import Overheard
from catanlab.bridges.jsettlers.server_log import Player, ServerLog
from catanlab.bridges.jsettlers.transcript import Transcript
from catanlab.framework.moves import GROUP_SHIFT
from catanlab.games.catan import constants as c
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.rules import BOUNDS
from catanlab.table.record import Record

Named = TypeVar("Named")


@dataclass(frozen=True)
class Chronicle:
    """A finished game at a server with everything known; seats are ours, seat 0 began."""

    game: Catan
    """The rules and the board; as many offers are allowed in a turn as our rules have room for."""
    moves: tuple[CatanMove, ...]
    """Every move and outcome; they replay from the start of the game to its end."""
    nicks: tuple[str, ...]
    """Who sat where, as the server calls them."""
    me: int
    """The seat of the robot whose transcript it was."""
    winner: int
    scores: tuple[int, ...]
    """The final points, as the server told them."""

    def record(self, **options: object) -> Record:
        """Return the game as a record; options as for a Record."""
        record = Record(self.game, **{"agents": self.nicks, **options})  # type: ignore[arg-type]
        for move in self.moves:
            record.take(move)
        return record


def read_chronicle(path: Path, log: ServerLog | None = None) -> Chronicle:
    """Return the game in a transcript's file; raises ChronicleError, MessageError or OSError."""
    return complete(told(Transcript.read(path)), log)


def told(transcript: Transcript) -> Iterator[Message]:
    """Yield the messages that the server sent, of known types."""
    for line in transcript.lines:
        message = Message.read(line.text) if line.direction == "<" else None
        if message is not None:
            yield message


def complete(messages: Iterable[Message], log: ServerLog | None = None) -> Chronicle:
    """Return the whole game that the messages to one robot are about.

    `log` may name hidden cards of players. Without it a wrong solution may be found where several fit, as
    where two players discard at once and one robs the other. Raises
    ChronicleError if the game has no beginning or no end in them, if the server did something that is no
    move of ours, such as ending a turn by force, or if hidden cards cannot be worked out.
    """
    teller = _Teller(log or ServerLog())
    for message in messages:
        teller.take(message)
    return teller.chronicle()


class _Teller:
    """Follows a game with a mirror, and keeps the true hands and the cards shown at the end."""

    def __init__(self, log: ServerLog) -> None:
        self._log = log
        self._name = ""
        self._mirror: Mirror | None = None
        self._checks: dict[int, Hands] = {}
        self._points: dict[int, int] = {}

    def take(self, message: Message) -> None:
        """Take in a message from the server."""
        if message.name == "BOTJOINGAMEREQUEST":
            if self._mirror is not None:
                raise ChronicleError("the messages are about more than one game")
            self._name = message.game
            self._mirror = _HindsightMirror(message.seat, message.options)
        mirror = self._mirror
        if mirror is None:
            return
        try:
            mirror.take(message)
        except MirrorError as error:
            raise ChronicleError(f"the game cannot be followed: {error}") from error
        ledger = mirror.ledger
        if ledger is None:
            return
        if message.name == "BOTGAMEDATACHECK" and message.kind == 1 and not mirror.is_over:
            self._checks[len(ledger.moves)] = _true_hands(mirror, message)
        elif message.name == "DEVCARDACTION" and message.action == j.ADD_OLD and mirror.is_over:
            shown = sum(j.CARDS.get(card) == c.VICTORY_POINT for card in message.cards)
            seat = mirror.ours(message.seat)
            self._points[seat] = self._points.get(seat, 0) + shown

    def chronicle(self) -> Chronicle:
        """Return the whole game."""
        mirror = self._mirror
        ledger = mirror.ledger if mirror else None
        if mirror is None or ledger is None:
            raise ChronicleError("the messages do not tell of a game from its beginning")
        if ledger.irregular:
            raise ChronicleError(f"not everything was a move: {ledger.irregular[0]}")
        if mirror.mismatches:
            raise ChronicleError(f"what was told does not fit together: {mirror.mismatches[0]}")
        if not mirror.is_over or mirror.scores is None:
            raise ChronicleError("the messages do not tell of the end of the game")
        if not self._checks:
            raise ChronicleError("the server did not tell the true hands at the end of turns")
        nicks = tuple(mirror.nicks[seat] for seat in mirror.order)
        drawn = self._of_seats(self._log.draws, nicks)
        discarded = self._of_seats(self._log.discards, nicks)
        scores = tuple(mirror.scores[seat] for seat in mirror.order)
        try:
            moves = self._complete(ledger, drawn, discarded, scores, late=True)
        except ChronicleError:
            moves = self._complete(ledger, drawn, discarded, scores, late=False)
        winner = mirror.ours(mirror.current)
        return Chronicle(ledger.game, tuple(moves), nicks, mirror.ours(mirror.me), winner, scores)

    def _of_seats(
        self, named: Mapping[Player, Sequence[Named]], nicks: Sequence[str]
    ) -> dict[int, Sequence[Named]]:
        """Return by our seats what the log has of this game."""
        return {
            seat: named[self._name, nick] for seat, nick in enumerate(nicks) if (self._name, nick) in named
        }

    def _complete(
        self,
        ledger: Ledger,
        drawn: Mapping[int, Sequence[int]],
        discarded: Mapping[int, Sequence[tuple[int, ...]]],
        scores: tuple[int, ...],
        late: bool,
    ) -> list[CatanMove]:
        """Return the moves with everything known, if they lead to the scores that were told."""
        game = ledger.game
        cards = iter(
            solve_cards(ledger.moves, actors_of(game, ledger.moves), self._points, drawn, late=late)
        )
        named = [
            move_of(c.DRAW, next(cards)) if move >> GROUP_SHIFT == c.DRAW else move for move in ledger.moves
        ]
        moves = solve(game, named, self._checks, discarded)
        state = game.start()
        for move in moves:
            state.apply(move)
        if not state.is_over or tuple(state.scores) != scores:
            raise ChronicleError(f"the server counts the points {scores}, our rules {tuple(state.scores)}")
        return moves


class _HindsightMirror(Mirror):
    """A mirror that takes offers in with all their answers, and allows any number of them."""

    def __init__(self, seat: int, options: str) -> None:
        super().__init__(seat, options)
        self._rules = self._rules.replace(offers_per_turn=BOUNDS["offers_per_turn"][1])
        self.trades = Overheard(self)


def _true_hands(mirror: Mirror, message: Message) -> Hands:
    """Return the hands that were told, by our seats."""
    hands: dict[int, tuple[int, ...]] = {}
    for start in range(0, len(message.values) - 5, 6):
        seat, *counts = message.values[start : start + 6]
        if seat in mirror.order:
            hands[mirror.ours(seat)] = tuple(j.from_wire(counts))
    if len(hands) != len(mirror.order):
        raise ChronicleError("the hands of some seats were not told")
    return tuple(hands[seat] for seat in range(len(hands)))
