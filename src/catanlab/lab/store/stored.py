"""The stored games of one match: reading them, and adding to them."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from catanlab.framework.errors import ArgumentError, StoreError
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.provenance import Provenance
from catanlab.lab.rows import Rows
from catanlab.lab.store import manifest, shard_notes
from catanlab.lab.store.compaction import crowded_parts, merge, mergeable, small_parts
from catanlab.lab.store.files import make_folder
from catanlab.lab.store.folder import (
    parts_that_count,
    sweep,
    while_parts_come_and_go,
    write_next_part,
)
from catanlab.lab.store.gathering import Places, gather, whole_blocks
from catanlab.lab.store.lock import WriterLock
from catanlab.lab.store.manifest import Manifest, read_manifest, write_manifest
from catanlab.lab.store.part import Part, PartGoneError
from catanlab.lab.store.records import GameIds, KeptRecord, part_records, recorded_games, write_records
from catanlab.lab.store.runs import Run, StoredTest, next_run, now, read_runs, tests_of, write_run
from catanlab.lab.troubles import Trouble
from catanlab.table.record import Record

LOCK = "lock"
"""The name of the file that the writer of a match holds."""


class StoredMatch:
    """A folder with the games of one match; open it by a `Store`.

    Games are only ever added. Every method raises StoreError for a file that is damaged, foreign, too new
    or of another match, and changes nothing then.
    """

    def __init__(self, path: Path, about: Manifest) -> None:
        self.path = path
        self._about = about
        self._lock = WriterLock(path / LOCK)
        self._parts: list[Part] = []
        """The parts, as the writer knows them."""
        self._run: Run | None = None
        """What this process has stored, once it has stored something."""
        self._started = ""

    @property
    def plan(self) -> MatchPlan:
        """The plan of the match."""
        return self._about.plan

    @property
    def created(self) -> str:
        """When the match was begun, in UTC, in ISO 8601."""
        return self._about.created

    @property
    def key(self) -> str:
        """The key under which the games are stored; with other code the plan has another."""
        return self.path.name

    def __repr__(self) -> str:
        return f"<StoredMatch {self.key}: {self.plan}>"

    # Reading.

    def finished_blocks(self) -> NDArray[np.int64]:
        """Return the numbers of the blocks that have all their games, sorted."""
        seats, each = self.plan.seats, self.plan.games_in_block
        return while_parts_come_and_go(lambda: whole_blocks(Places(self._read(), seats).block, each))

    def rows(self, blocks: Container[int] | None = None) -> Rows:
        """Return the games of these blocks, or all, in the order of blocks and games."""
        return while_parts_come_and_go(lambda: gather(self._read(), self.plan.seats, blocks))

    def records(self) -> Iterator[KeptRecord]:
        """Yield block, game and record of every recorded game, in no particular order."""
        seen: set[tuple[int, int]] = set()
        while True:
            try:
                for part in self._read():
                    for block, game, record in part_records(part, self.plan):
                        if (block, game) not in seen:
                            seen.add((block, game))
                            yield block, game, record
                return
            except PartGoneError:
                continue

    def recorded_games(self) -> GameIds:
        """Return block and number of every recorded game, which takes far less time than the records."""
        return while_parts_come_and_go(lambda: set().union(*map(recorded_games, self._read())))

    def runs(self, *, problems: list[StoreError] | None = None) -> list[Run]:
        """Return the runs that stored these games, in order; those of older versions left no trace.

        Errors about runs that cannot be read are added to `problems`, if it is given: the games are sound
        without them.
        """
        return read_runs(self.path, problems)

    def tests(self) -> list[StoredTest]:
        """Return the sequential tests of these games, each as the last readable run left it."""
        return tests_of(self.runs(problems=[]))

    def _read(self) -> list[Part]:
        return parts_that_count(self.path, self.key)

    # Writing.

    def lock(self) -> AbstractContextManager[None]:
        """Return the lock for writing, for a `with`, which raises StoreError if another run has it."""
        return self._locked()

    def add(
        self,
        rows: Rows,
        records: Sequence[tuple[int, int, Record]] = (),
        failures: Sequence[Trouble] = (),
    ) -> None:
        """Store some games, and records of some of them: after a kill at any moment, all are there or none.

        The run that stores them is noted: where it comes from, its blocks, and the first of the failures of
        each agent. Raises ArgumentError if they are not games of this match.
        """
        self._check(rows, records)
        if not len(rows):
            return
        with self.lock():
            part = write_next_part(
                self.path, self.key, rows, lambda path: write_records(path, self.key, records)
            )
            self._parts.append(part)
            self._note(self._present_run().with_games(np.unique(rows.block).tolist(), len(rows)), failures)
            self._merge(crowded_parts(self._parts))

    def keep_test(self, test: StoredTest) -> None:
        """Keep a sequential test of these games with the run that made it, unless it is kept already."""
        with self.lock():
            if self._parts and test not in self.tests():
                self._note(replace(self._present_run(), test=test, ended=now()))

    def _present_run(self) -> Run:
        return self._run or Run.begin(next_run(self.path), Provenance.of_this_process(), self._started)

    def _note(self, run: Run, failures: Sequence[Trouble] = ()) -> None:
        known = {failure.agent for failure in run.failures}
        for failure in failures:
            if failure.agent and failure.agent not in known:
                known.add(failure.agent)
                run = replace(run, failures=(*run.failures, failure))
        write_run(self.path, run)
        self._run = run

    def compact(self) -> None:
        """Merge small parts into few large ones, then raise StoreError if there were damaged records."""
        if self._read():
            with self.lock():
                problems = self._merge(small_parts(self._parts))
            if problems:
                raise problems[0]

    @contextmanager
    def _locked(self) -> Iterator[None]:
        if self._lock.is_held:
            with self._lock.hold():
                yield
            return
        make_folder(self.path)
        with self._lock.hold():
            try:
                self._claim()
                yield
            finally:
                self._remove_if_empty()

    def _claim(self) -> None:
        """Begin as the only writer: write the manifest of a new folder, sweep an old one."""
        self._started = self._started or now()
        found = read_manifest(self.path)
        self._parts = while_parts_come_and_go(self._read)
        if found is None:
            write_manifest(self.path, self._about)
        else:
            self._about = found
            sweep(self.path, self._parts)

    def _remove_if_empty(self) -> None:
        """Remove a folder without games, which a match that was refused or stopped would leave."""
        if not self._lock.is_held:  # a forked child
            return
        own = tuple(self.path / name for name in (manifest.NAME, shard_notes.NAME, LOCK))
        with suppress(OSError):
            if {path.name for path in self.path.iterdir()} <= {path.name for path in own}:
                for path in own:
                    path.unlink(missing_ok=True)
                self.path.rmdir()

    def _merge(self, groups: list[list[Part]]) -> list[StoreError]:
        """Merge each group without parts whose records are damaged; return the errors of those."""
        problems: list[StoreError] = []
        for whole in groups:
            group = mergeable(whole, problems)
            if len(group) < 2:
                continue
            merged = merge(self.path, self.key, self.plan.seats, group)
            gone = {part.number for part in group}
            self._parts = [*(part for part in self._parts if part.number not in gone), merged]
        return problems

    def _check(self, rows: Rows, records: Sequence[tuple[int, int, Record]]) -> None:
        seatings = np.asarray(self.plan.seatings)
        if rows.seats != self.plan.seats:
            raise ArgumentError(
                f"the games have {rows.seats} seats; those of the match have {self.plan.seats}"
            )
        if len(rows) and not 0 <= rows.game.min() <= rows.game.max() < len(seatings):
            raise ArgumentError(
                f"a game is numbered outside its block; allowed is 0 to {len(seatings) - 1}"
            )
        if len(rows) and rows.block.min() < 0:
            raise ArgumentError(f"a block is numbered {rows.block.min()}; allowed are numbers from 0")
        if (rows.agent != seatings[rows.game]).any():
            raise ArgumentError("the agents of a game do not sit as the match seats them")
        there = set(zip(rows.block.tolist(), rows.game.tolist(), strict=True)) if records else set()
        if any((block, game) not in there for block, game, _ in records):
            raise ArgumentError("a record is of a game that is not among the rows")
