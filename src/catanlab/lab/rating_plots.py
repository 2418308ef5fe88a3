"""Ratings as a plot: strength against the time for a move."""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.framework.markup import shorten
from catanlab.lab.plots import COLOURS, STYLE, as_svg, require_matplotlib
from catanlab.lab.ratings import Rating

MAX_NAME_LETTERS = 28


def strength_plot(ratings: Sequence[Rating], title: str = "Strength against time") -> str:
    """Return as SVG the rating of each agent by the mean time of its moves; raises PictureError.

    Agents whose time is not known are left out.
    """
    with require_matplotlib().rc_context(STYLE):
        from matplotlib.figure import Figure

        figure = Figure(figsize=(7.5, 5.2), layout="constrained")
        axes = figure.add_subplot()
        axes.set_title(title)
        timed = [(rating, rating.ms_per_move) for rating in ratings if rating.ms_per_move]
        for number, (rating, milliseconds) in enumerate(timed):
            colour, elo = COLOURS[number % len(COLOURS)], rating.elo
            reach = [[max(0.0, elo.estimate - elo.low)], [max(0.0, elo.high - elo.estimate)]]
            axes.errorbar(milliseconds, elo.estimate, reach, fmt="o", color=colour, capsize=2)
            axes.annotate(
                shorten(rating.agent.partition(":")[0], MAX_NAME_LETTERS),
                (milliseconds, elo.estimate),
                xytext=(5, 4),
                textcoords="offset points",
                fontsize=7,
                color=colour,
            )
        axes.set_xscale("log")
        axes.grid(visible=True, axis="x")
        axes.set_xlabel("milliseconds a move")
        axes.set_ylabel("Elo")
        return as_svg(figure, title)
