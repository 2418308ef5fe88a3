"""Tuma's reshaped Beta densities as an experiment: they are computed, and nothing is played."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from catanlab.lab.experiments.findings import Findings, Picture
from catanlab.lab.experiments.running import Cost
from catanlab.lab.experiments.study import Study, Watch
from catanlab.lab.experiments.tables import Table
from catanlab.lab.plots import COLOURS, STYLE, as_svg, require_matplotlib


def reshaped(successes: float, failures: float, phi: float) -> tuple[float, float]:
    """Return the shapes of the Beta density of a node after posterior reshaping (Tuma, algorithm 3).

    >>> reshaped(40, 1, 0.5)
    (82.0, 4.0)
    """
    return (successes + 1) / phi, (failures + 1) / phi


def beta_density(x: np.ndarray, a: float, b: float) -> np.ndarray:
    """Return the density of the Beta distribution at points between 0 and 1, both excluded.

    >>> beta_density(np.array([0.5]), 2, 2).round(3).tolist()
    [1.5]
    """
    log_front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    return np.asarray(np.exp(log_front + (a - 1) * np.log(x) + (b - 1) * np.log1p(-x)))


class DensityStudy(Study):
    """Densities for given successes, failures and values of phi."""

    def costs(self) -> list[Cost]:
        """Return nothing: no games are played."""
        return []

    def play(self, *, watch: Watch, **options: Any) -> None:
        """Do nothing: the densities follow from their formula."""

    def load(self) -> None:
        """Do nothing: the densities follow from their formula."""

    def findings(self, *, plots: bool) -> Findings:
        """Return shapes, modes, means and deviations of the densities, and a picture of them."""
        settings = self.experiment.settings
        rows, data = [], []
        for phi in settings["phi"]:
            a, b = reshaped(settings["successes"], settings["failures"], phi)
            mean, mode = a / (a + b), (a - 1) / (a + b - 2)
            deviation = math.sqrt(a * b / (a + b + 1)) / (a + b)
            rows.append(
                (f"{phi:g}", f"Beta({a:.4g}, {b:.4g})", f"{mode:.3f}", f"{mean:.4f}", f"{deviation:.4f}")
            )
            data.append({"phi": phi, "shapes": [a, b], "mode": mode, "mean": mean, "sd": deviation})
        head = ("phi", "density", "mode", "mean", "standard deviation")
        title = f"S = {settings['successes']}, F = {settings['failures']}"
        return Findings(
            experiment=self.experiment,
            scale=self.scale,
            judged=[],
            tables=[Table(title, head, tuple(rows), 2)],
            pictures=[self._picture()] if plots else [],
            data={"densities": data},
        )

    def _picture(self) -> Picture:
        settings, title = self.experiment.settings, self.experiment.title
        with require_matplotlib().rc_context(STYLE):
            from matplotlib.figure import Figure

            figure = Figure(figsize=(7.5, 2.8), layout="constrained")
            figure.suptitle(title, fontsize=10)
            panels = figure.subplots(1, len(settings["phi"]), sharey=True, squeeze=False)
            x = np.linspace(0.0005, 0.9995, 2000)
            for number, (panel, phi) in enumerate(zip(panels.flat, settings["phi"], strict=True)):
                a, b = reshaped(settings["successes"], settings["failures"], phi)
                panel.plot(x, beta_density(x, a, b), color=COLOURS[number])
                panel.set_title(f"phi = {phi:g}: Beta({a:.3g}, {b:.3g})", fontsize=8)
                panel.set_xlim(0, 1)
                panel.set_xlabel("win rate")
            panels.flat[0].set_ylabel("density")
            return Picture(title, as_svg(figure, title))
