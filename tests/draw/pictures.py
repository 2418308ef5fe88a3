"""Random games to draw, and pictures read back as XML."""

from __future__ import annotations

from typing import NamedTuple
from xml.etree import ElementTree

from catanlab import Catan, Random, Rules
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.view.view import CatanView

SVG = "{http://www.w3.org/2000/svg}"


class Played(NamedTuple):
    """A game played for a while: where it is, what the seats know, and every move."""

    state: CatanState
    views: list[CatanView]
    log: list[CatanMove]


def play(seed: int, plies: int, rules: Rules | None = None) -> Played:
    """Play a random game for so many moves and outcomes."""
    game = Catan(rules=rules, seed=seed)
    state, random = game.start(), Random(seed, "play")
    observers = [game.observer(seat) for seat in range(game.seats)]
    log = []
    while len(log) < plies and not state.is_over:
        drawn = state.draw_outcome(random) if state.is_chance else state.draw_move(random)
        move = CatanMove.of(drawn)
        for observer in observers:
            observer.observe(state.seen(move, observer.seat))
        state.apply(move)
        log.append(move)
    return Played(state, [observer.view() for observer in observers], log)


class Picture:
    """A picture that was read again as XML."""

    def __init__(self, text: str) -> None:
        self.root = ElementTree.fromstring(text)

    def of_class(self, name: str) -> list[ElementTree.Element]:
        """Return the elements of a class."""
        return [found for found in self.root.iter() if found.get("class") == name]

    def titles(self, name: str) -> list[str]:
        """Return what is said about each element of a class."""
        return [str(found.findtext(f"{SVG}title")) for found in self.of_class(name)]

    def words(self, name: str | None = None) -> list[str]:
        """Return the lines of text in the elements of a class, or in all."""
        inside = [self.root] if name is None else self.of_class(name)
        return [str(text.text) for part in inside for text in part.iter(f"{SVG}text")]
