"""Completes a game that was recorded from one robot's messages: works out every hidden card.

The server has to send the true hands at the end of each turn, as it does in matches of catanlab. A card
that a robot of the server bought and never showed stays unknown: any card that is left takes its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from catanlab.bridges.jsettlers import codes as j
from catanlab.bridges.jsettlers.errors import CannotFollowError, RecordedGameError
from catanlab.bridges.jsettlers.game_follower import GameFollower
from catanlab.bridges.jsettlers.messages import Message
from catanlab.bridges.jsettlers.recorded.hidden_card_solver import (
    Hands,
    actors_of,
    solve_draws,
    solve_moves,
)
from catanlab.bridges.jsettlers.recorded.offer_reconstruction import ReconstructedOffers
from catanlab.bridges.jsettlers.recorded.server_log import Player, ServerLog
from catanlab.bridges.jsettlers.seat_state import SeatState
from catanlab.bridges.jsettlers.transcript import Transcript
from catanlab.games.catan import constants as c
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove, MoveKind
from catanlab.games.catan.rules import BOUNDS
from catanlab.table.record import Record

Named = TypeVar("Named")


@dataclass(frozen=True)
class RecordedGame:
    """A finished game at a server with everything known; seats are ours, seat 0 began."""

    game: Catan
    """The rules and the board; with the highest limit of offers in a turn that our rules allow."""
    moves: tuple[CatanMove, ...]
    """Every move and outcome; they replay from the start of the game to its end."""
    nicks: tuple[str, ...]
    """The players' names at the server, by seat."""
    me: int
    """The seat of the robot whose transcript it was."""
    winner: int
    scores: tuple[int, ...]
    """The final points, as the server counts them."""

    def record(self, **options: object) -> Record:
        """Return the game as a record; options are those of `Record`."""
        record = Record(self.game, **{"agents": self.nicks, **options})  # type: ignore[arg-type]
        for move in self.moves:
            record.take(move)
        return record


def read_recorded_game(path: Path, log: ServerLog | None = None) -> RecordedGame:
    """Return the game in a transcript's file; raises RecordedGameError, MessageError or OSError."""
    return complete_game(server_messages(Transcript.read(path)), log)


def server_messages(transcript: Transcript) -> Iterator[Message]:
    """Yield the messages that the server sent, of known types."""
    for line in transcript.lines:
        message = Message.read(line.text) if line.direction == "<" else None
        if message is not None:
            yield message


def complete_game(messages: Iterable[Message], log: ServerLog | None = None) -> RecordedGame:
    """Return the whole game from the messages to one robot.

    `log` may name hidden cards of players. Without it the solution may be wrong where several fit, for
    example where two players discard at once and one robs the other. Raises RecordedGameError if the
    messages lack the beginning or the end of the game, if the server did something that is not a move of
    ours, such as ending a turn by force, or if no hidden cards fit.
    """
    recorder = _Recorder(log or ServerLog())
    for message in messages:
        recorder.take(message)
    return recorder.game()


class _Recorder:
    """Follows a recorded game, and keeps the true hands and the cards shown at the end."""

    def __init__(self, log: ServerLog) -> None:
        self._log = log
        self._name = ""
        self._follower: GameFollower | None = None
        self._checks: dict[int, Hands] = {}
        self._points: dict[int, int] = {}

    def take(self, message: Message) -> None:
        """Take in a message from the server."""
        if message.name == "BOTJOINGAMEREQUEST":
            if self._follower is not None:
                raise RecordedGameError("the messages are about more than one game")
            self._name = message.game
            self._follower = _OfflineFollower(message.seat, message.options)
        follower = self._follower
        if follower is None:
            return
        try:
            follower.take(message)
        except CannotFollowError as error:
            raise RecordedGameError(f"the game cannot be followed: {error}") from error
        seat_state = follower.seat_state
        if seat_state is None:
            return
        if message.name == "BOTGAMEDATACHECK" and message.kind == 1 and not follower.is_over:
            self._checks[len(seat_state.moves)] = _true_hands(follower, message)
        elif message.name == "DEVCARDACTION" and message.action == j.ADD_OLD and follower.is_over:
            shown = sum(j.CARDS.get(card) == c.VICTORY_POINT for card in message.cards)
            seat = follower.ours(message.seat)
            self._points[seat] = self._points.get(seat, 0) + shown

    def game(self) -> RecordedGame:
        """Return the whole game."""
        follower = self._follower
        seat_state = follower.seat_state if follower else None
        if follower is None or seat_state is None:
            raise RecordedGameError("the messages have no game from its beginning")
        if seat_state.irregular:
            raise RecordedGameError(f"not everything was a move: {seat_state.irregular[0]}")
        if follower.mismatches:
            raise RecordedGameError(f"the messages contradict each other: {follower.mismatches[0]}")
        if not follower.is_over or follower.scores is None:
            raise RecordedGameError("the messages do not have the end of the game")
        if not self._checks:
            raise RecordedGameError("the server did not send the true hands at the end of turns")
        nicks = tuple(follower.nicks[seat] for seat in follower.order)
        drawn = self._of_seats(self._log.draws, nicks)
        discarded = self._of_seats(self._log.discards, nicks)
        scores = tuple(follower.scores[seat] for seat in follower.order)
        try:
            moves = self._complete(seat_state, drawn, discarded, scores, late=True)
        except RecordedGameError:
            moves = self._complete(seat_state, drawn, discarded, scores, late=False)
        winner = follower.ours(follower.current)
        return RecordedGame(
            seat_state.game, tuple(moves), nicks, follower.ours(follower.me), winner, scores
        )

    def _of_seats(
        self, named: Mapping[Player, Sequence[Named]], nicks: Sequence[str]
    ) -> dict[int, Sequence[Named]]:
        """Return the entries of the log about this game, by our seats."""
        return {
            seat: named[self._name, nick] for seat, nick in enumerate(nicks) if (self._name, nick) in named
        }

    def _complete(
        self,
        seat_state: SeatState,
        drawn: Mapping[int, Sequence[int]],
        discarded: Mapping[int, Sequence[tuple[int, ...]]],
        scores: tuple[int, ...],
        late: bool,
    ) -> list[CatanMove]:
        """Return the moves with all cards known; raises RecordedGameError if the scores differ."""
        game = seat_state.game
        cards = iter(
            solve_draws(seat_state.moves, actors_of(game, seat_state.moves), self._points, drawn, late=late)
        )
        named = [
            CatanMove.make(MoveKind.DRAW, next(cards)) if move.kind is MoveKind.DRAW else move
            for move in seat_state.moves
        ]
        moves = solve_moves(game, named, self._checks, discarded)
        state = game.start()
        for move in moves:
            state.apply(move)
        if not state.is_over or tuple(state.scores) != scores:
            raise RecordedGameError(
                f"the server counts the points {scores}, our rules {tuple(state.scores)}"
            )
        return moves


class _OfflineFollower(GameFollower):
    """A follower that takes offers in with all their answers, and allows any number of them."""

    def __init__(self, seat: int, options: str) -> None:
        super().__init__(seat, options)
        self._rules = self._rules.replace(offers_per_turn=BOUNDS["offers_per_turn"][1])
        self.trades = ReconstructedOffers(self)


def _true_hands(follower: GameFollower, message: Message) -> Hands:
    """Return the hands that the server sent, by our seats."""
    hands: dict[int, tuple[int, ...]] = {}
    for start in range(0, len(message.values) - 5, 6):
        seat, *counts = message.values[start : start + 6]
        if seat in follower.order:
            hands[follower.ours(seat)] = j.from_wire(counts)
    if len(hands) != len(follower.order):
        raise RecordedGameError("the hands of some seats are missing")
    return tuple(hands[seat] for seat in range(len(hands)))
