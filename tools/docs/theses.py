"""Tables of the page about the theses: published verdicts, headline claims, what was not played."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.docs.markdown import table

from catanlab.lab.experiments.catalogue import experiments, find_experiment
from catanlab.lab.experiments.claims import CONFIDENCE, Judged, Outcome
from catanlab.lab.experiments.entry import Claim, Experiment
from catanlab.lab.experiments.expansion import Outline, outline
from catanlab.lab.experiments.factorial import design_templates
from catanlab.lab.experiments.measures import UNITS
from catanlab.lab.experiments.published import read_lock
from catanlab.lab.experiments.report import claims_table
from catanlab.lab.statistics import Interval

RESULTS = Path(__file__).resolve().parents[2] / "docs" / "results"
SCALE = "half"
"""The scale that is to be played of every experiment."""
HEADLINES = (
    (1, "roelofs-table-1", ""),
    (2, "roelofs-table-3", ""),
    (3, "roelofs-table-4", ""),
    (4, "roelofs-figure-8", "Grouped Chance Model"),
    (5, "roelofs-figure-8", "with move groups"),
    (6, "roelofs-table-11", ""),
    (7, "panousis-figure-22", ""),
    (8, "tuma-figure-7", "Thompson"),
    (9, "tuma-figure-7", "wins less than"),
    (10, "martin-figure-14", ""),
    (11, "martin-figure-5", ""),
    (12, "thomas-agents", ""),
    (12, "szita-simulations", ""),
)
"""The twelve headline claims: number, experiment, and words of those of its claims that are meant."""


def parts() -> Iterator[tuple[str, str]]:
    """Yield the name and the content of each generated part of the page."""
    yield "reports", table(["report", "scale", "verdict", "games", "commit"], _reports())
    heads = ["", "claim", "verdict", "difference [95 %]", "thesis", "of interest", "could be seen"]
    yield "headlines", table(heads, _headlines())
    yield "missing", table(["NAME", "what", "games to play", "CPU-hours"], _missing())


def _lock(name: str) -> dict[str, Any] | None:
    return read_lock(RESULTS / f"{name}.json")


def _reports() -> Iterator[list[str]]:
    for experiment in experiments():
        lock = _lock(experiment.name)
        if lock:
            games = sum(match["games"] for match in lock["matches"])
            link = f"[{experiment.title}]({experiment.name}.md)"
            yield [
                link,
                lock["scale"],
                lock["verdict"],
                f"{games:,}" if games else "",
                lock["commit"][:8],
            ]


def _headlines() -> Iterator[list[str]]:
    for number, name, words in HEADLINES:
        experiment = find_experiment(name)
        published = {each["claim"]: each for each in (_lock(name) or {}).get("claims", [])}
        for claim in experiment.claims:
            if words in claim.text:
                judged = _judged(claim, published.get(claim.text))
                text, verdict, *figures, _ = claims_table([judged]).rows[0]
                is_run = judged.outcome is not Outcome.NOT_RUN
                source = experiment.source.capitalize()
                yield [str(number), f"{source}: {text}", verdict if is_run else "not run", *figures]


def _judged(claim: Claim, kept: dict[str, Any] | None) -> Judged:
    """Return a claim as a lock has judged it; not run if there is none."""
    unit = UNITS.get(claim.greater.rpartition(".")[2], "")
    if kept is None or kept["difference"] is None:
        return Judged(claim, Outcome.NOT_RUN, None, None, None, 0, unit)
    estimate, *bounds = kept["difference"]
    low, high = (estimate if bound is None else bound for bound in bounds)
    return Judged(
        claim,
        Outcome(kept["verdict"]),
        Interval(estimate, low, high, CONFIDENCE),
        kept["smallest_effect"],
        kept["p"],
        kept["blocks"],
        unit,
        adjusted=kept["p_holm"],
    )


def _missing() -> Iterator[list[str]]:
    for experiment in experiments():
        if not experiment.can_run:
            continue
        lock = _lock(experiment.name)
        played = {}
        if lock and (lock["scale"] == SCALE or _has_own_budgets(experiment)):
            played = {match["match"]: match["games"] for match in lock["matches"]}
        row = [f"`{experiment.name}`", experiment.title]
        if not experiment.matches and experiment.kind != "factorial":
            if not lock:
                yield [*row, "", "seconds"]
            continue
        games, hours = 0, 0.0
        for match in _outlines(experiment):
            left = max(match.games - played.get(match.name, 0), 0)
            games += left
            hours += (match.seconds or 0.0) / 3600 * left / match.games
        if games:
            yield [*row, f"{games:,}", f"{hours:.2g}"]


def _has_own_budgets(experiment: Experiment) -> bool:
    """Return whether the scale decides only how many games are played: those of another scale count."""
    return bool(experiment.matches) and all(match.budget == "own" for match in experiment.matches)


def _outlines(experiment: Experiment) -> list[Outline]:
    is_design = experiment.kind == "factorial"
    return outline(experiment, SCALE, design_templates(experiment) if is_design else experiment.matches)
