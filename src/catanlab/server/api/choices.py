"""What may be chosen for a new game: robots, rules, boards, clocks, from the tables that the game reads."""

from __future__ import annotations

import asyncio
import dataclasses
from functools import cache
from threading import Lock
from typing import Any, Literal, TypeAlias, get_args

from catanlab.agents.registry import AGENTS
from catanlab.framework.errors import CatanlabError
from catanlab.games.catan.rules import BOUNDS, LAYOUT_MEANINGS, Rules, field_types
from catanlab.games.catan.text.rules import field_meanings, set_meanings, value_to_text
from catanlab.server.api.bodies import Answer
from catanlab.server.api.context import Context
from catanlab.server.api.endpoint import Call, Endpoint
from catanlab.server.robots.lanes import lane_of
from catanlab.server.robots.levels import LEVELS, USUAL_LEVEL, robot_spec
from catanlab.server.rooms.paces import PACES
from catanlab.server.wire import Pace, RoomOptions

Value: TypeAlias = bool | int | str

SWITCHES = (
    "players",
    "points_to_win",
    "player_trade",
    "offers_per_turn",
    "friendly_robber",
    "no_sevens_rounds",
    "bank_limit",
    "hand_limit",
)
"""The rules that people change, the most wanted first; the others are for studies."""


class LevelChoice(Answer, frozen=True, kw_only=True):
    """A level of robots, which `robots` of a room takes by its name."""

    name: str
    summary: str
    agent: str
    """The spec of its robots."""


class AgentChoice(Answer, frozen=True, kw_only=True):
    """An agent, which `robots` of a room takes by its name, with options or without."""

    name: str
    summary: str
    searches: bool = False
    """Whether it thinks for long: a busy server may refuse it."""


class RuleValue(Answer, frozen=True, kw_only=True):
    """A rule and its value, as `name=value` in the text of rules."""

    name: str
    value: Value


class RuleSetChoice(Answer, frozen=True, kw_only=True):
    """A named set of rules: `rules` of a room begins with its name."""

    name: str
    summary: str
    changes: tuple[RuleValue, ...] = ()
    """Where it differs from the defaults of the rules."""


class RuleChoice(Answer, frozen=True, kw_only=True):
    """A rule: `rules` of a room has `,name=value` after the set, where it differs from the set."""

    name: str
    kind: Literal["flag", "number", "word"]
    default: Value
    """The value in the set `base`."""
    summary: str
    least: int | None = None
    """The least value of a number."""
    most: int | None = None
    values: tuple[str, ...] = ()
    """The values of a word."""


class LayoutChoice(Answer, frozen=True, kw_only=True):
    """A layout of the board, which `board` of a room takes by its name."""

    name: str
    summary: str


class PaceChoice(Answer, frozen=True, kw_only=True):
    """Clocks with a name: `pace` of a room has the value, not the name."""

    name: str
    summary: str
    pace: Pace | None


class Choices(Answer, frozen=True, kw_only=True):
    """What may be chosen for a new game."""

    options: RoomOptions
    """The options that a room has if none are chosen."""
    usual_level: str
    levels: tuple[LevelChoice, ...]
    """The weakest first."""
    agents: tuple[AgentChoice, ...]
    rule_sets: tuple[RuleSetChoice, ...]
    rules: tuple[RuleChoice, ...]
    """Every rule."""
    switches: tuple[str, ...]
    """The rules that people change, the most wanted first."""
    layouts: tuple[LayoutChoice, ...]
    paces: tuple[PaceChoice, ...]


_making = Lock()


def choices() -> Choices:
    """Return what may be chosen; the first call imports all agents.

    One thread makes them: two that parse sources at once can fail in CPython 3.11 (SystemError).
    """
    with _making:
        return _choices()


@cache
def _choices() -> Choices:
    return Choices(
        options=RoomOptions(),
        usual_level=USUAL_LEVEL,
        levels=tuple(
            LevelChoice(name=name, summary=level.summary, agent=level.spec)
            for name, level in LEVELS.items()
        ),
        agents=tuple(
            AgentChoice(name=entry.name, summary=entry.summary, searches=lane_of(entry.name) == "search")
            for entry in AGENTS.entries
            if _may_be_chosen(entry.name)
        ),
        rule_sets=tuple(_rule_set(name, summary) for name, summary in set_meanings().items()),
        rules=tuple(_rule(name, summary) for name, summary in field_meanings().items()),
        switches=SWITCHES,
        layouts=tuple(
            LayoutChoice(name=name, summary=summary) for name, summary in LAYOUT_MEANINGS.items()
        ),
        paces=tuple(
            PaceChoice(name=name, summary=named.summary, pace=named.pace) for name, named in PACES.items()
        ),
    )


def _may_be_chosen(agent: str) -> bool:
    try:
        robot_spec(agent)
    except CatanlabError:
        return False
    return True


def _rule_set(name: str, summary: str) -> RuleSetChoice:
    base = dataclasses.asdict(Rules())
    values = dataclasses.asdict(Rules.named(name))
    changes = tuple(
        RuleValue(name=field, value=_value(value))
        for field, value in values.items()
        if value != base[field]
    )
    return RuleSetChoice(name=name, summary=summary, changes=changes)


def _rule(name: str, summary: str) -> RuleChoice:
    hint = field_types()[name]
    default = _value(getattr(Rules(), name))
    if hint is bool:
        return RuleChoice(name=name, kind="flag", default=default, summary=summary)
    if hint is int:
        least, most = BOUNDS[name]
        return RuleChoice(
            name=name, kind="number", default=default, summary=summary, least=least, most=most
        )
    values = tuple(value_to_text(value) for value in get_args(hint))
    return RuleChoice(name=name, kind="word", default=default, summary=summary, values=values)


def _value(value: Any) -> Value:
    """Return the value of a rule; words as the text of rules has them."""
    return value if isinstance(value, bool | int) else value_to_text(value)


async def get_choices(context: Context, call: Call) -> Choices:
    """Return what may be chosen for a new game."""
    return await asyncio.to_thread(choices)


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        method="GET",
        path="/api/choices",
        name="getChoices",
        group="Rooms and games",
        summary="What may be chosen for a new game",
        text="Levels and agents for the robots, sets of rules and every rule with its values, layouts of "
        "the board, and clocks. Options of a room are those of `create` over the WebSocket.",
        answer=Choices,
        packed=True,
        handler=get_choices,
    ),
)
"""The endpoints of this module."""
