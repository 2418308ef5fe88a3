"""A study: one experiment at one scale, from its cost to its report."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from catanlab.framework.errors import ArgumentError
from catanlab.lab.experiments.claims import check_claims
from catanlab.lab.experiments.entry import Experiment
from catanlab.lab.experiments.expansion import PlannedMatch, expand
from catanlab.lab.experiments.findings import Findings, find
from catanlab.lab.experiments.measures import Results
from catanlab.lab.experiments.pictures import draw
from catanlab.lab.experiments.published import adopt_rows
from catanlab.lab.experiments.report import Origin
from catanlab.lab.experiments.reporting import Published, origin_of, publish, write_report
from catanlab.lab.experiments.running import Cost, expected_costs, play_experiment, stored_results
from catanlab.lab.match import Progress
from catanlab.lab.store import Store

REPORTS = "reports"
"""The folder of reports, next to the folders of matches."""
Watch: TypeAlias = Callable[[int, Sequence[PlannedMatch], Progress], None]
"""Is called with the number of the match, all matches, and the progress of that one."""


class Study(ABC):
    """One experiment at one scale. Games are kept in `out`; those in `committed` count as well."""

    def __init__(self, experiment: Experiment, scale: str, out: Path, committed: Path) -> None:
        self.experiment = experiment
        self.scale = scale
        self.out = out
        self.committed = committed
        self.store = Store(out)
        self.results: Results | None = None

    def choose(self, prefixes: Sequence[str]) -> None:
        """Keep only the matches whose names begin so; raises ArgumentError if there are none."""
        if prefixes:
            raise ArgumentError(f"{self.experiment.name} has no matches to choose from")

    @abstractmethod
    def costs(self) -> list[Cost]:
        """Return what the games that are missing will cost."""

    @abstractmethod
    def play(self, *, watch: Watch, **options: Any) -> None:
        """Play what is missing."""

    @abstractmethod
    def load(self) -> None:
        """Load what is stored, and play nothing."""

    def widen(self) -> None:  # noqa: B027 - kinds without matches leave nothing out
        """Take in the games that are stored or committed of matches that `choose` left out."""

    @abstractmethod
    def findings(self, *, plots: bool) -> Findings:
        """Return what was found, after `play` or `load`."""

    def origin(self, findings: Findings) -> Origin:
        """Return where the figures come from."""
        return origin_of(findings, self.results, self.committed)

    def write(self, findings: Findings, *, to_publish: bool = False) -> tuple[Path, Published | None]:
        """Write the report, and publish it if asked for; return the path of the page."""
        origin = self.origin(findings)
        page = write_report(findings, origin, self.out / REPORTS / f"{self.experiment.name}-{self.scale}")
        if not to_publish:
            return page, None
        return page, publish(findings, origin, self.results, self.store, self.committed)


class MatchStudy(Study):
    """A study of matches of Catan."""

    def __init__(self, experiment: Experiment, scale: str, out: Path, committed: Path) -> None:
        super().__init__(experiment, scale, out, committed)
        self.matches = self.make_matches()

    def make_matches(self) -> list[PlannedMatch]:
        """Return the matches of the experiment."""
        return expand(self.experiment, self.scale)

    def choose(self, prefixes: Sequence[str]) -> None:
        """Keep only the matches whose names begin so; raises ArgumentError for a beginning of none.

        A whole name means that match alone: `n-100` does not mean `n-1000`.
        """
        names = [match.name for match in self.matches]
        wanted = set[str]()
        for prefix in prefixes:
            found = [prefix] if prefix in names else [name for name in names if name.startswith(prefix)]
            wanted.update(found)
            if not found:
                raise ArgumentError(
                    f"{self.experiment.name} has no match that begins with {prefix!r}; "
                    f"there are {', '.join(names)}"
                )
        if prefixes:
            self.matches = [match for match in self.matches if match.name in wanted]

    def costs(self) -> list[Cost]:
        """Return the cost of the missing games of each match; committed games are adopted first."""
        adopt_rows((match.plan for match in self.matches), self.committed, self.store)
        return expected_costs(self.matches, self.store)

    def play(self, *, watch: Watch, **options: Any) -> None:
        """Play what is missing; `options` go to `play_match`."""

        def show(number: int, match: PlannedMatch, progress: Progress) -> None:
            watch(number, self.matches, progress)

        self._keep(play_experiment(self.matches, self.store, watch=show, **options))

    def load(self) -> None:
        """Load the games that are stored."""
        self._keep(stored_results(self.matches, self.store))

    def _keep(self, found: Results) -> None:
        left_out = {match.name for match in self.make_matches()} - found.matches.keys()
        self.results = Results(found.matches, found.builds, left_out)

    def widen(self) -> None:
        """Take in stored and committed games of the matches that `choose` left out.

        What is published would else lose the matches of an earlier run.
        """
        assert self.results is not None
        chosen = self.results
        self.matches = self.make_matches()
        others = [match for match in self.matches if match.name not in chosen.matches]
        adopt_rows((match.plan for match in others), self.committed, self.store)
        stored = stored_results(others, self.store)
        found = {**chosen.matches, **stored.matches}
        ordered = {match.name: found[match.name] for match in self.matches}
        self.results = Results(ordered, {**chosen.builds, **stored.builds})

    def findings(self, *, plots: bool) -> Findings:
        """Return figures, verdicts and pictures."""
        assert self.results is not None
        pictures = draw(self.experiment, self.results) if plots else []
        return find(self.experiment, self.scale, self.results, pictures)


def make_study(experiment: Experiment, scale: str, out: Path, committed: Path) -> Study:
    """Return the study of an experiment, by its kind.

    Raises ArgumentError for an unknown scale or an unknown name in a claim, AgentError and RulesError for
    invalid specs.
    """
    from catanlab.lab.experiments.bandit import BanditStudy
    from catanlab.lab.experiments.densities import DensityStudy
    from catanlab.lab.experiments.factorial import FactorialStudy

    kinds: dict[str, type[Study]] = {
        "matches": MatchStudy,
        "factorial": FactorialStudy,
        "bandit": BanditStudy,
        "densities": DensityStudy,
    }
    if experiment.kind == "matches":
        check_claims(experiment)
    return kinds[experiment.kind](experiment, scale, out, committed)
