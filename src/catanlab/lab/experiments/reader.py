"""Reads an experiment from TOML, and says what is wrong with it and where."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from typing import Any, NoReturn

from catanlab.framework.errors import ArgumentError
from catanlab.lab.experiments.entry import (
    BUDGETS,
    FIGURE_KINDS,
    KINDS,
    SCALES,
    Claim,
    Experiment,
    FigureSpec,
    MatchTemplate,
    Scale,
)
from catanlab.lab.experiments.measures import OF_GAMES, OF_PLAYERS


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
    return _Reader(name).experiment(data)


class _Reader:
    """Reads the tables of one file."""

    def __init__(self, name: str) -> None:
        self._name = name

    def experiment(self, data: dict[str, Any]) -> Experiment:
        known = {
            "title": str, "source": str, "place": str, "about": str, "kind": str, "also": list,
            "rules": str, "budget": str, "seed": int, "scales": dict, "ratios": dict, "matches": list,
            "claims": list, "figures": list, "notes": list, "settings": dict, "reason": str, "nearest": str,
            "players": dict, "game_seconds": float, "seconds_per_1000": float,
        }  # fmt: skip
        self._check("the experiment", data, known, ("title",))
        kind = data.get("kind", "matches")
        self._one_of("kind", kind, KINDS)
        if kind == "people":
            self._need("an experiment with people", data, ("reason", "nearest"))
        else:
            self._need("the experiment", data, ("scales",))
        if kind == "matches":
            self._need("an experiment of matches", data, ("matches",))
        matches = tuple(
            self._match(number, each, data) for number, each in enumerate(data.get("matches", []))
        )
        names = [match.name for match in matches]
        if len(set(names)) < len(names):
            self._fail("two matches have the same name")
        scales = self._scales(data.get("scales", {}))
        ratios = self._ratios(data.get("ratios", {}), scales)
        for match in matches:
            self._check_ratios(match, ratios)
        return Experiment(
            name=self._name,
            title=data["title"],
            source=data.get("source", "catanlab"),
            place=data.get("place", ""),
            about=" ".join(data.get("about", "").split()),
            kind=kind,
            also=tuple(data.get("also", ())),
            seed=data.get("seed", 1),
            scales=scales,
            ratios=ratios,
            matches=matches,
            claims=tuple(self._claim(number, each) for number, each in enumerate(data.get("claims", []))),
            figures=tuple(
                self._figure(number, each) for number, each in enumerate(data.get("figures", []))
            ),
            notes=tuple(" ".join(note.split()) for note in data.get("notes", ())),
            settings=data.get("settings", {}),
            reason=" ".join(data.get("reason", "").split()),
            nearest=data.get("nearest", ""),
        )

    def _scales(self, data: Mapping[str, Any]) -> dict[str, Scale]:
        found = {}
        for name, table in data.items():
            self._one_of("a scale", name, SCALES)
            place = f"scale {name}"
            if not isinstance(table, dict) or not _is_whole(table.get("games")):
                self._fail(f"{place} must be a table with `games`, an integer from 1")
            iterations = table.get("iterations")
            if iterations is not None and not _is_whole(iterations):
                self._fail(f"{place}: iterations is {iterations!r}; allowed is an integer from 1")
            values = {key: each for key, each in table.items() if key not in ("games", "iterations")}
            for key, each in values.items():
                if not isinstance(each, list) or not each:
                    self._fail(f"{place}: {key} is {each!r}; allowed are a list of values for a sweep")
            found[name] = Scale(
                name=name,
                games=table["games"],
                iterations=iterations,
                values={key: tuple(each) for key, each in values.items()},
            )
        return found

    def _ratios(
        self, data: Mapping[str, Any], scales: Mapping[str, Scale]
    ) -> dict[str, float | Mapping[str, float]]:
        for label, ratio in data.items():
            by_scale = ratio if isinstance(ratio, dict) else dict.fromkeys(scales, ratio)
            for scale in scales:
                if not _is_positive(by_scale.get(scale)):
                    self._fail(
                        f"the ratio of {label!r} is {ratio!r}; allowed are a number above 0 "
                        f"and a table of them for the scales {', '.join(scales)}"
                    )
        return dict(data)

    def _check_ratios(self, match: MatchTemplate, ratios: Mapping[str, object]) -> None:
        """Refuse equal time for a player without a ratio: equal simulations would be played instead."""
        for label in match.budgeted if match.budget == "time" else ():
            if label not in ratios:
                self._fail(
                    f'match {match.name!r} has budget = "time", but {label!r} is not in [ratios]; '
                    "give it a number above 0, its simulations in equal time as a part of the budget"
                )

    def _match(self, number: int, data: Any, shared: Mapping[str, Any]) -> MatchTemplate:
        place = f"match {number + 1}"
        known = {
            "name": str, "title": str, "players": dict, "seats": list, "rules": str, "game": str,
            "budget": str, "each": dict, "thesis": dict, "games": dict, "game_seconds": float,
            "seconds_per_1000": float,
        }  # fmt: skip
        self._check(place, data, known, ("name", "seats"))
        inherited = ("rules", "budget", "game_seconds", "seconds_per_1000")
        both = {key: shared[key] for key in inherited if key in shared} | data
        players = {**shared.get("players", {}), **data.get("players", {})}
        seats = tuple(data["seats"])
        for label in seats:
            if label not in players:
                self._fail(f"{place}: nobody is called {label!r}; the players are {', '.join(players)}")
        self._one_of(f"{place}: budget", both.get("budget", "simulations"), BUDGETS)
        each = data.get("each", {})
        if len(each) > 1 or not all(isinstance(values, list) and values for values in each.values()):
            self._fail(f"{place}: `each` takes one variable with a list of values")
        variable, values = next(iter(each.items()), ("", []))
        return MatchTemplate(
            name=data["name"],
            title=data.get("title", data["name"]),
            players={label: players[label] for label in dict.fromkeys(seats)},
            seats=seats,
            rules=both.get("rules", "base"),
            game=data.get("game", ""),
            budget=both.get("budget", "simulations"),
            variable=variable,
            values=tuple(values),
            thesis=data.get("thesis", {}),
            games=data.get("games", {}),
            game_seconds=both.get("game_seconds"),
            seconds_per_1000=both.get("seconds_per_1000"),
        )

    def _claim(self, number: int, data: Any) -> Claim:
        place = f"claim {number + 1}"
        known = {
            "text": str, "greater": str, "than": (str, int, float), "effect": (int, float),
            "thesis": (int, float), "added": str,
        }  # fmt: skip
        self._check(place, data, known, ("text", "greater", "than", "effect"))
        if not data["effect"] > 0:
            self._fail(f"{place}: effect is {data['effect']!r}; allowed is a number above 0")
        return Claim(**data)

    def _figure(self, number: int, data: Any) -> FigureSpec:
        place = f"figure {number + 1}"
        if not isinstance(data, dict) or "kind" not in data:
            self._fail(f"{place} must be a table with `kind`")
        self._one_of(f"{place}: kind", data["kind"], FIGURE_KINDS)
        if "measure" in data:
            self._one_of(f"{place}: measure", data["measure"], (*OF_PLAYERS, *OF_GAMES))
        options = {key: value for key, value in data.items() if key not in ("kind", "title")}
        return FigureSpec(kind=data["kind"], title=data.get("title", ""), options=options)

    def _check(self, place: str, data: Any, known: Mapping[str, Any], needed: tuple[str, ...]) -> None:
        """Raise ArgumentError for a key that is unknown, of the wrong type or missing."""
        if not isinstance(data, dict):
            self._fail(f"{place} must be a table")
        for key, value in data.items():
            if key not in known:
                self._fail(f"{place} has {key!r}; allowed are {', '.join(known)}")
            kinds = (int, float) if known[key] is float else known[key]
            if not isinstance(value, kinds) or isinstance(value, bool):
                self._fail(f"{place}: {key} is {value!r}, which is of the wrong type")
        self._need(place, data, needed)

    def _need(self, place: str, data: Mapping[str, Any], keys: tuple[str, ...]) -> None:
        for key in keys:
            if key not in data:
                self._fail(f"{place} lacks {key!r}")

    def _one_of(self, what: str, value: object, allowed: tuple[str, ...]) -> None:
        if value not in allowed:
            self._fail(f"{what} is {value!r}; allowed are {', '.join(allowed)}")

    def _fail(self, why: str) -> NoReturn:
        raise ArgumentError(f"{self._name}: {why}")


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _is_positive(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < math.inf
