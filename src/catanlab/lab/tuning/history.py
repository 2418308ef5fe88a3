"""The history of a tuning as a plot: every trial, the best so far, and the fitted curve of a grid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from catanlab.lab.plots import COLOURS, STYLE, as_svg, require_matplotlib, set_log_scale
from catanlab.lab.tuning.parameters import Parameter
from catanlab.lab.tuning.tuner import Trial

PER_CENT = 100.0
CLEAR = 1.96
"""How many standard errors below 0 the bend of a parabola must be, so that its peak means something."""


def history_plot(trials: Sequence[Trial], parameters: Sequence[Parameter], default: str, title: str) -> str:
    """Return as SVG the wins by trial, and by each parameter that has a range; raises PictureError."""
    ranged = [parameter for parameter in parameters if not parameter.choices]
    with require_matplotlib().rc_context(STYLE):
        from matplotlib.figure import Figure

        figure = Figure(figsize=(3.75 * (1 + len(ranged)), 3.6), layout="constrained")
        figure.suptitle(title, fontsize=10)
        panels = figure.subplots(1, 1 + len(ranged), sharey=True, squeeze=False)[0]
        _points(panels[0], [float(trial.number) for trial in trials], trials, default)
        best = np.maximum.accumulate([0.0 if trial.pruned else trial.mean for trial in trials])
        panels[0].plot(
            range(len(trials)), PER_CENT * best, color="#555555", linewidth=1, label="best in full"
        )
        panels[0].set_xlabel("trial")
        panels[0].set_ylabel("wins of a seat, %")
        panels[0].legend(fontsize=7)
        for panel, parameter in zip(panels[1:], ranged, strict=True):
            values = [float(trial.setting.values[parameter.name]) for trial in trials]
            _points(panel, values, trials, default)
            if parameter.is_log:
                set_log_scale(panel)
            panel.set_xlabel(parameter.name)
            fitted = fitted_peak(trials, parameter)
            if fitted is not None:
                x, y, _ = fitted
                panel.plot(
                    x, PER_CENT * y, color="#555555", linewidth=1, linestyle="--", label="fitted parabola"
                )
                panel.legend(fontsize=7)
        return as_svg(figure, title)


def fitted_peak(
    trials: Sequence[Trial], parameter: Parameter
) -> tuple[np.ndarray, np.ndarray, float] | None:
    """Return a parabola through the trials played in full, over its range, and the value of its peak.

    On the logarithmic scale if the range has one. None for fewer than four different values, for a parabola
    that may be straight or bend up within the errors of the trials, and for one with its peak outside the
    range.
    """
    full = [trial for trial in trials if not trial.pruned]
    values = np.array([float(trial.setting.values[parameter.name]) for trial in full])
    if len(set(values.tolist())) < 4:
        return None
    places = np.log(values) if parameter.is_log else values
    weights = 1 / np.array([max(trial.error, 1e-3) for trial in full])
    (a, b, c), spread = np.polyfit(places, [trial.mean for trial in full], 2, w=weights, cov="unscaled")
    low, high = (
        (np.log([parameter.low, parameter.high])) if parameter.is_log else (parameter.low, parameter.high)
    )
    if a >= -CLEAR * spread[0, 0] ** 0.5 or not low <= -b / (2 * a) <= high:
        return None
    x = np.linspace(low, high, 100)
    peak = -b / (2 * a)
    shown = np.exp(x) if parameter.is_log else x
    return shown, a * x**2 + b * x + c, float(np.exp(peak) if parameter.is_log else peak)


def _points(panel: Any, x: Sequence[float], trials: Sequence[Trial], default: str) -> None:
    """Draw all trials: in full, stopped early, and the default."""
    colours = {"in full": COLOURS[0], "stopped early": "#aaaaaa", "default": COLOURS[1]}
    for label, colour in colours.items():
        chosen = [place for place, trial in enumerate(trials) if _kind(trial, default) == label]
        if chosen:
            panel.errorbar(
                [x[place] for place in chosen],
                [PER_CENT * trials[place].mean for place in chosen],
                [1.96 * PER_CENT * trials[place].error for place in chosen],
                fmt="o",
                color=colour,
                capsize=2,
                label=label,
            )


def _kind(trial: Trial, default: str) -> str:
    if trial.setting.spec == default:
        return "default"
    return "stopped early" if trial.pruned else "in full"
