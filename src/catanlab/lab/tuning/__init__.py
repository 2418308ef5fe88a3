"""Tuning: parameters of an agent searched over paired blocks, and the best confirmed on fresh ones."""

from catanlab.lab.tuning.confirmation import Confirmation, confirm, least_blocks, played_plans
from catanlab.lab.tuning.parameters import Parameter, read_parameter
from catanlab.lab.tuning.tuner import Setting, Trial, TunedAgent, tune

__all__ = [
    "Confirmation",
    "Parameter",
    "Setting",
    "Trial",
    "TunedAgent",
    "confirm",
    "least_blocks",
    "played_plans",
    "read_parameter",
    "tune",
]
