"""Tuma's reshaped Beta densities as an experiment: they are computed, and nothing is played."""

from __future__ import annotations

from typing import Any

import numpy as np

from catanlab.lab.experiments.findings import Findings, Picture
from catanlab.lab.experiments.running import Cost
from catanlab.lab.experiments.study import Study, Watch
from catanlab.lab.experiments.tables import Table
from catanlab.lab.plots import COLOURS, STYLE, as_svg, require_matplotlib
from catanlab.search.beta_densities import reshaped


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
            beta = reshaped(settings["successes"], settings["failures"], phi)
            mode = "" if beta.mode is None else f"{beta.mode:.3f}"
            shapes = f"Beta({beta.a:.4g}, {beta.b:.4g})"
            rows.append((f"{phi:g}", shapes, mode, f"{beta.mean:.4f}", f"{beta.deviation:.4f}"))
            data.append(
                {
                    "phi": phi,
                    "shapes": [beta.a, beta.b],
                    "mode": beta.mode,
                    "mean": beta.mean,
                    "sd": beta.deviation,
                }
            )
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
                beta = reshaped(settings["successes"], settings["failures"], phi)
                panel.plot(
                    x, [beta.density(place) for place in x.tolist()], color=COLOURS[number % len(COLOURS)]
                )
                panel.set_title(f"phi = {phi:g}: Beta({beta.a:.3g}, {beta.b:.3g})", fontsize=8)
                panel.set_xlim(0, 1)
                panel.set_xlabel("win rate")
            panels.flat[0].set_ylabel("density")
            return Picture(title, as_svg(figure, title))
