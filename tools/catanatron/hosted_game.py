"""Plays one game that Catanatron hosts: our agent in one seat, its own players in the others."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tools.catanatron.repository import check_log, import_catanatron, opponent_class, set_search_seconds

SEATS = 4
FINISHED, CUT, FAILED = "finished", "cut", "failed"


@dataclass(frozen=True, kw_only=True)
class GameJob:
    """A game to play. The four games of a block have one board and deck, our agent in each of the seats."""

    number: int
    agent: str
    against: str
    seed: int
    """The seed of the match."""
    move_seconds: float = 10.0
    search_seconds: float | None = None
    """After how many seconds an AlphaBeta player of theirs stops; None for its default of 20."""
    repository: Path | None = None

    @property
    def block(self) -> int:
        """The number of the block."""
        return self.number // SEATS

    @property
    def seat(self) -> int:
        """Our agent's seat, in turn order."""
        return self.number % SEATS

    @property
    def host_seed(self) -> int:
        """The seed of Catanatron's board, deck and dice."""
        return self.seed * 1_000_003 + self.block + 1


@dataclass(kw_only=True)
class GameResult:
    """How a game ended, and how well our side could follow it."""

    game: int
    block: int
    seat: int
    ended: str = FAILED
    """finished; cut off at their limit of turns; or failed with an error."""
    winner: int | None = None
    """The seat that won, in turn order."""
    points: list[int] = field(default_factory=list)
    """Of each seat, victory point cards included."""
    turns: int = 0
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    """Of all players together."""
    decisions: int = 0
    thought: float = 0.0
    """Seconds that our agent thought."""
    longest_search: float = 0.0
    """Seconds of the longest decision of another player."""
    failures: int = 0
    """How often a simple move was made for our agent."""
    refused: int = 0
    """How often our agent chose a move that their rules do not list."""
    actions: int = 0
    """How many of their actions were taken in and compared."""
    compared: int = 0
    """How many lists of legal moves were compared."""
    rebuilt: dict[str, int] = field(default_factory=dict)
    """How often our side had to be made again, by the reason."""
    listed: dict[str, int] = field(default_factory=dict)
    """In how many lists of moves each difference of the rules showed."""
    unexplained: list[str] = field(default_factory=list)
    """Sentences about differences that have no name, and about failures."""

    @property
    def won(self) -> bool:
        """Whether our agent won."""
        return self.ended == FINISHED and self.winner == self.seat

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data, for JSON."""
        return asdict(self)


def set_up(job: GameJob, report: Callable[[str], None] = lambda sentence: None) -> tuple[Any, Any]:
    """Return the game before its first move and our player in it.

    `report` is called with a sentence about each failure of the agent. Raises CatanatronError if Catanatron
    or the player is not there, and AgentError.
    """
    import_catanatron(job.repository)
    opponent = opponent_class(job.against)
    if job.search_seconds is not None:
        set_search_seconds(job.search_seconds)
    # These import Catanatron, which must come from the repository.
    from catanatron.game import Game
    from catanatron.models.player import Color, Player
    from tools.catanatron.player import AgentPlayer

    colours = list(Color)[:SEATS]
    # They draw the order of seats by their seed, whoever the players are.
    drawn = Game([Player(colour) for colour in colours], seed=job.host_seed).state.colors
    ours = AgentPlayer(
        drawn[job.seat],
        job.agent,
        seed=job.seed * 1_000_003 + job.number,
        move_seconds=job.move_seconds,
        report=report,
    )
    players = [ours if colour == ours.color else opponent(colour) for colour in colours]
    game = Game(players, seed=job.host_seed)
    check_log(game.state)
    return game, ours


def play_hosted_game(job: GameJob) -> GameResult:
    """Play a game to its end. An error, theirs or ours, ends it as failed.

    Raises CatanatronError if Catanatron or the player is not there, and AgentError.
    """
    result = GameResult(game=job.number, block=job.block, seat=job.seat)
    kept = random.getstate()  # they draw everything from the global generator
    begun, cpu_begun = time.perf_counter(), time.process_time()
    game, ours = set_up(job, result.unexplained.append)

    def ask(player: Any, game: Any, actions: Any) -> Any:
        ours.watch(game)
        asked = time.perf_counter()
        action = player.decide(game, actions)
        if player is not ours:
            result.longest_search = max(result.longest_search, time.perf_counter() - asked)
        return action

    try:
        winner = game.play(decide_fn=ask)
    except Exception as error:  # their known faults, or ours: the match goes on, and says so
        result.unexplained.append(f"{type(error).__name__}: {error}"[:300])
    else:
        result.ended = CUT if winner is None else FINISHED
        result.winner = None if winner is None else game.state.color_to_index[winner]
    finally:
        ours.close()
        random.setstate(kept)
    _fill(result, game, ours)
    result.seconds = round(time.perf_counter() - begun, 3)
    result.cpu_seconds = round(time.process_time() - cpu_begun, 3)
    return result


def _fill(result: GameResult, game: Any, ours: Any) -> None:
    """Take the counts of a game into its result."""
    table, counts, follower = game.state.player_state, ours.counts, ours.follower
    result.points = [table[f"P{seat}_ACTUAL_VICTORY_POINTS"] for seat in range(SEATS)]
    result.turns = game.state.num_turns
    result.decisions, result.failures, result.refused = counts.decisions, counts.failures, counts.refused
    result.thought = round(counts.thought, 3)
    result.longest_search = round(result.longest_search, 3)
    result.compared = ours.compared
    result.listed = dict(sorted(ours.differences.items()))
    if follower is not None:
        result.actions = follower.actions
        result.rebuilt = dict(sorted(follower.differences.items()))
        result.unexplained += follower.unexplained
