"""Searches games by what happened in them: conditions such as `counter accepted` or `offers>=10`."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from typing import Final

from msgspec import Struct

from catanlab.server.study.conditions import MEASURES, Note
from catanlab.server.study.facts import GameFacts
from catanlab.server.study.game_reader import StudyError

_COMPARE: Final[dict[str, Callable[[float, float], bool]]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "=": operator.eq,
    ">": operator.gt,
    "<": operator.lt,
}
_CONDITION: Final = re.compile(r"\s*([a-z][a-z ]*?)\s*(?:(>=|<=|=|>|<)\s*(\d{1,9}))?\s*", re.IGNORECASE)


class Condition(Struct, frozen=True):
    """A measure and the number that it is compared with."""

    name: str
    comparison: str
    number: int

    @property
    def text(self) -> str:
        """The condition as it is written."""
        return f"{self.name}{self.comparison}{self.number}"

    def holds(self, value: float) -> bool:
        """Say whether a value is as asked for."""
        return _COMPARE[self.comparison](value, self.number)


class Hit(Struct, frozen=True):
    """What one condition found in a game."""

    name: str
    value: float
    notes: tuple[Note, ...]


class Match(Struct, frozen=True):
    """A game in which all conditions hold."""

    game: GameFacts
    hits: tuple[Hit, ...]


def read_conditions(text: str) -> tuple[Condition, ...]:
    """Read conditions between commas; raises StudyError.

    >>> [condition.text for condition in read_conditions("counter accepted, offers >= 10")]
    ['counter accepted>=1', 'offers>=10']
    """
    return tuple(_read(part) for part in text.split(","))


def _read(part: str) -> Condition:
    found = _CONDITION.fullmatch(part)
    if found is None:
        raise StudyError(
            f"{part.strip()!r} is not a condition such as 'counter accepted' or 'offers>=10'; "
            "--find help lists them"
        )
    name = " ".join(found[1].lower().split())
    measure = MEASURES.get(name)
    if measure is None:
        near = get_close_matches(name, MEASURES, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else "; --find help lists what there is"
        raise StudyError(f"nothing is called {name!r} in a search{hint}")
    if found[2] is None:
        return Condition(name, ">=", measure.least)
    return Condition(name, found[2], int(found[3]))


def find_games(games: Iterable[GameFacts], conditions: Sequence[Condition]) -> list[Match]:
    """Return the games in which all conditions hold, those with the most of the first condition first."""
    found = []
    for game in games:
        hits = []
        for condition in conditions:
            value, notes = MEASURES[condition.name].of(game)
            if not condition.holds(value):
                break
            shown = tuple(note for note in notes if note.value is None or condition.holds(note.value))
            hits.append(Hit(condition.name, value, shown))
        else:
            found.append(Match(game, tuple(hits)))
    return sorted(found, key=lambda match: -match.hits[0].value) if conditions else found
