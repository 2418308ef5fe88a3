"""The golden games: which agents play them under which rules, and how they are played again.

A change that is not meant to change how anybody plays keeps every game, byte for byte. After one that is,
`python -m tests.golden.renew` writes them again; the commit says which agents changed and why.
"""

from pathlib import Path

from catanlab import Catan, Record, Table, make_agent
from catanlab.table.clock import FakeClock

FOLDER = Path(__file__).parent / "games"

_SEARCH = "iterations=40"
_TIMED = "iterations=30,seconds=none"

GAMES = {
    # name: (rules, agents)
    "robots": ("jsettlers", ["jsettlers-smart", "jsettlers-fast", "jsettlers-smart", "jsettlers-fast"]),
    "robots-mixed": ("jsettlers", ["jsettlers-fast", "greedy", "jsettlers-smart", "thomas-trade"]),
    "robots-three": ("jsettlers,players=3", ["jsettlers-smart", "jsettlers-smart", "jsettlers-fast"]),
    "robots-two": ("jsettlers,players=2", ["jsettlers-fast", "jsettlers-smart"]),
    "robots-choose": ("trading", ["jsettlers-smart", "thomas-trade", "jsettlers-fast", "greedy"]),
    "thomas": ("thomas", ["thomas-trade", "thomas-plan", "thomas-first", "thomas-trade"]),
    "thomas-levels": (
        "trading",
        [
            "thomas-plan:level=1",
            "thomas-plan:level=3,trade=principled",
            "thomas-first:accurate=yes",
            "thomas-trade",
        ],
    ),
    "principled": (
        "trading",
        [
            "greedy:trade=principled",
            "thomas-plan:trade=principled",
            "jsettlers-smart:trade=principled",
            "random",
        ],
    ),
    "batna": (
        "trading",
        ["greedy:trade=batna", "heuristic:trade=batna", "random:trade=batna", "thomas-first:trade=batna"],
    ),
    "panousis-trade": (
        "trading",
        ["ore-grain:trade=panousis", "wood-clay:trade=panousis", "greedy:trade=panousis", "heuristic"],
    ),
    "traders": ("trading", ["greedy", "heuristic", "ore-grain", "wood-clay"]),
    "traders-first": ("trading,trade_settlement=first", ["wood-clay", "greedy", "random", "ore-grain"]),
    "base": ("base", ["greedy", "heuristic", "thomas-plan", "random:by_group=yes"]),
    "heuristic": ("base", ["heuristic:opening=random", "heuristic:play=random", "wood-clay", "ore-grain"]),
    "hidden": (
        "trading,counter_offers=no,bank_limit=no,hidden_discards=yes",
        ["greedy", "jsettlers-smart", "thomas-trade", "heuristic"],
    ),
    "friendly": ("trading,friendly_robber=yes", ["greedy", "thomas-trade", "jsettlers-fast", "heuristic"]),
    "tuma-rules": ("tuma", ["ore-grain", "wood-clay", "greedy", "heuristic"]),
    "roelofs-rules": ("roelofs", ["greedy", "random", "thomas-plan", "heuristic"]),
    "catanatron-rules": ("catanatron", ["greedy", "random:by_group=yes", "thomas-first", "heuristic"]),
    "searches-1": (
        "base",
        [f"uct:{_SEARCH}", f"vpi:{_SEARCH}", f"thompson:{_SEARCH}", f"thompson-reshaped:{_SEARCH}"],
    ),
    "searches-2": (
        "base",
        [f"bayes-uct:{_SEARCH}", f"puct:{_SEARCH}", f"rave:{_SEARCH}", f"smartsettlers:{_SEARCH}"],
    ),
    "martin": ("base", ["martin:iterations=60", "greedy", f"tuma-1:{_SEARCH}", f"tuma-3:{_SEARCH}"]),
    "panousis": (
        "trading",
        [
            f"panousis-uct:{_TIMED}",
            f"panousis-bayes:{_TIMED}",
            f"panousis-vpi:{_TIMED}",
            f"tuma-2:{_SEARCH}",
        ],
    ),
    "roelofs": (
        "szita",
        [
            f"roelofs:{_TIMED}",
            f"roelofs-gcm:{_TIMED}",
            f"roelofs-groups:{_TIMED}",
            f"roelofs-groups-gcm:{_TIMED}",
        ],
    ),
    "reuse": (
        "base",
        ["uct:iterations=40,reuse=yes", "uct:iterations=40,hidden=ensemble,worlds=3", "greedy", "random"],
    ),
    "search-trade": (
        "trading",
        [
            "uct:iterations=40,trade=batna",
            "uct:iterations=40,trade=principled",
            "martin:iterations=40",
            "greedy",
        ],
    ),
    "hagglers": ("trading", ["haggler", "one-ply:trade=haggle", "greedy", "haggler:model=jsettlers"]),
    "evaluators": ("base", ["one-ply", "greedy", "one-ply", "jsettlers-fast"]),
    "searchers": (
        "jsettlers",
        ["expectimax:model=jsettlers", "jsettlers-smart", "expectimax:evaluation=linear", "greedy"],
    ),
}


def play(name: str) -> str:
    """Play a golden game and return its record."""
    rules, agents = GAMES[name]
    number = list(GAMES).index(name)
    seats = [make_agent(spec) for spec in agents]
    game = Catan(rules=rules, seed=number)
    with Table(game, seats, seed=number, max_turns=400, clock=FakeClock()) as table:
        table.play()
    assert not table.incidents, table.incidents
    return Record.of_table(table).text
