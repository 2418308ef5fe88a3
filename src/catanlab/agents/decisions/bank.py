"""Trade with the bank and the ports towards an aim."""

from __future__ import annotations

from catanlab.agents.base.aim import Aim
from catanlab.agents.base.card_counts import one
from catanlab.agents.base.choice import Choice
from catanlab.agents.base.situation import Situation
from catanlab.agents.decisions.needs import need_of
from catanlab.agents.estimates.card_order import easiest_first, rolls_each
from catanlab.agents.estimates.income import Income
from catanlab.games.catan import constants as c
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.view.view import CatanView


def trade_with_bank(
    view: CatanView,
    situation: Situation,
    income: Income,
    aim: Aim | None,
    *,
    bet_on_easier: bool = True,
    whole: bool = False,
) -> Choice | None:
    """Buy the card hardest to get that the aim lacks and the bank has, for the easiest it does not need.

    If there are not enough of those, cards that the aim needs are given: those left over, or with
    `bet_on_easier` even needed ones that are easier to get than the card bought (JSettlers). With `whole`
    the aim includes its roads.
    """
    if aim is None:
        return None
    need, hand, ratios = need_of(aim, whole=whole), situation.hand, situation.ratios
    order, rolls = easiest_first(income), rolls_each(income)
    lacking = [r for r in order if hand[r] < need[r] and situation.bank[r]]
    if not lacking:
        return None
    get = lacking[-1]
    name = c.RESOURCES[get]
    for give in order:
        if not need[give] and hand[give] >= ratios[give]:
            return _trade(
                view,
                situation,
                give,
                get,
                f"the {name} is for {aim.text}, which needs no {c.RESOURCES[give]}",
            )
    for give in order:
        if not need[give]:
            continue
        if hand[give] - need[give] >= ratios[give]:
            return _trade(
                view,
                situation,
                give,
                get,
                f"the {name} is for {aim.text}, and {c.RESOURCES[give]} is left over",
            )
        if bet_on_easier and rolls[give] < rolls[get] and hand[give] >= ratios[give]:
            return _trade(
                view,
                situation,
                give,
                get,
                f"the {name} for {aim.text} is harder to get than {c.RESOURCES[give]}",
            )
    return None


def _trade(view: CatanView, situation: Situation, give: int, get: int, reason: str) -> Choice | None:
    move = CatanMove.bank(one(give, situation.ratios[give]), one(get))
    return Choice(move, reason) if view.is_legal(move) else None
