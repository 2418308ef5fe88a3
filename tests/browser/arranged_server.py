"""`python -m tests.browser.arranged_server serve ...` is `catanlab serve` with outcomes that a test chose.

The folder in ARRANGED_OUTCOMES has a file for each, in order of their names; the first that is possible
where chance decides is played and removed. Without one chance decides.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from catanlab.cli.main import main
from catanlab.framework.moves import Move
from catanlab.framework.state import State
from catanlab.table import play
from catanlab.table.chance import Chance

FOLDER = "ARRANGED_OUTCOMES"


class ArrangedChance(Chance):
    """Chance that prefers the outcomes in a folder."""

    def draw(self, state: State) -> Move:
        """Return the first arranged outcome that is possible, else a drawn one."""
        possible: dict[str, Move] = {move.text: move for move, _ in state.outcomes}
        for file in sorted(Path(os.environ[FOLDER]).iterdir()):
            wanted = file.read_text()
            if wanted in possible:
                file.unlink()
                return possible[wanted]
        return super().draw(state)


if __name__ == "__main__":
    setattr(play, "Chance", ArrangedChance)  # noqa: B010
    sys.exit(main())
