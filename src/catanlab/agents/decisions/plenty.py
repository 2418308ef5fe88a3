"""When to play a year of plenty: for the two cards that the aim lacks."""

from __future__ import annotations

from catanlab.agents.base.aim import Aim
from catanlab.agents.base.card_counts import pair
from catanlab.agents.base.choice import Choice
from catanlab.agents.base.situation import Situation
from catanlab.agents.decisions.needs import need_of
from catanlab.agents.estimates.card_order import hardest_first
from catanlab.agents.estimates.income import Income
from catanlab.agents.estimates.quick_build_time import shortage
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.view.view import CatanView


def play_plenty(
    view: CatanView,
    situation: Situation,
    income: Income,
    aim: Aim | None,
    *,
    exactly: bool = True,
    whole: bool = False,
) -> Choice | None:
    """Take the two cards that the aim lacks, if it lacks exactly two and the bank has them.

    That is JSettlers' rule. Without `exactly` the aim may lack more: the cards hardest to get are taken.
    With `whole` the aim includes its roads.
    """
    if aim is None:
        return None
    short = shortage(need_of(aim, whole=whole), situation.hand)
    if sum(short) < 2 or (exactly and sum(short) > 2):
        return None
    takes = [min(missing, stock) for missing, stock in zip(short, situation.bank, strict=True)]
    cards = [resource for resource in hardest_first(income) for _ in range(takes[resource])][:2]
    if len(cards) < 2:
        return None
    move = CatanMove.plenty(pair(*cards))
    if not view.is_legal(move):
        return None
    verb = "completes" if sum(short) == 2 else "helps towards"
    return Choice(move, f"it {verb} {aim.text}")
