"""Plots of the laboratory, drawn by matplotlib, which the extra `lab` installs."""

from __future__ import annotations

import io
from collections.abc import Sequence
from math import ceil, floor, log10
from typing import Any

import numpy as np

from catanlab.framework.errors import PictureError
from catanlab.framework.markup import shorten
from catanlab.lab.plain_numbers import plain_number
from catanlab.search.bandits import Bandit, Floats

COLOURS = ("#1b6ca8", "#d1495b", "#3a7d44", "#e3871f", "#6a4c93", "#555555", "#0a9396", "#a3702d")
LINE_STYLES = ("-", "--", ":")
MAX_LABEL_LETTERS = 60
MAX_NUMBERS = 7
"""How many numbers have room on a short axis."""
STYLE = {
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.spines.right": False,
    "axes.spines.top": False,
    "font.size": 9,
    "grid.color": "#dddddd",
    "legend.edgecolor": "none",
    "legend.framealpha": 1.0,
    "lines.markersize": 3.5,
    "svg.fonttype": "none",  # letters stay letters: the file is small and can be searched
    "svg.hashsalt": "catanlab",  # the names of its parts are not drawn by chance
    "text.parse_math": False,
}


def require_matplotlib() -> Any:
    """Return matplotlib; raises PictureError if it is not installed."""
    try:
        import matplotlib
    except ImportError:
        raise PictureError(
            "a plot needs the package matplotlib, which is not installed: pip install 'catanlab[lab]'"
        ) from None
    return matplotlib


def regret_plot(bandit: Bandit, curves: Sequence[tuple[str, Floats, Floats]]) -> str:
    """Return as SVG the mean regret of policies after each of the bandit's pulls.

    A curve is a policy, its mean regrets, and how far their intervals reach, which is shaded where it is
    finite. Raises PictureError if matplotlib is not installed.
    """
    with require_matplotlib().rc_context(STYLE):
        from matplotlib.figure import Figure

        figure = Figure(figsize=(7.5, 4.6), layout="constrained")
        axes = figure.add_subplot()
        axes.set_title(
            f"{bandit.arms} arms, {bandit.best:g} against {bandit.best - bandit.gap:g}, "
            f"mean of {bandit.trials} trials"
        )
        axes.set_xlabel("pulls")
        axes.set_ylabel("regret")
        axes.set_xscale("log", base=4)
        axes.set_xticks(bandit.pulls, [f"{pulls:,}" for pulls in bandit.pulls], minor=False)
        axes.yaxis.set_major_formatter(lambda value, _: plain_number(value))
        axes.minorticks_off()
        for number, (policy, regrets, margins) in enumerate(curves):
            colour = COLOURS[number % len(COLOURS)]
            style = LINE_STYLES[number // len(COLOURS) % len(LINE_STYLES)]
            label = shorten(policy, MAX_LABEL_LETTERS)
            (line,) = axes.plot(bandit.pulls, regrets, style, color=colour, marker="o", label=label)
            line.set_gid(f"curve-{number}")
            if np.isfinite(margins).all():
                low, high = regrets - margins, regrets + margins
                axes.fill_between(bandit.pulls, low, high, color=colour, alpha=0.15, linewidth=0)
        axes.set_ylim(bottom=0)
        axes.legend(loc="upper left")
        return as_svg(figure, "Regret of tree policies on a bandit")


def set_log_scale(axes: Any) -> None:
    """Give the x-axis a logarithmic scale, with plain numbers instead of matplotlib's markup for powers.

    Where fewer than two powers of ten are in view, numbers between them are shown as well.
    """

    def between(value: float, _: int | None) -> str:
        low, high = axes.get_xlim()
        decades = log10(high / low)
        if floor(log10(high)) - ceil(log10(low)) >= 1:
            return ""
        if decades > 0.7:  # all would stand too close
            return plain_number(value) if f"{value:e}"[0] in "25" else ""
        places = axes.xaxis.get_minorticklocs()
        is_even = round(value / (places[-1] - places[-2])) % 2 == 0
        is_crowded = sum(low <= place <= high for place in places) > MAX_NUMBERS
        return "" if is_crowded and not is_even else plain_number(value, 8)

    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(lambda value, _: plain_number(value))
    axes.xaxis.set_minor_formatter(between)


def as_svg(figure: Any, title: str) -> str:
    """Return a figure as SVG, without date and version, so that the same plot is the same file."""
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Creator": None, "Date": None, "Title": title})
    return text.getvalue()
