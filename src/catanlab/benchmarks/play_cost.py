"""The cost of a move in a game that nobody drives: random games played again from their logs.

    python -m catanlab.benchmarks.play_cost [--games 4] [--rules trading]

It prints microseconds a move or outcome: repeated from a log, made by a seat and checked from its view, and
with what each seat and a spectator see of it.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from time import process_time

from catanlab.framework.random import Random
from catanlab.games.catan.game import Catan
from catanlab.table.events import Event, Outcome, Played
from catanlab.table.play import Play
from catanlab.table.step import Step

MAX_MOVES = 3000
REPEATS = 3


def random_game(rules: str, seed: int) -> Play:
    """Return a random game after its last move."""
    play, random = Play(Catan(rules=rules, seed=seed), seed=seed, max_moves=MAX_MOVES), Random(seed)
    while not play.is_over:
        if play.is_chance:
            play.draw()
        else:
            play.move(play.state.to_move, play.state.draw_move(random, by_group=True))
    return play


def repeat(play: Play, event: Event) -> None:
    """Repeat an event of a log."""
    play.replay(event)


def act(play: Play, event: Event) -> Step:
    """Let the seat make its move, or chance decide."""
    if isinstance(event, Played):
        return play.move(event.seat, event.move)
    return play.draw()


def show(play: Play, event: Event) -> None:
    """Act, and look at what everybody sees."""
    step = act(play, event)
    assert step.seen
    assert step.public


def cost(games: list[Play], do: Callable[[Play, Event], object]) -> float:
    """Return the seconds of processor time a move, the least of several runs."""
    best = float("inf")
    for _ in range(REPEATS):
        spent, count = 0.0, 0
        for game in games:
            play = Play(game.game, seed=game.seed, max_moves=MAX_MOVES)
            events = [event for event in game.events if isinstance(event, Played | Outcome)]
            begun = process_time()
            for event in events:
                do(play, event)
            spent += process_time() - begun
            count += len(events)
        best = min(best, spent / count)
    return best


def main() -> None:
    """Print the cost of each way to play a move."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--rules", default="trading")
    options = parser.parse_args()
    games = [random_game(options.rules, seed) for seed in range(options.games)]
    print(f"{options.games} games ({options.rules}), microseconds a move or outcome")
    for text, do in (
        ("repeated from a log", repeat),
        ("made by a seat, or drawn", act),
        ("and seen by all", show),
    ):
        print(f"{text:<26} {1e6 * cost(games, do):.1f}")


if __name__ == "__main__":
    main()
