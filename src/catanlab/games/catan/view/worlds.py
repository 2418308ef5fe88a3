"""Possible hands of the others, by names of resources: whole worlds, or one seat's, with probabilities."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from catanlab.games.catan import constants as c
from catanlab.games.catan.hands import named


class World(NamedTuple):
    """One possibility for all hands at once: the resources of each seat, and how likely that is."""

    hands: tuple[dict[str, int], ...]
    probability: float


class PossibleHand(NamedTuple):
    """One possibility for one seat's hand, and how likely it is."""

    resources: dict[str, int]
    probability: float


def named_worlds(packed: Sequence[tuple[tuple[int, ...], float]]) -> list[World]:
    """Return packed worlds with the resources by name, the likeliest first.

    >>> named_worlds([((0x2,), 0.25), ((0x1001,), 0.75)])[0].hands
    ({'wood': 1, 'clay': 1, 'sheep': 0, 'wheat': 0, 'ore': 0},)
    """
    return [
        World(tuple([named(c.RESOURCES, hand) for hand in hands]), probability)
        for hands, probability in sorted(packed, key=lambda world: (-world[1], world[0]))
    ]


def named_hands(packed: Sequence[tuple[tuple[int, ...], float]], seat: int) -> list[PossibleHand]:
    """Return the hands that a seat has in packed worlds, the likeliest first.

    >>> [hand.probability for hand in named_hands([((1, 0), 0.25), ((0, 1), 0.5), ((1, 2), 0.25)], 0)]
    [0.5, 0.5]
    """
    likelihood: defaultdict[int, float] = defaultdict(float)
    for hands, probability in packed:
        likelihood[hands[seat]] += probability
    ranked = sorted(likelihood.items(), key=lambda item: (-item[1], item[0]))
    return [PossibleHand(named(c.RESOURCES, hand), probability) for hand, probability in ranked]
