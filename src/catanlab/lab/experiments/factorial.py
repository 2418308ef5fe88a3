"""A factorial design: which of several factors closes how much of the gap between two agents.

Every cell of the design plays the same blocks, so that effects are differences within blocks. The design
is a half fraction, which tells all factors and all pairs of factors apart (resolution V with five
factors): Box, Hunter and Hunter, Statistics for Experimenters (2005), chapter 6.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Any

import numpy as np

from catanlab.framework.errors import ArgumentError
from catanlab.lab.experiments.claims import difference, judge_all
from catanlab.lab.experiments.entry import Experiment, MatchTemplate
from catanlab.lab.experiments.expansion import PlannedMatch, expand
from catanlab.lab.experiments.findings import Findings, Picture, find, with_interval
from catanlab.lab.experiments.measures import PER_CENT, Measured, Results
from catanlab.lab.experiments.study import MatchStudy
from catanlab.lab.experiments.tables import Table
from catanlab.lab.plots import COLOURS, STYLE, as_svg, require_matplotlib
from catanlab.lab.statistics import Interval, holm

SEARCH, OPPONENT, REFERENCE, BASE = "search", "opponent", "reference", "base"
RESAMPLES = 2000
_EFFECT = re.compile(r"(?P<effect>[^@]+)@(?P<n>\d+)")


@dataclass(frozen=True)
class Factor:
    """A factor: what an agent, or the rules, have when it is on."""

    name: str
    option: str = ""
    """An option of the agent, as in `playout=heavy`."""
    rules: str = ""
    """A field of the rules, as in `open_hands=yes`."""


def cells(factors: Sequence[str]) -> list[frozenset[str]]:
    """Return the half fraction: all sets of factors with an even number of members, the empty one first.

    >>> [sorted(cell) for cell in cells(["a", "b", "c"])]
    [[], ['b', 'c'], ['a', 'c'], ['a', 'b']]
    """
    signs = product((False, True), repeat=len(factors))
    return [
        frozenset(name for name, is_on in zip(factors, sign, strict=True) if is_on)
        for sign in signs
        if sum(sign) % 2 == 0
    ]


class FactorialResults:
    """Effects by name, for n simulations a move: `factor@n`, `factor*factor@n`, and `gap@n`."""

    def __init__(self, results: Results, factors: Sequence[str]) -> None:
        self.results = results
        self.factors = factors

    def measured(self, name: str) -> Measured:
        """Return an effect in every block, in points; raises ArgumentError if it cannot be computed yet."""
        parts = _EFFECT.fullmatch(name)
        if parts is None:
            raise ArgumentError(f"{name!r} is no effect; write FACTOR@N, FACTOR*FACTOR@N or gap@N")
        n, effect = int(parts["n"]), parts["effect"]
        if effect == "gap":
            return self._contrast({(REFERENCE, frozenset[str]()): 1.0, (str(n), frozenset[str]()): -1.0})
        wanted = effect.split("*")
        for factor in wanted:
            if factor not in self.factors:
                raise ArgumentError(f"there is no factor {factor!r}; there are {', '.join(self.factors)}")
        design = cells(self.factors)
        signs = {
            cell: float(np.prod([1 if factor in cell else -1 for factor in wanted])) for cell in design
        }
        half = len(design) / 2
        return self._contrast({(str(n), cell): sign / half for cell, sign in signs.items()})

    def _contrast(self, weights: Mapping[tuple[str, frozenset[str]], float]) -> Measured:
        """Return a weighted sum of the wins of cells, over the blocks that all of them have."""
        measured = {place: self.results.measured(f"{_name(*place)}/{SEARCH}.wins") for place in weights}
        blocks = None
        for each in measured.values():
            blocks = (
                each.blocks if blocks is None else np.intersect1d(blocks, each.blocks, assume_unique=True)
            )
        assert blocks is not None
        total = np.zeros(len(blocks))
        for place, weight in weights.items():
            each = measured[place]
            total += weight * each.values[np.searchsorted(each.blocks, blocks)]
        return Measured(blocks, total, np.ones(len(blocks)), "gain", (-PER_CENT, PER_CENT))


class FactorialStudy(MatchStudy):
    """A factorial design of matches of one search against three opponents."""

    def make_matches(self) -> list[PlannedMatch]:
        """Return a match for each cell and budget, and that of the reference."""
        return expand(replace(self.experiment, matches=design_templates(self.experiment)), self.scale)

    def findings(self, *, plots: bool) -> Findings:
        """Return the effect of each factor at each budget, and the share of the gap that it closes."""
        assert self.results is not None
        names = [factor.name for factor in _factors(self.experiment)]
        effects = FactorialResults(self.results, names)
        budgets = sorted({match.value for match in self.matches if match.value is not None})
        done = [n for n in budgets if _is_there(effects, n)]
        found = {(name, n): effects.measured(f"{name}@{n}") for n in done for name in names}
        pairs = {
            (f"{one}*{other}", n): effects.measured(f"{one}*{other}@{n}")
            for n in done
            for one, other in combinations(names, 2)
        }
        gaps = {n: effects.measured(f"gap@{n}") for n in done}
        usual = find(self.experiment, self.scale, self.results, [])
        tables = [_effect_table(found, gaps), _pair_table(pairs)] if done else []
        return replace(
            usual,
            judged=judge_all(self.experiment.claims, effects),
            tables=[*tables, *usual.tables],
            pictures=[_picture(self.experiment, found, gaps, names, done)] if plots and done else [],
            data={
                **usual.data,
                "effects": _data(found | pairs),
                "gap": _data({("gap", n): gaps[n] for n in done}),
            },
        )


def share_of_gap(effect: Measured, gap: Measured, seed: int = 1) -> Interval:
    """Return which part of the gap, in per cent, an effect is, with its interval from resampled blocks.

    The gap is taken over the same blocks; the same seed gives the same interval.
    """
    common, here, there = np.intersect1d(effect.blocks, gap.blocks, assume_unique=True, return_indices=True)
    values, wholes = effect.values[here], gap.values[there]
    random = np.random.Generator(np.random.PCG64(seed))
    drawn = random.integers(len(common), size=(RESAMPLES, len(common)))
    whole = wholes[drawn].mean(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = np.where(whole == 0, np.nan, 100 * values[drawn].mean(axis=1) / whole)
        estimate = 100 * float(values.mean()) / float(wholes.mean()) if wholes.mean() else float("nan")
    low, high = (
        np.nanquantile(shares, (0.025, 0.975)).tolist() if np.isfinite(shares).any() else (np.nan,) * 2
    )
    return Interval(estimate, low, high, 0.95)


def _factors(experiment: Experiment) -> list[Factor]:
    return [Factor(**each) for each in experiment.settings["factors"]]


def _name(budget: str, cell: frozenset[str]) -> str:
    """Return the name of the match of a cell."""
    if budget == REFERENCE:
        return REFERENCE
    return f"n{budget} {'+'.join(sorted(cell)) or BASE}"


def design_templates(experiment: Experiment) -> tuple[MatchTemplate, ...]:
    """Return the templates of all cells, a sweep over simulations each, and of the reference."""
    settings = experiment.settings
    factors = {factor.name: factor for factor in _factors(experiment)}
    seats = (SEARCH, *[OPPONENT] * 3)

    def template(name: str, spec: str, rules: str, **more: Any) -> MatchTemplate:
        players = {SEARCH: spec, OPPONENT: settings[OPPONENT]}
        return MatchTemplate(
            name=name, title=name, players=players, seats=seats, rules=rules, budget="own", **more
        )

    found = []
    for cell in cells(list(factors)):
        on = [factors[name] for name in factors if name in cell]
        options = ["iterations={n}", *(factor.option for factor in on if factor.option)]
        rules = ",".join([settings["rules"], *(factor.rules for factor in on if factor.rules)])
        found.append(
            template(
                _name("{n}", cell),
                f"{settings[BASE]}:{','.join(options)}",
                rules,
                variable="n",
                values=tuple(settings["n"]),
                game_seconds=settings["game_seconds"],
                seconds_per_1000=settings["seconds_per_1000"],
            )
        )
    reference = template(
        REFERENCE, settings[REFERENCE], settings["rules"], game_seconds=settings["game_seconds"]
    )
    return (*found, reference)


def _is_there(effects: FactorialResults, n: int) -> bool:
    """Return whether all cells of a budget have at least two blocks in common."""
    try:
        return len(effects.measured(f"gap@{n}").blocks) > 1 and all(
            len(effects.measured(f"{factor}@{n}").blocks) > 1 for factor in effects.factors
        )
    except ArgumentError:
        return False


def _effect_table(found: Mapping[tuple[str, int], Measured], gaps: Mapping[int, Measured]) -> Table:
    rows = []
    p_values = [difference(each, 0.0)[1] for each in found.values()]
    for ((name, n), each), p in zip(found.items(), holm(p_values), strict=True):
        share = share_of_gap(each, gaps[n])
        rows.append(
            (
                name,
                f"{n:,}",
                with_interval(difference(each, 0.0)[0]),
                with_interval(difference(gaps[n], 0.0)[0]),
                f"{share.estimate:.0f} % [{share.low:.0f}, {share.high:.0f}]",
                f"{p:.2g}",
            )
        )
    head = ("factor", "simulations", "effect, points", "gap, points", "share of the gap", "p (Holm)")
    return Table("Effect of each factor on wins, the others on and off equally often", head, tuple(rows), 1)


def _pair_table(pairs: Mapping[tuple[str, int], Measured]) -> Table:
    rows = tuple(
        (name, f"{n:,}", with_interval(difference(each, 0.0)[0])) for (name, n), each in pairs.items()
    )
    title = "Interactions: how much more two factors do together, in points"
    return Table(title, ("factors", "simulations", "effect, points"), rows, 1)


def _data(found: Mapping[tuple[str, int], Measured]) -> list[dict[str, Any]]:
    plain = []
    for (name, n), each in found.items():
        gap = difference(each, 0.0)[0]
        plain.append({"effect": name, "n": n, "points": [gap.estimate, gap.low, gap.high]})
    return plain


def _picture(
    experiment: Experiment,
    found: Mapping[tuple[str, int], Measured],
    gaps: Mapping[int, Measured],
    names: Sequence[str],
    budgets: Sequence[int],
) -> Picture:
    title = experiment.figures[0].title if experiment.figures else experiment.title
    with require_matplotlib().rc_context(STYLE):
        from matplotlib.figure import Figure

        figure = Figure(figsize=(7.5, 4.0), layout="constrained")
        figure.suptitle(title, fontsize=10)
        axes = figure.add_subplot()
        for number, n in enumerate(budgets):
            lines = [difference(found[name, n], 0.0)[0] for name in names]
            places = np.arange(len(names)) + (number - (len(budgets) - 1) / 2) * 0.22
            reach = [
                [each.estimate - each.low for each in lines],
                [each.high - each.estimate for each in lines],
            ]
            gap = float(gaps[n].values.mean())
            label = f"{n:,} simulations (gap {gap:.0f} points)"
            estimates = [each.estimate for each in lines]
            axes.errorbar(
                places,
                estimates,
                reach,
                fmt="o",
                color=COLOURS[number % len(COLOURS)],
                capsize=2,
                label=label,
            )
        axes.axhline(0, color="#999999", linewidth=0.8)
        axes.set_xticks(range(len(names)), names)
        axes.set_ylabel("effect on wins, points")
        axes.legend(fontsize=8)
        return Picture(title, as_svg(figure, title))
