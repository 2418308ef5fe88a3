"""Reads `[[matches]]`: who sits where, the values of a sweep, and the figures of the thesis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from catanlab.lab.experiments.entry import BUDGETS, MatchTemplate
from catanlab.lab.experiments.measures import OF_PLAYERS
from catanlab.lab.experiments.toml_checks import MAX_GAMES, Checks, is_number

SHARED = ("rules", "budget", "game_seconds", "seconds_per_1000")
"""What a match takes from the experiment if it has none of its own."""
SECONDS = ("game_seconds", "seconds_per_1000")
RESERVED = ("budget", "iterations")
"""The words in braces that stand for the simulations of the scale."""
THESIS_MEASURES = (*(name for name in OF_PLAYERS if not name.startswith("seat")), "seats")
"""What a thesis may have of a player; `seats` are its wins in each seat."""
_KNOWN = {
    "name": str, "title": str, "players": dict, "seats": list, "rules": str, "game": str,
    "budget": str, "each": dict, "thesis": dict, "games": dict, "game_seconds": float,
    "seconds_per_1000": float,
}  # fmt: skip


def read_match(checks: Checks, number: int, data: Any, shared: Mapping[str, Any]) -> MatchTemplate:
    """Return a match, given the keys of the experiment; raises ArgumentError for a mistake."""
    place = f"match {number}"
    checks.table(place, data, _KNOWN, ("name", "seats"))
    checks.from_zero(place, data, SECONDS)
    check_players(checks, f"{place}: players", data.get("players", {}))
    both = {key: shared[key] for key in SHARED if key in shared} | data
    players = {**shared.get("players", {}), **data.get("players", {})}
    checks.strings(f"{place}: seats", data["seats"])
    for label in data["seats"]:
        if label not in players:
            checks.fail(f"{place}: nobody is called {label!r}; the players are {', '.join(players)}")
    checks.one_of(f"{place}: budget", both.get("budget", "simulations"), BUDGETS)
    for scale, games in data.get("games", {}).items():
        checks.one_of(f"{place}: a scale of games", scale, shared["scales"])
        checks.whole(f"{place}: games of {scale}", games, MAX_GAMES)
    variable, values = _sweep(checks, place, data.get("each", {}))
    template = MatchTemplate(
        name=data["name"],
        title=data.get("title", data["name"]),
        players={label: players[label] for label in dict.fromkeys(data["seats"])},
        seats=tuple(data["seats"]),
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
    _check_thesis(checks, place, template)
    return template


def check_players(checks: Checks, place: str, players: Mapping[str, Any]) -> None:
    """Raise ArgumentError unless every player is a spec."""
    for label, spec in players.items():
        checks.typed(f"{place}: {label}", spec, str)


def check_values(checks: Checks, what: str, values: object) -> None:
    """Raise ArgumentError unless these can be the values of a sweep."""
    if (
        not isinstance(values, list)
        or not values
        or not all(isinstance(value, str | bool) or is_number(value) for value in values)
    ):
        checks.fail(f"{what} is {values!r}; allowed is a list of numbers, strings or booleans for a sweep")


def _sweep(checks: Checks, place: str, each: Mapping[str, Any]) -> tuple[str, Sequence[Any]]:
    if len(each) > 1:
        checks.fail(f"{place}: `each` has {', '.join(each)}; allowed is one variable with a list of values")
    for variable, values in each.items():
        if variable in RESERVED:
            checks.fail(
                f"{place}: `each` has the variable {variable!r}, which stands for the simulations of the "
                "scale; use another name, such as n"
            )
        check_values(checks, f"{place}: each: {variable}", values)
        return variable, values
    return "", []


def _check_thesis(checks: Checks, place: str, template: MatchTemplate) -> None:
    """Refuse figures of nobody, of an unknown measure, and lists of the wrong length."""
    for label, figures in template.thesis.items():
        what = f"{place}: thesis: {label}"
        if label == "rounds":
            _check_figures(checks, what, figures, template, 0)
            continue
        checks.one_of(f"{place}: a name in thesis", label, (*template.players, "rounds"))
        checks.typed(what, figures, dict)
        for measure, found in figures.items():
            checks.one_of(f"{what}: a measure", measure, THESIS_MEASURES)
            seats = len(template.seats) if measure == "seats" else 0
            _check_figures(checks, f"{what}: {measure}", found, template, seats)


def _check_figures(checks: Checks, what: str, found: Any, template: MatchTemplate, seats: int) -> None:
    """Refuse all but a number, or one for each seat; in a sweep, a list with that of each value."""
    one = f"a list of {seats} numbers, one for each seat" if seats else "a number"
    if template.variable:
        count = len(template.values)
        if not isinstance(found, list) or len(found) != count:
            checks.fail(
                f"{what} is {found!r}; allowed is a list of {count}, one for each {template.variable}"
            )
    for each in found if template.variable else (found,):
        numbers = each if seats else [each]
        if (
            not isinstance(numbers, list)
            or len(numbers) != (seats or 1)
            or not all(is_number(number) for number in numbers)
        ):
            checks.fail(
                f"{what} has {each!r}; allowed is {one}"
                if template.variable
                else f"{what} is {each!r}; allowed is {one}"
            )
