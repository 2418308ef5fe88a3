"""A picture of regret curves, as SVG: pulls along the bottom by powers of four, mean regret upwards."""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.framework.markup import FONT, clean, element, group, number, path, shorten, write
from catanlab.search.bandits import Bandit, Floats

WIDTH, HEIGHT = 720, 440
LEFT, RIGHT, TOP, BOTTOM = 70, 30, 50, 60
INK, GRID = "#222222", "#dddddd"
COLOURS = ("#1b6ca8", "#d1495b", "#3a7d44", "#e3871f", "#6a4c93", "#555555", "#0a9396", "#a3702d")
DASHES = (None, "7 4", "2 3")


def picture(bandit: Bandit, curves: Sequence[tuple[str, Floats]]) -> str:
    """Return the picture of the mean regrets of policies, after each of the bandit's pulls."""
    highest = round_up(max(float(regrets.max()) for _, regrets in curves))
    parts = [
        element("title", clean("Regret of tree policies on a bandit")),
        element("rect", width=WIDTH, height=HEIGHT, fill="#ffffff"),
        write(
            f"{bandit.arms} arms, {bandit.best:g} against {bandit.best - bandit.gap:g}, "
            f"mean of {bandit.trials} trials",
            WIDTH / 2,
            26,
            15,
            bold=True,
        ),
        _axes(bandit, highest),
    ]
    for place, (policy, regrets) in enumerate(curves):
        points = [(_x(bandit, power), _y(regret, highest)) for power, regret in enumerate(regrets)]
        parts.append(_curve(place, policy, points))
    return element(
        "svg",
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=WIDTH,
        height=HEIGHT,
        font_family=FONT,
        font_size=12,
        fill=INK,
        text_anchor="middle",
    )


def round_up(value: float) -> float:
    """Return the least of 1, 2, 5, 10, 20, ... and 0.5, 0.2, ... that is not below a value.

    >>> round_up(1384.0), round_up(0.03)
    (2000.0, 0.05)
    """
    scale = 1e-3
    while True:
        for factor in (1, 2, 5):
            if factor * scale >= value:
                return round(factor * scale, 3)
        scale *= 10


def _x(bandit: Bandit, power: int) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * power / max(bandit.power, 1)


def _y(regret: float, highest: float) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * regret / highest


def _axes(bandit: Bandit, highest: float) -> str:
    parts = []
    for step in range(6):
        value = highest * step / 5
        y = _y(value, highest)
        parts.append(path(f"M{LEFT} {number(y)}H{WIDTH - RIGHT}", stroke=GRID))
        parts.append(write(f"{value:,.4g}", LEFT - 8, y + 4, anchor="end"))
    for power, pulls in enumerate(bandit.pulls):
        x = _x(bandit, power)
        parts.append(path(f"M{number(x)} {HEIGHT - BOTTOM}v5", stroke=INK))
        parts.append(write(f"{pulls:,}", x, HEIGHT - BOTTOM + 19))
    parts.append(path(f"M{LEFT} {TOP}V{HEIGHT - BOTTOM}H{WIDTH - RIGHT}", stroke=INK, fill="none"))
    parts.append(write("pulls", (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 20, 13))
    middle = (TOP + HEIGHT - BOTTOM) / 2
    parts.append(group(write("regret", 0, 0, 13), transform=f"translate(18 {number(middle)})rotate(-90)"))
    return group(*parts)


def _curve(place: int, policy: str, points: Sequence[tuple[float, float]]) -> str:
    """Return one curve and its line in the legend."""
    colour = COLOURS[place % len(COLOURS)]
    dash = DASHES[place // len(COLOURS) % len(DASHES)]
    line = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
    y = TOP + 12 + 18 * place
    return group(
        path(line, stroke=colour, stroke_width=2, stroke_dasharray=dash, fill="none"),
        *(element("circle", cx=x, cy=py, r=2.5, fill=colour) for x, py in points),
        path(f"M{LEFT + 16} {y}h28", stroke=colour, stroke_width=2, stroke_dasharray=dash),
        write(shorten(policy, 60), LEFT + 52, y + 4, anchor="start"),
    )
