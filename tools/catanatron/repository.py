"""Imports Catanatron, from a clone of its repository or as it is installed, and names its players.

Its package on the index, 3.2.1, has no AlphaBeta; the repository, which calls itself 3.3.0, has.
"""

from __future__ import annotations

import importlib
import re
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from catanlab.framework.errors import CatanlabError
from catanlab.lab.provenance import commit_of

OPPONENTS = {
    "alphabeta": ("catanatron.players.minimax", "AlphaBetaPlayer"),
    "same-turn-alphabeta": ("catanatron.players.minimax", "SameTurnAlphaBetaPlayer"),
    "value": ("catanatron.players.value", "ValueFunctionPlayer"),
    "weighted-random": ("catanatron.players.weighted_random", "WeightedRandomPlayer"),
    "random": ("catanatron.models.player", "RandomPlayer"),
}
"""The module and the class of each player of Catanatron; all play with their defaults."""
_CLONE = "clone https://github.com/bcollazo/catanatron and name the folder with --repository"


class CatanatronError(CatanlabError):
    """Catanatron is not there, or not as it has to be."""

    code = "no-catanatron"


def import_catanatron(repository: Path | None = None) -> Path:
    """Import Catanatron, from a clone if one is named, and return the folder of its package.

    Raises CatanatronError if it is not there, or if another one was imported before.
    """
    if repository is not None:
        folder = repository.resolve() / "catanatron"
        if not (folder / "catanatron" / "game.py").is_file():
            raise CatanatronError(f"{repository} is no clone of Catanatron: {_CLONE}")
        if str(folder) not in sys.path:
            sys.path.insert(0, str(folder))
    try:
        package = importlib.import_module("catanatron")
    except ImportError as error:
        raise CatanatronError(f"Catanatron cannot be imported ({error}): {_CLONE}") from error
    found = Path(str(package.__file__)).resolve().parent
    if repository is not None and found != folder / "catanatron":
        raise CatanatronError(f"Catanatron was already imported from {found}, not from {repository}")
    return found


def opponent_class(name: str) -> Any:
    """Return the class of a player of Catanatron; raises CatanatronError if there is none."""
    if name not in OPPONENTS:
        raise CatanatronError(f"unknown player {name!r} of Catanatron; allowed are {', '.join(OPPONENTS)}")
    module, class_name = OPPONENTS[name]
    try:
        return getattr(importlib.import_module(module), class_name)
    except (ImportError, AttributeError) as error:
        raise CatanatronError(
            f"this Catanatron has no {class_name} ({error}); its package on the index lacks it: {_CLONE}"
        ) from error


def set_search_seconds(seconds: float) -> None:
    """Let AlphaBeta players stop after so many seconds, instead of 20, in this process.

    Raises CatanatronError if this Catanatron has no such limit.
    """
    try:
        minimax: Any = importlib.import_module("catanatron.players.minimax")
    except ImportError as error:
        raise CatanatronError(f"this Catanatron has no AlphaBeta ({error}): {_CLONE}") from error
    if not hasattr(minimax, "MAX_SEARCH_TIME_SECS"):
        raise CatanatronError("the AlphaBeta of this Catanatron has no limit of time that could be set")
    minimax.MAX_SEARCH_TIME_SECS = seconds


def check_log(state: Any) -> None:
    """Raise CatanatronError if a game of theirs does not keep what chance decided.

    3.2.1 writes it into the actions of its log, and the repository keeps records of actions since the
    commit 3f46512 of December 2025. In between it is not kept.
    """
    if "P0_KNIGHT_OWNED_AT_START" in state.player_state and not hasattr(state, "action_records"):
        raise CatanatronError(
            "this Catanatron does not log its dice; take 3.2.1, or its repository from commit 3f46512 on"
        )


def catanatron_version(package: Path) -> str:
    """Return the version of an imported Catanatron, with its commit if it is a clone."""
    declared = package.parents[1] / "pyproject.toml"
    if declared.is_file():
        found = re.search(r'^version = "(.+)"', declared.read_text(encoding="utf-8"), re.MULTILINE)
        name = found[1] if found else "unknown version"
    else:
        try:
            name = version("catanatron")
        except PackageNotFoundError:
            name = "unknown version"
    commit = commit_of(package)
    return f"{name}, commit {commit}" if commit else name
