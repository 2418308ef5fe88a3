"""The examples of a policy of one's own run, and all three play the same game."""

import os
import shutil
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import numpy as np
import pytest

from catanlab.framework.random import Random
from catanlab.games.catan.game import Catan
from catanlab.lab.batch import play_random
from catanlab.playout.policies import CompiledFunction, PlainPolicy

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def load(path):
    """Import a module from its file, under a name of its own."""
    spec = spec_from_file_location(path.name.partition(".")[0], path)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def plain():
    return PlainPolicy(load(EXAMPLES / "plain_policy.py").builder)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """Build the compiled example as its first lines say, in a copy of its folder."""
    folder = tmp_path_factory.mktemp("compiled") / "policy"
    shutil.copytree(
        EXAMPLES / "compiled_policy", folder, ignore=shutil.ignore_patterns("*.so", "*.c", "build")
    )
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert not result.returncode, result.stdout + result.stderr
    [library] = folder.glob("builder.*.so")
    return load(library).Builder()


@pytest.fixture
def numba_made():
    pytest.importorskip("numba", reason="numba is an extra that is not installed")
    return CompiledFunction(load(EXAMPLES / "numba_policy.py").builder)


def check_builder(policy):
    """Check on positions of random games that cities come first, then settlements, then anything."""
    found = {"city": 0, "settlement": 0, "any": 0}
    random = Random(8)
    for seed in range(6):
        state = Catan(seed=seed).start()
        while not state.is_over and state.turn < 250:
            if state.is_chance:
                state.apply(state.draw_outcome(random))
                continue
            groups = {move.group for move in state.legal_moves}
            wanted = next((group for group in ("city", "settlement") if group in groups), "any")
            move = policy.pick(state, random)
            assert move in state.legal_moves
            assert wanted in (move.group, "any")
            found[wanted] += 1
            state.apply(move)
    assert min(found.values()) > 5, found
    start = Catan(seed=1).start()
    assert len({policy.pick(start, Random(i)) for i in range(400)}) > 45


def test_the_plain_example_builds(plain):
    check_builder(plain)


@pytest.mark.full
def test_the_compiled_example_builds(compiled):
    check_builder(compiled)


@pytest.mark.full
def test_the_numba_example_builds(numba_made):
    check_builder(numba_made)


@pytest.mark.full
def test_games_of_the_examples_are_alike(plain, compiled, numba_made):
    """They draw in different ways, so that only the means of their games can be the same."""
    turns = [play_random(200, 3, policy=policy).turns for policy in (plain, compiled, numba_made)]
    means = [array.mean() for array in turns]
    error = max(array.std() for array in turns) / np.sqrt(200)
    assert max(means) - min(means) < 5 * error


@pytest.mark.full
@pytest.mark.parametrize("name", ["plain_policy.py", "numba_policy.py"])
def test_examples_run_as_programs(name):
    if "numba" in name:
        pytest.importorskip("numba", reason="numba is an extra that is not installed")
    command = [sys.executable, "-W", "error", EXAMPLES / name]
    result = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ)
    assert not result.returncode, result.stderr
    assert result.stdout.startswith("<RandomGames: ")
