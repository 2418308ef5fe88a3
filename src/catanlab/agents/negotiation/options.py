"""The option `trade` of every agent of Catan: which scheme negotiates for it, and that scheme's options.

uct:trade=batna                       the search plays, Thomas' negotiator trades
uct:trade=batna,trade_threshold=20    options of the scheme have `trade_` before their names
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from catanlab.agents.negotiation.registry import SCHEMES, make_negotiator, scheme_options
from catanlab.framework.errors import AgentError, ArgumentError
from catanlab.framework.options import Parameters
from catanlab.framework.specs import takes
from catanlab.table.agent import Agent

TRADE = "trade"
OWN = "own"
PREFIX = "trade_"
_HINT: Any = Annotated[
    Literal[(OWN, *SCHEMES.names)],
    "who trades with players for it: its own way, or a scheme of negotiation",
]


def trade_options(kind: type[Agent], given: Mapping[str, Any]) -> Parameters:
    """Return annotation and default of the trade options of an agent; none if it does not play Catan.

    >>> from catanlab.table.random_agent import RandomAgent
    >>> list(trade_options(RandomAgent, {"trade": "batna"}))
    ['trade', 'trade_threshold', 'trade_counters', 'trade_most_offers']

    Raises AgentError for an unknown scheme, with the valid ones.
    """
    if kind.games and "catan" not in kind.games:
        return {}
    found: Parameters = {TRADE: (_HINT, OWN)}
    scheme = given.get(TRADE, OWN)
    if scheme != OWN and scheme not in SCHEMES.names:
        raise AgentError(f"trade is {scheme!r}; it must be {takes(_HINT)}")
    if scheme != OWN:
        found |= {f"{PREFIX}{name}": each for name, each in scheme_options(scheme).items()}
    return found


def make_trading(kind: type[Agent], options: Mapping[str, Any], own: Parameters) -> Agent:
    """Return an agent made with its own options, and with a negotiator if the option `trade` names one."""
    agent = kind(**{name: value for name, value in options.items() if name in own})
    scheme = OWN if TRADE in own else options.get(TRADE, OWN)
    if scheme == OWN:
        return agent
    from catanlab.agents.negotiation.trader import Trader

    of_scheme = {
        name.removeprefix(PREFIX): value
        for name, value in options.items()
        if name not in own and name.startswith(PREFIX)
    }
    try:
        negotiator = make_negotiator(scheme, **of_scheme)
    except ArgumentError as error:
        raise ArgumentError(f"{PREFIX}{error}") from None
    return Trader(agent, negotiator)
