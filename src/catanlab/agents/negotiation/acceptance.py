"""Whether a seat would take a deal, as far as one can guess, and with whom one does not deal at all."""

from __future__ import annotations

from catanlab.agents.base.aim import Aim
from catanlab.agents.base.board_values import ways
from catanlab.agents.base.card_counts import covers, exchanged
from catanlab.agents.base.situation import Counts, Situation
from catanlab.agents.negotiation.outlook import Outlook
from catanlab.games.catan.moves import Deal

UNTRACKED = 2
"""With so many cards that cannot be told a hand may hold anything."""


def is_near_winning(outlook: Outlook, seat: int, threshold: int) -> bool:
    """Say whether a seat is too close to winning to be dealt with: its estimate is below the threshold."""
    return outlook.win_rolls(seat) < threshold


def collide(mine: Aim | None, theirs: Aim | None) -> bool:
    """Say whether two seats are after the same thing.

    That is the same spot or one next to it, the same edge, or the same award.
    """
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
    """Say whether a seat could hold these cards."""
    situation = outlook.situation
    if seat == outlook.me:
        return covers(situation.hand, cards)
    if sum(cards) > situation.hand_sizes[seat]:
        return False
    return all(situation.may_hold(seat, r, count) for r, count in enumerate(cards) if count)


def likely_holds(situation: Situation, seat: int, resource: int) -> bool:
    """Say whether a seat surely holds a resource, or may with several cards of which one has lost track."""
    if situation.must_hold(seat, resource):
        return True
    if not situation.may_hold(seat, resource):
        return False
    return situation.hand_sizes[seat] - sum(situation.certain[seat]) >= UNTRACKED


def times(outlook: Outlook, seat: int, deal: Deal) -> tuple[int, int]:
    """Return the rolls a seat needs for its aim without a deal and with it, from its side.

    If it is not known to hold what it would give, it is supposed to.
    """
    hand = outlook.hand(seat)
    if not covers(hand, deal.give):
        a, b = hand, deal.give
        hand = (max(a[0], b[0]), max(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]), max(a[4], b[4]))
    return outlook.rolls(seat, hand), outlook.rolls(seat, exchanged(hand, deal.get, deal.give))


def would_take(outlook: Outlook, seat: int, deal: Deal) -> bool:
    """Say whether a deal, from a seat's side, beats what the seat can do without it."""
    if outlook.aim(seat) is None:
        return False
    before, after = times(outlook, seat, deal)
    return after < before
