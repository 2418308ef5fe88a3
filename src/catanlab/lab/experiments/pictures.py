"""The pictures of experiments of matches, one function for each kind, in the form of the theses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from textwrap import wrap
from typing import Any

import numpy as np
from numpy.typing import NDArray

from catanlab.lab.builds import BUILDS, Builds
from catanlab.lab.experiments.claims import mean_interval
from catanlab.lab.experiments.entry import Experiment, FigureSpec
from catanlab.lab.experiments.expansion import PlannedMatch
from catanlab.lab.experiments.findings import Picture
from catanlab.lab.experiments.measures import PER_CENT, Results, counted_games, measure_blocks
from catanlab.lab.plain_numbers import plain_number
from catanlab.lab.plots import COLOURS, MAX_LABEL_LETTERS, STYLE, as_svg, require_matplotlib
from catanlab.lab.rows import LOST, Rows
from catanlab.lab.short_labels import short_labels
from catanlab.lab.statistics import Interval

WIDTH = 7.5
LETTERS_BELOW = 96
"""How many letters of labels fit below an axis, side by side."""
THESIS = {
    "color": "#222222",
    "marker": "D",
    "linestyle": "none",
    "markersize": 4,
    "markerfacecolor": "white",
}
"""How figures of the thesis are drawn, in all pictures."""
AXES = {
    "wins": "wins of a seat, %",
    "points": "victory points",
    "regret": "(lost - won) / games",
    "roads": "roads that a seat built in a game, beyond the set-up",
    "settlements": "settlements that a seat built in a game, beyond the set-up",
    "cities": "cities that a seat built in a game",
    "cards": "development cards that a seat bought in a game",
}
Played = Sequence[tuple[PlannedMatch, Rows, Builds | None]]


def draw(experiment: Experiment, results: Results) -> list[Picture]:
    """Return the pictures of an experiment, of those matches that have games, or builds if it shows these.

    A picture that would be empty is left out. Raises PictureError if matplotlib is not installed.
    """
    found = []
    for figure in experiment.figures:
        about_builds = figure.measure in BUILDS
        played = [
            (match, rows, builds)
            for match, rows, builds in _chosen(figure, results)
            if (counted_games(rows, builds) if about_builds else len(rows))
        ]
        if _shows_something(figure, played):
            title = figure.title or experiment.title
            found.append(Picture(title, PICTURES[figure.kind](title, played, figure.options)))
    return found


def histogram(title: str, played: Played, options: Mapping[str, Any]) -> str:
    """Return how often a player ends with how many victory points, a panel for each match."""
    player = options.get("player")
    columns = min(len(played), 3)
    lines = -(-len(played) // columns)
    with _figure(title, (WIDTH, 0.6 + 2.1 * lines)) as (figure, save):
        panels = figure.subplots(lines, columns, squeeze=False, sharex=True, sharey=True)
        for panel in panels.flat[len(played) :]:
            panel.set_visible(False)
        titles = short_labels([match.title for match, _, _ in played], 34)
        for number, (panel, (match, rows, _)) in enumerate(zip(panels.flat, played, strict=False)):
            label = _shown(match, player)
            points = _points(rows, match.players[label])
            edges = np.arange(0, max(11, int(points.max()) + 1) + 1) - 0.5
            counts, _ = np.histogram(points, edges)
            share = PER_CENT * counts / len(points)
            panel.bar(edges[:-1] + 0.5, share, width=0.85, color=COLOURS[number % len(COLOURS)])
            panel.axvline(points.mean(), color="#222222", linewidth=1, label=f"mean {points.mean():.2f}")
            thesis = match.thesis_of(label, "points")
            if thesis is not None:
                panel.axvline(
                    thesis, color="#222222", linewidth=1, linestyle=":", label=f"thesis {thesis:g}"
                )
            panel.set_title(titles[number], fontsize=8)
            panel.set_xticks(range(0, len(edges) - 1, 2))
            panel.legend(fontsize=7, loc="upper left")
        panels.flat[0].set_ylim(top=1.35 * panels.flat[0].get_ylim()[1])  # room for the legends
        for panel in panels[:, 0]:
            panel.set_ylabel("games, %")
        for panel in panels.flat[max(0, len(played) - columns) : len(played)]:
            panel.set_xlabel("victory points")
            panel.tick_params(labelbottom=True)  # also where nothing stands below
        return save()


def curve(title: str, played: Played, options: Mapping[str, Any]) -> str:
    """Return a measure of every player by the variable of a sweep, such as simulations, with intervals."""
    measure = options.get("measure", "wins")
    wanted = options.get("players")
    lines: dict[str, list[tuple[float, Interval, float | None]]] = {}
    sweeps = {(player, match.template.name) for match, _, _ in played for player in match.players}
    often = Counter(player for player, _ in sweeps)
    for match, rows, builds in played:
        for player, agent in match.players.items():
            if match.value is not None and (wanted is None or player in wanted):
                label = f"{player}, {_plain_name(match)}" if often[player] > 1 else player
                found = mean_interval(measure_blocks(rows, agent, measure, builds))
                lines.setdefault(label, []).append((match.value, found, match.thesis_of(player, measure)))
    with _figure(title) as (figure, save):
        axes = figure.add_subplot()
        ticks = sorted({place for line in lines.values() for place, _, _ in line})
        spacing = 0.1 if len(ticks) == 1 else 0.0  # points at the same place would hide each other
        labels, marks = short_labels(list(lines), MAX_LABEL_LETTERS), []
        for number, (label, line) in enumerate(zip(labels, lines.values(), strict=True)):
            colour = COLOURS[number % len(COLOURS)]
            x = [place + spacing * (number - (len(lines) - 1) / 2) for place, _, _ in line]
            y = [found.estimate for _, found, _ in line]
            low, high = [found.low for _, found, _ in line], [found.high for _, found, _ in line]
            if len(line) > 1:
                marks += axes.plot(x, y, color=colour, marker="o", label=label)
                axes.fill_between(x, low, high, color=colour, alpha=0.15, linewidth=0)
            else:
                reach = _reach(line[0][1])
                marks.append(axes.errorbar(x, y, reach, fmt="o", color=colour, capsize=2, label=label))
            thesis = [
                (place, value) for place, (_, _, value) in zip(x, line, strict=True) if value is not None
            ]
            if thesis:
                look = {**THESIS, "color": colour, "label": f"{label}, thesis"}
                marks += axes.plot(*zip(*thesis, strict=True), **look)
        if spacing:
            axes.set_xlim(ticks[0] - 1, ticks[0] + 1)
        if len(ticks) > 1 and ticks[0] > 0 and ticks[-1] / ticks[0] >= 8:
            axes.set_xscale("log")
        axes.set_xticks(_spread(ticks), [plain_number(tick) for tick in _spread(ticks)])
        axes.minorticks_off()
        axes.set_xlabel(options.get("x", played[0][0].template.variable))
        axes.set_ylabel(AXES.get(measure, measure))
        if measure == "regret":
            axes.set_ylim(-1.05, 1.05)
        axes.legend(handles=marks, fontsize=8)
        return save()


def seats(title: str, played: Played, options: Mapping[str, Any]) -> str:
    """Return the win rate in each seat of a player, a group of bars for each match, next to the thesis'."""
    player = options.get("player")
    with _figure(title) as (figure, save):
        axes = figure.add_subplot()
        lowest, highest = [], []
        for place, (match, rows, _) in enumerate(played):
            label = _shown(match, player)
            for seat in range(rows.seats):
                found = mean_interval(measure_blocks(rows, match.players[label], f"seat{seat + 1}"))
                x = place + (seat - (rows.seats - 1) / 2) * 0.18
                thesis = match.thesis_of(label, f"seat{seat + 1}")
                mark = {"label": f"seat {seat + 1}"} if place == 0 else {}
                axes.errorbar(
                    x,
                    found.estimate,
                    _reach(found),
                    fmt="o",
                    color=COLOURS[seat % len(COLOURS)],
                    capsize=2,
                    **mark,
                )
                if thesis is not None:
                    mark = {"label": "thesis"} if place == 0 and seat == rows.seats - 1 else {}
                    axes.plot(x, thesis, **THESIS, **mark)
                lowest.append(min(found.low, thesis or found.low))
                highest.append(max(found.high, thesis or found.high))
        axes.axhline(PER_CENT / played[0][1].seats, color="#999999", linewidth=0.8)
        room = 0.08 * (max(highest) - min(lowest))
        axes.set_ylim(min(lowest) - room, max(highest) + room)
        axes.set_xticks(range(len(played)), _wrapped([match.title for match, _, _ in played]))
        axes.set_ylabel("wins, %")
        figure.legend(fontsize=8, ncols=5, loc="outside lower center")
        return save()


def bars(title: str, played: Played, options: Mapping[str, Any]) -> str:
    """Return a measure of every player of every match with its interval, and the thesis'."""
    measure, wanted = options.get("measure", "wins"), options.get("players")
    lines = [
        (match, player, mean_interval(measure_blocks(rows, agent, measure, builds)))
        for match, rows, builds in played
        for player, agent in match.players.items()
        if wanted is None or player in wanted
    ]
    with _figure(title, (WIDTH, 1.0 + 0.24 * len(lines))) as (figure, save):
        axes = figure.add_subplot()
        axes.grid(visible=True, axis="x")
        axes.grid(visible=False, axis="y")
        labels = {player: place for place, player in enumerate(dict.fromkeys(line[1] for line in lines))}
        has_thesis = False
        for place, (match, player, found) in enumerate(lines):
            colour = COLOURS[labels[player] % len(COLOURS)]
            axes.errorbar(found.estimate, place, xerr=_reach(found), fmt="o", color=colour, capsize=2)
            thesis = match.thesis_of(player, measure)
            if thesis is not None:
                mark = {} if has_thesis else {"label": "thesis"}
                axes.plot(thesis, place, **THESIS, **mark)
                has_thesis = True
        often = Counter(match.name for match, _, _ in lines)
        names = [
            f"{match.title}: {player}" if often[match.name] > 1 else match.title
            for match, player, _ in lines
        ]
        axes.set_yticks(range(len(lines)), short_labels(names, 48), fontsize=8)
        axes.set_ylim(len(lines) - 0.4, -0.6)
        axes.set_xlabel(AXES.get(measure, measure))
        if has_thesis:
            # Within the axes its mark would look like one of the figures.
            figure.legend(fontsize=8, loc="outside lower right")
        return save()


def matrix(title: str, played: Played, options: Mapping[str, Any]) -> str:
    """Return who wins how often against whom, a field for each pair of players."""
    names = list(dict.fromkeys(player for match, _, _ in played for player in match.players))
    table = np.full((len(names), len(names)), np.nan)
    for match, rows, _ in played:
        if len(match.players) == 2:
            one, other = match.players
            for here, there in ((one, other), (other, one)):
                found = measure_blocks(rows, match.players[here], "wins").mean
                table[names.index(here), names.index(there)] = found
    parity = PER_CENT / played[0][1].seats
    with _figure(title, (5.2, 4.4)) as (figure, save):
        axes = figure.add_subplot()
        axes.grid(visible=False)
        reach = max(float(np.nanmax(np.abs(table - parity))), 1.0)
        shown = axes.imshow(table, cmap="RdBu", vmin=parity - reach, vmax=parity + reach)
        for y, x in zip(*np.nonzero(~np.isnan(table)), strict=True):
            colour = "white" if abs(table[y, x] - parity) > 0.6 * reach else "black"
            axes.text(x, y, f"{table[y, x]:.1f}", ha="center", va="center", fontsize=8, color=colour)
        axes.set_xticks(range(len(names)), names, rotation=30, ha="right")
        axes.set_yticks(range(len(names)), names)
        axes.set_xlabel("against")
        figure.colorbar(shown, label="wins of a seat, %", shrink=0.8)
        return save()


PICTURES: dict[str, Callable[[str, Played, Mapping[str, Any]], str]] = {
    "histogram": histogram,
    "curve": curve,
    "seats": seats,
    "bars": bars,
    "matrix": matrix,
}
"""The kinds of pictures of matches."""


def _shows_something(figure: FigureSpec, played: Played) -> bool:
    """Return whether a figure has anything to show of these matches: others may not have been chosen."""
    wanted = figure.options.get("players")
    shown = [
        match for match, _, _ in played if wanted is None or not match.players.keys().isdisjoint(wanted)
    ]
    if figure.kind == "curve":
        return any(match.value is not None for match in shown)
    if figure.kind == "matrix":
        return any(len(match.players) == 2 for match in shown)
    return bool(shown)


def _chosen(figure: FigureSpec, results: Results) -> Played:
    """Return the matches that a figure shows: those that it names by how their names begin, or all."""
    wanted = figure.options.get("matches")
    everything = [(match, rows, results.builds.get(match.name)) for match, rows in results.matches.values()]
    if wanted is None:
        return everything
    return [each for each in everything if any(each[0].name.startswith(name) for name in wanted)]


@contextmanager
def _figure(
    title: str, size: tuple[float, float] = (WIDTH, 4.4)
) -> Iterator[tuple[Any, Callable[[], str]]]:
    """Give an empty figure with a title, and the function that returns it as SVG."""
    with require_matplotlib().rc_context(STYLE):
        from matplotlib.figure import Figure

        figure = Figure(figsize=size, layout="constrained")
        figure.suptitle(title, fontsize=10)
        yield figure, lambda: as_svg(figure, title)


def _shown(match: PlannedMatch, player: str | None) -> str:
    """Return the player that a picture names, or the first one where nobody is called so."""
    return player if player is not None and player in match.players else next(iter(match.players))


def _points(rows: Rows, agent: int) -> NDArray[np.int32]:
    return np.asarray(rows.points[(rows.agent == agent) & (rows.ended != LOST)[:, None]])


def _reach(found: Interval) -> list[list[float]]:
    """Return how far an interval reaches down and up, as error bars want it."""
    return [[max(0.0, found.estimate - found.low)], [max(0.0, found.high - found.estimate)]]


def _wrapped(titles: Sequence[str]) -> list[str]:
    """Return titles below an axis, on lines that fit side by side."""
    widest = max(8, min(24, LETTERS_BELOW // len(titles)))
    return ["\n".join(wrap(title, widest)) for title in short_labels(titles, 3 * widest)]


def _plain_name(match: PlannedMatch) -> str:
    """Return the name of a sweep without its variable."""
    return match.template.name.replace(f"{{{match.template.variable}}}", "").strip(" -=")


def _spread(ticks: Sequence[float]) -> list[float]:
    """Return at most twelve of the ticks, evenly."""
    step = -(-len(ticks) // 12)
    return list(ticks[::step])
