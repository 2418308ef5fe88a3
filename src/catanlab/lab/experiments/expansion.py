"""The matches of an experiment at a scale: sweeps written out, budgets filled in, plans made."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from catanlab.agents.registry import AGENTS
from catanlab.framework.errors import ArgumentError
from catanlab.lab.experiments.entry import PLACEHOLDER, SCALES, Experiment, MatchTemplate, Scale
from catanlab.lab.match_plan import MatchPlan


@dataclass(frozen=True)
class PlannedMatch:
    """One match of an experiment: its plan, how many blocks, and what the thesis has for it."""

    name: str
    title: str
    template: MatchTemplate
    plan: MatchPlan
    blocks: int
    players: Mapping[str, int]
    """The number of each player in the plan, by label."""
    value: Any
    """The value of the variable in a sweep, or None."""
    thesis: Mapping[str, Any]
    iterations: int
    """The most simulations a move of its players."""
    counts_builds: bool = False
    """Whether the builds of its games are counted."""

    def thesis_of(self, player: str, measure: str) -> float | None:
        """Return the thesis' figure of a player, or None if it has none."""
        figures = self.thesis.get(player, {})
        if measure.startswith("seat"):
            seats = figures.get("seats")
            return float(seats[int(measure[4:]) - 1]) if seats else None
        found = figures.get(measure)
        return None if found is None else float(found)

    @property
    def games(self) -> int:
        """How many games it has."""
        return self.blocks * self.plan.games_in_block


@dataclass(frozen=True)
class Outline:
    """A match as its entry describes it, without a plan, which takes the code of its agents."""

    name: str
    games: int
    """How many games it has, not rounded up to whole blocks."""
    seconds: float | None
    """The CPU-seconds of all of them by the figures of the entry; None if it has none."""


def scale_of(experiment: Experiment, scale: str) -> Scale:
    """Return a scale of an experiment; raises ArgumentError if there is none."""
    if scale not in SCALES:
        raise ArgumentError(f"there is no scale {scale!r}; allowed are {', '.join(SCALES)}")
    if scale not in experiment.scales:
        there = ", ".join(name for name in SCALES if name in experiment.scales)
        raise ArgumentError(f"{experiment.name} has no scale {scale}; it has {there}")
    return experiment.scales[scale]


def expand(experiment: Experiment, scale: str) -> list[PlannedMatch]:
    """Return the matches of an experiment at a scale.

    >>> from catanlab.lab.experiments.catalogue import find_experiment
    >>> [match.name for match in expand(find_experiment("roelofs-table-1"), "quick")]
    ['cut-60', 'cut-40', 'cut-20', 'cut-10', 'snake-60', 'snake-40', 'snake-20', 'snake-10']

    Raises ArgumentError for an unknown scale or placeholder and for two matches of the same name,
    AgentError and RulesError for invalid specs.
    """
    size = scale_of(experiment, scale)
    match_names(experiment, scale)
    found = []
    for template in experiment.matches:
        games = template.games.get(scale, size.games)
        for value, thesis in _values(template, size):
            found.append(_planned(experiment, template, size, games, value, thesis))
    return found


def match_names(experiment: Experiment, scale: str) -> dict[str, MatchTemplate]:
    """Return the names of the matches at a scale, each with its template.

    Raises ArgumentError if two matches have the same name, because reports find games by it.
    """
    size = scale_of(experiment, scale)
    found: dict[str, MatchTemplate] = {}
    for template in experiment.matches:
        for value, _ in _values(template, size):
            name = _name(template, value)
            if name in found:
                braces = f"{{{template.variable}}}"
                hint = f"; a name with {braces} and different values of it tell them apart"
                raise ArgumentError(
                    f"{experiment.name}: at the scale {scale} two matches are called {name!r}"
                    f"{hint if template.variable else ''}"
                )
            found[name] = template
    return found


def outline(experiment: Experiment, scale: str, templates: Sequence[MatchTemplate]) -> list[Outline]:
    """Return the names, games and expected costs of matches at a scale.

    >>> from catanlab.lab.experiments.catalogue import find_experiment
    >>> entry = find_experiment("martin-figure-14")
    >>> [(match.name, match.games, match.seconds) for match in outline(entry, "half", entry.matches)][:2]
    [('n-100', 400, 72.0), ('n-1000', 400, 288.0)]

    Raises ArgumentError for an unknown scale.
    """
    size = scale_of(experiment, scale)
    found = []
    for template in templates:
        games = template.games.get(scale, size.games)
        for value, _ in _values(template, size):
            each = estimated_seconds(template, _most_iterations(experiment, template, size, value))
            found.append(Outline(_name(template, value), games, None if each is None else games * each))
    return found


def estimated_seconds(template: MatchTemplate, iterations: int) -> float | None:
    """Return the seconds of a game by the figures of its entry, which were measured on one core."""
    fixed, per_1000 = template.game_seconds, template.seconds_per_1000
    if fixed is None and per_1000 is None:
        return None
    return (fixed or 0.0) + (per_1000 or 0.0) * iterations / 1000


def _values(template: MatchTemplate, size: Scale) -> Iterator[tuple[Any, Mapping[str, Any]]]:
    """Yield each value of a sweep with the thesis' figures for it, or one None for a single match."""
    if not template.variable:
        yield None, template.thesis
        return
    for value in size.values.get(template.variable, template.values):
        try:
            place = template.values.index(value)
        except ValueError:
            yield value, {}
        else:
            yield value, _pick(template.thesis, place)


def _pick(figures: Mapping[str, Any], place: int) -> dict[str, Any]:
    """Return the figures of one value of a sweep: of every list the element in its place."""
    return {
        key: _pick(each, place) if isinstance(each, dict) else each[place] for key, each in figures.items()
    }


def _name(template: MatchTemplate, value: Any) -> str:
    return template.name.replace(f"{{{template.variable}}}", _written(value))


def _planned(
    experiment: Experiment,
    template: MatchTemplate,
    size: Scale,
    games: int,
    value: Any,
    thesis: Mapping[str, Any],
) -> PlannedMatch:
    words = {template.variable: _written(value)} if template.variable else {}

    def fill(text: str, label: str = "") -> str:
        def word(match: re.Match[str]) -> str:
            name = match[1]
            if name in ("budget", "iterations") and label:
                iterations = _iterations(experiment, template, size, label)
                return f"iterations={iterations},seconds=none" if name == "budget" else str(iterations)
            if name not in words:
                raise ArgumentError(f"{experiment.name}: {template.name} has no value for {{{name}}}")
            return words[name]

        return PLACEHOLDER.sub(word, text)

    specs = {label: AGENTS.canonical(fill(spec, label)) for label, spec in template.players.items()}
    setting = {"game": fill(template.game)} if template.game else {"rules": fill(template.rules)}
    seats = [specs[label] for label in template.seats]
    plan = MatchPlan.match(seats, seed=experiment.seed, **setting)
    return PlannedMatch(
        name=fill(template.name),
        title=fill(template.title),
        template=template,
        plan=plan,
        blocks=-(-games // plan.games_in_block),
        players={label: plan.agents.index(spec) for label, spec in specs.items()},
        value=value,
        thesis=thesis,
        iterations=_most_iterations(experiment, template, size, value),
        counts_builds=experiment.counts_builds and plan.rules is not None,
    )


def _most_iterations(experiment: Experiment, template: MatchTemplate, size: Scale, value: Any) -> int:
    """Return the most simulations a move that a player of a match has by its budget or the sweep."""
    found = [_iterations(experiment, template, size, label) for label in template.budgeted]
    if isinstance(value, int) and template.variable == "n":
        found.append(value)
    return max(found, default=0)


def _iterations(experiment: Experiment, template: MatchTemplate, size: Scale, label: str) -> int:
    """Return the simulations a move of a player: the budget, times its ratio where time is equal."""
    if size.iterations is None:
        raise ArgumentError(f"{experiment.name}: the scale has no iterations for {{budget}}")
    ratio = experiment.ratios[label] if template.budget == "time" else 1.0
    if isinstance(ratio, Mapping):
        ratio = ratio[size.name]
    return max(1, round(size.iterations * ratio))


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)
