"""Turns the games of a match at a server into rows of the lab, and counts problems.

The server draws seats and the first player, so the seatings are not played equally often. Boards and dice
are the server's too, and no two games share them: each game is a block of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from catanlab.bridges.jsettlers.errors import RecordedGameError
from catanlab.bridges.jsettlers.host import WatchedGame
from catanlab.bridges.jsettlers.match_options import HOST, SEATS
from catanlab.bridges.jsettlers.recorded.recorded_game import complete_game, server_messages
from catanlab.bridges.jsettlers.robot import SeatResult
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.rows import CUT, FINISHED, Rows
from catanlab.lab.store import StoredMatch
from catanlab.lab.store.records import KeptRecord

NICK = "catanlab"
"""The beginning of our robots' names."""


@dataclass
class MatchCounts:
    """How well our side agreed with the server, and how many games do not count."""

    seats: int = 0
    """How many seats of ours were counted, over all games."""
    checks: int = 0
    """How many messages of the server were compared with our side of the game."""
    mismatches: int = 0
    """How many of these differed."""
    irregular: int = 0
    """Actions of the server outside the rules, such as ending a turn by force."""
    not_followed: int = 0
    """How often a game could no longer be followed; most are resumed."""
    lost: int = 0
    """Games that could not be followed to their end."""
    refused: int = 0
    """Requests that the server refused."""
    dropped: int = 0
    """Games that one of our robots left before the end; they do not count."""
    void: int = 0
    """Games that were not played to the end by the planned robots; they do not count."""

    def add(self, finished: SeatResult) -> None:
        """Count one seat of one game."""
        follower = finished.seat.follower
        self.seats += 1
        self.checks += follower.checks
        self.mismatches += len(follower.mismatches)
        self.irregular += len(follower.irregular)
        self.not_followed += follower.times_lost
        self.lost += finished.is_over and follower.seat_state is None
        self.refused += finished.seat.counts.refused


class MatchResults:
    """Stores each game of a match as soon as the host and our robots have reported its end."""

    def __init__(
        self,
        stored: StoredMatch,
        first: int,
        *,
        records: bool = False,
        report: Callable[[str], None] = lambda sentence: None,
        watch: Callable[[int], None] = lambda games: None,
    ) -> None:
        self.counts = MatchCounts()
        self._keeps_records = records
        self._stored = stored
        self._first = first
        self._report = report
        self._watch = watch
        self._kept = 0
        self._open: dict[str, WatchedGame] = {}
        self._finished: dict[str, dict[str, SeatResult]] = {}
        self._dropped: set[str] = set()

    @property
    def is_complete(self) -> bool:
        """Whether every game that is over has been kept."""
        return not self._open

    def finish(self, nick: str, finished: SeatResult) -> None:
        """Take in the end of a game from one of our robots."""
        self.counts.add(finished)
        self._finished.setdefault(finished.game, {})[nick] = finished
        if finished.dropped_out:
            self._dropped.add(finished.game)
        self._keep_if_complete(finished.game)

    def end(self, game: WatchedGame) -> None:
        """Take in the end of a game from the host."""
        self._open[game.name] = game
        self._keep_if_complete(game.name)

    def keep_rest(self) -> None:
        """Store the games whose end one of our robots did not report."""
        for name in list(self._open):
            self._keep(name)

    def _keep_if_complete(self, name: str) -> None:
        game = self._open.get(name)
        if game and _our_nicks(game) <= set(self._finished.get(name, {})):
            self._keep(name)

    def _keep(self, name: str) -> None:
        game, seats = self._open.pop(name), self._finished.pop(name, {})
        if name in self._dropped or game.left & _our_nicks(game):
            self._dropped.discard(name)
            self.counts.dropped += 1
            self._report(f"our robot dropped out of game {name!r}, which does not count")
            return
        if game.left or _seating(game) not in self._stored.plan.seatings:
            self.counts.void += 1
            self._report(f"game {name!r} was not played by those who were to play it, and does not count")
            return
        rows = row(self._stored.plan, self._first + self._kept, game, seats)
        self._stored.add(rows, list(self._records(name, rows, seats)))
        self._kept += 1
        self._watch(self._kept)

    def _records(self, name: str, rows: Rows, seats: dict[str, SeatResult]) -> Iterator[KeptRecord]:
        """Yield the record of a game, if records are kept, from the messages to one of our robots."""
        transcript = next((seat.transcript for seat in seats.values() if seat.is_over), None)
        if transcript is None or not self._keeps_records:
            return
        agents = [self._stored.plan.agents[agent] for agent in rows.agent[0]]
        try:
            record = complete_game(server_messages(transcript)).record(
                agents=agents, headers={"Site": HOST}
            )
        except RecordedGameError as error:
            self._report(f"there is no record of game {name!r}: {error}")
        else:
            yield int(rows.block[0]), int(rows.game[0]), record


def row(plan: MatchPlan, block: int, game: WatchedGame, finished: dict[str, SeatResult]) -> Rows:
    """Return the row of a game, its seats in turn order."""
    seating = _seating(game)
    rows = Rows.empty(1, SEATS)
    rows.block[0] = block
    rows.game[0] = plan.seatings.index(seating)
    rows.agent[0] = seating
    rows.ended[0] = FINISHED if game.scores and not game.is_cut else CUT
    rows.turns[0] = game.turns
    rows.offers[0] = game.counts["MAKEOFFER"]
    rows.trades[0] = game.counts["ACCEPTOFFER"]
    rows.bank_trades[0] = game.counts["BANKTRADE"]
    rows.seconds[0] = game.seconds
    for place, seat in enumerate(_turn_order(game)):
        rows.share[0, place] = float(seat == game.winner)
        rows.points[0, place] = game.scores[seat] if game.scores else 0
        played = finished.get(game.nicks[seat])
        if played:
            counts = played.seat.counts
            rows.decisions[0, place] = counts.decisions
            rows.thought[0, place] = counts.thought
            rows.errors[0, place] = counts.failures
            if played.seat.follower.seat_state:
                rows.moves[0] = len(played.seat.follower.seat_state.moves)
    return rows


def _turn_order(game: WatchedGame) -> list[int]:
    """Return the server's seats in turn order."""
    seats = sorted(game.nicks)
    start = seats.index(game.first) if game.first in seats else 0
    return [*seats[start:], *seats[:start]]


def _seating(game: WatchedGame) -> tuple[int, ...]:
    """Return the agents in turn order, by their numbers in the plan."""
    ours = _our_nicks(game)
    return tuple(0 if game.nicks[seat] in ours else 1 for seat in _turn_order(game))


def _our_nicks(game: WatchedGame) -> set[str]:
    return {nick for nick in game.nicks.values() if nick.startswith(NICK)}
