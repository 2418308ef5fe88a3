"""Tuma's bandit as an experiment: regret of tree policies by pulls."""

from __future__ import annotations

import re
from time import process_time
from typing import Any

import numpy as np

from catanlab.framework.errors import ArgumentError
from catanlab.lab.experiments.claims import judge_all, mean_interval
from catanlab.lab.experiments.expansion import scale_of
from catanlab.lab.experiments.findings import Findings, Picture, with_interval
from catanlab.lab.experiments.measures import Measured
from catanlab.lab.experiments.running import Cost
from catanlab.lab.experiments.settings_reader import BANDIT_SHAPE
from catanlab.lab.experiments.study import Study, Watch
from catanlab.lab.experiments.tables import Table
from catanlab.search.bandits import Bandit, Curve, regret_curve

_NAME = re.compile(r"(?P<policy>[^@]+)@(?P<pulls>\d+)")


class BanditResults:
    """The regrets of all policies, by measures such as `UCB1@1024`; trials are paired by their number."""

    def __init__(self, bandit: Bandit, curves: dict[str, Curve]) -> None:
        self.bandit = bandit
        self.curves = curves

    def measured(self, name: str) -> Measured:
        """Return the regret of each trial after this many pulls; raises ArgumentError if there is none."""
        parts = _NAME.fullmatch(name)
        if parts is None or parts["policy"] not in self.curves:
            raise ArgumentError(f"{name!r} is no measure; write POLICY@PULLS with {', '.join(self.curves)}")
        pulls = int(parts["pulls"])
        if pulls not in self.bandit.pulls:
            raise ArgumentError(
                f"there are no {pulls} pulls; there are {', '.join(map(str, self.bandit.pulls))}"
            )
        regrets = self.curves[parts["policy"]].regrets[:, self.bandit.pulls.index(pulls)]
        trials = np.arange(len(regrets))
        return Measured(trials, np.asarray(regrets, np.float64), np.ones(len(regrets)), "regret of pulls")


class BanditStudy(Study):
    """A bandit: it takes seconds to minutes, and so is computed anew every time."""

    found: BanditResults
    _seconds = 0.0

    def costs(self) -> list[Cost]:
        """Return nothing: no games are played."""
        return []

    def play(self, *, watch: Watch, **options: Any) -> None:
        """Pull the arms."""
        self.load()

    def load(self) -> None:
        """Pull the arms: it is the only way to have the regrets."""
        settings = self.experiment.settings
        trials = scale_of(self.experiment, self.scale).games
        shape = {name: settings[name] for name in BANDIT_SHAPE if name in settings}
        bandit = Bandit(trials=trials, seed=self.experiment.seed, **shape)
        begun = process_time()
        curves = {label: regret_curve(spec, bandit) for label, spec in settings["policies"].items()}
        self._seconds = process_time() - begun
        self.found = BanditResults(bandit, curves)

    def findings(self, *, plots: bool) -> Findings:
        """Return the regrets as a table and a curve."""
        bandit, curves = self.found.bandit, self.found.curves
        intervals = {
            label: [mean_interval(self.found.measured(f"{label}@{pulls}")) for pulls in bandit.pulls]
            for label in curves
        }
        rows = tuple(
            (f"{pulls:,}", *(with_interval(each[place]) for each in intervals.values()))
            for place, pulls in enumerate(bandit.pulls)
        )
        title = f"Mean regret of {bandit.trials} trials, with 95 % intervals"
        return Findings(
            experiment=self.experiment,
            scale=self.scale,
            judged=judge_all(self.experiment.claims, self.found),
            tables=[Table(title, ("pulls", *curves), rows, 0)],
            pictures=self._pictures() if plots else [],
            data={
                "pulls": list(bandit.pulls),
                "regrets": {
                    label: [[each.estimate, each.low, each.high] for each in line]
                    for label, line in intervals.items()
                },
            },
            seconds=self._seconds,
        )

    def _pictures(self) -> list[Picture]:
        from catanlab.lab.plots import regret_plot

        bandit = self.found.bandit
        curves = []
        for label, curve in self.found.curves.items():
            reaches = [
                mean_interval(self.found.measured(f"{label}@{pulls}")).width / 2 for pulls in bandit.pulls
            ]
            margins = np.array(reaches if bandit.trials > 1 else [np.inf] * len(reaches))
            curves.append((label, np.asarray(curve.regrets.mean(axis=0), np.float64), margins))
        title = self.experiment.figures[0].title if self.experiment.figures else ""
        return [Picture(title or self.experiment.title, regret_plot(bandit, curves))]
