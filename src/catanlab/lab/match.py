"""Plays a match: the blocks that are not stored yet are played, stored and counted."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import closing
from functools import partial
from itertools import chain

import numpy as np

from catanlab.framework.errors import ArgumentError, StoreError
from catanlab.lab.executors import LocalExecutor, MakeExecutor
from catanlab.lab.rows import LOST, Rows
from catanlab.lab.shard import WHOLE, Shard
from catanlab.lab.statistics import Blocks, Interval, Sprt, Verdict
from catanlab.lab.store import StoredMatch
from catanlab.lab.store.differences import find_difference
from catanlab.lab.store.runs import StoredTest
from catanlab.lab.store.shard_notes import note_shard
from catanlab.lab.summary import agent_blocks, win_interval
from catanlab.lab.troubles import Trouble

STALL_SECONDS = 60.0
"""How long an agent may think about a move before it counts as stalled, if nothing else is asked for."""


class Progress:
    """The progress of a match: blocks played, win rates so far, and incidents."""

    def __init__(self, agents: int, blocks: int, sprt: Sprt | None = None) -> None:
        self.blocks = blocks
        """How many blocks are asked for."""
        self.found = 0
        """How many of them were stored when the match began."""
        self.done = 0
        """How many are stored now."""
        self.games = 0
        """How many games these blocks have."""
        self.troubles: list[Trouble] = []
        """What went wrong in games, a sentence each."""
        self.referee = Referee(sprt) if sprt else None
        self._wins = [AgentWins(agent) for agent in range(agents)]

    def add(self, rows: Rows) -> None:
        """Add some whole blocks."""
        if not len(rows):
            return
        self.done += len(np.unique(rows.block))
        self.games += len(rows)
        for wins in self._wins:
            wins.add(rows)
        if self.referee:
            self.referee.add(rows)

    def rates(self) -> list[Interval | None]:
        """Return the win rate of each agent with its 95 % interval, None before its second block."""
        return [wins.interval() for wins in self._wins]

    @property
    def is_decided(self) -> bool:
        """Whether a sequential test has ended the match."""
        return self.referee is not None and self.referee.is_decided

    @property
    def needed(self) -> int:
        """How many blocks the result rests on: all, or those that the sequential test needed."""
        return self.referee.test.blocks if self.referee and self.is_decided else self.blocks


class AgentWins:
    """The wins of one agent by block, as they come in."""

    def __init__(self, agent: int) -> None:
        self._agent = agent
        self._parts: list[Blocks] = []

    def add(self, rows: Rows) -> None:
        """Add some whole blocks."""
        if (rows.agent == self._agent).any():
            self._parts.append(agent_blocks(rows, self._agent))

    def interval(self) -> Interval | None:
        """Return the win rate so far with its 95 % interval, or None before the second block."""
        if not self._parts:
            return None
        if len(self._parts) > 1:
            wins = np.concatenate([part.wins for part in self._parts])
            self._parts = [Blocks(wins, np.concatenate([part.games for part in self._parts]))]
        return win_interval(self._parts[0])


class Referee:
    """Applies a sequential test to the first agent, block by block in the order of their numbers."""

    def __init__(self, test: Sprt) -> None:
        self.test = test
        self._waiting: dict[int, tuple[float, float]] = {}
        self._next = 0

    def add(self, rows: Rows) -> None:
        """Add some whole blocks, in any order."""
        blocks = agent_blocks(rows, 0)
        numbers = np.unique(rows.block).tolist()
        for number, wins, games in zip(numbers, blocks.wins.tolist(), blocks.games.tolist(), strict=True):
            self._waiting[number] = (wins, games)
        while not self.is_decided and self._next in self._waiting:
            self.test.add(*self._waiting.pop(self._next))
            self._next += 1

    @property
    def is_decided(self) -> bool:
        """Whether the test needs no more blocks."""
        return self.test.verdict is not Verdict.CONTINUE

    @property
    def stored_test(self) -> StoredTest:
        """The test as it is kept with the games."""
        test = self.test
        return StoredTest(
            p0=test.p0,
            p1=test.p1,
            alpha=test.alpha,
            beta=test.beta,
            model=test.model,
            verdict=str(test.verdict),
            is_decided=self.is_decided,
            llr=test.llr,
            bounds=(test.lower, test.upper),
            blocks=test.blocks,
            wins=test.wins,
            games=test.games,
        )


def play_match(
    stored: StoredMatch,
    blocks: int,
    *,
    processes: int = 1,
    executor: MakeExecutor | None = None,
    shard: Shard = WHOLE,
    sprt: Sprt | None = None,
    records: bool = False,
    again: Collection[int] | None = None,
    strict: bool = False,
    stall_seconds: float = STALL_SECONDS,
    watch: Callable[[Progress], None] = lambda progress: None,
) -> Rows:
    """Play the missing ones of blocks 0 to `blocks` - 1, and return the rows of all of them.

    They are played by so many processes of this machine, or by the `executor` that is made for the match.
    With a `shard`, only the blocks of that shard are played, counted and returned.

    Each job is stored as soon as it is done: if a match is stopped, only the blocks in play are lost.
    With `sprt` the match ends when the test has decided about the first agent; the rows are then
    those of the blocks that the test needed, and its verdict is kept with them. `watch` is called a few
    times a second. With `strict` the first failure of an agent ends the match: raises MatchStoppedError.
    `again` are blocks that are played although they are stored, for their records; raises StoreError if
    one of their games comes out differently. Raises ArgumentError for a sequential test of a shard, or of
    an agent against itself.
    """
    wanted = shard.blocks(blocks)
    if sprt and len(set(stored.plan.agent_codes)) == 1:
        raise ArgumentError(
            "a sequential test compares the first agent with others; here all agents are the same"
        )
    if sprt and shard != WHOLE:
        raise ArgumentError(
            "a sequential test takes blocks in their order, and a shard has gaps; test a whole match"
        )
    with stored.lock():
        if shard != WHOLE:
            note_shard(stored.path, shard, blocks)
        progress = Progress(len(stored.plan.agents), len(wanted), sprt)
        there = {
            block
            for block in stored.finished_blocks().tolist()
            if block in wanted and block not in (again or ())
        }
        found = stored.rows(there)
        progress.add(found)
        progress.found = len(there)
        watch(progress)
        missing = (block for block in wanted if block not in there and not progress.is_decided)
        if records and there and again is None:
            sentence = (
                f"{len(there)} blocks were there already; records are made only while games are played"
            )
            progress.troubles.append(Trouble(sentence))
        first = next(missing, None)
        if first is None:
            _keep_test(stored, progress)
            return found.take(slice(0, int(np.searchsorted(found.block, wanted[: progress.needed].stop))))
        earlier = stored.rows(again) if again else None
        del found  # a million games are a hundred megabytes
        make = executor or partial(LocalExecutor, processes=processes)
        playing = make(stored.plan, records=records, strict=strict, stall_seconds=stall_seconds)
        with closing(playing):
            for job in playing.play(chain([first], missing)):
                if job is not None:
                    if earlier is not None:
                        _check_same(stored, earlier, job.rows)
                    stored.add(job.rows, job.records, job.troubles)
                    progress.add(job.rows)
                    progress.troubles += job.troubles
                watch(progress)
        _keep_test(stored, progress)
        _merge_parts(stored, progress)
        return stored.rows(wanted[: progress.needed])


def _check_same(stored: StoredMatch, earlier: Rows, rows: Rows) -> None:
    """Raise StoreError if a game that is played again has another result; one that was lost may have."""
    found = find_difference([earlier.take(earlier.ended != LOST), rows])
    if found:
        raise StoreError(
            f"{found.game} was played again for its record and came out differently ({found.values}); move "
            f"{stored.path} away to play the match anew"
        )


def _keep_test(stored: StoredMatch, progress: Progress) -> None:
    """Keep the verdict of the sequential test, if there is one, with the games."""
    if progress.referee and progress.referee.test.blocks:
        stored.keep_test(progress.referee.stored_test)


def _merge_parts(stored: StoredMatch, progress: Progress) -> None:
    """Merge small files; if that fails, the reason is reported: the games are stored in any case."""
    try:
        stored.compact()
    except StoreError as error:
        progress.troubles.append(Trouble(str(error)))
