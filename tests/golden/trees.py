"""The golden trees: which searches are run in which positions, and their results as plain data."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from catanlab import Catan, Game, Random, make_agent, read_records
from catanlab.agents.negotiation.trader import Trader
from catanlab.agents.players.mcts.agent import Mcts
from catanlab.framework.observer import View
from catanlab.games.gomoku import Gomoku
from catanlab.games.sos import Sos

FOLDER = Path(__file__).parent / "trees"

_OPTIONS = [
    "uct",
    "uct:chance=sampled",
    "uct:chance=grouped",
    "uct:chance=grouped-literal",
    "uct:chance=open",
    "uct:hidden=open",
    "uct:hidden=ensemble,worlds=3",
    "uct:groups=yes",
    "uct:groups=yes,chance=grouped",
    "uct:threads=2",
    "uct:threshold=5",
    "uct:threshold=2,threshold_at=child",
    "uct:expand_after=3",
    "uct:cut_turns=20,at_cut=leader",
    "uct:cut_rounds=10,at_cut=points:10",
    "uct:cut_turns=0,at_cut=points:10",
    "uct:value=points",
    "uct:value=mixed",
    "uct:value=signed",
    "uct:backup=max",
    "uct:backup=mix",
    "uct:final=max",
    "uct:final=secure",
    "uct:final=sample",
    "uct:nodes=1000,iterations=3000",
    "uct:playout=groups",
]
_OF_CATAN = [
    "uct:playout=weighted:settlement*5+city*5",
    "uct:virtual=settlement*20+city*10",
    "uct:prior=city*5+road*0.5",
    "puct:prior=city*5+road*0.5",
    "uct:playout=heavy",
    "martin",
    "tuma-1",
    "tuma-3",
    "panousis-uct:seconds=none",
    "panousis-bayes:seconds=none",
    "smartsettlers",
]
_POLICIES = [
    "bayes-uct",
    "uct:policy=bias,c=0.4",
    "puct",
    "rave",
    "thompson",
    "thompson-reshaped",
    "uct:policy=ucb-tuned",
    "uct:policy=widening,c=0.4",
    "vpi",
    "vpi:form=sampled,samples=20",
    "roelofs:seconds=none",
    "roelofs-groups-gcm:seconds=none",
    "tuma-2",
]
ITERATIONS = 200


def _reached(name: str) -> View:
    """Return what the seat to move sees at the end of a stored game."""
    record = read_records(FOLDER / f"{name}.record")[0]
    return record.view_at(len(record), record.to_move)


def _started(game: Game) -> View:
    return game.observer(0).view()


POSITIONS: dict[str, Callable[[], View]] = {
    "start": lambda: _started(Catan(seed=1)),
    "middle": lambda: _reached("middle"),
    "trading": lambda: _reached("trading"),
    "late": lambda: _reached("late"),
    "open": lambda: _reached("open"),
    "gomoku": lambda: _started(Gomoku(size=5, line=4)),
    "sos": lambda: _started(Sos()),
}
SEARCHES = {
    "start": ["uct", "vpi", "martin", "thompson"],
    "middle": [*_OPTIONS, *_OF_CATAN, *_POLICIES],
    "trading": ["uct", "uct:groups=yes", "uct:playout=heavy", "panousis-uct:seconds=none", "thompson"],
    "late": ["uct", "uct:reuse=yes", "martin", "tuma-1", "vpi", "rave"],
    "open": [
        "roelofs:seconds=none",
        "roelofs-gcm:seconds=none",
        "roelofs-groups:seconds=none",
        "smartsettlers",
    ],
    "gomoku": [*_OPTIONS[:1], *_OPTIONS[7:8], *_POLICIES],
    "sos": [*_OPTIONS[:1], *_POLICIES],
}


def search(view: View, spec: str) -> dict[str, Any]:
    """Return what a search finds, without what depends on the clock."""
    if "iterations" not in spec:
        spec += f"{',' if ':' in spec else ':'}iterations={ITERATIONS}"
    made = make_agent(spec)
    agent = made.agent if isinstance(made, Trader) else made
    assert isinstance(agent, Mcts)
    agent.random = Random(7)
    result: dict[str, Any] = agent.search(view).run().to_dict()
    del result["seconds"], result["iterations_per_s"]
    return result


def trees(position: str) -> str:
    """Return the results of all searches in a position as JSON."""
    view = POSITIONS[position]()
    found = {spec: search(view, spec) for spec in SEARCHES[position]}
    return "{\n" + ",\n".join(f"{json.dumps(spec)}: {json.dumps(found[spec])}" for spec in found) + "\n}\n"
