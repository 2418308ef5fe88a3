"""Tells whether a cluster is fit for matches: which workers there are, and which of them could play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Any

from catanlab.framework.errors import WorkerError
from catanlab.lab.executors.cluster import node
from catanlab.lab.executors.cluster.fingerprint import Fingerprint
from catanlab.lab.executors.cluster.link import ClusterAddress, Failed, Left, Link, Lost, Present, Returned
from catanlab.lab.executors.cluster.roster import Node, Roster, Standing
from catanlab.lab.executors.cluster.setup import Setup
from catanlab.lab.match_plan import MatchPlan

TRIES = 5
"""How often the latency of a worker is measured; the least counts."""
SECONDS_TO_JOIN = 10.0
"""How long to wait for the first worker."""


@dataclass(frozen=True)
class WorkerReport:
    """A worker, and whether it could play."""

    address: str
    described: dict[str, Any]
    """Its own answer: name, host, threads, memory in bytes (0 if unlimited), version, python."""
    latency: float | None
    """Seconds from a call to its result, the least of some; None if it was not measured."""
    reason: str
    """Why it cannot play; empty if it can."""


@dataclass(frozen=True)
class ClusterReport:
    """All workers of a cluster, in the order of their addresses."""

    address: str
    workers: list[WorkerReport]
    notes: list[str]
    """What else was noticed."""

    @property
    def is_fit(self) -> bool:
        """Whether there are workers and all of them could play."""
        return bool(self.workers) and not any(worker.reason for worker in self.workers)


def check_cluster(
    where: ClusterAddress,
    plan: MatchPlan,
    *,
    stall_seconds: float = 60.0,
    wait_seconds: float = SECONDS_TO_JOIN,
    tick: Callable[[], None] = lambda: None,
) -> ClusterReport:
    """Let every worker describe itself and play block 0 of a match, and measure how long calls take.

    Raises WorkerError if there is no cluster or it is lost meanwhile, and AgentError.
    """
    setup = Setup(plan, stall_seconds=stall_seconds)
    with Link(where) as link:
        roster = Roster(link, setup, Fingerprint.of(plan))
        begun = monotonic()
        notes: list[str] = []
        while not (roster.nodes and roster.is_settled) and (
            roster.nodes or monotonic() - begun < wait_seconds
        ):
            tick()
            for event in link.events(0.25):
                if isinstance(event, Present):
                    notes += _left(roster.update(event.workers))
                elif isinstance(event, Left):
                    notes += _left(roster.remove(event.worker))
                elif isinstance(event, Lost):
                    raise WorkerError(f"the cluster at {where.address} was lost: {event.reason}")
                else:
                    roster.handle(event)
        notes += [line for line in roster.news() if not line.startswith("worker ")]
        nodes = sorted(roster.nodes.values(), key=lambda one: one.address)
        latencies = {one.address: _latency(link, one) for one in nodes if one.standing is Standing.READY}
        known = [one.address for one in nodes if "fingerprint" in one.described]
        link.run_everywhere(node.stop, link.run, workers=known)
        reports = [
            WorkerReport(one.address, one.described, latencies.get(one.address), one.reason)
            for one in nodes
        ]
        return ClusterReport(where.address, reports, notes)


def _left(gone: list[Node]) -> list[str]:
    return [f"worker {one.name} left while it was looked at" for one in gone]


def _latency(link: Link, one: Node) -> float | None:
    """Return how long the quickest of some calls of a worker took."""
    times = []
    for _ in range(TRIES):
        begun = monotonic()
        number = link.call(one.address, node.echo, "")
        while monotonic() - begun < 10.0:
            events = link.events(0.25)
            if any(isinstance(event, Left) and event.worker == one.address for event in events):
                return None
            answers = [event for event in events if isinstance(event, Returned | Failed)]
            if any(event.number == number and isinstance(event, Returned) for event in answers):
                times.append(monotonic() - begun)
                break
        else:
            return None
    return min(times)
