"""A hint: what a good quick agent would do in the seat of a person, and its reason."""

from __future__ import annotations

from catanlab.agents.registry import make_agent
from catanlab.framework.random import Random
from catanlab.games.catan.view.view import CatanView
from catanlab.table.clock import Deadline, SystemClock

ADVISER = "greedy"
"""The strongest of the quick agents: docs/results/agents.md."""


def hint(view: CatanView) -> str:
    """Return a move and the reason for it; the adviser knows what the person knows, and no more.

    >>> from catanlab import Catan
    >>> hint(Catan(board="beginner", rules="trading").observer(0).view())
    'Hint, as greedy would play: settlement 44. "Of the open nodes it adds most to my production."'
    """
    adviser = make_agent(ADVISER)
    adviser.start(view.game, view.seat, Random(len(view.log), "agent", view.seat))
    move = view.game.move_type.of(adviser.choose(view, Deadline(SystemClock())))
    reason = adviser.explain()
    because = f' "{reason.text}"' if reason else ""
    return f"Hint, as {ADVISER} would play: {move}.{because}"
