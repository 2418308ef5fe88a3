"""Whole games at tables of different agents: no illegal move, no error, always an end."""

import itertools

import pytest
from tests.agents.tables import mixed_tables

from catanlab.agents.players.mcts.presets import SEARCHES
from catanlab.agents.registry import AGENTS, agent_games, make_agent
from catanlab.games.catan.game import Catan
from catanlab.games.catan.rules import NAMED_RULES
from catanlab.games.catan.text.rules import rules_from_text
from catanlab.table.table import Table

SEARCHING = [entry.name for entry in SEARCHES]
OTHERS = [
    name
    for name in AGENTS.names
    if name not in (*SEARCHING, "human") and (not agent_games(name) or "catan" in agent_games(name))
]
SEARCHED_RULES = ("base", "jsettlers", "tuma")
"""Rules that searches are tried under: they know no more of the rules than legal moves."""

VARIANTS = (
    "greedy",
    "greedy:offers=no",
    "heuristic",
    "heuristic:opening=random,trade=principled",
    "jsettlers-fast:trade=batna",
    "jsettlers-smart",
    "ore-grain",
    "thomas-first:trade=panousis",
    "thomas-plan:level=1",
    "thomas-trade:trade=principled",
    "wood-clay",
    "wood-clay:trade=jsettlers",
)
"""Agents with rules of thumb and negotiators, which awkward rules could defeat."""

AWKWARD = (
    "trading,one_action=yes",
    "base,friendly_robber=yes,hand_limit=2",
    "base,points_to_win=14,max_turns=300",
    "base,skip_free_roads=yes,cards_before_roll=none,win_check=turn end",
    "trading,counter_offers=no,offers_per_turn=1,no_sevens_rounds=2",
    "trading,friendly_robber=yes,trade_settlement=first",
    "trading,counter_offers=no,bank_limit=no,hidden_discards=yes",
)
"""Rules that make what usually helps impossible or useless."""

OVERRIDING = [
    f"uct:overrides={overrides},turns={turns},iterations=4,seconds=none,cut_turns=4,at_cut=leader"
    for overrides in ("martin", "panousis", "smartsettlers")
    for turns in ("steps", "martin", "panousis", "tuma")
]
"""Any rules of thumb with any turns."""

TABLES = [
    *mixed_tables(dict.fromkeys(NAMED_RULES, OTHERS)),
    *(("trading", pair) for pair in zip(OTHERS, [*OTHERS[1:], OTHERS[0]], strict=True)),
    *mixed_tables(
        {rules: [f"{name}:iterations=4,seconds=none" for name in SEARCHING] for rules in SEARCHED_RULES},
        sizes=(4,),
    ),
    *mixed_tables(dict.fromkeys(AWKWARD, VARIANTS)),
    *mixed_tables(dict.fromkeys(SEARCHED_RULES, OVERRIDING), sizes=(4,)),
]
LONGEST = 1500
"""Turns in which every game of these agents has ended; most take about eighty."""


def play(number, rules, names):
    """Play one game; return why it was cut or what went wrong, or None."""
    game = Catan(rules=rules_from_text(rules).replace(players=len(names)), seed=number)
    with Table(game, [make_agent(name) for name in names], seed=number, max_turns=LONGEST) as table:
        ended = table.play()
    if table.incidents:
        return f"game {number} under {rules}: {table.incidents[0]}"
    if ended.termination != "finished":
        return f"game {number} under {rules} of {names} was {ended.termination}"
    return None


def test_every_agent_meets_all_its_rules():
    played = {(name, rules) for rules, names in TABLES for name in names}
    met = {(name.partition(":")[0], rules) for rules, names in TABLES for name in names}
    assert met >= {(name, rules) for name in OTHERS for rules in NAMED_RULES}
    assert met >= {(name, rules) for name in SEARCHING for rules in SEARCHED_RULES}
    assert played >= {(name, rules) for name in VARIANTS for rules in AWKWARD}
    assert played >= {(name, rules) for name in OVERRIDING for rules in SEARCHED_RULES}
    sizes = {(name, len(names)) for _, names in TABLES for name in names}
    assert sizes >= {(name, players) for name in OTHERS for players in (2, 3, 4)}
    assert all(len({*names}) == len(names) for _, names in TABLES)


@pytest.mark.parametrize(
    ("number", "rules", "names"),
    [
        pytest.param(
            number, *table, id=f"{number}-{table[0]}", marks=[pytest.mark.full] if number > 2 else []
        )
        for number, table in enumerate(TABLES)
    ],
)
def test_games_of_different_agents_end_without_incident(number, rules, names):
    assert play(number, rules, names) is None


@pytest.mark.slow
def test_thousands_of_games_end_without_incident():
    tables = [table for table in TABLES if not any("iterations" in name for name in table[1])]
    rounds = itertools.islice(itertools.cycle(tables), 3000)
    assert [wrong for number, table in enumerate(rounds, 1000) if (wrong := play(number, *table))] == []
