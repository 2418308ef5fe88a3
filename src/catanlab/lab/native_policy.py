"""The native policy that plays as an agent does."""

from __future__ import annotations

from catanlab.framework.errors import AgentError, ArgumentError
from catanlab.framework.wording import words_of
from catanlab.games.catan.moves import CatanMove
from catanlab.playout.policies import Policy
from catanlab.playout.registry import make_policy
from catanlab.table.agent import Agent


def native_policy(agent: Agent) -> Policy | None:
    """Return the native policy that plays as an agent does, or None if it needs Python.

    >>> from catanlab.agents.registry import make_agent
    >>> native_policy(make_agent("greedy")) is None
    True

    Raises AgentError if the agent names no policy.
    """
    try:
        policy = agent.native_policy()
        return None if policy is None else make_policy(policy, CatanMove)
    except ArgumentError as error:
        raise AgentError(f"the native policy of {agent.name} is invalid: {error}") from None
    except Exception as error:
        raise AgentError(f"{agent.name} has no native policy: {words_of(error)}") from error
