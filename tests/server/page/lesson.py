"""The game of the lesson: `python -m tests.server.page.lesson` writes its positions for the page.

The page knows no rules. So the game of the lesson is played here by the engine, and the page gets what the
learner's seat sees at the points where the lesson stops, with the places that are open to it there.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import catanlab.server.page
from catanlab.games.catan.game import Catan

FILE = Path(catanlab.server.page.__file__).parent / "learn" / "positions.js"

GAME = """
start: settlement 39
settled: road 39-44 | settlement 12 | road 12-17 | settlement 9 | road 9-14 | settlement 28 | road 28-33
       | settlement 25 | road 25-31 | settlement 45 | road 45-49
ready: roll | dice 8
rolled: offer 1 wheat for 1 clay to 1 | accept
answered: confirm 1
traded: road 44-48
built: end turn | roll | dice 5 | end turn | roll | dice 8 | end turn | roll | dice 6
grown: settlement 48 | end turn | roll | dice 3 | end turn | roll | dice 3 | end turn | roll | dice 7
       | discard wood | discard wood | discard wood | discard clay
seven: robber 11 from 1 | steal ore
robbed: end turn | roll | dice 6 | end turn | roll | dice 6 | end turn | roll | dice 11
rich: city 48
city: end turn | roll | dice 6 | end turn | roll | dice 2 | end turn | roll | dice 4
bank: bank 4 wheat for 1 ore
paid: buy card | draw knight
card: end turn | roll | dice 12 | end turn | roll | dice 2 | end turn
knight:
"""
"""Where the lesson stops, and the moves that lead from there to the next stop."""

LEARNER = 0


def positions() -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the board, and what the learner sees at every stop."""
    game = Catan(board="beginner", rules="trading,players=3")
    state, observer = game.start(), game.observer(LEARNER)
    stops: dict[str, Any] = {}
    for line in GAME.replace("\n       |", " |").strip().splitlines():
        name, _, moves = line.partition(":")
        stops[name] = _stop(json.loads(observer.view().to_json()))
        for move in filter(None, (move.strip() for move in moves.split("|"))):
            observer.observe(state.seen(move, LEARNER))
            state.apply(move)
    return json.loads(game.board_json()), stops


def _stop(view: dict[str, Any]) -> dict[str, Any]:
    """Return what the lesson shows of a view."""
    legal = view["legal"] or {}
    places = {name: legal[name] for name in ("settlement", "city", "road") if name in legal}
    if "robber" in legal:
        places["robber"] = [place["hex"] for place in legal["robber"]]
    seats = [
        {
            "settlements": seat["settlements"],
            "cities": seat["cities"],
            "roads": seat["roads"],
            "cards": seat["hand_size"],
            "points": seat["points"]["total"],
        }
        for seat in view["seats"]
    ]
    own = view["seats"][LEARNER]
    dice = view["dice"]["sum"] if view["dice"] else None
    return {"robber": view["robber"], "dice": dice, "seats": seats, "hand": own["hand"], "legal": places}


def text() -> str:
    """Return the module of the page."""
    board, stops = positions()
    lines = "".join(f"  {name}: {json.dumps(stop)},\n" for name, stop in stops.items())
    return (
        "// The game of the lesson, played by the engine: "
        "`python -m tests.server.page.lesson` writes this file.\n\n"
        f"export const BOARD = {json.dumps(board)};\n\nexport const POSITIONS = {{\n{lines}}};\n"
    )


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
