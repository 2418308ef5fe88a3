"""Counts the builds of stored games from their records, and keeps them next to the rows."""

from __future__ import annotations

from catanlab.lab.builds import Builds, count_builds
from catanlab.lab.rows import LOST
from catanlab.lab.store.builds_file import read_builds, write_builds
from catanlab.lab.store.stored import StoredMatch


def stored_builds(stored: StoredMatch) -> Builds:
    """Return the builds of all stored games that are kept or can be counted; raises StoreError."""
    seats = stored.plan.seats
    kept = read_builds(stored.path, stored.key, seats)
    known = kept.ids
    if stored.recorded_games() <= known:
        return kept
    new = [
        (block, game, count_builds(record))
        for block, game, record in stored.records()
        if (block, game) not in known
    ]
    return Builds.joined([kept, Builds.of_games(new, seats)], seats)


def keep_builds(stored: StoredMatch) -> Builds:
    """Return the builds of all stored games, and keep what is new; raises StoreError."""
    kept = read_builds(stored.path, stored.key, stored.plan.seats)
    found = stored_builds(stored)
    if len(found) > len(kept):
        with stored.lock():
            write_builds(stored.path, stored.key, found)
    return found


def uncounted_blocks(stored: StoredMatch, blocks: int) -> set[int]:
    """Return which of the blocks below `blocks` are finished and lack builds and records of a game.

    Games that were lost with a process have neither, and need none. Raises StoreError.
    """
    known = read_builds(stored.path, stored.key, stored.plan.seats).ids | stored.recorded_games()
    rows = stored.rows({block for block in stored.finished_blocks().tolist() if block < blocks})
    games = zip(rows.block.tolist(), rows.game.tolist(), (rows.ended == LOST).tolist(), strict=True)
    return {block for block, game, is_lost in games if not is_lost and (block, game) not in known}
