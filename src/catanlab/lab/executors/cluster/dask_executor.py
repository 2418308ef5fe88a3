"""Plays the blocks of a match on the workers of a Dask cluster."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from time import monotonic
from types import TracebackType
from typing import Self

from catanlab.framework.errors import WorkerError
from catanlab.lab.executors.cluster import node as on_node
from catanlab.lab.executors.cluster.fingerprint import Fingerprint
from catanlab.lab.executors.cluster.link import (
    ClusterAddress,
    Event,
    Failed,
    Left,
    Link,
    Lost,
    Present,
    Returned,
)
from catanlab.lab.executors.cluster.player import PLAYED, STOPPED
from catanlab.lab.executors.cluster.result_bytes import ResultError, UnitResult, decode
from catanlab.lab.executors.cluster.roster import FIRST_BLOCK, Node, Roster, Standing
from catanlab.lab.executors.cluster.setup import Setup
from catanlab.lab.executors.cluster.units import Unit, Units
from catanlab.lab.jobs import FinishedJob, JobSize
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.native import is_native
from catanlab.lab.play_game import lost_row
from catanlab.lab.rows import Rows
from catanlab.lab.troubles import NO_SEAT, MatchStoppedError, Trouble

UNIT_SECONDS = 2.0
"""How long a unit should take: a call costs some milliseconds."""
WAIT_SECONDS = 300.0
"""How long to wait for workers when there are none."""


class DaskExecutor:
    """Plays a match on a cluster; use it in a `with`, or close it.

    The rows are those that `LocalExecutor` makes. A worker plays as many units at a time as it has threads,
    and has at most one waiting. It is used if it has the same version, code and native modules as this
    process, and plays block 0 like the others; those that join later are asked, too. The units of a lost
    worker are played again by others; a block that is lost with three workers is given up, and its games
    are lost. Raises WorkerError if there is no such cluster, and AgentError.
    """

    def __init__(
        self,
        plan: MatchPlan,
        where: ClusterAddress,
        *,
        records: bool = False,
        strict: bool = False,
        stall_seconds: float = 60.0,
        wait_seconds: float = WAIT_SECONDS,
    ) -> None:
        self._plan = plan
        self._setup = Setup(plan, records, strict, stall_seconds)
        self._expected = Fingerprint.of(plan)
        self._size = JobSize(is_native(plan), UNIT_SECONDS)
        self._wait_seconds = wait_seconds
        self._link = Link(where)
        self._roster = Roster(self._link, self._setup, self._expected)
        self._playing: dict[int, Node] = {}
        self._finished: list[FinishedJob] = []
        self._units = Units([], self._size)
        self._has_first = False

    def play(self, blocks: Iterable[int], tick: float = 0.25) -> Iterator[FinishedJob | None]:
        """Play blocks and yield finished jobs in any order, and None at least every `tick` seconds.

        To stop early, close the iterator: the units that are being played are then dropped. Raises
        WorkerError if the cluster is lost, or has no worker that can play, and MatchStoppedError if an
        agent fails in strict play.
        """
        self._units = Units(blocks, self._size)
        could_play = monotonic()
        try:
            while self._playing or not self._units.is_empty:
                for event in self._link.events(tick):
                    self._handle(event)
                self._hand_out()
                finished, self._finished = self._finished, []
                yield from finished
                news = self._roster.news()
                if news:
                    yield FinishedJob(
                        (), Rows.empty(0, self._plan.seats), [], [Trouble(line) for line in news]
                    )
                elif not finished:
                    yield None
                if self._roster.usable:
                    could_play = monotonic()
                else:
                    self._check_hope(monotonic() - could_play)
        finally:
            self._drop_all()

    @property
    def workers(self) -> list[str]:
        """The workers that may play, by name and address."""
        return [node.name for node in self._roster.ready()]

    def close(self) -> None:
        """Leave the cluster; nothing of the match is played there any more."""
        self._link.run_everywhere(
            on_node.stop,
            self._link.run,
            workers=[
                node.address for node in self._roster.nodes.values() if "fingerprint" in node.described
            ],
        )
        self._link.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # What happens.

    def _handle(self, event: Event) -> None:
        if isinstance(event, Present):
            for gone in self._roster.update(event.workers):
                self._was_lost(gone, "ended")
        elif isinstance(event, Left):
            for gone in self._roster.remove(event.worker):
                if event.was_expected:
                    self._came_back(gone)
                else:
                    self._was_lost(gone, "ended")
        elif isinstance(event, Lost):
            raise WorkerError(
                f"the cluster at {self._link.address} was lost ({event.reason}); what was played is kept, "
                "and the same command goes on"
            )
        elif not self._roster.handle(event):
            self._take_result(event)

    def _take_result(self, event: Returned | Failed) -> None:
        node = self._playing.pop(event.number, None)
        if node is None:
            return
        unit = node.units.pop(event.number)
        if isinstance(event, Failed):
            if "KilledWorker" in event.reason:
                self._suspect(unit, node, "ended")
            else:
                self._failed(unit, node, event.reason)
            return
        how, data = event.value
        if how == PLAYED:
            self._take_played(unit, node, data)
        elif how == STOPPED:
            raise MatchStoppedError(Trouble.from_dict(json.loads(data)))
        elif how == on_node.DIED:
            self._suspect(unit, node, f"lost its player ({data.decode()})")
        elif how == on_node.DIFFERENT:
            self._roster.refuse(node, "its code has changed since it was asked")
            self._failed(unit, node, "")
        else:
            self._failed(unit, node, data.decode(errors="replace"))

    def _take_played(self, unit: Unit, node: Node, data: bytes) -> None:
        try:
            result = decode(data, self._plan, unit.blocks)
        except ResultError as error:
            self._failed(unit, node, f"its results cannot be read: {error}")
            return
        node.failures = 0
        self._size.learn(result.seconds / len(unit.blocks))
        self._finish(unit.blocks, result)

    def _finish(self, blocks: tuple[int, ...], result: UnitResult) -> None:
        self._finished.append(FinishedJob(blocks, result.rows, result.records, result.troubles))

    def _failed(self, unit: Unit, node: Node, reason: str) -> None:
        """Let others play a unit that a worker could not; one that is refused for it keeps none."""
        self._units.came_back(unit)
        self._roster.failed(node, reason)
        if node.standing is Standing.REFUSED:
            self._came_back(node)
            node.units.clear()

    def _came_back(self, gone: Node) -> None:
        for number, unit in gone.units.items():
            self._link.drop(number)
            del self._playing[number]
            self._units.came_back(unit)

    def _was_lost(self, gone: Node, how: str) -> None:
        for number, unit in gone.units.items():
            self._link.drop(number)
            del self._playing[number]
            self._suspect(unit, gone, how)

    def _suspect(self, unit: Unit, node: Node, how: str) -> None:
        given_up = self._units.was_lost(unit, f"worker {node.name} {how}")
        if given_up is None:
            return
        (block,) = given_up.blocks
        games = range(len(self._plan.seatings))
        rows = Rows.joined([lost_row(self._plan, block, game, NO_SEAT) for game in games], self._plan.seats)
        losses = ", then ".join(given_up.losses)
        trouble = f"block {block} is given up, its games are lost: while it was played, {losses}"
        self._finished.append(FinishedJob(given_up.blocks, rows, [], [Trouble(trouble)]))

    # Handing out.

    def _hand_out(self) -> None:
        """Give every worker what it can play, the first unit to all of them before the second to any."""
        ready = list(self._roster.ready())
        waiting = 1 if self._size.is_quick else 0
        for depth in range(max((node.threads + waiting for node in ready), default=0)):
            for node in ready:
                if len(node.units) > depth or depth >= node.threads + waiting:
                    continue
                if any(unit.is_suspect for unit in node.units.values()):
                    continue
                unit = self._next_unit(is_idle=not node.units)
                if unit is None:
                    continue
                arguments = (self._link.run, self._setup.text, list(unit.blocks), self._expected.to_dict())
                number = self._link.call(node.address, on_node.play, *arguments)
                node.units[number] = unit
                self._playing[number] = node

    def _next_unit(self, *, is_idle: bool) -> Unit | None:
        """Return the next unit; block 0, which was played to compare the workers, is finished already."""
        while unit := self._units.take(is_idle=is_idle):
            first = self._roster.first
            if FIRST_BLOCK not in unit.blocks or first is None or self._has_first:
                return unit
            self._has_first = True
            self._finish((FIRST_BLOCK,), first)
            others = tuple(block for block in unit.blocks if block != FIRST_BLOCK)
            if others:
                return Unit(others)
        return None

    def _check_hope(self, seconds: float) -> None:
        """Raise WorkerError if there is nobody to wait for."""
        refused = [node for node in self._roster.nodes.values() if node.reason]
        if refused and not self._roster.has_been_ready:
            why = "; ".join(f"{node.name}: {node.reason}" for node in refused[:3])
            more = f"; and {len(refused) - 3} more" if len(refused) > 3 else ""
            raise WorkerError(f"no worker of {self._link.address} can play this match: {why}{more}")
        if seconds > self._wait_seconds:
            raise WorkerError(
                f"{self._link.address} has had no worker that can play for {self._wait_seconds:g} s; "
                "start some, and the same command goes on"
            )

    def _drop_all(self) -> None:
        for number, node in self._playing.items():
            self._link.drop(number)
            node.units.pop(number, None)
        self._playing.clear()
        self._finished.clear()
