"""Experiments: the tables and figures of the theses as data, with their matches and verdicts.

Each entry is a TOML file in `entries`. `entry` says what it may hold, `reader` reads it, `catalogue` finds
it by name, `expansion` makes the matches of a scale, `measures` and `claims` compute its figures and
verdicts, `running` plays it, `report` writes it, `published` keeps what was found under version control.
"""

from catanlab.lab.experiments.catalogue import experiment_names, find_experiment
from catanlab.lab.experiments.entry import Experiment

__all__ = ["Experiment", "experiment_names", "find_experiment"]
