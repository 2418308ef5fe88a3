"""What is kept under version control: rows of experiments and leaderboards, and their locks.

Below a folder such as `docs/results` are `NAME.json`, the lock, and `rows/KEY`, a store like any other.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from catanlab.framework.errors import StoreError
from catanlab.lab.experiments.measures import Results
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.rows import Rows
from catanlab.lab.store import Store
from catanlab.lab.store.files import make_folder, reporting_errors, write_whole
from catanlab.lab.store.lock import WriterLock
from catanlab.lab.store.merging import merge_results
from catanlab.lab.store.stored import LOCK

MAX_BYTES = 1_000_000
"""The most that the rows of one experiment or leaderboard may take."""
ROWS = "rows"
LOCK_VERSION = 1


def rows_digest(rows: Rows) -> str:
    """Return a digest of games that is the same in every run: times are left out."""
    digest = hashlib.sha256()
    for name, values in rows.without_times():
        digest.update(name.encode())
        digest.update(values.tobytes())
    return digest.hexdigest()[:32]


def adopt_rows(plans: Iterable[MatchPlan], committed: Path, store: Store) -> int:
    """Copy committed games that the store lacks into it, and return how many.

    Raises StoreError if either cannot be read or written, or if a game is in both with different results.
    """
    adopted = 0
    for key in {plan.key for plan in plans}:
        kept = committed / ROWS / key
        if kept.is_dir() and kept.resolve() != (store.root / key).resolve():
            adopted += sum(merged.new_games for merged in merge_results([kept], store.root))
    return adopted


def publish_rows(plans: Iterable[MatchPlan], store: Store, folder: Path) -> bool:
    """Keep the stored games of matches with their builds below a folder, unless it is more than a megabyte.

    Returns whether they are kept. Records are not. Games that are there already stay. Raises StoreError.
    """
    kept = [store.root / key for key in sorted({plan.key for plan in plans})]
    sources = [path for path in kept if path.is_dir()]
    make_folder(folder)
    with tempfile.TemporaryDirectory(dir=folder) as trial:
        for path in sources:
            merge_results([path], Path(trial), records=False)
        size = sum(part.stat().st_size for part in Path(trial).rglob("*.parquet"))
    if size > MAX_BYTES:
        return False
    for path in sources:
        try:
            merge_results([path], folder / ROWS, records=False)
        finally:
            _remove_lock(folder / ROWS / path.name / LOCK)
    return True


def _remove_lock(path: Path) -> None:
    """Remove the lock file that a writer of games leaves, unless another run holds it."""
    if path.exists():
        with suppress(StoreError, OSError), WriterLock(path).hold():
            path.unlink()


def check_writable(folder: Path) -> None:
    """Raise StoreError if nothing can be published in a folder, which need not exist yet."""
    for place in (folder, folder / ROWS):
        with reporting_errors(place, "write"):
            there = next(path for path in (place, *place.parents) if path.exists())
            with tempfile.TemporaryFile(dir=there):
                pass


def make_lock(
    name: str, scale: str, command: str, results: Results | None, facts: dict[str, Any]
) -> dict[str, Any]:
    """Return the lock of an experiment: keys, blocks, code and digests of what was played, and `facts`."""
    matches = []
    for match, rows in results.matches.values() if results else ():
        if not len(rows):
            continue
        matches.append(
            {
                "match": match.name,
                "key": match.plan.key,
                "fingerprint": match.plan.code,
                "blocks": match.blocks,
                "games": len(rows),
                "digest": rows_digest(rows),
            }
        )
    return {
        "format": "catanlab-experiment-lock",
        "version": LOCK_VERSION,
        "experiment": name,
        "scale": scale,
        "command": command,
        **facts,
        "matches": matches,
    }


def write_lock(lock: dict[str, Any], path: Path) -> None:
    """Write a lock, in place of an older one; raises StoreError."""
    make_folder(path.parent)
    text = json.dumps(lock, indent=1) + "\n"
    write_whole(path, lambda file: file.write(text.encode()), force=True)


def read_lock(path: Path) -> dict[str, Any] | None:
    """Return a lock, None if there is none; raises StoreError if it is damaged."""
    if not path.exists():
        return None
    with reporting_errors(path, "read"):
        text = path.read_bytes()
    try:
        lock = json.loads(text)
        if lock["format"] != "catanlab-experiment-lock":
            raise KeyError("format")
    except (ValueError, KeyError, TypeError):
        raise StoreError(f"{path} is damaged or not a lock of an experiment; put back a copy") from None
    found: dict[str, Any] = lock
    return found


def compare_with_lock(results: Results, lock: dict[str, Any] | None) -> str:
    """Say whether games are those of the lock; nothing if no match has as many games of the same key."""
    kept = {(each["key"], each["games"]): each for each in (lock or {}).get("matches", [])}
    played = [(match, rows) for match, rows in results.matches.values() if len(rows)]
    same, other = 0, []
    for match, rows in played:
        locked = kept.get((match.plan.key, len(rows)))
        if locked and locked["digest"] == rows_digest(rows):
            same += 1
        elif locked:
            other.append(f"{match.name}: the games differ from those of the lock ({match.plan.key})")
    if other or not same:
        return "; ".join(other)
    return (
        f"{same} of {len(played)} matches have the keys and games of the committed lock, and no row differs"
    )
