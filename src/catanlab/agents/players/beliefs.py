"""What a view makes likely: the cards of others on average, and every seat's chance to win."""

from __future__ import annotations

from math import exp

from catanlab.agents.value.one_ply import OnePly
from catanlab.framework.random import Random
from catanlab.games.catan.constants import RESOURCES
from catanlab.games.catan.view.view import CatanView

SAMPLES = 4
"""How many deals of the hidden cards the chances are the mean of."""
POINTS_PER_E = 1.5
"""By how many points of the evaluation a seat must lead to be e times as likely to win."""


def mean_hands(view: CatanView) -> list[list[float]]:
    """Return for every seat how many cards of each resource it holds on average, by the view's belief."""
    means = []
    for seat in range(view.game.seats):
        mean = [0.0] * 5
        for hand in view.possible_hands(seat):
            for place, name in enumerate(RESOURCES):
                mean[place] += hand.probability * hand.resources[name]
        means.append(mean)
    return means


def seat_chances(policy: OnePly, view: CatanView) -> list[float]:
    """Return the chance of every seat to win, from the evaluations of deals that the view allows."""
    seats = range(view.game.seats)
    totals = [0.0 for _ in seats]
    for number in range(SAMPLES):
        state = view.sample(Random(number, "search"))
        for seat in seats:
            totals[seat] += policy.evaluate(state, seat) / SAMPLES
    most = max(totals)
    weights = [exp((total - most) / POINTS_PER_E) for total in totals]
    return [round(weight / sum(weights), 3) for weight in weights]
