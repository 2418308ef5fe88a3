"""Single decisions that agents share, one per module.

    settlements of the set-up       opening.py (Thomas, JSettlers), martin_opening.py
    roads of the set-up             opening_road.py (Thomas, JSettlers), martin_opening.py
    development cards               knight.py, plenty.py, monopoly.py, road_building.py
    the robber and its victim       robber.py
    discards after a seven          discard.py
    trades with the bank            bank.py

Each is a function that returns a `Choice`, or None if there is nothing to do. Where Thomas' thesis and
JSettlers differ, a keyword chooses; the docstrings name the source of each variant. needs.py has the cards
and roads of an aim, options.py the keywords of all decisions of an agent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from catanlab._lazy import lazy_names

if TYPE_CHECKING:
    from catanlab.agents.decisions.bank import trade_with_bank
    from catanlab.agents.decisions.knight import play_knight
    from catanlab.agents.decisions.monopoly import play_monopoly
    from catanlab.agents.decisions.opening import place_settlement
    from catanlab.agents.decisions.plenty import play_plenty
    from catanlab.agents.decisions.road_building import lay_free_road, play_road_building
    from catanlab.agents.decisions.robber import move_robber

__all__ = [
    "lay_free_road",
    "move_robber",
    "place_settlement",
    "play_knight",
    "play_monopoly",
    "play_plenty",
    "play_road_building",
    "trade_with_bank",
]

if not TYPE_CHECKING:  # a type checker is to see the imports above and nothing else
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "lay_free_road": "catanlab.agents.decisions.road_building",
            "move_robber": "catanlab.agents.decisions.robber",
            "place_settlement": "catanlab.agents.decisions.opening",
            "play_knight": "catanlab.agents.decisions.knight",
            "play_monopoly": "catanlab.agents.decisions.monopoly",
            "play_plenty": "catanlab.agents.decisions.plenty",
            "play_road_building": "catanlab.agents.decisions.road_building",
            "trade_with_bank": "catanlab.agents.decisions.bank",
        },
    )
