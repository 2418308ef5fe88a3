"""Everything that has a name and options, as tables: rules, games, agents, searches, policies, trade."""

from collections.abc import Iterable, Iterator

from tools.docs.markdown import table

from catanlab.agents.negotiation.registry import SCHEMES
from catanlab.agents.players.mcts.presets import SEARCHES
from catanlab.agents.registry import AGENTS, agent_games, agent_options
from catanlab.framework.registry import Entry, Option
from catanlab.framework.specs import spec_value
from catanlab.games.catan.rules import Rules
from catanlab.games.catan.text.rules import field_meanings, field_values, set_meanings, value_to_text
from catanlab.games.registry import GAMES
from catanlab.playout.registry import EVALUATIONS, POLICIES
from catanlab.search.tree_policies.registry import TREE_POLICIES

_SETTINGS = "uct"
"""The search whose options are those of every search, with the defaults of `Settings`."""


def rules_parts() -> Iterator[tuple[str, str]]:
    """Yield the generated parts of the page of rules."""
    yield "fields", table(["field", "values", "default", "meaning"], _fields())
    yield "named sets", table(["set", "meaning", "what differs from base"], _sets())


def agent_parts() -> Iterator[tuple[str, str]]:
    """Yield the generated parts of the page of agents."""
    players = [entry for entry in AGENTS.entries if entry not in SEARCHES]
    yield "agents", "\n\n".join(_section(entry) for entry in players)
    yield "searches", table(["search", "what it does", "defaults that differ"], map(_search, SEARCHES))
    yield "search options", _options(agent_options(_SETTINGS))
    yield "schemes", "\n\n".join(_scheme(entry) for entry in SCHEMES.entries)
    yield "games", "\n\n".join(_named(entry, entry.options) for entry in GAMES.entries)


def tree_policy_parts() -> Iterator[tuple[str, str]]:
    """Yield the generated parts of the page of tree policies."""
    rows = []
    for entry in TREE_POLICIES.entries:
        options = TREE_POLICIES.options(entry.name)
        listed = ", ".join(f"`{option.name}={option.default}`" for option in options)
        rows.append([f"`{entry.name}`", entry.summary, listed or "none"])
    yield "tree policies", table(["name", "which child it follows", "options and defaults"], rows)


def playout_parts() -> Iterator[tuple[str, str]]:
    """Yield the generated parts of the page of playouts."""
    for name, registry in (("policies", POLICIES), ("evaluations", EVALUATIONS)):
        rows = [[f"`{entry.form}`", entry.summary] for entry in registry.entries]
        yield name, table(["name", "what it does"], rows)


def _fields() -> Iterator[list[str]]:
    base = Rules()
    for name, meaning in field_meanings().items():
        default = value_to_text(getattr(base, name))
        yield [f"`{name}`", field_values(name), f"`{default}`", meaning]


def _sets() -> Iterator[list[str]]:
    base = Rules()
    for name, meaning in set_meanings().items():
        rules = Rules.named(name)
        changed = [
            f"`{field}={value_to_text(getattr(rules, field))}`"
            for field in field_meanings()
            if getattr(rules, field) != getattr(base, field)
        ]
        yield [f"`{name}`", meaning, ", ".join(changed) or "nothing"]


def _section(entry: Entry) -> str:
    games = ", ".join(agent_games(entry.name)) or "any game"
    options = _options(agent_options(entry.name))
    return f"### `{entry.name}`\n\n{_sentence(entry.summary)} Plays {games}.\n\n{options}"


def _scheme(entry: Entry) -> str:
    return _named(entry, SCHEMES.options(entry.name))


def _named(entry: Entry, options: Iterable[Option]) -> str:
    return f"### `{entry.name}`\n\n{_sentence(entry.summary)}\n\n{_options(options)}"


def _search(entry: Entry) -> list[str]:
    defaults = (f"`{option}={spec_value(value)}`" for option, value in entry.defaults.items())
    return [f"`{entry.name}`", entry.summary, ", ".join(defaults) or "none"]


def _options(options: Iterable[Option]) -> str:
    """Return options as a table, with a column of meanings if any has one."""
    listed = list(options)
    if not listed:
        return "It has no options."
    if not any(option.meaning for option in listed):
        rows = [[f"`{option.name}`", option.takes, f"`{option.default}`"] for option in listed]
        return table(["option", "value", "default"], rows)
    rows = [[f"`{each.name}`", each.meaning, each.takes, f"`{each.default}`"] for each in listed]
    return table(["option", "meaning", "value", "default"], rows)


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."
