"""The workers of a cluster: admitted to a match if they have the same catanlab and play block 0 alike."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import numpy as np

from catanlab.lab.executors.cluster import node
from catanlab.lab.executors.cluster.fingerprint import Fingerprint
from catanlab.lab.executors.cluster.link import Failed, Link, Returned
from catanlab.lab.executors.cluster.player import PLAYED, STOPPED
from catanlab.lab.executors.cluster.result_bytes import ResultError, UnitResult, decode
from catanlab.lab.executors.cluster.setup import Setup
from catanlab.lab.executors.cluster.units import Unit
from catanlab.lab.rows import Rows
from catanlab.lab.troubles import MatchStoppedError, Trouble

FIRST_BLOCK = 0
"""The block that every worker plays to show that it plays like the others."""
MAX_FAILURES = 3
"""How often in a row a worker may fail before it is refused."""


class Standing(Enum):
    """How far a worker has come."""

    NEW = "is asked what it is"
    COMPARED = "plays block 0"
    READY = "plays"
    REFUSED = "is not used"


@dataclass
class Node:
    """A worker of the cluster as the client knows it."""

    address: str
    threads: int
    standing: Standing = Standing.NEW
    described: dict[str, Any] = field(default_factory=dict)
    """Its answer about itself."""
    reason: str = ""
    """Why it is refused."""
    units: dict[int, Unit] = field(default_factory=dict)
    """What it plays, by the numbers of the calls."""
    failures: int = 0
    """How often in a row it has failed."""
    first: UnitResult | None = None
    """Its results of block 0."""

    @property
    def name(self) -> str:
        """Its name and address in words."""
        named = str(self.described.get("name", ""))
        plain = named if named and named not in self.address else self.described.get("host", "")
        return f"{self.address} ({plain})" if plain else self.address


class Roster:
    """The workers that are there, and what is known of them; `update` and `handle` are told all events."""

    def __init__(self, link: Link, setup: Setup, expected: Fingerprint) -> None:
        self.nodes: dict[str, Node] = {}
        self.has_been_ready = False
        """Whether any worker has ever been ready."""
        self.first: UnitResult | None = None
        """The results of block 0, if it was played."""
        self._link = link
        self._setup = setup
        self._text = setup.text
        self._expected = expected
        # Under a time limit no game is the same twice.
        self._compares = setup.plan.move_seconds is None
        self._calls: dict[int, Node] = {}
        self._again: int | None = None
        """The call that plays block 0 once more on a worker that has played it."""
        self._news: list[str] = []

    def news(self) -> list[str]:
        """Return sentences about workers that were refused since the last time."""
        news, self._news = self._news, []
        return news

    def ready(self) -> Iterator[Node]:
        """Give the workers that may play."""
        return (node for node in self.nodes.values() if node.standing is Standing.READY)

    @property
    def is_settled(self) -> bool:
        """Whether every worker is ready or refused."""
        return all(node.standing in (Standing.READY, Standing.REFUSED) for node in self.nodes.values())

    @property
    def usable(self) -> int:
        """How many workers are ready or may become so."""
        return sum(node.standing is not Standing.REFUSED for node in self.nodes.values())

    def update(self, workers: Mapping[str, int]) -> list[Node]:
        """Ask those that are new what they are; return those that are gone."""
        for address, threads in workers.items():
            if address not in self.nodes:
                found = self.nodes[address] = Node(address, threads)
                self._calls[self._link.call(address, node.describe, self._link.run, self._text)] = found
        return [gone for address in set(self.nodes) - set(workers) for gone in self.remove(address)]

    def remove(self, address: str) -> list[Node]:
        """Forget a worker that has left; return it, if it was known."""
        gone = self.nodes.pop(address, None)
        if gone is None:
            return []
        for number in [number for number, asked in self._calls.items() if asked is gone]:
            self._link.drop(number)
            del self._calls[number]
            if number == self._again:
                self._again = None
                self._settle_doubts()
        return [gone]

    def handle(self, event: Returned | Failed) -> bool:
        """Take the answer of a worker that is being admitted; return False if it is of something else."""
        asked = self._calls.pop(event.number, None)
        if asked is None:
            return False
        if isinstance(event, Failed):
            self.refuse(asked, f"it cannot play: {event.reason}")
        elif event.number == self._again:
            self._again = None
            self._played_again(event.value)
        elif asked.standing is Standing.NEW:
            self._described(asked, event.value)
        else:
            self._played(asked, event.value)
        return True

    def refuse(self, refused: Node, reason: str) -> None:
        """Let a worker play no more."""
        refused.standing, refused.reason = Standing.REFUSED, reason
        self._news.append(f"worker {refused.name} is not used: {reason}")

    def failed(self, failing: Node, reason: str) -> None:
        """Count a failure of a worker, which is refused when it fails again and again."""
        failing.failures += 1
        if failing.failures >= MAX_FAILURES and failing.standing is Standing.READY:
            self.refuse(failing, f"it failed {failing.failures} times in a row: {reason}")

    def _described(self, asked: Node, text: str) -> None:
        asked.described = json.loads(text)
        reason = self._why_not(asked.described)
        if reason:
            self.refuse(asked, reason)
        elif not self._compares:
            self._admit(asked)
        else:
            asked.standing = Standing.COMPARED
            self._play_first_block(asked)

    def _why_not(self, described: Mapping[str, Any]) -> str:
        if "fingerprint" not in described:
            version = described.get("version", "")
            return f"{described.get('error', 'it does not say what it is')} (catanlab {version})"
        found = Fingerprint(**described["fingerprint"])
        return "; ".join(self._expected.differences(found, self._setup.plan.agents))

    def _admit(self, admitted: Node) -> None:
        admitted.standing = Standing.READY
        self.has_been_ready = True

    # Block 0.

    def _play_first_block(self, asked: Node) -> int:
        arguments = (self._link.run, self._text, [FIRST_BLOCK], self._expected.to_dict())
        number = self._link.call(asked.address, node.play, *arguments)
        self._calls[number] = asked
        return number

    def _played(self, asked: Node, value: tuple[str, bytes]) -> None:
        result = self._read_first(asked, value)
        if result is None:
            return
        asked.first = result
        if self.first is None:
            self.first = result
        if not self._compares or _are_alike(self.first.rows, result.rows):
            self._admit(asked)
        else:
            self._settle_doubts()

    def _read_first(self, asked: Node, value: tuple[str, bytes]) -> UnitResult | None:
        how, data = value
        if how == STOPPED:
            raise MatchStoppedError(Trouble.from_dict(json.loads(data)))
        if how != PLAYED:
            self.refuse(asked, f"it cannot play block {FIRST_BLOCK}: {data.decode(errors='replace')[:300]}")
            return None
        try:
            return decode(data, self._setup.plan, [FIRST_BLOCK])
        except ResultError as error:
            self.refuse(asked, f"its results of block {FIRST_BLOCK} cannot be read: {error}")
            return None

    def _doubtful(self) -> list[Node]:
        return [one for one in self.nodes.values() if one.standing is Standing.COMPARED and one.first]

    def _settle_doubts(self) -> None:
        """Some play block 0 otherwise than others: let one of the others play it again, to see why."""
        if self._again is not None or not self._doubtful():
            return
        witness = next(self.ready(), None)
        if witness:
            self._again = self._play_first_block(witness)
            return
        one = self._doubtful()[0]  # those who played it otherwise are gone
        self.first = one.first
        self._admit(one)
        self._settle_doubts()

    def _played_again(self, value: tuple[str, bytes]) -> None:
        witness = next(self.ready(), None)
        result = self._read_first(witness, value) if witness else None
        if result is None or self.first is None:
            self._settle_doubts()
        elif _are_alike(self.first.rows, result.rows):
            for one in self._doubtful():
                assert one.first is not None
                difference = _difference(self.first.rows, one.first.rows)
                self.refuse(one, f"it plays block {FIRST_BLOCK} otherwise than the others: {difference}")
        else:
            self._compares = False
            self._news.append(
                f"block {FIRST_BLOCK} went otherwise the second time on one machine: the agents do not "
                "play the same way twice, and workers cannot be compared by their games"
            )
            for one in self._doubtful():
                self._admit(one)


def _are_alike(one: Rows, other: Rows) -> bool:
    return not _difference(one, other)


def _difference(one: Rows, other: Rows) -> str:
    """Return the first difference of two results of the same games, apart from times."""
    for (name, here), (_, there) in zip(one.without_times(), other.without_times(), strict=True):
        if not np.array_equal(here, there):
            row = int(np.argmax((here != there).reshape(len(here), -1).any(axis=1)))
            return f"{name} of game {one.game[row]} is {there[row].tolist()}, not {here[row].tolist()}"
    return ""
