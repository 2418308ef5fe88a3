"""A model that learns from the answers in a game which of the others fits each seat."""

from __future__ import annotations

from catanlab.agents.negotiation.models.model import AcceptanceModel
from catanlab.agents.negotiation.models.registry import make_model
from catanlab.games.catan.moves import Deal
from catanlab.games.catan.view.view import CatanView

MEMBERS = ("any", "batna", "greedy", "jsettlers")
"""The models that it weighs against each other."""
DOUBT = 0.1
"""The probability that a seat answers otherwise than a model that is sure."""
PRIOR_ANSWERS = 2.0
"""How many answers as expected a seat is taken to have given before the first."""


class Learned(AcceptanceModel):
    """Weighs the other models for each seat by its answers, and by how often it answers as they expect.

    At first all models count alike. After every answer the weight of a model is multiplied by the
    probability that it gave to the answer (Bayes), from `DOUBT` to 1 - `DOUBT`. A seat that accepts more
    rarely than even the weighted models expect is expected to accept more rarely in general.
    """

    name = "learned"
    summary = "the mean of the others at first, then what the answers in this game speak for"

    def __init__(self) -> None:
        self._members = tuple(make_model(name) for name in MEMBERS)
        self._weights: dict[int, list[float]] = {}
        self._accepted: dict[int, float] = {}
        self._expected: dict[int, float] = {}

    def weights(self, seat: int) -> dict[str, float]:
        """Return the weight of each model for a seat; they add up to 1."""
        return dict(zip(MEMBERS, self._weights_of(seat), strict=True))

    def frankness(self, seat: int) -> float:
        """Return the part of the expected acceptances that a seat gave, at most 1."""
        accepted = self._accepted.get(seat, 0.0) + PRIOR_ANSWERS
        return min(1.0, accepted / (self._expected.get(seat, 0.0) + PRIOR_ANSWERS))

    def inclination(self, seat: int, deal: Deal) -> float:
        """Return the weighted mean of the models, times the frankness of the seat."""
        return self.frankness(seat) * self._mean(seat, self.opinions(seat, deal))

    def opinions(self, seat: int, deal: Deal) -> list[float]:
        """Return what each model says of a deal, given from the seat's side."""
        return [member.would_accept(self.view, seat, deal) for member in self._members]

    def predict(self, view: CatanView, seat: int, deal: Deal) -> list[float]:
        """Return what each model says of a deal in a view, to be compared with the answer later."""
        self.would_accept(view, seat, deal)
        return self.opinions(seat, deal)

    def learn(self, seat: int, opinions: list[float], accepted: bool) -> None:
        """Take in the answer of a seat to a deal of which the models had these opinions."""
        self._expected[seat] = self._expected.get(seat, 0.0) + self._mean(seat, opinions)
        self._accepted[seat] = self._accepted.get(seat, 0.0) + accepted
        weights = []
        for weight, opinion in zip(self._weights_of(seat), opinions, strict=True):
            believed = DOUBT + (1 - 2 * DOUBT) * opinion
            weights.append(weight * (believed if accepted else 1 - believed))
        total = sum(weights)
        self._weights[seat] = [weight / total for weight in weights]
        if self._view is not None:
            self._answers.clear()

    def _weights_of(self, seat: int) -> list[float]:
        return self._weights.get(seat) or [1 / len(MEMBERS)] * len(MEMBERS)

    def _mean(self, seat: int, opinions: list[float]) -> float:
        return sum(w * opinion for w, opinion in zip(self._weights_of(seat), opinions, strict=True))
