"""The acceptance models by name."""

from __future__ import annotations

from catanlab.agents.negotiation.models.model import AcceptanceModel
from catanlab.framework.errors import AgentError
from catanlab.framework.registry import Entry, Registry

MODELS: Registry[AcceptanceModel] = Registry(
    "acceptance model",
    "acceptance models",
    [
        Entry(
            "any",
            "whoever has the cards accepts",
            "catanlab.agents.negotiation.models.anyone.Anyone",
        ),
        Entry(
            "batna",
            "Thomas' rule: it brings the seat's aim nearer, and the partner is not about to win",
            "catanlab.agents.negotiation.models.thomas.Thomas",
        ),
        Entry(
            "greedy",
            "the rule of the greedy agent: it improves the seat's best goal",
            "catanlab.agents.players.greedy.acceptance.GreedyAcceptance",
        ),
        Entry(
            "jsettlers",
            "the rule of JSettlers' robots: it brings the first planned piece nearer",
            "catanlab.agents.players.jsettlers.acceptance.JSettlersAcceptance",
        ),
        Entry(
            "learned",
            "the mean of the others at first, then what the answers in this game speak for",
            "catanlab.agents.negotiation.models.learned.Learned",
        ),
    ],
    AgentError,
)
"""Every acceptance model."""


def make_model(name: str) -> AcceptanceModel:
    """Return a new acceptance model by its name; raises AgentError with the valid names.

    >>> make_model("batna")
    <acceptance model batna>
    """
    return MODELS.make(name)
