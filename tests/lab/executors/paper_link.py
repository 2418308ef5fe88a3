"""A link to a cluster that is only on paper: tests say what its workers answer, and when they leave."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from catanlab.lab.executors.cluster import node
from catanlab.lab.executors.cluster.fingerprint import Fingerprint
from catanlab.lab.executors.cluster.link import Event, Failed, Left, Link, Present, Returned
from catanlab.lab.executors.cluster.player import PLAYED
from catanlab.lab.executors.cluster.result_bytes import UnitResult, encode
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.native import play_natively
from catanlab.lab.rows import Rows


class PaperLink(Link):
    """A link without a cluster. Calls wait until a test lets workers answer them."""

    def __init__(self, plan: MatchPlan) -> None:
        self.address = "tcp://paper:1"
        self.run = "paper"
        self.plan = plan
        self.described = Fingerprint.of(plan).to_dict()
        self.waiting: dict[int, tuple[str, Callable[..., Any], tuple[Any, ...]]] = {}
        """The calls that were not answered, by number: worker, function, arguments."""
        self.dropped: list[int] = []
        self.workers: dict[str, int] = {}
        self._queue: list[Event] = []
        self._made = 0

    def call(self, worker: str, function: Callable[..., Any], *arguments: object) -> int:
        """Note the call."""
        self._made += 1
        self.waiting[self._made] = (worker, function, arguments)
        return self._made

    def drop(self, number: int) -> None:
        """Note that nobody waits for the call."""
        self.waiting.pop(number, None)
        self.dropped.append(number)

    def events(self, timeout: float) -> list[Event]:
        """Return all that tests let happen."""
        found, self._queue = self._queue, []
        return found

    def run_everywhere(
        self, function: Callable[..., Any], *arguments: object, workers: Iterable[str]
    ) -> None:
        """Do nothing: no worker has players."""

    def close(self) -> None:
        """Do nothing: nothing is open."""

    # What tests let happen.

    def join(self, *workers: str, threads: int = 1) -> None:
        """Let workers join."""
        self.workers |= dict.fromkeys(workers, threads)
        self._queue.append(Present(dict(self.workers)))

    def leave(self, worker: str, *, was_expected: bool = False) -> None:
        """Let a worker leave with what it plays."""
        del self.workers[worker]
        self._queue.append(Left(worker, was_expected))

    def happen(self, event: Event) -> None:
        """Let anything happen."""
        self._queue.append(event)

    def blocks(self) -> dict[str, list[list[int]]]:
        """Return the blocks that workers were asked to play and have not, by worker."""
        found: dict[str, list[list[int]]] = {}
        for worker, function, arguments in self.waiting.values():
            if function is node.play:
                found.setdefault(worker, []).append(list(arguments[2]))
        return found

    def describe(self, worker: str, **changes: object) -> None:
        """Let a worker say what it is: like this process, apart from the changes."""
        number = self._number(worker, node.describe)
        said = {"name": worker, "version": "0", "fingerprint": self.described, **changes}
        self._answer(number, json.dumps({name: value for name, value in said.items() if value is not None}))

    def play(self, worker: str, *, change: Callable[[Rows], object] = lambda rows: None) -> None:
        """Let a worker play the first unit that it was given; `change` makes its rows different."""
        number = self._number(worker, node.play)
        blocks = self.waiting[number][2][2]
        rows = play_natively(self.plan, blocks)
        change(rows)
        self._answer(
            number, (PLAYED, encode(UnitResult(rows, [], [], seconds=1.0 * len(blocks)), self.plan))
        )

    def answer(self, worker: str, how: str, reason: str) -> None:
        """Let a worker answer that it did not play the first unit that it was given."""
        self._answer(self._number(worker, node.play), (how, reason.encode()))

    def fail(self, worker: str, reason: str) -> None:
        """Let the first call of a worker fail."""
        number = next(number for number, call in self.waiting.items() if call[0] == worker)
        del self.waiting[number]
        self._queue.append(Failed(number, reason))

    def _number(self, worker: str, function: Callable[..., Any]) -> int:
        return next(
            number for number, call in self.waiting.items() if call[0] == worker and call[1] is function
        )

    def _answer(self, number: int, value: object) -> None:
        del self.waiting[number]
        self._queue.append(Returned(number, value))
