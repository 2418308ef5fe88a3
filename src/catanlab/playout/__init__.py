"""Whole games played natively, for any game of the framework.

policies.py     how seats move: natively, by a function in Python, by a compiled function
evaluations.py  the value of a position at which a playout is cut
games.py        the one loop of whole games; batches of playouts; matches between native policies
registry.py     policies and evaluations by name
group_weights.py  weights of groups of moves, from text
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from catanlab._lazy import lazy_names

if TYPE_CHECKING:
    from catanlab.playout.evaluations import Evaluation, Leader, Nothing, PlainEvaluation, Points
    from catanlab.playout.games import play_out
    from catanlab.playout.policies import (
        SIGNATURE,
        CompiledFunction,
        GroupFirst,
        PlainPolicy,
        Policy,
        Uniform,
        Weighted,
    )
    from catanlab.playout.registry import make_evaluation, make_policy

__all__ = [
    "SIGNATURE",
    "CompiledFunction",
    "Evaluation",
    "GroupFirst",
    "Leader",
    "Nothing",
    "PlainEvaluation",
    "PlainPolicy",
    "Points",
    "Policy",
    "Uniform",
    "Weighted",
    "make_evaluation",
    "make_policy",
    "play_out",
]

if not TYPE_CHECKING:  # a type checker is to see the imports above and nothing else
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "SIGNATURE": "catanlab.playout.policies",
            "CompiledFunction": "catanlab.playout.policies",
            "Evaluation": "catanlab.playout.evaluations",
            "GroupFirst": "catanlab.playout.policies",
            "Leader": "catanlab.playout.evaluations",
            "Nothing": "catanlab.playout.evaluations",
            "PlainEvaluation": "catanlab.playout.evaluations",
            "PlainPolicy": "catanlab.playout.policies",
            "Points": "catanlab.playout.evaluations",
            "Policy": "catanlab.playout.policies",
            "Uniform": "catanlab.playout.policies",
            "Weighted": "catanlab.playout.policies",
            "make_evaluation": "catanlab.playout.registry",
            "make_policy": "catanlab.playout.registry",
            "play_out": "catanlab.playout.games",
        },
    )
