"""Checks of the cards and fields that a caller gives for a view; native code relies on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from catanlab.framework.arguments import whole_number
from catanlab.framework.errors import ArgumentError
from catanlab.games.catan import constants as c
from catanlab.games.catan.hands import pack
from catanlab.games.catan.moves import Counts
from catanlab.games.catan.position import Phase
from catanlab.games.catan.rules import Rules

MAX_HAND = 5 * c.CARDS_PER_RESOURCE
"""The most resource cards that a hand holds."""
_WITHOUT_TURN = (c.SETUP_SETTLEMENT, c.SETUP_ROAD, c.FINISHED)
_WITH_CARDS_DUE = (c.DISCARDING, c.STEALING, c.ANSWERING, c.CHOOSING)


def check_hand(name: str, counts: object) -> Counts:
    """Return the five counts of a hand; raises ArgumentError if they are not, or too many.

    >>> check_hand("hand", [1, 0, 0, 0, 2])
    (1, 0, 0, 0, 2)
    """
    hand = check_counts(name, counts, [MAX_HAND] * 5)
    whole_number(f"the size of {name}", sum(hand), 0, MAX_HAND)
    return hand


def check_counts(name: str, counts: object, most: Sequence[int]) -> Counts:
    """Return five counts; raises ArgumentError unless each is from 0 to the most there may be."""
    if not isinstance(counts, Sequence) or len(counts) != 5:
        raise ArgumentError(f"{name} is {counts!r}; allowed are five counts")
    first, second, third, fourth, fifth = (
        whole_number(f"a count of {name}", count, 0, limit)
        for count, limit in zip(counts, most, strict=True)
    )
    return first, second, third, fourth, fifth


def replaced_fields(
    fields: Mapping[str, Any],
    rules: Rules,
    hands: object,
    phase: object,
    offers_made: object,
) -> dict[str, Any]:
    """Return the fields of a position with those changed that `CatanView.replace` can change.

    None leaves a field as it is. Raises ArgumentError for a value that the position cannot have.
    """
    changed = dict(fields)
    if phase is not None:
        changed |= _main_phase(fields, phase)
    if offers_made is not None:
        changed["offers_made"] = whole_number("offers_made", offers_made, 0, rules.offers_per_turn)
    if hands is not None:
        if changed["phase"] in _WITH_CARDS_DUE:
            raise ArgumentError("hands cannot be changed while cards are being discarded, stolen or traded")
        if not isinstance(hands, Sequence) or len(hands) != rules.players:
            raise ArgumentError(f"hands is {hands!r}; allowed are {rules.players} hands, one for each seat")
        checked = [pack(check_hand(f"hand {seat}", hand)) for seat, hand in enumerate(hands)]
        changed["hand"] = (*checked, *[0] * (4 - len(checked)))
    return changed


def _main_phase(fields: Mapping[str, Any], phase: object) -> dict[str, Any]:
    """Return the fields that take the seat on turn to its main phase and forget what was left undone."""
    if phase is not Phase.MAIN:
        raise ArgumentError(f"phase is {phase!r}; allowed is Phase.MAIN")
    if fields["phase"] in _WITHOUT_TURN:
        raise ArgumentError("there is no main phase in the set-up and after the end of the game")
    return {
        "phase": c.MAIN,
        "actor": fields["turn_seat"],
        "rolled": True,
        "free_roads": 0,
        "victim": -1,
        "discards": (0, 0, 0, 0),
        "discard_floor": (0, 0, 0, 0),
        "offer": 0,
        "answer": (0, 0, 0, 0),
    }
