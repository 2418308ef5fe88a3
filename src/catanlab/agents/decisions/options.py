"""The keyword arguments that an agent passes to the functions in `agents.decisions`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Keywords = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class DecisionOptions:
    """Keyword arguments by decision; the function of each decision documents them."""

    opening: Keywords = field(default_factory=dict)
    knight: Keywords = field(default_factory=dict)
    robber: Keywords = field(default_factory=dict)
    discard: Keywords = field(default_factory=dict)
    road_building: Keywords = field(default_factory=dict)
    plenty: Keywords = field(default_factory=dict)
    monopoly: Keywords = field(default_factory=dict)
    bank: Keywords = field(default_factory=dict)
    spends_near_limit: int | None = None
    """While the aim must wait, build something else if that does not delay it, or if the hand is within
    this many cards of the limit; None to keep the cards."""
