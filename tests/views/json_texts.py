"""Digests of all JSON about some games; run as a program it prints them, with the files that made them."""

import hashlib
import json
import sys

from catanlab.framework.random import Random
from catanlab.games.catan.game import Catan
from catanlab.games.catan.rules import Rules
from catanlab.games.catan.view.changes import changes

GAMES = {
    "trading": Catan(rules=Rules.trading(), seed=6),
    "jsettlers": Catan(rules=Rules.jsettlers(), seed=7),
    "options": Catan(
        rules=Rules(players=3, open_hands=True, friendly_robber=True, skip_free_roads=True), seed=9
    ),
}


def digests(name: str, plies: int = 700) -> dict[str, list[str]]:
    """Return a digest of every view, what it counts, and what changed, for all viewers along a game."""
    game = GAMES[name]
    state, random = game.start(), Random(1)
    viewers: list[int | None] = [*range(game.seats), None]
    observers = [game.observer(viewer) for viewer in viewers]
    found: dict[str, list[str]] = {"views": [], "counting": [], "changes": []}
    for _ in range(plies):
        if state.is_over:
            break
        by_group = game.rules.player_trade
        move = state.draw_outcome(random) if state.is_chance else state.draw_move(random, by_group)
        before = [observer.view() for observer in observers]
        for observer, viewer in zip(observers, viewers, strict=True):
            observer.observe(state.seen(move, viewer))
        state.apply(move)
        after = [observer.view() for observer in observers]
        found["views"].append(_digest([view.to_json() for view in after]))
        found["counting"].append(_digest([view.counting_json() for view in after]))
        found["changes"].append(_digest([changes(*both) for both in zip(before, after, strict=True)]))
    return found


def _digest(texts: list[bytes]) -> str:
    return hashlib.sha256(b"\n".join(texts)).hexdigest()[:16]


def files() -> list[str]:
    """Return where the modules that write JSON come from."""
    return sorted(
        str(module.__file__)
        for name, module in sys.modules.items()
        if name.startswith("catanlab.games.catan.view.") and name.endswith(("json", "buffer", "changes"))
    )


if __name__ == "__main__":
    print(json.dumps({"files": files(), "found": {name: digests(name) for name in GAMES}}))
