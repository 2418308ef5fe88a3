"""What a view makes likely: the cards of others on average, and every seat's chance to win."""

from __future__ import annotations

from catanlab.agents.base.card_counts import counts
from catanlab.agents.value.expectimax import Expectimax
from catanlab.framework.random import Random
from catanlab.games.catan.constants import RESOURCES
from catanlab.games.catan.view.view import CatanView

DIGITS = 9
"""Digits of the means: the order in which a belief is added up does not matter to them."""


def mean_hands(view: CatanView) -> list[list[float]]:
    """Return for every seat how many cards of each resource it holds on average, by the view's belief."""
    means = []
    for seat in range(view.game.seats):
        mean = [0.0] * 5
        for hand in view.possible_hands(seat):
            for place, name in enumerate(RESOURCES):
                mean[place] += hand.probability * hand.resources[name]
        means.append([round(count, DIGITS) for count in mean])
    return means


def seat_chances(policy: Expectimax, view: CatanView) -> list[float]:
    """Return the chance of every seat to win, as if others held what they hold on average."""
    hands = [counts(int(count + 0.5) for count in mean) for mean in mean_hands(view)]
    state = view.sample(Random(0, "search"))
    chances = policy.chances(state, view.seat, hands, view.position.unseen_cards)
    return [round(chance, 3) for chance in chances]
