"""Batches of random games of Catan, played natively on several threads."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event

import numpy as np
from numpy.typing import NDArray

from catanlab.framework.arguments import whole_number
from catanlab.framework.errors import ArgumentError
from catanlab.framework.random import Random, check_seed
from catanlab.games.catan.board import Board
from catanlab.games.catan.game import Catan
from catanlab.games.catan.layouts import make_board
from catanlab.games.catan.rules import Rules
from catanlab.playout.games import play_out
from catanlab.playout.policies import GroupFirst, Policy, Uniform

GAMES_AT_ONCE = 64
"""Games played in one go: their boards are laid with the GIL, then they are played without it."""


@dataclass(frozen=True, eq=False)
class RandomGames:
    """The results of a batch of random games, a row for each game in the order of their numbers."""

    winners: NDArray[np.int8]
    """Shape (games,): the seat that won, -1 if the game was shared or cut off."""
    scores: NDArray[np.int32]
    """Shape (games, seats): points at the end, hidden ones included."""
    turns: NDArray[np.int32]
    """Shape (games,): turns completed."""
    moves: NDArray[np.int64]
    """Shape (games,): moves and outcomes played, set-up included."""
    finished: NDArray[np.bool_]
    """Shape (games,): False for a game cut off at `max_turns`."""

    def __len__(self) -> int:
        return len(self.winners)

    @property
    def win_rates(self) -> NDArray[np.float64]:
        """Shape (seats,): the part of the games that each seat won alone."""
        seats = self.scores.shape[1]
        return np.bincount(self.winners[self.winners >= 0], minlength=seats) / max(len(self), 1)

    def __repr__(self) -> str:
        if not len(self):
            return "<RandomGames: none>"
        rates = " ".join(f"{rate:.1%}" for rate in self.win_rates)
        means = f"{self.turns.mean():.1f} turns, {self.moves.mean():.1f} moves"
        cut = int((~self.finished).sum())
        return f"<RandomGames: {len(self)}, wins {rates}, mean {means}{f', {cut} cut' if cut else ''}>"


def play_random(
    games: int = 10_000,
    seed: int = 1,
    *,
    rules: Rules | str | None = None,
    board: Board | str | None = None,
    threads: int = 1,
    by_group: bool | None = None,
    policy: Policy | None = None,
    max_turns: int = 10_000,
    first: int = 0,
) -> RandomGames:
    """Play games of Catan in which every seat moves at random, and return their results.

    >>> batch = play_random(games=100, seed=1)
    >>> batch.scores.shape
    (100, 4)
    >>> bool((batch.scores.max(axis=1) >= 10).all())
    True

    A move is drawn uniformly from those listed; with `by_group` its group is drawn first, by default
    where the rules have player trade, as there are many more offers than anything else. A `policy` moves
    for all seats instead, and is called by all threads at once. Each game has a board of its own,
    in the layout of the rules or the one named, unless a Board is given. A game still going on after
    `max_turns` turns is cut off and has no winner; 0 never cuts.

    Game number n depends on the seed and n alone: neither the threads matter nor whether games 0 to 99
    are played at once or with `first=50` in two pieces. Raises RulesError, BoardError, SeedError, or
    ArgumentError for a number out of range.
    """
    check_seed(seed)
    games = whole_number("games", games, 0, 2**31 - 1)
    threads = whole_number("threads", threads, 1, 1024)
    max_turns = whole_number("max_turns", max_turns, 0, 2**31 - 1)
    first = whole_number("first", first, 0, 2**62)
    sample = Catan(rules=rules, board=board, seed=seed)
    rules = sample.rules
    layout = None if isinstance(board, Board) else board or rules.layout
    if policy is not None and by_group is not None:
        raise ArgumentError("by_group and a policy are two ways to move; give one of them")
    groups_first = rules.player_trade if by_group is None else bool(by_group)
    moving = policy or (GroupFirst() if groups_first else Uniform())

    seats = rules.players
    returns = np.zeros((games, seats))
    scores = np.zeros((games, seats), np.int32)
    turns = np.zeros(games, np.int32)
    moves = np.zeros(games, np.int64)

    def play(start: int) -> None:
        end = min(start + GAMES_AT_ONCE, games)
        numbers = range(first + start, first + end)
        roots = [_game(sample, layout, seed, number).start() for number in numbers]
        rows = slice(start, end)
        results = (returns[rows], scores[rows], turns[rows], moves[rows])
        play_out(roots, seed, first + start, moving, max_turns, *results)

    starts = range(0, games, GAMES_AT_ONCE)
    if threads == 1:
        for start in starts:
            play(start)
    else:
        _share_out(play, starts, threads)
    alone = returns.max(axis=1) == 1.0
    winners = np.where(alone, returns.argmax(axis=1), -1).astype(np.int8)
    return RandomGames(winners, scores, turns, moves, finished=returns.sum(axis=1) > 0.0)


def _game(sample: Catan, layout: str | None, seed: int, number: int) -> Catan:
    """Return the game with this number: the sample itself, or one like it on its own board."""
    if layout is None:
        return sample
    return sample.on(make_board(layout, Random(seed, "board", number)))


def _share_out(play: Callable[[int], None], starts: Iterable[int], threads: int) -> None:
    """Play the chunks on several threads; an error or Ctrl-C stops them all."""
    todo = iter(starts)
    stopped = Event()

    def work() -> None:
        for start in todo:
            if stopped.is_set():
                return
            play(start)

    with ThreadPoolExecutor(threads) as pool:
        try:
            for worker in [pool.submit(work) for _ in range(threads)]:
                worker.result()
        finally:
            stopped.set()
