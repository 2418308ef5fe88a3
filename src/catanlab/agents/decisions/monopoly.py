"""Monopoly: played for what is worth many trades with the bank, or to complete the aim."""

from __future__ import annotations

from catanlab.agents.choice import Choice, placed
from catanlab.agents.decisions.needs import need_of
from catanlab.agents.decisions.order import ORDER
from catanlab.agents.pace import shortage
from catanlab.agents.planner.aim import Aim
from catanlab.agents.reading import Reading
from catanlab.games.catan import constants as c
from catanlab.games.catan.view import CatanView


def play_monopoly(
    view: CatanView,
    reading: Reading,
    aim: Aim | None = None,
    *,
    least: int = 2,
    expected: bool = False,
    completing: bool = False,
    whole: bool = False,
) -> Choice | None:
    """Take the resource whose cards in the others' hands buy most at my ratio, if more than `least`.

    JSettlers counts the cards that the others surely hold; with `expected` those count that they may hold,
    too. With `completing` the card is first of all played where the aim, with `whole` all of it, lacks
    one resource only and the others hold enough of it.
    """
    if aim is not None and completing:
        short = shortage(need_of(aim, whole=whole), reading.hand)
        lacking = [resource for resource in ORDER if short[resource]]
        if len(lacking) == 1 and held_by_others(reading, lacking[0], expected) >= short[lacking[0]]:
            return _play(view, reading, lacking[0], expected, f"it completes {aim.text}")
    best, most = -1, 0
    for resource in ORDER:
        trades = int(held_by_others(reading, resource, expected)) // reading.ratios[resource]
        if trades > most:
            best, most = resource, trades
    if most <= least:
        return None
    return _play(view, reading, best, expected, f"that is worth {most} trades with the bank")


def held_by_others(reading: Reading, resource: int, expected: bool = False) -> float:
    """Return how many cards of a resource the others surely hold, or may be expected to hold."""
    others = [seat for seat in range(reading.players) if seat != reading.me]
    if expected:
        return sum(reading.expected(seat, resource) for seat in others)
    return sum(reading.bounds[seat][0] >> 12 * resource & 0x7FF for seat in others)


def _play(view: CatanView, reading: Reading, resource: int, expected: bool, reason: str) -> Choice | None:
    move = placed(c.PLAY_MONOPOLY, resource)
    cards = held_by_others(reading, resource, expected)
    return Choice(move, reason, {"cards": cards}) if view.is_legal(move) else None
