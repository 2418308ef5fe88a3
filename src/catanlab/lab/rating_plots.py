"""Ratings as a plot: strength against the time for a move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from catanlab.lab.label_places import Marks, nearest_of_name, place_names
from catanlab.lab.plots import COLOURS, STYLE, as_svg, require_matplotlib, set_log_scale
from catanlab.lab.ratings import Rating
from catanlab.lab.short_labels import short_labels

MAX_NAME_LETTERS = 28
NEAR = 8.0
"""A name further from its point than this, in points of type, has a line to it."""
POINTS_PER_INCH = 72


def strength_plot(ratings: Sequence[Rating], title: str = "Strength against time") -> str:
    """Return as SVG the rating of each agent by the mean time of its moves; raises PictureError.

    Agents whose time is not known are left out.
    """
    with require_matplotlib().rc_context(STYLE):
        from matplotlib.figure import Figure

        timed = [(rating, rating.ms_per_move) for rating in ratings if rating.ms_per_move]
        figure = Figure(figsize=(7.5, 5.2 if len(timed) <= 16 else 6.4), layout="constrained")
        axes = figure.add_subplot()
        axes.set_title(title)
        for number, (rating, milliseconds) in enumerate(timed):
            colour, elo = COLOURS[number % len(COLOURS)], rating.elo
            reach = [[max(0.0, elo.estimate - elo.low)], [max(0.0, elo.high - elo.estimate)]]
            axes.errorbar(milliseconds, elo.estimate, reach, fmt="o", color=colour, capsize=2)
        set_log_scale(axes)
        axes.margins(x=0.08)
        axes.grid(visible=True, axis="x")
        axes.set_xlabel("milliseconds a move")
        axes.set_ylabel("Elo")
        if timed:
            _write_names(axes, timed)
        return as_svg(figure, title)


def _write_names(axes: Any, timed: Sequence[tuple[Rating, float]]) -> None:
    """Write the name of each agent near its point, with a line to it where it has to stand away."""
    figure = axes.figure
    names = [
        axes.text(0, 0, name, fontsize=7, va="bottom", transform=None, in_layout=False)
        for name in _names([rating.agent for rating, _ in timed])
    ]
    figure.draw_without_rendering()  # the layout decides where the points are
    scale = POINTS_PER_INCH / figure.dpi
    frame = axes.get_window_extent()

    def places(values: Sequence[float]) -> Any:
        at = [(milliseconds, value) for (_, milliseconds), value in zip(timed, values, strict=True)]
        return (axes.transData.transform(at) - frame.p0) * scale

    points = places([rating.elo.estimate for rating, _ in timed])
    low = places([min(rating.elo.low, rating.elo.estimate) for rating, _ in timed])[:, 1]
    high = places([max(rating.elo.high, rating.elo.estimate) for rating, _ in timed])[:, 1]
    extents = [name.get_window_extent() for name in names]
    sizes = np.array([(extent.width, extent.height) for extent in extents]) * scale
    size_of_frame = (frame.width * scale, frame.height * scale)
    corners = place_names(Marks(points, np.stack([low, high], axis=1), sizes, size_of_frame))
    for number, (name, (rating, milliseconds)) in enumerate(zip(names, timed, strict=True)):
        colour, point = COLOURS[number % len(COLOURS)], points[number]
        end = nearest_of_name(point, corners[number], sizes[number])
        look = {"xy": (milliseconds, rating.elo.estimate), "textcoords": "offset points"}
        if np.linalg.norm(end - point) > NEAR:
            line = {"arrowstyle": "-", "color": colour, "linewidth": 0.5, "shrinkA": 0, "shrinkB": 2}
            axes.annotate("", xytext=tuple(end - point), arrowprops=line, in_layout=False, **look)
        axes.annotate(
            name.get_text(),
            xytext=tuple(corners[number] - point),
            fontsize=7,
            va="bottom",
            color=colour,
            in_layout=False,
            **look,
        )
        name.remove()


def _names(agents: Sequence[str]) -> list[str]:
    """Return the names of agents without their options, unless options tell two of them apart."""
    bare = [agent.partition(":")[0] for agent in agents]
    told = [agent if bare.count(name) > 1 else name for agent, name in zip(agents, bare, strict=True)]
    return short_labels(told, MAX_NAME_LETTERS)
