"""The parts that tests give have the methods of what they stand for."""

import inspect

from tests.agents.given import GivenEstimates

from catanlab.agents.estimates.estimates import Estimates


def parameters(function):
    """Return the names and kinds of a function's parameters, and whether they may be left out."""
    return [
        (name, each.kind, each.default is not inspect.Parameter.empty)
        for name, each in inspect.signature(function).parameters.items()
    ]


def test_given_estimates_are_called_as_the_estimates_are():
    shared = [name for name in vars(GivenEstimates) if not name.startswith("_")]
    for name in shared:
        given, real = inspect.getattr_static(GivenEstimates, name), inspect.getattr_static(Estimates, name)
        assert callable(given) == callable(real), name
        if callable(given):
            assert parameters(given) == parameters(real), name
    assert {"look", "income", "rolls", "players"} <= {*shared}
    assert {"build_times", "me"} <= {*dir(Estimates)}
