"""The key of the code that plays a match: results of different code are kept apart.

The key depends on the syntax of every module that the agents and their games need, on the `.pxd` files that
these cimport, on the settings of the compiler, and on the options that the agents are made with. An edited
comment keeps all results valid; an edited tree policy makes those of the agents that use it stale.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from catanlab.agents.registry import AGENTS, agent_options, make_agent
from catanlab.framework.errors import AgentError
from catanlab.framework.registry import Entry
from catanlab.framework.specs import split_spec
from catanlab.lab.code.modules import PACKAGE, SourceCode, Table

if TYPE_CHECKING:
    from catanlab.lab.match_plan import MatchPlan

MODULES_OF_EVERY_GAME = ("catanlab._compiler", "catanlab.lab.native", "catanlab.lab.play_game")
"""The modules that play the games of every match and make rows of them, and how they are compiled."""

MCTS = "catanlab.agents.players.mcts"
NEGOTIATION = "catanlab.agents.negotiation"
TREE_POLICIES = "catanlab.search.tree_policies"
TURNS = "catanlab.games.catan.turns"
TURN_KINDS = ("martin", "panousis", "tuma")

TABLES = {
    "catanlab": Table(is_data=True),
    "catanlab.agents.registry": Table(is_data=True),
    "catanlab.games.registry": Table(is_data=True),
    "catanlab.playout.registry": Table(is_data=True),
    f"{MCTS}.overrides.overrides": Table((f"{MCTS}.overrides",)),
    f"{MCTS}.presets": Table(is_data=True),
    f"{MCTS}.turns": Table((TURNS,)),
    f"{NEGOTIATION}.models.registry": Table(is_data=True),
    f"{NEGOTIATION}.options": Table((f"{NEGOTIATION}.trader",)),
    f"{NEGOTIATION}.registry": Table(is_data=True),
    f"{TREE_POLICIES}.makers": Table((TREE_POLICIES,)),
    f"{TREE_POLICIES}.registry": Table(is_data=True),
    f"{TURNS}.game": Table(tuple(f"{TURNS}.{kind}" for kind in TURN_KINDS)),
}
"""The modules with things that agents name by their options: only those count that an agent names."""

LEFT_OUT = (
    "catanlab.games.catan.draw",
    "catanlab.lab.code",
    "catanlab.lab.store",
    "catanlab.search.result_table",
    "catanlab.search.tree_picture",
)
"""Pictures, and the keeping of results: no game depends on them."""

_IMPORT_PATH = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)+")


def code_key(agents: Iterable[str], also: Iterable[str] = (), source: SourceCode | None = None) -> str:
    """Return a word that stands for the code of every game, and of further modules, and one for each agent.

    >>> [len(word) for word in code_key(["random", "greedy"]).split()]
    [16, 16, 16]

    Of an agent from outside, its file counts and all that it imports, apart from the standard library and
    installed packages. Raises AgentError if there is no such agent.
    """
    source = source or _running_code()
    every_game = source.digest(source.needed_by([*MODULES_OF_EVERY_GAME, *also]))
    return " ".join([every_game[:16], *(_agent_key(spec, source) for spec in agents)])


def has_same_games(one: MatchPlan, other: MatchPlan) -> bool:
    """Return whether the same code plays the games of two plans; results of old versions do not say so."""
    game, *words = one.code.split(" ")
    other_game, *other_words = other.code.split(" ")
    return game == other_game and bool(words and other_words)


def has_same_code(one: MatchPlan, other: MatchPlan) -> bool:
    """Return whether two plans have the same code for every game, and for each agent that both have."""
    game, *words = one.code.split(" ")
    other_game, *other_words = other.code.split(" ")
    own = dict(zip(one.agents, words, strict=False))
    others = dict(zip(other.agents, other_words, strict=False))
    return game == other_game and all(own[spec] == others[spec] for spec in own.keys() & others.keys())


def needed_modules(spec: str, source: SourceCode | None = None) -> set[str]:
    """Return the modules that the games of an agent need; raises AgentError if there is no such agent."""
    source = source or _running_code()
    own, outside = _modules_by_name(spec, _values(spec), source)
    return source.needed_by([*MODULES_OF_EVERY_GAME, *own]) | source.whole.needed_by(outside)


def source_code(folder: Path | None = None) -> SourceCode:
    """Return the sources of catanlab in a folder, by default those of the running one."""
    return SourceCode(folder, TABLES, LEFT_OUT)


@cache
def _running_code() -> SourceCode:
    return source_code()


def _agent_key(spec: str, source: SourceCode) -> str:
    """Return a word for an agent: it changes with its options and its code."""
    values = _values(spec)
    own, outside = _modules_by_name(spec, values, source)
    own_code = source.digest(source.needed_by(own))
    text = json.dumps([values, own_code, source.whole.digest(source.whole.needed_by(outside))])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _values(spec: str) -> dict[str, str]:
    """Return the values of all options that an agent is made with."""
    return {option.name: option.default for option in agent_options(spec)}


def _modules_by_name(spec: str, values: Mapping[str, str], source: SourceCode) -> tuple[set[str], set[str]]:
    """Return the modules that a spec names, as its class or in its options: catanlab's, and other ones."""
    entry = AGENTS.find(split_spec(spec, AgentError)[0])
    kind = AGENTS.load(entry)
    paths = [entry.path, *values.values(), make_agent(spec).native_policy() or ""]
    found = {source.module_of(path) for path in paths if _IMPORT_PATH.fullmatch(path)}
    named = {kind.__module__, *_trade_modules(values.get("trade", "own")), *(found - {None})}
    named.update(_model_modules(values))
    if any(base.__module__ == f"{MCTS}.agent" for base in kind.__mro__):
        named.update(_search_modules(values))
    own = {module for module in named if module and module.partition(".")[0] == PACKAGE}
    return own, {module for module in named - own if module}


def _trade_modules(scheme: str) -> Iterator[str]:
    """Give the modules of a scheme of trade."""
    if scheme != "own":
        from catanlab.agents.negotiation.registry import SCHEMES

        yield from (f"{NEGOTIATION}.trader", _home(SCHEMES.find(scheme)))


def _model_modules(values: Mapping[str, str]) -> Iterator[str]:
    """Give the modules of the acceptance models of an agent that haggles; `learned` asks all of them."""
    from catanlab.agents.negotiation.models.registry import MODELS

    for name in {values.get("model"), values.get("trade_model")} & {*MODELS.names}:
        for used in MODELS.names if name == "learned" else [name]:
            yield _home(MODELS.find(str(used)))


def _search_modules(values: Mapping[str, str]) -> Iterator[str]:
    """Give the modules of the parts of a search, apart from those given by their present import path."""
    from catanlab.agents.players.mcts.overrides.overrides import RULES
    from catanlab.agents.players.mcts.presets import CUT_VALUES, MOVE_PRIORS, PLAYOUTS
    from catanlab.playout.registry import POLICIES
    from catanlab.search.tree_policies.registry import TREE_POLICIES as TREE_POLICIES_BY_NAME

    overrides = values["overrides"]
    policy = TREE_POLICIES_BY_NAME.old.entries.get(values["policy"], values["policy"])
    playout = POLICIES.old.entries.get(values["playout"], values["playout"])
    if policy in TREE_POLICIES_BY_NAME.names:
        made = TREE_POLICIES_BY_NAME.make(policy)
        yield from (f"{TREE_POLICIES}.makers", type(made).__module__)
    elif policy != values["policy"]:
        yield policy.rpartition(".")[0]
    if playout in PLAYOUTS:
        yield _home(PLAYOUTS[playout])
    elif playout != values["playout"]:
        yield _home(POLICIES.find(playout))
    for name, entries in (("at_cut", CUT_VALUES), ("prior", MOVE_PRIORS)):
        if values[name] in entries:
            yield _home(entries[values[name]])
    yield RULES[overrides].__module__
    if overrides != "none" or values["opening"] not in ("own", "tree"):
        yield f"{MCTS}.overrides.openings"
    if values["turns"] != "steps":
        yield from (f"{TURNS}.game", f"{TURNS}.{values['turns']}")


def _home(entry: Entry) -> str:
    return entry.path.rpartition(".")[0]
