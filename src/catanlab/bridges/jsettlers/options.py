"""The options of a server's game, and the rules of ours that they stand for."""

from __future__ import annotations

from catanlab.games.catan.rules import BOUNDS, Rules


def game_rules(text: str) -> Rules:
    """Return our rules for a game with these options, as an invitation to it names them.

    >>> game_rules("BC=t4,VP=t12,NT=t").points_to_win
    12
    >>> game_rules("-") == Rules.jsettlers()
    True

    An option that is off, is not known or has an odd value changes nothing.
    """
    rules = Rules.jsettlers()
    options = dict(part.partition("=")[::2] for part in text.split(",") if "=" in part)
    if options.get("NT", "").startswith("t"):
        rules = rules.replace(player_trade=False)
    points = options.get("VP", "")
    low, high = BOUNDS["points_to_win"]
    if points.startswith("t") and points[1:].isdecimal() and low <= int(points[1:]) <= high:
        rules = rules.replace(points_to_win=int(points[1:]))
    return rules
