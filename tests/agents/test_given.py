"""The parts that tests give are called as those in whose place they stand."""

import inspect

import pytest
from tests.agents import given

PARTS = [
    given.GivenAims,
    given.GivenHands,
    given.GivenWinTimes,
    given.GivenPlan,
    given.GivenIncomes,
    given.GivenBuilds,
]


def parameters(function):
    """Return the names and kinds of a function's parameters, and whether they may be left out."""
    return [
        (name, each.kind, each.default is not inspect.Parameter.empty)
        for name, each in inspect.signature(function).parameters.items()
    ]


@pytest.mark.parametrize("part", PARTS)
def test_given_parts_are_called_as_the_real_ones_are(part):
    real = part.__base__
    methods = [name for name, value in vars(part).items() if callable(value) and not name.startswith("_")]
    assert methods
    for name in methods:
        assert parameters(getattr(part, name)) == parameters(getattr(real, name)), name
    assert not getattr(part, "__abstractmethods__", ())
