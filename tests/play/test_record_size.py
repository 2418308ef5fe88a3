"""What a record weighs: a normal game stays far below 20 kB."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.play.conftest import Run

LIMIT = 20_000


@pytest.mark.full
@pytest.mark.parametrize("rules", ["base", "trading"])
def test_a_record_of_a_normal_game_is_small(at_terminal: Run, rules: str) -> None:
    for seed in ("1", "2", "3"):
        words = ("--watch", "--seed", seed, "--rules", rules, "--record", "game.record")
        assert at_terminal(None, "play", *words) == 0
        assert 1_000 < Path("game.record").stat().st_size < LIMIT


def test_reasons_are_kept_with_explain_only(at_terminal: Run) -> None:
    words = ("--watch", "--seed", "1", "--rules", "trading,max_rounds=3", "--record", "game.record")
    assert at_terminal(None, "play", *words) == 0
    assert "{" not in Path("game.record").read_text(encoding="utf-8")
    assert at_terminal(None, "play", *words, "--explain") == 0
    assert "{Of the open nodes" in Path("game.record").read_text(encoding="utf-8")
