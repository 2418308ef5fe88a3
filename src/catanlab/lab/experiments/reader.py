"""Reads an experiment from TOML, and says what is wrong with it and where."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from catanlab.framework.errors import ArgumentError
from catanlab.lab.experiments.entry import KINDS, SCALES, Claim, Experiment, MatchTemplate, Scale
from catanlab.lab.experiments.figure_reader import check_figures, read_figure
from catanlab.lab.experiments.match_reader import SECONDS, check_players, check_values, read_match
from catanlab.lab.experiments.settings_reader import check_settings
from catanlab.lab.experiments.toml_checks import (
    MAX_GAMES,
    MAX_ITERATIONS,
    MAX_RATIO,
    Checks,
    is_number,
)

_TYPES = {
    "title": str, "source": str, "place": str, "about": str, "kind": str, "also": list,
    "rules": str, "budget": str, "seed": int, "scales": dict, "ratios": dict, "matches": list,
    "claims": list, "figures": list, "notes": list, "settings": dict, "reason": str, "nearest": str,
    "players": dict, "game_seconds": float, "seconds_per_1000": float,
}  # fmt: skip
_NEEDED = {
    "matches": ("scales", "matches"),
    "factorial": ("scales", "settings"),
    "bandit": ("scales", "settings"),
    "densities": ("scales", "settings"),
    "people": ("reason", "nearest"),
}
"""What each kind of experiment must have, besides a title."""
_OF_MATCHES = ("matches", "rules", "budget", "ratios", "players", *SECONDS)
_NOT_FOR = {
    "matches": ("settings", "reason", "nearest"),
    "factorial": (*_OF_MATCHES, "reason", "nearest"),
    "bandit": (*_OF_MATCHES, "reason", "nearest"),
    "densities": (*_OF_MATCHES, "claims", "reason", "nearest"),
    "people": (*_OF_MATCHES, "scales", "claims", "figures", "settings"),
}
"""What would have no effect in an experiment of each kind."""


def read_experiment(text: str, name: str) -> Experiment:
    """Return the experiment that a text in TOML describes; raises ArgumentError with the place of an error.

    >>> text = 'title = "x"\\nkind = "people"\\nreason = "people played"\\nnearest = "catanlab play"'
    >>> read_experiment(text, "x").reason
    'people played'
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ArgumentError(f"{name}: this is not TOML: {error}") from None
    return _experiment(Checks(name), name, data)


def _experiment(checks: Checks, name: str, data: dict[str, Any]) -> Experiment:
    checks.table("the experiment", data, _TYPES, ("title",))
    kind = data.get("kind", "matches")
    _check_kind(checks, kind, data)
    for key in ("also", "notes"):
        checks.strings(f"the experiment: {key}", data.get(key, []))
    checks.from_zero("the experiment", data, SECONDS)
    check_players(checks, "players", data.get("players", {}))
    matches = tuple(
        read_match(checks, number, each, data) for number, each in enumerate(data.get("matches", []), 1)
    )
    scales = _scales(checks, data.get("scales", {}), _variables(kind, matches))
    seed = data.get("seed", 1)
    check_settings(checks, kind, data.get("settings", {}), scales, seed)
    ratios = _ratios(checks, data, scales, matches)
    found = Experiment(
        name=name,
        title=data["title"],
        source=data.get("source", "catanlab"),
        place=data.get("place", ""),
        about=" ".join(data.get("about", "").split()),
        kind=kind,
        also=tuple(data.get("also", ())),
        seed=seed,
        scales=scales,
        ratios=ratios,
        matches=matches,
        claims=tuple(_claim(checks, number, each) for number, each in enumerate(data.get("claims", []), 1)),
        figures=tuple(
            read_figure(checks, number, each, kind)
            for number, each in enumerate(data.get("figures", []), 1)
        ),
        notes=tuple(" ".join(note.split()) for note in data.get("notes", ())),
        settings=data.get("settings", {}),
        reason=" ".join(data.get("reason", "").split()),
        nearest=data.get("nearest", ""),
    )
    if kind == "matches":
        check_figures(checks, found)
    return found


def _check_kind(checks: Checks, kind: str, data: Mapping[str, Any]) -> None:
    """Refuse an unknown kind, what it would ignore, and what it lacks."""
    checks.one_of("kind", kind, KINDS)
    for key in data:
        if key in _NOT_FOR[kind]:
            allowed = ", ".join(each for each in _TYPES if each not in _NOT_FOR[kind])
            checks.fail(f'the experiment has {key!r}; allowed with kind = "{kind}" are {allowed}')
    checks.need(f"an experiment of kind {kind!r}", data, _NEEDED[kind])
    if data.get("scales") == {}:
        checks.fail(f"[scales] is empty; allowed are {', '.join(SCALES)}")


def _variables(kind: str, matches: tuple[MatchTemplate, ...]) -> tuple[str, ...]:
    """Return the variables of all sweeps; that of a factorial design is n."""
    if kind == "factorial":
        return ("n",)
    return tuple(dict.fromkeys(match.variable for match in matches if match.variable))


def _scales(checks: Checks, data: Mapping[str, Any], variables: tuple[str, ...]) -> dict[str, Scale]:
    found = {}
    for name, table in data.items():
        checks.one_of("a scale", name, SCALES)
        place = f"scale {name}"
        if not isinstance(table, dict) or "games" not in table:
            checks.fail(f"{place} must be a table with `games`")
        checks.whole(f"{place}: games", table["games"], MAX_GAMES)
        iterations = table.get("iterations")
        if iterations is not None:
            checks.whole(f"{place}: iterations", iterations, MAX_ITERATIONS)
        values = {key: each for key, each in table.items() if key not in ("games", "iterations")}
        for key, each in values.items():
            if key not in variables:
                allowed = ", ".join(("games", "iterations", *variables))
                checks.fail(f"{place} has {key!r}; allowed are {allowed}")
            check_values(checks, f"{place}: {key}", each)
        found[name] = Scale(
            name=name,
            games=table["games"],
            iterations=iterations,
            values={key: tuple(each) for key, each in values.items()},
        )
    return found


def _ratios(
    checks: Checks, data: Mapping[str, Any], scales: Mapping[str, Scale], matches: tuple[MatchTemplate, ...]
) -> dict[str, float | Mapping[str, float]]:
    """Return the ratios, of which every player with a budget of time must have one."""
    ratios: dict[str, Any] = data.get("ratios", {})
    for match in matches:
        for label in match.budgeted if match.budget == "time" else ():
            if label not in ratios:
                checks.fail(
                    f'match {match.name!r} has budget = "time", but {label!r} is not in [ratios]; '
                    "give it a number above 0, its simulations in equal time as a part of the budget"
                )
    labels = {**data.get("players", {}), **{label: "" for match in matches for label in match.players}}
    for label, ratio in ratios.items():
        checks.one_of("a player in [ratios]", label, labels)
        by_scale = ratio if isinstance(ratio, dict) else dict.fromkeys(scales, ratio)
        for scale in by_scale:
            checks.one_of(f"a scale in the ratio of {label!r}", scale, scales)
        for scale in scales:
            each = by_scale.get(scale, 0)
            if not is_number(each) or not 0 < each <= MAX_RATIO:
                checks.fail(
                    f"the ratio of {label!r} is {ratio!r}; allowed are a number above 0 up to {MAX_RATIO} "
                    f"and a table of them for the scales {', '.join(scales)}"
                )
    return dict(ratios)


def _claim(checks: Checks, number: int, data: Any) -> Claim:
    place = f"claim {number}"
    known = {
        "text": str, "greater": str, "than": (str, int, float), "effect": float, "thesis": float,
        "added": str,
    }  # fmt: skip
    checks.table(place, data, known, ("text", "greater", "than", "effect"))
    if not data["effect"] > 0:
        checks.fail(f"{place}: effect is {data['effect']!r}; allowed is a number above 0")
    return Claim(**data)
