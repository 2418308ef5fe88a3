"""The likeliest hands of the others, for forecasts that would otherwise count only certain cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from catanlab.agents.base.card_counts import NO_CARDS
from catanlab.games.catan.moves import Counts
from catanlab.games.catan.view.view import CatanView

if TYPE_CHECKING:
    from catanlab.agents.negotiation.models.model import AcceptanceModel


class AssumedHands:
    """Lets forecasts take every seat to hold the likeliest hand of a model."""

    def __init__(self) -> None:
        self._model: AcceptanceModel | None = None

    def assume(self, model: AcceptanceModel) -> None:
        """Assume the hands that a model finds likeliest in its view."""
        self._model = model

    def read(self, view: CatanView) -> None:
        """Take in nothing: the model has the view."""

    def known(self, seat: int) -> Counts:
        """Return the likeliest hand of a seat."""
        return NO_CARDS if self._model is None else self._model.likely_hands(seat)[0].cards
