"""Agents with types: `Agent[CatanView]` for those of Catan, plain `Agent` for any game."""

import subprocess
import sys
from pathlib import Path

import pytest
from tests.table.typed_bots import failures

ROOT = Path(__file__).resolve().parents[2]
WRONG = '''
from catanlab import Agent, CatanMove, CatanView, Deadline


class Wrong(Agent[CatanView]):
    """Returns what is no move, and reads what a view does not have."""

    def choose(self, view: CatanView, deadline: Deadline) -> float:
        return 0.5 if view.others_hands else 0.0


class Stranger(Agent[CatanView]):
    """Takes something else than a view."""

    def choose(self, view: Deadline, deadline: Deadline) -> CatanMove:
        return CatanMove(0)
'''


def test_typed_agents_play() -> None:
    assert failures() == []


@pytest.mark.full
def test_type_checkers_accept_bots_with_types_and_find_mistakes(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong_bots.py"
    wrong.write_text(WRONG)
    words = [sys.executable, "-m", "mypy", "--strict", "tests/table/typed_bots.py", str(wrong)]
    checked = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    lines = [line for line in checked.stdout.splitlines() if ": error: " in line]
    assert all("wrong_bots.py" in line for line in lines), checked.stdout
    found = "\n".join(lines)
    assert 'Return type "float" of "choose" incompatible' in found
    assert '"CatanView" has no attribute "others_hands"' in found
    assert 'Argument 1 of "choose" is incompatible with supertype' in found
    assert len(lines) == 3
