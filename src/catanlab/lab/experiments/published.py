"""What is kept under version control: rows of an experiment, and the lock that says what they are.

Below a folder such as `docs/results` are `NAME.json`, the lock, and `rows/KEY`, a store like any other.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from catanlab.framework.errors import StoreError
from catanlab.lab.experiments.expansion import PlannedMatch
from catanlab.lab.experiments.measures import Results
from catanlab.lab.rows import Rows
from catanlab.lab.store import Store
from catanlab.lab.store.files import make_folder, reporting_errors, write_whole

MAX_BYTES = 1_000_000
"""The most that the rows of one experiment may take."""
ROWS = "rows"
LOCK_VERSION = 1


def rows_digest(rows: Rows) -> str:
    """Return a digest of games that is the same in every run: times are left out."""
    digest = hashlib.sha256()
    for name, values in rows.without_times():
        digest.update(name.encode())
        digest.update(values.tobytes())
    return digest.hexdigest()[:32]


def adopt_rows(matches: Iterable[PlannedMatch], committed: Path, store: Store) -> int:
    """Copy committed games that the store lacks into it, and return how many.

    Raises StoreError if either cannot be read or written.
    """
    adopted = 0
    source = Store(committed / ROWS)
    for plan in {match.plan.key: match.plan for match in matches}.values():
        kept = source.open(plan)
        stored = store.open(plan)
        if kept.path.resolve() == stored.path.resolve():
            continue
        missing = set(kept.finished_blocks().tolist()) - set(stored.finished_blocks().tolist())
        if missing:
            rows = kept.rows(missing)
            stored.add(rows)
            adopted += len(rows)
    return adopted


def publish_rows(results: Results, folder: Path) -> bool:
    """Keep the games of an experiment below a folder, unless they take more than a megabyte.

    Returns whether they are kept. Games that are there already stay. Raises StoreError.
    """
    make_folder(folder / ROWS)
    with reporting_errors(folder, "write"), tempfile.TemporaryDirectory(dir=folder) as trial:
        for match, rows in results.matches.values():
            kept = Store(folder / ROWS).open(match.plan)
            _add_missing(Store(Path(trial)), match, kept.rows(set(kept.finished_blocks().tolist())))
            _add_missing(Store(Path(trial)), match, rows)
        size = sum(path.stat().st_size for path in Path(trial).rglob("*.parquet"))
        if size > MAX_BYTES:
            return False
        for new in sorted(Path(trial).iterdir()):
            _put(new, folder / ROWS / new.name, Path(trial) / f"{new.name}.old")
    return True


def _put(new: Path, target: Path, old: Path) -> None:
    """Move the folder of a match to its place; one that is there, with no other games, goes to `old`."""
    (new / "lock").unlink(missing_ok=True)
    if target.exists():
        target.rename(old)
    new.rename(target)


def _add_missing(store: Store, match: PlannedMatch, rows: Rows) -> None:
    stored = store.open(match.plan)
    there = set(stored.finished_blocks().tolist())
    stored.add(rows.take([block not in there for block in rows.block.tolist()]))
    stored.compact()


def make_lock(
    name: str, scale: str, command: str, results: Results | None, facts: dict[str, Any]
) -> dict[str, Any]:
    """Return the lock of an experiment: keys, blocks, code and digests of its matches, and `facts`."""
    matches = []
    for match, rows in results.matches.values() if results else ():
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


def compare_with_lock(results: Results, lock: dict[str, Any] | None) -> Sequence[str]:
    """Return a sentence for each match whose games differ from those of the lock, although nothing else does."""
    kept = {each["key"]: each for each in (lock or {}).get("matches", [])}
    found = []
    for match, rows in results.matches.values():
        other = kept.get(match.plan.key)
        if other and other["games"] == len(rows) and other["digest"] != rows_digest(rows):
            found.append(f"{match.name}: the games differ from those of the lock ({match.plan.key})")
    return found
