"""What `import catanlab` offers."""

import subprocess
import sys

import pytest

import catanlab


def test_every_public_name_is_there() -> None:
    assert len(catanlab.__all__) == len(set(catanlab.__all__))
    for name in catanlab.__all__:
        assert getattr(catanlab, name) is not None
        assert name in dir(catanlab)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Chess'"):
        catanlab.Chess  # noqa: B018
    with pytest.raises(ImportError, match="Chess"):
        from catanlab import Chess  # noqa: F401


def test_names_are_imported_when_first_used() -> None:
    program = (
        "import sys, catanlab\n"
        "assert 'catanlab.games' not in sys.modules\n"
        "catanlab.Catan\n"
        "assert 'catanlab.games.catan.engine.state' in sys.modules\n"
        "assert 'Catan' in vars(catanlab)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_chance_and_over_are_what_states_say() -> None:
    state = catanlab.Catan(rules=catanlab.Rules(max_turns=1), seed=1).start()
    random = catanlab.Random(1)
    seen = set()
    while not state.is_over:
        seen.add(state.to_move)
        state.apply(state.draw_outcome(random) if state.is_chance else state.draw_move(random))
    assert catanlab.CHANCE in seen
    assert state.to_move == catanlab.OVER
