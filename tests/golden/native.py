"""The golden native games: batches of random games and matches of native agents, played without Python."""

import json
from pathlib import Path
from typing import Any

from catanlab import play_random
from catanlab.games.catan.text.rules import rules_from_text
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.native import play_natively
from catanlab.lab.rows import TIMES

FILE = Path(__file__).parent / "native.json"

RULES = (
    "base",
    "trading",
    "jsettlers",
    "roelofs",
    "tuma",
    "players=2",
    "trading,players=3,friendly_robber=yes",
)


def native_games() -> str:
    """Return what came of the games under each set of rules, as JSON."""
    return json.dumps(
        {rules: {"batch": _batch(rules), "match": _match(rules)} for rules in RULES}, indent=1
    )


def _batch(rules: str) -> dict[str, Any]:
    games = play_random(games=20, seed=5, rules=rules)
    return {
        name: json.dumps(getattr(games, name).tolist()) for name in ("winners", "scores", "turns", "moves")
    }


def _match(rules: str) -> dict[str, Any]:
    agents = ["random", "random:by_group=yes", "random", "random"]
    match = MatchPlan.match(agents[: rules_from_text(rules).players], rules=rules, seed=9)
    rows = play_natively(match, range(2))
    return {
        name: json.dumps(getattr(rows, name).tolist())
        for name in rows.__dataclass_fields__
        if name not in TIMES
    }
