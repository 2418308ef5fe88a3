"""Writes the golden games, trees, playthroughs and native games anew.

python -m tests.golden.renew [NAME ...]
"""

import sys

from tests.golden import games, native, playthroughs, trees


def renew(names: list[str]) -> None:
    """Write those named, or all."""
    for name in games.GAMES:
        if not names or name in names:
            (games.FOLDER / f"{name}.record").write_text(games.play(name))
    for position in trees.POSITIONS:
        if not names or position in names:
            (trees.FOLDER / f"{position}.json").write_text(trees.trees(position))
    for name in playthroughs.GAMES:
        if not names or name in names or "playthroughs" in names:
            (playthroughs.FOLDER / f"{name}.txt").write_text(playthroughs.playthrough(name))
    if not names or "native" in names:
        native.FILE.write_text(native.native_games())


if __name__ == "__main__":
    renew(sys.argv[1:])
