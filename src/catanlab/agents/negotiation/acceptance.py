"""Guesses about other seats: whether they would accept a deal, and whether one should deal with them."""

from __future__ import annotations

from catanlab.agents.base.aim import Aim
from catanlab.agents.base.board_values import ways
from catanlab.agents.base.card_counts import covers, exchanged
from catanlab.agents.base.situation import Counts, Situation
from catanlab.agents.negotiation.outlook import Outlook
from catanlab.games.catan.moves import Deal

UNKNOWN_CARDS = 2
"""A hand with at least this many unknown cards is taken to hold any resource that it may hold."""


def is_near_winning(outlook: Outlook, seat: int, threshold: int) -> bool:
    """Return whether a seat may win in fewer rolls than the threshold: there is no deal with it then."""
    return outlook.win_rolls(seat) < threshold


def collide(mine: Aim | None, theirs: Aim | None) -> bool:
    """Return whether two aims conflict: the same or neighbouring spots, the same edge or award."""
    if mine is None or theirs is None:
        return False
    if mine.purpose and mine.purpose == theirs.purpose:
        return True
    if _edges(mine) & _edges(theirs):
        return True
    if mine.kind != "settlement" or theirs.kind != "settlement":
        return False
    return mine.place == theirs.place or any(end == theirs.place for _, end in ways()[mine.place])


def _edges(aim: Aim) -> set[int]:
    return {aim.place, *aim.roads} if aim.kind == "road" else set(aim.roads)


def may_pay(outlook: Outlook, seat: int, cards: Counts) -> bool:
    """Return whether a seat could hold these cards."""
    situation = outlook.situation
    if seat == outlook.me:
        return covers(situation.hand, cards)
    if sum(cards) > situation.hand_sizes[seat]:
        return False
    return all(situation.may_hold(seat, r, count) for r, count in enumerate(cards) if count)


def likely_holds(situation: Situation, seat: int, resource: int) -> bool:
    """Return whether a seat surely holds a resource, or may hold it among several unknown cards."""
    if situation.must_hold(seat, resource):
        return True
    if not situation.may_hold(seat, resource):
        return False
    return situation.hand_sizes[seat] - sum(situation.certain[seat]) >= UNKNOWN_CARDS


def times(outlook: Outlook, seat: int, deal: Deal) -> tuple[int, int]:
    """Return the rolls that a seat needs for its aim without a deal, given from its side, and with it.

    A seat that is not known to hold the cards it would give is assumed to hold them.
    """
    hand = outlook.hand(seat)
    if not covers(hand, deal.give):
        a, b = hand, deal.give
        hand = (max(a[0], b[0]), max(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]), max(a[4], b[4]))
    return outlook.rolls(seat, hand), outlook.rolls(seat, exchanged(hand, deal.get, deal.give))


def would_take(outlook: Outlook, seat: int, deal: Deal) -> bool:
    """Return whether a deal, given from a seat's side, brings the seat nearer to its aim."""
    if outlook.aim(seat) is None:
        return False
    before, after = times(outlook, seat, deal)
    return after < before
