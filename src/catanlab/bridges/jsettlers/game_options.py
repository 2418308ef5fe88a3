"""The options of a server's game, and the rules of ours that they stand for."""

from __future__ import annotations

import re

from catanlab.games.catan.rules import BOUNDS, Rules

_NUMBERS = {"VP": "points_to_win", "N7": "no_sevens_rounds"}
_VALUE = re.compile(r"t([0-9]{1,9})")


OFFERS_PER_TURN = Rules.jsettlers().offers_per_turn
"""Offers that an agent makes in a turn at most, unless it is allowed more: the server has no limit."""


def game_rules(text: str, *, offers_per_turn: int = OFFERS_PER_TURN) -> Rules:
    """Return our rules for a game with these options, as an invitation to it names them.

    >>> game_rules("BC=t4,VP=t12,N7=t2,NT=t").points_to_win
    12
    >>> game_rules("-") == Rules.jsettlers()
    True
    >>> game_rules("-", offers_per_turn=8).offers_per_turn
    8

    An option that is off, unknown or has an invalid value changes nothing.
    """
    rules = Rules.jsettlers().replace(offers_per_turn=offers_per_turn)
    options = _options(text)
    if options.get("NT", "").startswith("t"):
        rules = rules.replace(player_trade=False)
    for option, field in _NUMBERS.items():
        found = _VALUE.fullmatch(options.get(option, ""))
        low, high = BOUNDS[field]
        if found and low <= int(found[1]) <= high:
            rules = rules.replace(**{field: int(found[1])})
    return rules


def bars_desert(text: str) -> bool:
    """Say whether the robber may not go back to the desert.

    >>> bars_desert("BC=t4,RD=t"), bars_desert("RD=f")
    (True, False)
    """
    return _options(text).get("RD", "").startswith("t")


def _options(text: str) -> dict[str, str]:
    return dict(part.partition("=")[::2] for part in text.split(",") if "=" in part)
