"""Runs the tests against each mutant, in a fork of one pytest session that runs the sources un-compiled.

A mutant replaces the code of one function in place, so nothing is compiled or imported anew. The time of a
fork on the processor is limited: a mutant that never ends is caught too.
"""

import importlib
import os
import pickle
import resource
import signal
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType

import pytest
from tools.mutants.edits import Mutant

MEMORY = 4 << 30
Failure = tuple[str, str]
"""The name of a test, and that of its error."""


@dataclass
class Outcome:
    """What became of a mutant: the stage and the test that caught it, and how; no stage if it survived."""

    mutant: Mutant
    diff: str
    stage: str = ""
    test: str = ""
    how: str = ""


@dataclass(eq=False)
class Trial:
    """A pytest plugin that takes the place of the loop over the tests.

    `stages` are names with the paths of their tests, in the order in which they run. Tests that fail
    without any mutant, or take longer than `limit` seconds un-compiled, are left out (`left_out`).
    """

    package: Path
    mutants: list[Mutant]
    stages: Mapping[str, tuple[str, ...]]
    limit: int
    tell: Callable[[Outcome], None]
    outcomes: list[Outcome] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    counts: dict[str, tuple[int, float]] = field(default_factory=dict)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests of each stage as they are, then with each mutant that is left, until one fails."""
        self.outcomes = [Outcome(mutant, mutant.diff(mutant.path.read_text())) for mutant in self.mutants]
        for stage, paths in self.stages.items():
            timed = self._passing(session, paths)
            self.counts[stage] = (len(timed), sum(seconds for _, seconds in timed))
            for outcome in self.outcomes:
                if not outcome.stage:
                    self._try(outcome, stage, [item for item, _ in timed])
                    self.tell(outcome)
        return True

    def _passing(self, session: pytest.Session, paths: tuple[str, ...]) -> list[tuple[pytest.Item, float]]:
        """Return the tests of a stage that pass, the quickest first, with their times."""
        timed = []
        for item in session.items:
            if item.nodeid.startswith(paths):
                failure, seconds = in_fork(partial(first_failure, [item]), self.limit)
                if failure is None:
                    timed.append((item, seconds))
                else:
                    self.left_out.append(f"{item.nodeid} ({failure[1]})")
                    print(f"left out: {self.left_out[-1]}", flush=True)
        time = sum(seconds for _, seconds in timed)
        print(f"{len(timed)} tests pass without a mutant, in {time:.0f} s", flush=True)
        timed.sort(key=lambda pair: pair[1])
        return timed

    def _try(self, outcome: Outcome, stage: str, items: list[pytest.Item]) -> None:
        """Run tests with a mutant, and note which one fails first."""
        mutant = outcome.mutant

        def run() -> Failure | None:
            install(mutant, mutant.applied(mutant.path.read_text()), self.package)
            return first_failure(items)

        failure, _ = in_fork(run, int(3 * self.counts[stage][1]) + 5)
        if failure is not None:
            outcome.stage, (outcome.test, outcome.how) = stage, failure


def install(mutant: Mutant, source: str, package: Path) -> None:
    """Give the function that the mutant changes its new code, for all who have imported it."""
    name = ".".join(mutant.path.relative_to(package.parent).with_suffix("").parts)
    code = compile(source, str(mutant.path), "exec")
    target: object = importlib.import_module(name)
    for part in mutant.function.split("."):
        target = vars(target)[part]
        code = next(c for c in code.co_consts if isinstance(c, CodeType) and c.co_name == part)
    target = target.fget if isinstance(target, property) else target
    assert isinstance(target, FunctionType)
    target.__code__ = code


def first_failure(items: list[pytest.Item]) -> Failure | None:
    """Run tests until one fails; return it and how it failed."""
    reports = Reports()
    session = items[0].session if items else None
    if session is not None:
        session.config.pluginmanager.register(reports)
    for item in items:
        item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
        if reports.failed:
            return reports.failed[0]
    return None


@dataclass(eq=False)
class Reports:
    """Collects the tests that failed."""

    failed: list[Failure] = field(default_factory=list)

    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        """Note a failure with the name of its error."""
        if call.excinfo is not None and not call.excinfo.errisinstance(pytest.skip.Exception):
            self.failed.append((item.nodeid, call.excinfo.typename))


def in_fork(work: Callable[[], Failure | None], seconds: int) -> tuple[Failure | None, float]:
    """Do the work in a fork with limited time and memory; return its answer and the time it took."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        try:
            answer = work()
        except BaseException as error:  # a mutant may raise anything, and the fork must end here
            answer = ("", type(error).__name__)
        with os.fdopen(writing, "wb") as pipe:
            pickle.dump(answer, pipe)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read()
    _, status, used = os.wait4(child, 0)
    time = used.ru_utime + used.ru_stime
    if said:
        return pickle.loads(said), time
    ended = signal.Signals(status & 127).name if status & 127 else f"exit {status >> 8}"
    return ("", "never ends" if ended in ("SIGXCPU", "SIGKILL") else ended), time
