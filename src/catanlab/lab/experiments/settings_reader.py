"""Reads `[settings]`: what a factorial design, a bandit or densities need."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from catanlab.framework.errors import CatanlabError
from catanlab.lab.experiments.entry import Scale
from catanlab.lab.experiments.toml_checks import MAX_ITERATIONS, Checks, is_number
from catanlab.search.bandits import Bandit
from catanlab.search.tree_policies.registry import read_tree_policy

MIN_FACTORS, MAX_FACTORS = 3, 12
"""With two factors a half fraction cannot tell them apart; with thirteen it has 4,096 cells."""
BANDIT_SHAPE = ("arms", "best", "gap", "power")
"""The settings of a bandit apart from its policies."""
MAX_TRIALS, PHI = 10**6, (0.001, 1000)
"""What a density is computed for."""
_FACTOR = re.compile(r"[\w-]+")


def check_settings(
    checks: Checks, kind: str, data: Mapping[str, Any], scales: Mapping[str, Scale], seed: int
) -> None:
    """Raise ArgumentError if the settings of an experiment of this kind are incomplete or wrong."""
    if kind == "factorial":
        _check_factorial(checks, data)
    elif kind == "bandit":
        _check_bandit(checks, data, scales, seed)
    elif kind == "densities":
        _check_densities(checks, data)


def _check_factorial(checks: Checks, data: Mapping[str, Any]) -> None:
    known = {
        "base": str, "opponent": str, "reference": str, "rules": str, "n": list, "game_seconds": float,
        "seconds_per_1000": float, "factors": list,
    }  # fmt: skip
    checks.table("settings", data, known, known)
    checks.from_zero("settings", data, ("game_seconds", "seconds_per_1000"))
    if not data["n"]:
        checks.fail("settings: n is empty; allowed is a list of simulations a move")
    for n in data["n"]:
        checks.whole("settings: a value of n", n, MAX_ITERATIONS)
    names = []
    for number, factor in enumerate(data["factors"], 1):
        place = f"settings: factor {number}"
        checks.table(place, factor, {"name": str, "option": str, "rules": str}, ("name",))
        names.append(factor["name"])
        if not _FACTOR.fullmatch(names[-1]) or names[-1] == "gap":
            checks.fail(f"{place} is called {names[-1]!r}; allowed are letters, digits, - and _, not 'gap'")
    if len(set(names)) < len(names):
        checks.fail(f"settings: two factors have the same name; there are {', '.join(names)}")
    if not MIN_FACTORS <= len(names) <= MAX_FACTORS:
        checks.fail(f"settings: there are {len(names)} factors; allowed are {MIN_FACTORS} to {MAX_FACTORS}")


def _check_bandit(checks: Checks, data: Mapping[str, Any], scales: Mapping[str, Scale], seed: int) -> None:
    known = {"arms": int, "best": float, "gap": float, "power": int, "policies": dict}
    checks.table("settings", data, known, ("policies",))
    if not data["policies"]:
        checks.fail("settings: policies is empty; allowed is a table of tree policies by name")
    for label, policy in data["policies"].items():
        checks.typed(f"settings: the policy {label!r}", policy, str)
    try:
        for scale in scales.values():
            Bandit(trials=scale.games, seed=seed, **{key: data[key] for key in BANDIT_SHAPE if key in data})
        for policy in data["policies"].values():
            read_tree_policy(policy)
    except CatanlabError as error:
        checks.fail(f"settings: {error}")


def _check_densities(checks: Checks, data: Mapping[str, Any]) -> None:
    known = {"successes": float, "failures": float, "phi": list}
    checks.table("settings", data, known, known)
    for key in ("successes", "failures"):
        if not 0 <= data[key] <= MAX_TRIALS:
            checks.fail(f"settings: {key} is {data[key]!r}; allowed is a number from 0 to {MAX_TRIALS}")
    low, high = PHI
    if not data["phi"] or not all(is_number(phi) and low <= phi <= high for phi in data["phi"]):
        checks.fail(f"settings: phi is {data['phi']!r}; allowed is a list of numbers from {low} to {high}")
