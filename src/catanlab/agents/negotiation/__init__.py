"""Trade between players: offers, answers, counter-offers, and statements of interest.

Where to find it:

    the contract of a negotiator       negotiator.py; all schemes by name: registry.py
    an agent with a negotiator         trader.py; the option `trade`: options.py
    Thomas' negotiator                 batna.py: offers.py has his order of deals, alternative.py the best
                                       alternative, acceptance.py whether others would accept, counters.py
    the negotiator of JSettlers        jsettlers.py: jsettlers_offers.py has its order of deals,
                                       seller_beliefs.py who sells what, opponent_plans.py the others' aims
    Panousis' negotiator               panousis.py
    haggling                           haggle.py: asks.py has its deals, appraisal.py what a hand is worth,
                                       haggle_memory.py what was refused, models/ how others answer
    principled negotiation             principled.py: statements.py reads and writes what is said
    what a negotiator remembers        memory.py
    estimates for one decision         outlook.py
    reasons in words                   wording.py
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from catanlab._lazy import lazy_names

if TYPE_CHECKING:
    from catanlab.agents.negotiation.chat import understand
    from catanlab.agents.negotiation.models.registry import make_model
    from catanlab.agents.negotiation.registry import make_negotiator
    from catanlab.agents.negotiation.statements import Statement, parse
    from catanlab.agents.negotiation.trader import Trader

__all__ = [
    "Statement",
    "Trader",
    "make_model",
    "make_negotiator",
    "parse",
    "understand",
]

if not TYPE_CHECKING:  # a type checker is to see the imports above and nothing else
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "Statement": "catanlab.agents.negotiation.statements",
            "Trader": "catanlab.agents.negotiation.trader",
            "make_model": "catanlab.agents.negotiation.models.registry",
            "make_negotiator": "catanlab.agents.negotiation.registry",
            "parse": "catanlab.agents.negotiation.statements",
            "understand": "catanlab.agents.negotiation.chat",
        },
    )
