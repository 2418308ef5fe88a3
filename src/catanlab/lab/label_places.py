"""Where the names of points stand in a plot: near their points, covering neither names nor marks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

ANGLES = np.linspace(0, 2 * np.pi, 24, endpoint=False)
DISTANCES = (5.0, 9.0, 14.0, 20.0, 28.0, 38.0, 50.0, 64.0, 80.0)
"""From a point to its name. All sizes here are in points of type."""
GAP = 1.5
"""What is left free around a name."""
MARKER = 3.0
"""Half the width of a point."""
BAR = 2.5
"""Half the width of a bar, with what is left free on either side."""
STEPS = np.linspace(0.05, 0.97, 16)[None, :, None]
"""Where a line from a name to its point is tried for what it crosses."""
MAX_ROUNDS = 20
ORDERS = 6
MAX_CHOICES = 80
COVERS_NAME, COVERS_POINT, COVERS_BAR, COVERS_OWN_BAR = 1000.0, 300.0, 45.0, 20.0
LEADER_CROSSES, LEADER_CROSSES_BAR = 60.0, 20.0
"""How many points of distance a name would rather have than cover something, or cross it by its line."""


@dataclass(frozen=True)
class Marks:
    """What is drawn: points, each with a vertical bar through it, and the sizes of their names."""

    points: Floats
    """Its shape is (points, 2), from the lower left corner of the frame."""
    bars: Floats
    """The lower and upper end of each bar: (points, 2)."""
    sizes: Floats
    """The width and height of each name: (points, 2)."""
    frame: tuple[float, float]
    """The width and height of the plot, which no name leaves."""


def place_names(marks: Marks) -> Floats:
    """Return the lower left corner of each name, the same for the same marks.

    Each name in turn goes to the best of its places while the others stay, until none moves any more. This
    is done in several orders, and the best result counts.
    """
    count = len(marks.points)
    choices, fixed = [], []
    for number in range(count):
        corners = _candidates(marks, number)
        cost = _fixed_cost(marks, number, corners)
        kept = np.argsort(cost, kind="stable")[:MAX_CHOICES]
        choices.append(corners[kept])
        fixed.append(cost[kept])
    random = np.random.Generator(np.random.PCG64(1))
    best, least = np.zeros((count, 2)), np.inf
    for _ in range(ORDERS):
        found, total = _settle(marks, choices, fixed, random.permutation(count).tolist())
        if total < least:
            best, least = found, total
    return best


def nearest_of_name(point: Floats, corner: Floats, size: Floats) -> Floats:
    """Return the place of a name that is nearest to its point: a line to the point ends there."""
    return np.clip(point, corner, corner + size)


def _settle(
    marks: Marks, choices: list[Floats], fixed: list[Floats], order: list[int]
) -> tuple[Floats, float]:
    """Return the corners that follow from an order of the names, and what they cost."""
    corners = np.zeros((len(order), 2))
    costs = np.zeros(len(order))
    placed: list[int] = []
    for _ in range(MAX_ROUNDS):
        before = corners.copy()
        for number in order:
            others = [other for other in placed if other != number]
            cost = fixed[number] + _cost_of_names(marks, number, choices[number], others, corners[others])
            costs[number], corners[number] = cost.min(), choices[number][cost.argmin()]
            placed = [*others, number]
        if (corners == before).all():
            break
    return corners, float(costs.sum())


def _candidates(marks: Marks, number: int) -> Floats:
    """Return the corners that a name may have: around its point, at all angles and distances."""
    way = np.stack([np.cos(ANGLES), np.sin(ANGLES)], axis=1)
    size = marks.sizes[number]
    corners = [marks.points[number] + distance * way + size * (way - 1) / 2 for distance in DISTANCES]
    inside = np.clip(np.concatenate(corners), 0, np.maximum(np.array(marks.frame) - size, 0))
    return np.asarray(inside, np.float64)


def _fixed_cost(marks: Marks, number: int, corners: Floats) -> Floats:
    """Return the cost of each corner for all but the other names."""
    size, point = marks.sizes[number], marks.points[number]
    away = np.linalg.norm(nearest_of_name(point, corners, size) - point, axis=1)
    off_level = np.abs(corners + size / 2 - point)[:, 1]
    to_the_left = corners[:, 0] + size[0] / 2 < point[0]
    half = np.array([MARKER, MARKER])
    on_points = _overlap(corners, size, marks.points - half, 2 * half)
    ends = np.stack([marks.points[:, 0] - BAR, marks.bars[:, 0]], axis=1)
    lengths = np.stack([np.full(len(ends), 2 * BAR), marks.bars[:, 1] - marks.bars[:, 0]], axis=1)
    on_bars = _overlap(corners, size, ends, lengths)
    own = on_bars[:, number] * (COVERS_OWN_BAR - COVERS_BAR)
    rest = np.arange(len(marks.points)) != number
    over_points = _leader_covers(point, corners, size, marks.points[rest] - half, 2 * half)
    over_bars = _leader_covers(point, corners, size, ends[rest], lengths[rest])
    return np.asarray(
        away
        + 0.4 * off_level
        + 3 * to_the_left
        + COVERS_POINT * on_points.sum(axis=1)
        + COVERS_BAR * on_bars.sum(axis=1)
        + own
        + LEADER_CROSSES * over_points.sum(axis=1)
        + LEADER_CROSSES_BAR * over_bars.sum(axis=1),
        np.float64,
    )


def _cost_of_names(marks: Marks, number: int, corners: Floats, others: list[int], placed: Floats) -> Floats:
    """Return the cost of each corner for the other names, which are placed, and their lines."""
    point, size = marks.points[number], marks.sizes[number]
    covers = _overlap(corners, size, placed - GAP, marks.sizes[others] + 2 * GAP)
    crosses = _leader_covers(point, corners, size, placed, marks.sizes[others])
    cost = COVERS_NAME * covers.sum(axis=1) + LEADER_CROSSES * crosses.sum(axis=1)
    lines = _line(marks.points[others], placed, marks.sizes[others]).reshape(-1, 2)
    covers_line = _contains(corners, size, lines).reshape(len(corners), len(others), STEPS.size).any(axis=2)
    return np.asarray(cost + LEADER_CROSSES * covers_line.sum(axis=1), np.float64)


def _overlap(corners: Floats, size: Floats, others: Floats, sizes: Floats) -> NDArray[np.bool_]:
    """Return which corners make a name cover which of the other boxes."""
    low, high = corners[:, None], (corners + size)[:, None]
    return np.asarray(((low < others + sizes) & (others < high)).all(axis=2))


def _line(point: Floats, corners: Floats, size: Floats) -> Floats:
    """Return places along the line from each corner's name to the point: (corners, steps, 2)."""
    ends = nearest_of_name(point, corners, size)
    return np.asarray(ends[:, None] + STEPS * (point - ends)[:, None])


def _leader_covers(
    point: Floats, corners: Floats, size: Floats, boxes: Floats, sizes: Floats
) -> NDArray[np.bool_]:
    """Return for which corners the line to the point runs over which boxes."""
    along = _line(point, corners, size)[:, :, None]
    return np.asarray(np.any(((along > boxes) & (along < boxes + sizes)).all(axis=3), axis=1))


def _contains(corners: Floats, size: Floats, places: Floats) -> NDArray[np.bool_]:
    """Return which corners make a name cover which of the places."""
    low, high = corners[:, None], (corners + size)[:, None]
    return np.asarray(((places > low) & (places < high)).all(axis=2))
