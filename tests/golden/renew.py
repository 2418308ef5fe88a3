"""Writes the golden games, trees and native games anew: `python -m tests.golden.renew [NAME ...]`."""

import sys

from tests.golden import games, native, trees


def renew(names: list[str]) -> None:
    """Write those named, or all."""
    for name in games.GAMES:
        if not names or name in names:
            (games.FOLDER / f"{name}.record").write_text(games.play(name))
    for position in trees.POSITIONS:
        if not names or position in names:
            (trees.FOLDER / f"{position}.json").write_text(trees.trees(position))
    if not names or "native" in names:
        native.FILE.write_text(native.native_games())


if __name__ == "__main__":
    renew(sys.argv[1:])
