"""Thomas' table 5.1: how much is offered, countered, rejected and accepted, and the same by arm."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from msgspec import Struct

from catanlab.lab.statistics.interval import Interval
from catanlab.server.rooms.experiments import ARMS
from catanlab.server.study.facts import GameFacts
from catanlab.server.study.ratios import Ratio, difference, ratio
from catanlab.server.study.thomas import TABLE_5_1, Pair


def offers(game: GameFacts) -> int:
    """Count the offers: those of seats on turn, and proposals off turn that counter none."""
    return sum(not offer.is_counter for offer in game.own_offers)


def counters(game: GameFacts) -> int:
    """Count the counter-offers, by the button or by a proposal after an offer of the same turn."""
    return sum(offer.is_counter for offer in game.own_offers)


def rejects(game: GameFacts) -> int:
    """Count the answers that reject an offer."""
    return sum(answer.own == "reject" for offer in game.own_offers for answer in offer.answers)


def accepts(game: GameFacts) -> int:
    """Count the answers that accept an offer, a counter-offer or a proposal."""
    return sum(answer.own == "accept" for offer in game.own_offers for answer in offer.answers)


def deals(game: GameFacts) -> int:
    """Count the exchanges of cards between players."""
    return sum(1 for _ in game.deals)


def turns(game: GameFacts) -> int:
    """Count the turns."""
    return game.turns


def one(game: GameFacts) -> int:
    """Count the game itself."""
    return 1


class Measure(NamedTuple):
    """A line of the table: one count over another."""

    name: str
    words: str
    top: Callable[[GameFacts], int]
    bottom: Callable[[GameFacts], int]

    def of(self, games: Sequence[GameFacts]) -> Ratio:
        """Return its value over some games."""
        return ratio([self.top(game) for game in games], [self.bottom(game) for game in games])


MEASURES: Final = (
    Measure("turns", "turns a game", turns, one),
    Measure("offers", "offers a turn", offers, turns),
    Measure("counter-offers", "counter-offers a turn", counters, turns),
    Measure("rejects", "rejects a turn", rejects, turns),
    Measure("accepts", "accepts a turn", accepts, turns),
    Measure("counter-offers an offer", "counter-offers an offer", counters, offers),
    Measure("deals", "deals a turn", deals, turns),
    Measure("deals an offer", "deals an offer", deals, offers),
    Measure("bank trades", "bank trades a turn", lambda game: sum(game.bank_trades), turns),
    Measure("statements", "statements a turn", lambda game: sum(game.statements), turns),
    Measure("asks", "interests asked a turn", lambda game: sum(game.asks), turns),
    Measure("replies", "interests answered a turn", lambda game: sum(game.replies), turns),
    Measure("chat", "chat lines a turn", lambda game: sum(game.chat), turns),
)
"""The first six are those of Thomas."""


class Line(Struct, frozen=True):
    """A measure over the games of a table, with Thomas' figures where he has them."""

    name: str
    words: str
    value: Ratio
    thomas: Pair | None


def table(games: Sequence[GameFacts]) -> tuple[Line, ...]:
    """Return the table over some games."""
    return tuple(Line(each.name, each.words, each.of(games), TABLE_5_1.get(each.name)) for each in MEASURES)


class ArmLine(Struct, frozen=True):
    """A measure in both arms of an experiment, and the arm with the option less the one without."""

    name: str
    words: str
    without: Ratio
    button: Ratio
    difference: Interval | None
    thomas: Pair | None


class Comparison(Struct, frozen=True):
    """An experiment with its games by arm."""

    experiment: str
    games: tuple[int, int]
    """Without the option, and with it."""
    lines: tuple[ArmLine, ...]


def compare_arms(games: Iterable[GameFacts]) -> tuple[Comparison, ...]:
    """Return both arms of every experiment that some games are part of."""
    by_experiment: dict[str, dict[str, list[GameFacts]]] = {}
    for game in games:
        if game.experiment:
            arms = by_experiment.setdefault(game.experiment, {arm: [] for arm in ARMS})
            arms.setdefault(game.arm, []).append(game)
    return tuple(_compare(name, *(arms[arm] for arm in ARMS)) for name, arms in by_experiment.items())


def _compare(name: str, without: Sequence[GameFacts], button: Sequence[GameFacts]) -> Comparison:
    lines = []
    for each in MEASURES:
        off, on = each.of(without), each.of(button)
        # His experiment had the same two arms.
        thomas = TABLE_5_1.get(each.name) if name == "counter-button" else None
        lines.append(ArmLine(each.name, each.words, off, on, difference(off, on), thomas))
    return Comparison(name, (len(without), len(button)), tuple(lines))
