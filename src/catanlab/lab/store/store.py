"""A folder of results: a folder below it for each match, named by its key."""

from __future__ import annotations

import re
from pathlib import Path

from catanlab.framework.errors import StoreError
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.store import manifest
from catanlab.lab.store.files import reporting_errors
from catanlab.lab.store.manifest import Manifest, read_manifest
from catanlab.lab.store.stored import StoredMatch

KEY = re.compile(r"[0-9a-f]{16}", re.ASCII)
MAX_KEYS_LISTED = 8


class Store:
    """The results in a folder, which is made when the first game is stored.

    >>> from tempfile import TemporaryDirectory
    >>> from catanlab.lab.native import play_natively
    >>> plan = MatchPlan.match(["random", "random:by_group=yes"], rules="players=2")
    >>> with TemporaryDirectory() as folder:
    ...     Store(Path(folder)).open(plan).add(play_natively(plan, [0, 1]))
    ...     Store(Path(folder)).open(plan).finished_blocks().tolist()
    [0, 1]
    """

    def __init__(self, root: Path) -> None:
        self.root = Path(root)

    def open(self, plan: MatchPlan) -> StoredMatch:
        """Return the stored games of a plan; raises StoreError if they cannot be read."""
        path = self.root / plan.key
        return self._stored(path) or StoredMatch(path, Manifest.new(plan))

    def matches(self, *, problems: list[StoreError] | None = None) -> list[StoredMatch]:
        """Return all matches, the oldest first, without those that cannot be read.

        The errors about these are added to `problems`.
        """
        found = []
        for path in self._folders():
            try:
                stored = self._stored(path)
            except StoreError as error:
                if problems is not None:
                    problems.append(error)
                continue
            if stored:
                found.append(stored)
        return sorted(found, key=lambda stored: (stored.created, stored.key))

    def find(self, key_prefix: str) -> StoredMatch:
        """Return the match whose key begins with a text; raises StoreError if there is none or several."""
        keys = [path.name for path in self._folders()]
        matching = [key for key in keys if key.startswith(key_prefix)]
        if len(matching) == 1 and (stored := self._stored(self.root / matching[0])):
            return stored
        if len(matching) > 1:
            raise StoreError(
                f"{len(matching)} matches in {self.root} begin with {key_prefix!r}: {_listed(matching)}"
            )
        there = f"there are {_listed(keys)}" if keys else "there are none at all"
        raise StoreError(f"no match in {self.root} begins with {key_prefix!r}; {there}")

    def _folders(self) -> list[Path]:
        """Return the folders that hold or held a match, by name."""
        if not self.root.exists():
            return []
        with reporting_errors(self.root, "read the folder"):
            folders = sorted(path for path in self.root.iterdir() if path.is_dir())
        return [path for path in folders if (path / manifest.NAME).exists() or _has_games(path)]

    def _stored(self, path: Path) -> StoredMatch | None:
        about = read_manifest(path)
        return StoredMatch(path, about) if about else None


def _has_games(path: Path) -> bool:
    return KEY.fullmatch(path.name) is not None and any(path.glob("part-*.parquet"))


def _listed(keys: list[str]) -> str:
    more = f" and {len(keys) - MAX_KEYS_LISTED} more" if len(keys) > MAX_KEYS_LISTED else ""
    return ", ".join(keys[:MAX_KEYS_LISTED]) + more
