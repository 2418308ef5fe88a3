"""The speed of the engine: random games, copies and threads, with peers timed in the same run.

Everything is measured in rounds, one thing after the other in each, so that a busy machine disturbs all of
them equally; games with and without trade take turns in slices. Rates are games over CPU time, boards and
set-up included, and the median of the rounds; ratios to a peer are taken within a round. The gain of a
second thread is about wall time, where any other process interferes: there the least disturbed run of each
kind counts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter, process_time
from typing import Any

from catanlab.benchmarks.copying import copy_many
from catanlab.benchmarks.peers import PEERS, Player
from catanlab.games.catan.game import Catan
from catanlab.games.catan.rules import Rules
from catanlab.lab.batch import play_random


@dataclass(frozen=True, kw_only=True)
class Effort:
    """How much is measured in each round, and in how many of them."""

    rounds: int = 5
    games: int = 3000
    trading_games: int = 1500
    slices: int = 10
    threaded_games: int = 4096
    threaded_pairs: int = 5
    copies: int = 2_000_000
    peer_games: int = 20


def measure(
    *,
    peers: bool = False,
    effort: Effort | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Measure, and return the results under the names that `catanlab bench --json` prints.

    >>> few = Effort(rounds=1, games=10, trading_games=10, threaded_games=10, copies=10)
    >>> sorted(measure(effort=few))
    ['copy_ns', 'moves_per_s', 'playouts_per_s', 'playouts_with_trade_per_s', 'threads_2_ratio']

    Peers that are not installed come as None. `progress` is called with the rounds done and all rounds.
    """
    effort = effort or Effort()
    found = {name: find() for name, find in PEERS.items()} if peers else {}
    rounds = [_Round(effort, seed, found) for seed in range(effort.rounds + 1)]
    for done, turn in enumerate(rounds):
        turn.measure()
        if progress:
            progress(done, effort.rounds)
    del rounds[0]  # it warmed up
    results: dict[str, Any] = {
        "playouts_per_s": median(turn.playouts for turn in rounds),
        "moves_per_s": median(turn.moves for turn in rounds),
        "playouts_with_trade_per_s": median(turn.trading for turn in rounds),
        "copy_ns": median(turn.copy_ns for turn in rounds),
        "threads_2_ratio": min(min(turn.one_thread) for turn in rounds)
        / min(min(turn.two_threads) for turn in rounds),
    }
    if peers:
        results["peers"] = {
            name: {
                "playouts_per_s": median(turn.peers[name] for turn in rounds),
                "ratio": median(turn.playouts / turn.peers[name] for turn in rounds),
            }
            if play
            else None
            for name, play in found.items()
        }
    return results


class _Round:
    """One pass over everything."""

    def __init__(self, effort: Effort, seed: int, peers: dict[str, Player | None]) -> None:
        self.effort = effort
        self.seed = seed
        self.found = peers
        self.peers: dict[str, float] = {}
        self.one_thread: list[float] = []
        self.two_threads: list[float] = []

    def measure(self) -> None:
        effort, seed = self.effort, self.seed
        self.measure_games()

        for name, play in self.found.items():
            if play:
                start = process_time()
                play(effort.peer_games, seed * effort.peer_games)
                self.peers[name] = effort.peer_games / (process_time() - start)

        state = Catan(seed=seed).start()
        start = process_time()
        copy_many(state, effort.copies)
        self.copy_ns = (process_time() - start) / effort.copies * 1e9

        for _ in range(effort.threaded_pairs):
            start = perf_counter()
            play_random(effort.threaded_games, seed, threads=1)
            middle = perf_counter()
            play_random(effort.threaded_games, seed, threads=2)
            self.one_thread.append(middle - start)
            self.two_threads.append(perf_counter() - middle)

    def measure_games(self) -> None:
        """Measure random games, and in between those with trade."""
        effort = self.effort
        trading = Rules.trading()
        games = -(-effort.games // effort.slices)
        trades = -(-effort.trading_games // effort.slices)
        moves = 0
        spent = spent_trading = 0.0
        for number in range(effort.slices):
            start = process_time()
            batch = play_random(games, self.seed, first=number * games)
            middle = process_time()
            play_random(trades, self.seed, rules=trading, first=number * trades)
            spent += middle - start
            spent_trading += process_time() - middle
            moves += int(batch.moves.sum())
        self.playouts = games * effort.slices / spent
        self.moves = moves / spent
        self.trading = trades * effort.slices / spent_trading
