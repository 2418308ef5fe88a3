"""Every example in a docstring runs, in compiled modules too."""

import doctest
import pkgutil
from importlib import import_module

import pytest

import catanlab

MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(catanlab.__path__, "catanlab.")
    if module.name != "catanlab.__main__"
)


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name: str) -> None:
    failed, _ = doctest.testmod(import_module(name))
    assert failed == 0
