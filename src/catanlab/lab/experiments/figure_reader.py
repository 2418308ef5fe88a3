"""Reads `[[figures]]`: which kinds there are, and whether there is something that they can show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from catanlab.lab.experiments.entry import Experiment, FigureSpec, MatchTemplate
from catanlab.lab.experiments.expansion import match_names
from catanlab.lab.experiments.measures import OF_GAMES, OF_PLAYERS, has_seat
from catanlab.lab.experiments.toml_checks import Checks, is_number

OPTIONS = {
    "histogram": ("matches", "player"),
    "curve": ("matches", "measure", "players", "x"),
    "seats": ("matches", "player"),
    "bars": ("matches", "measure", "players"),
    "matrix": ("matches",),
    "effects": (),
    "regret": (),
    "densities": (),
}
"""What each kind of figure takes besides `kind` and `title`."""
FIGURE_KINDS = {
    "matches": ("histogram", "curve", "seats", "bars", "matrix"),
    "factorial": ("effects",),
    "bandit": ("regret",),
    "densities": ("densities",),
}
"""The figures of each kind of experiment."""
_TYPES = {
    "kind": str,
    "title": str,
    "matches": list,
    "measure": str,
    "player": str,
    "players": list,
    "x": str,
}


def read_figure(checks: Checks, number: int, data: Any, kind: str) -> FigureSpec:
    """Return a figure of this kind of experiment; raises ArgumentError for a mistake."""
    place = f"figure {number}"
    if not isinstance(data, dict) or "kind" not in data:
        checks.fail(f"{place} must be a table with `kind`")
    checks.one_of(f"{place}: kind", data["kind"], FIGURE_KINDS[kind])
    known = {key: _TYPES[key] for key in ("kind", "title", *OPTIONS[data["kind"]])}
    checks.table(f"{place} of kind {data['kind']}", data, known)
    for key in ("matches", "players"):
        checks.strings(f"{place}: {key}", data.get(key, []))
    if "measure" in data:
        checks.one_of(f"{place}: measure", data["measure"], (*OF_PLAYERS, *OF_GAMES))
    options = {key: value for key, value in data.items() if key not in ("kind", "title")}
    return FigureSpec(kind=data["kind"], title=data.get("title", ""), options=options)


def check_figures(checks: Checks, experiment: Experiment) -> None:
    """Raise ArgumentError for a figure that names no match or nobody, or has nothing to show."""
    templates: dict[str, MatchTemplate] = {}
    for scale in experiment.scales:
        templates |= match_names(experiment, scale)
    for number, figure in enumerate(experiment.figures, 1):
        place = f"figure {number}"
        shown = _shown(checks, place, figure, templates)
        if figure.kind == "curve":
            shown = _sweeps(checks, place, experiment, shown)
        if figure.kind == "matrix" and not any(len(each.players) == 2 for each in shown):
            checks.fail(f"{place}: a matrix takes matches of two players, and there is none")
        _check_players(checks, place, figure.options, shown)
        if figure.measure and not all(has_seat(figure.measure, len(each.seats)) for each in shown):
            checks.fail(f"{place}: measure is {figure.measure!r}, and a match has fewer seats")


def _shown(
    checks: Checks, place: str, figure: FigureSpec, templates: Mapping[str, MatchTemplate]
) -> list[MatchTemplate]:
    """Return the matches whose names begin as the figure says, or all."""
    wanted = figure.options.get("matches")
    if wanted is None:
        return list(templates.values())
    for beginning in wanted:
        if not any(name.startswith(beginning) for name in templates):
            there = ", ".join(templates)
            checks.fail(f"{place}: no match begins with {beginning!r}; there are {there}")
    return [each for name, each in templates.items() if name.startswith(tuple(wanted))]


def _sweeps(
    checks: Checks, place: str, experiment: Experiment, shown: Sequence[MatchTemplate]
) -> list[MatchTemplate]:
    """Return the sweeps among the matches of a curve."""
    sweeps = [each for each in shown if each.variable]
    if not sweeps:
        checks.fail(f"{place}: a curve takes a sweep, a match with `each`, and there is none")
    for template in sweeps:
        others = [size.values.get(template.variable, ()) for size in experiment.scales.values()]
        for value in (*template.values, *(value for each in others for value in each)):
            if not is_number(value):
                checks.fail(f"{place}: a curve takes numbers, and {template.variable} can be {value!r}")
    return sweeps


def _check_players(
    checks: Checks, place: str, options: Mapping[str, Any], shown: Sequence[MatchTemplate]
) -> None:
    there = dict.fromkeys(label for each in shown for label in each.players)
    for label in (*options.get("players", ()), *([options["player"]] if "player" in options else [])):
        if label not in there:
            checks.fail(f"{place}: nobody is called {label!r} there; the players are {', '.join(there)}")
