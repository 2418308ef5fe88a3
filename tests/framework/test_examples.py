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
    try:
        module = import_module(name)
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("catanlab"):
            raise
        pytest.skip(f"{missing.name} is an extra that is not installed")
    failed, _ = doctest.testmod(module)
    assert failed == 0
