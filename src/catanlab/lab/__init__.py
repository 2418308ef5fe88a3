"""The laboratory: plays matches of agents, stores their games, and computes statistics over them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from catanlab._lazy import lazy_names

if TYPE_CHECKING:
    from catanlab.lab.batch import RandomGames, play_random
    from catanlab.lab.match import play_match
    from catanlab.lab.match_plan import MatchPlan
    from catanlab.lab.shard import Shard
    from catanlab.lab.summary import summarize

__all__ = [
    "MatchPlan",
    "RandomGames",
    "Shard",
    "play_match",
    "play_random",
    "summarize",
]

if not TYPE_CHECKING:  # a type checker is to see the imports above and nothing else
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "MatchPlan": "catanlab.lab.match_plan",
            "RandomGames": "catanlab.lab.batch",
            "Shard": "catanlab.lab.shard",
            "play_match": "catanlab.lab.match",
            "play_random": "catanlab.lab.batch",
            "summarize": "catanlab.lab.summary",
        },
    )
