"""When to play a monopoly: if it saves several trades with the bank, or completes the aim."""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.agents.base.aim import Aim
from catanlab.agents.base.choice import Choice
from catanlab.agents.base.situation import Counts, Situation
from catanlab.agents.decisions.needs import need_of
from catanlab.agents.estimates.card_order import ORDER
from catanlab.agents.estimates.quick_build_time import shortage
from catanlab.games.catan import constants as c
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.view.view import CatanView


def play_monopoly(
    view: CatanView,
    situation: Situation,
    aim: Aim | None = None,
    *,
    hands: Sequence[Counts] | None = None,
    least: int = 2,
    expected: bool = False,
    completing: bool = False,
    whole: bool = False,
) -> Choice | None:
    """Take the resource of which the others' cards are worth most trades at my ratio, if more than `least`.

    JSettlers counts the cards that the others surely hold, or those in `hands` if they are given; with
    `expected` cards that they may hold count as well. With `completing` the card is also played if the aim,
    including its roads with `whole`, lacks a single resource and the others hold enough of it.
    """
    if aim is not None and completing:
        short = shortage(need_of(aim, whole=whole), situation.hand)
        lacking = [resource for resource in ORDER if short[resource]]
        if len(lacking) == 1:
            held = held_by_others(situation, lacking[0], expected, hands)
            if held >= short[lacking[0]]:
                return _play(view, lacking[0], held, f"it completes {aim.text}")
    best, most = -1, 0
    for resource in ORDER:
        trades = int(held_by_others(situation, resource, expected, hands)) // situation.ratios[resource]
        if trades > most:
            best, most = resource, trades
    if most <= least:
        return None
    held = held_by_others(situation, best, expected, hands)
    return _play(view, best, held, f"that is worth {most} trades with the bank")


def held_by_others(
    situation: Situation, resource: int, expected: bool = False, hands: Sequence[Counts] | None = None
) -> float:
    """Return how many cards of a resource the others surely hold, or how many are expected."""
    others = [seat for seat in range(situation.players) if seat != situation.me]
    if expected:
        return sum(situation.expected(seat, resource) for seat in others)
    if hands is not None:
        return sum(hands[seat][resource] for seat in others)
    return sum(situation.certain[seat][resource] for seat in others)


def _play(view: CatanView, resource: int, cards: float, reason: str) -> Choice | None:
    move = CatanMove.make(c.PLAY_MONOPOLY, resource)
    return Choice(move, reason, {"cards": cards}) if view.is_legal(move) else None
