"""The simplest model: a seat that has the cards accepts."""

from __future__ import annotations

from catanlab.agents.negotiation.models.model import AcceptanceModel
from catanlab.games.catan.moves import Deal


class Anyone(AcceptanceModel):
    """Takes every seat for one that accepts whatever it can pay."""

    name = "any"
    summary = "whoever has the cards accepts"

    def inclination(self, seat: int, deal: Deal) -> float:
        """Return 1."""
        return 1.0
