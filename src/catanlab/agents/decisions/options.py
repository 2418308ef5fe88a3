"""The keywords that an agent gives to the functions in `agents.decisions`, by the name of the decision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Keywords = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class DecisionOptions:
    """What an agent decides otherwise than by default; the functions say what their keywords mean."""

    opening: Keywords = field(default_factory=dict)
    knight: Keywords = field(default_factory=dict)
    robber: Keywords = field(default_factory=dict)
    discard: Keywords = field(default_factory=dict)
    road_building: Keywords = field(default_factory=dict)
    plenty: Keywords = field(default_factory=dict)
    monopoly: Keywords = field(default_factory=dict)
    bank: Keywords = field(default_factory=dict)
    spends_near_limit: int | None = None
    """Build something else of use while the aim must wait, if it does not matter or if the hand is within
    so many cards of its limit; None to keep the cards."""
