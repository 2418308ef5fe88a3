"""The experiments by name: those of the package, and those in files of a user."""

from __future__ import annotations

from dataclasses import replace
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from pathlib import Path

from catanlab.framework.errors import ArgumentError
from catanlab.lab.experiments.entry import Experiment
from catanlab.lab.experiments.reader import read_experiment

ENDING = ".toml"
MAX_NEAR_NAMES = 3


@cache
def experiments() -> tuple[Experiment, ...]:
    """Return all experiments of the package, in the order of their names."""
    found = []
    for entry in (files("catanlab.lab.experiments") / "entries").iterdir():
        if entry.name.endswith(ENDING):
            text = entry.read_text(encoding="utf-8")
            found.append(read_experiment(text, entry.name.removesuffix(ENDING)))
    return tuple(sorted(found, key=lambda experiment: _order(experiment.name)))


def experiment_names() -> tuple[str, ...]:
    """Return the names of all experiments of the package.

    >>> "roelofs-table-1" in experiment_names()
    True
    """
    return tuple(experiment.name for experiment in experiments())


def find_experiment(name: str) -> Experiment:
    """Return an experiment by its name, that of a figure it covers, or the path of a TOML file.

    >>> find_experiment("panousis-figure-24").name
    'panousis-figure-22'

    Raises ArgumentError with near names if there is none, and for a file that cannot be read.
    """
    if name.endswith(ENDING):
        return _from_file(Path(name))
    by_name = {
        each: experiment for experiment in experiments() for each in (experiment.name, *experiment.also)
    }
    if name not in by_name:
        near = get_close_matches(name, by_name, n=MAX_NEAR_NAMES, cutoff=0.5)
        hint = f"; near names are {', '.join(near)}" if near else ""
        raise ArgumentError(
            f"there is no experiment {name!r}{hint} (catanlab experiment --list has all; "
            f"an own one is the path of a file that ends in {ENDING})"
        )
    return by_name[name]


def _from_file(path: Path) -> Experiment:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ArgumentError(f"cannot read {path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise ArgumentError(f"{path} is not text in UTF-8") from None
    return replace(read_experiment(text, path.stem), path=str(path))


def _order(name: str) -> tuple[str, float]:
    """Return what sorts names by thesis, then tables and figures, then numbers."""
    head, _, number = name.rpartition("-")
    return (head, float(number)) if number.replace(".", "", 1).isdigit() else (name, 0.0)
