"""Whole games of the agents that plan, trade and follow rules: no illegal move, no error, always an end."""

import itertools

import pytest

from catanlab.agents.registry import make_agent
from catanlab.games.catan.game import Catan
from catanlab.games.catan.text.rules import rules_from_text
from catanlab.table.table import Table

AGENTS = (
    "thomas-first",
    "thomas-plan",
    "thomas-plan:level=1",
    "thomas-trade",
    "thomas-trade:trade=principled",
    "thomas-first:trade=panousis",
    "jsettlers-smart",
    "jsettlers-fast",
    "jsettlers-fast:trade=batna",
    "heuristic",
    "heuristic:opening=random,trade=principled",
    "ore-grain",
    "wood-clay",
    "wood-clay:trade=jsettlers",
    "greedy",
)
RULES = (
    "base",
    "trading",
    "jsettlers",
    "thomas",
    "trading,players=3",
    "jsettlers,players=2",
    "tuma",
    "trading,friendly_robber=yes,trade_settlement=first",
    "trading,counter_offers=no,bank_limit=no,hidden_discards=yes",
)
LONGEST = 1000
"""Turns in which every game of these agents has ended; most take about eighty."""


def play(number):
    """Play one game, agents and rules by its number; return why it was cut or what went wrong, or None."""
    rules = RULES[number % len(RULES)]
    players = rules_from_text(rules).players
    chosen = itertools.islice(itertools.cycle(AGENTS), number * 3, number * 3 + players)
    agents = [make_agent(spec) for spec in chosen]
    with Table(Catan(rules=rules, seed=number), agents, seed=number, max_turns=LONGEST) as table:
        ended = table.play()
    if table.incidents:
        return f"game {number} under {rules}: {table.incidents[0]}"
    if ended.termination != "finished":
        return f"game {number} under {rules} of {agents} was {ended.termination}"
    return None


def test_some_games_end_without_incident():
    assert [told for told in map(play, range(4)) if told] == []


@pytest.mark.full
def test_many_games_end_without_incident():
    assert [told for told in map(play, range(4, 60)) if told] == []


@pytest.mark.slow
def test_thousands_of_games_end_without_incident():
    assert [told for told in map(play, range(1000, 4000)) if told] == []
