"""Ratings as a plot: strength against the time for a move."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10

from catanlab.framework.markup import shorten
from catanlab.lab.plots import COLOURS, STYLE, as_svg, require_matplotlib, set_log_scale
from catanlab.lab.ratings import Rating

MAX_NAME_LETTERS = 28
WIDTH, HEIGHT = 440.0, 290.0
"""The size of the plot inside its axes, in points, roughly."""
LETTER_WIDTH, LINE_HEIGHT = 3.9, 8.0
"""The size of a letter of a name, in points."""


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
        names = [shorten(rating.agent.partition(":")[0], MAX_NAME_LETTERS) for rating, _ in timed]
        heights = label_heights(
            [(milliseconds, rating.elo.estimate) for rating, milliseconds in timed],
            [len(name) for name in names],
        )
        for number, (rating, milliseconds) in enumerate(timed):
            colour, elo = COLOURS[number % len(COLOURS)], rating.elo
            reach = [[max(0.0, elo.estimate - elo.low)], [max(0.0, elo.high - elo.estimate)]]
            axes.errorbar(milliseconds, elo.estimate, reach, fmt="o", color=colour, capsize=2)
            axes.annotate(
                names[number],
                (milliseconds, elo.estimate),
                xytext=(5, heights[number]),
                textcoords="offset points",
                fontsize=7,
                color=colour,
            )
        set_log_scale(axes)
        axes.grid(visible=True, axis="x")
        axes.set_xlabel("milliseconds a move")
        axes.set_ylabel("Elo")
        return as_svg(figure, title)


def label_heights(points: Sequence[tuple[float, float]], letters: Sequence[int]) -> list[float]:
    """Return how far above its point each name stands, in points, so that names do not cover each other.

    >>> label_heights([(1.0, 500.0), (1.01, 502.0), (10.0, 900.0)], [8, 8, 6])
    [4.0, 12.0, 4.0]
    """
    if not points:
        return []
    logs, values = [log10(x) for x, _ in points], [y for _, y in points]
    across = WIDTH / ((max(logs) - min(logs)) or 1.0)
    up = HEIGHT / ((max(values) - min(values)) or 1.0)
    steps = [4.0 + LINE_HEIGHT * step * side for step in range(len(points)) for side in (1, -1)]
    taken: list[tuple[float, float, float]] = []
    heights = []
    for place, value, count in zip(logs, values, letters, strict=True):
        left, width = place * across, count * LETTER_WIDTH
        height = next(
            step
            for step in steps
            if not any(
                left < other + other_width
                and other < left + width
                and abs(value * up + step - y) < LINE_HEIGHT
                for other, y, other_width in taken
            )
        )
        taken.append((left, value * up + height, width))
        heights.append(height)
    return heights
