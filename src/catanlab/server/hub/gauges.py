"""How many people, rooms, questions and events a hub has at the moment, as metrics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from prometheus_client.core import Metric

from catanlab.server.metrics import count, gauge, gauges, version

if TYPE_CHECKING:
    from catanlab.server.hub.hub import Hub


STATUSES: Final = ("waiting", "playing", "sleeping", "over")


def hub_metrics(hub: Hub) -> Iterable[Metric]:
    """Return the metrics of a hub; called in its event loop."""
    services = hub.services
    kinds = {session.person: session.bot for session in hub.sessions if session.person}
    statuses = Counter(host.room.status for host in hub.rooms.hosts.values())
    yield version()
    yield gauge("sessions", "Connections that the rooms know", len(hub.sessions))
    people = {"person": 0.0, "bot": 0.0}
    for is_bot in kinds.values():
        people["bot" if is_bot else "person"] += 1
    yield gauges("people", "People and bots who are connected", "kind", people)
    rooms: dict[str, float] = {name: statuses[name] for name in STATUSES}
    yield gauges("rooms", "Rooms in memory, by status", "status", rooms)
    yield gauge("room_bytes", "About how many bytes rooms in memory take", hub.rooms.holdings.bytes)
    yield gauge("bans", "Bans that hold", hub.people.bans.count)
    yield gauge("lease_renewed_seconds", "Seconds since the lease was renewed", hub.watch.lease_age)
    yield count("events", "Events that were committed", services.writer.rows)
    yield count("commits", "Commits", services.writer.commits)
    yield gauge("commit_waiting", "Rows and calls that wait for their commit", services.writer.waiting)
    yield from _robots(hub)


def _robots(hub: Hub) -> Iterable[Metric]:
    status = hub.services.pool.status()
    workers = {
        "busy": float(sum(worker.busy for worker in status.workers)),
        "free": float(sum(worker.ready and not worker.busy for worker in status.workers)),
        "starting": float(sum(not worker.ready for worker in status.workers)),
    }
    yield gauges("workers", "Processes in which robots think", "state", workers)
    yield gauge("robots_kept", "Robots in the memory of workers", sum(w.robots for w in status.workers))
    yield gauge("robots_bytes", "The memory that they take", sum(w.bytes for w in status.workers))
    waiting = {"quick": float(status.quick_waiting), "search": float(status.search_waiting)}
    yield gauges("questions_waiting", "Questions that wait for a worker", "lane", waiting)
    seconds = {"quick": status.quick_seconds, "search": status.search_seconds}
    yield gauges(
        "questions_wait_seconds", "How long a new question would wait after all others", "lane", seconds
    )
    yield gauge(
        "robot_budget",
        "The least part of their usual budget that searches of an address get",
        status.budget,
    )
    yield count("answers", "Answers of robots", status.answered)
    yield count("answers_rebuilt", "Answers of robots that were made anew", status.rebuilt)
    yield count("questions_refused", "Questions refused since all workers were busy", status.refused)
    yield count("questions_failed", "Questions at which a robot failed", status.failed)
    yield count("workers_replaced", "Workers that were replaced", status.replaced)
