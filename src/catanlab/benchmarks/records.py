"""The size of records of random games, and the speed of reading and of replaying them.

python -m catanlab.benchmarks.records [GAMES]
"""

from __future__ import annotations

import sys
import time

from catanlab.framework.random import Random
from catanlab.games.catan.game import Catan
from catanlab.games.catan.rules import Rules
from catanlab.table.record import Record
from catanlab.table.record_reader import read_records


def random_record(rules: Rules, seed: int) -> Record:
    """Return the record of a random game."""
    record = Record(Catan(rules=rules, seed=seed), agents=["random"] * rules.players, seed=seed)
    state = record.game.start()
    random = Random(seed, "play")
    while not state.is_over:
        by_group = rules.player_trade
        move = state.draw_outcome(random) if state.is_chance else state.draw_move(random, by_group)
        record.take(move)
        state.apply(move)
    return record


def main() -> None:
    """Print a line for each set of rules."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    for name in ("base", "trading", "jsettlers"):
        records = [random_record(Rules.named(name), seed) for seed in range(games)]
        texts = [record.text for record in records]
        sizes = [len(text.encode()) for text in texts]
        moves = sum(map(len, records))
        begun = time.process_time()
        for text in texts:
            read_records(text)
        read = time.process_time() - begun
        begun = time.process_time()
        for record in records:
            record.replay()
        replayed = time.process_time() - begun
        mean, most = sum(sizes) / games / 1000, max(sizes) / 1000
        print(f"{name}: {games} games of {moves / games:.0f} moves, {mean:.1f} kB, at most {most:.1f} kB")
        print(f"    read and replayed: {moves / read:,.0f} moves/s")
        print(f"    replayed alone: {moves / replayed:,.0f} moves/s, {read / replayed:.0f} times as fast")


if __name__ == "__main__":
    main()
