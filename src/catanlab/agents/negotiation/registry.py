"""The schemes of negotiation by name, with their options.

To add a scheme, add its entry to the table; it is then a value of the option `trade` of every agent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from catanlab.framework.errors import AgentError
from catanlab.framework.options import Parameters
from catanlab.framework.registry import Entry, Registry

if TYPE_CHECKING:
    from catanlab.agents.negotiation.negotiator import Negotiator

SCHEMES: Registry[Negotiator] = Registry(
    "scheme of trade",
    "schemes",
    [
        Entry(
            "batna",
            "Thomas: deals that beat the best alternative of both sides",
            "catanlab.agents.negotiation.batna.Batna",
        ),
        Entry(
            "haggle",
            "asks for as much as its model of the partner would give",
            "catanlab.agents.negotiation.haggle.Haggle",
        ),
        Entry(
            "jsettlers",
            "JSettlers: asks for the hardest card that somebody sells, gives what it does not need",
            "catanlab.agents.negotiation.jsettlers.JSettlers",
        ),
        Entry(
            "none",
            "never offers and rejects everything",
            "catanlab.agents.negotiation.negotiator.Refuser",
        ),
        Entry(
            "panousis",
            "Panousis: below the price of the bank, to all whom it does not help to win",
            "catanlab.agents.negotiation.panousis.Panousis",
        ),
        Entry(
            "principled",
            "asks for interests before it makes offers, and states its own",
            "catanlab.agents.negotiation.principled.Principled",
        ),
    ],
    AgentError,
)
"""Every scheme."""


def scheme_options(name: str) -> Parameters:
    """Return annotation and default of each option of a scheme; raises AgentError with the valid names.

    >>> list(scheme_options("batna"))
    ['threshold', 'counters', 'most_offers']
    """
    return SCHEMES.parameters(SCHEMES.find(name), {})


def make_negotiator(name: str, **options: Any) -> Negotiator:
    """Return a new negotiator; raises AgentError for an unknown name or option.

    >>> make_negotiator("batna", threshold=20).threshold
    20
    """
    return SCHEMES.make_with(name, options)
