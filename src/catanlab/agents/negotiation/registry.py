"""The schemes of negotiation by name, with their options."""

from __future__ import annotations

from typing import Any

from catanlab.agents.negotiation.batna import Batna
from catanlab.agents.negotiation.jsettlers import JSettlers
from catanlab.agents.negotiation.negotiator import Negotiator, Refuser
from catanlab.agents.negotiation.panousis import Panousis
from catanlab.agents.negotiation.principled import Principled
from catanlab.framework.errors import AgentError
from catanlab.framework.options import Parameters, check_options, parameters_of

SCHEMES: dict[str, type[Negotiator]] = {
    scheme.name: scheme for scheme in (Batna, JSettlers, Refuser, Panousis, Principled)
}
"""Every scheme."""


def scheme_options(name: str) -> Parameters:
    """Return annotation and default of each option of a scheme; raises AgentError with the valid names.

    >>> list(scheme_options("batna"))
    ['threshold', 'counters', 'most_offers']
    """
    if name not in SCHEMES:
        raise AgentError(f"unknown scheme of trade {name!r}; the schemes are {', '.join(SCHEMES)}")
    return {} if SCHEMES[name] is Refuser else parameters_of(SCHEMES[name], AgentError)


def make_negotiator(name: str, **options: Any) -> Negotiator:
    """Return a new negotiator; raises AgentError for an unknown name or option.

    >>> make_negotiator("batna", threshold=20).threshold
    20
    """
    check_options(name, options, scheme_options(name), AgentError)
    return SCHEMES[name](**options)
