"""The file of a match at Catanatron: JSON lines, the match first, then a line for each game.

A match that was stopped goes on from its file; a line that was cut off in the middle is dropped.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tools.catanatron.hosted_game import CUT, FAILED, SEATS, GameResult

from catanlab.framework.errors import CatanlabError
from catanlab.lab.statistics import Blocks, Interval, wilson, wilson_over_blocks
from catanlab.lab.store.lock import WriterLock


class ResultsError(CatanlabError, ValueError):
    """A file of results that cannot be read, or that belongs to another match."""

    code = "bad-results"


@contextmanager
def only_writer(path: Path) -> Iterator[None]:
    """Keep other runs from adding to a file meanwhile; its folder is made.

    Raises StoreError if another run does, and ResultsError if there cannot be such a file.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ResultsError(f"{path} cannot be used for results: {error}") from error
    with WriterLock(path.with_name(f"{path.name}.lock")).hold():
        yield


class ResultsFile:
    """The results of one match. Raises ResultsError if the file is of another match or cannot be read.

    `match` is plain data that must be equal in every run that adds games; `about` is only noted.
    """

    def __init__(self, path: Path, match: dict[str, Any], about: dict[str, Any] | None = None) -> None:
        self._path = path
        self.games: dict[int, GameResult] = {}
        """The games so far, by their numbers."""
        try:
            text = path.read_text(encoding="utf-8") if path.exists() else ""
            lines = text.splitlines(keepends=True)
            whole = [line for line in lines if line.endswith("\n")]
            if whole:
                self._read(whole, match)
            if len(whole) < len(lines):
                os.truncate(path, len("".join(whole).encode()))
            if not whole:
                self._append({"match": match, "about": about or {}})
        except (OSError, UnicodeDecodeError) as error:
            raise ResultsError(f"{path} cannot be used for results: {error}") from error

    def _read(self, lines: Sequence[str], match: dict[str, Any]) -> None:
        for number, line in enumerate(lines, 1):
            try:
                data = json.loads(line)
                if number == 1:
                    there = data["match"]
                else:
                    result = GameResult(**data)
                    self.games[result.game] = result
            except (ValueError, TypeError, KeyError) as error:
                raise ResultsError(
                    f"{self._path}, line {number}, is no result of a match: {error}"
                ) from None
        different = [name for name in {**there, **match} if there.get(name) != match.get(name)]
        if different:
            name = different[0]
            raise ResultsError(
                f"{self._path} has another match: {name} is {there.get(name)!r} there and "
                f"{match.get(name)!r} here; name another file with --out"
            )

    def add(self, result: GameResult) -> None:
        """Keep a game; it is in the file when this returns."""
        self._append(result.to_dict())
        self.games[result.game] = result

    def _append(self, data: dict[str, Any]) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(data) + "\n")
            file.flush()
            os.fsync(file.fileno())


def win_rate(games: Iterable[GameResult]) -> Interval:
    """Return the share of games that our agent won, with its interval over blocks.

    A game that was cut off or failed is not won. With fewer than two blocks the games count as
    independent. Raises ArgumentError if there are no games.
    """
    games = list(games)
    if len({game.block for game in games}) < 2:
        return wilson(sum(game.won for game in games), len(games))
    return wilson_over_blocks(Blocks.of_games([game.block for game in games], [game.won for game in games]))


def summary(games: Iterable[GameResult]) -> list[str]:
    """Return the lines that say how a match went."""
    games = sorted(games, key=lambda game: game.game)
    if not games:
        return ["no games"]
    count = len(games)
    by_seat = [
        f"seat {seat} {sum(game.won for game in of_seat)} of {len(of_seat)}"
        for seat in range(SEATS)
        if (of_seat := [game for game in games if game.seat == seat])
    ]
    own = [game.points[game.seat] for game in games]
    others = [sum(game.points) - game.points[game.seat] for game in games]
    decisions = sum(game.decisions for game in games)
    thought = sum(game.thought for game in games)
    lines = [
        f"{count} games: {win_rate(games)} won; {', '.join(by_seat)}",
        f"points: {sum(own) / count:.2f}, of each other player {sum(others) / count / (SEATS - 1):.2f}",
        f"turns a game: {sum(game.turns for game in games) / count:.0f}",
        f"seconds a game: {sum(game.seconds for game in games) / count:.1f}",
        f"seconds of CPU time a game: {sum(game.cpu_seconds for game in games) / count:.1f}",
        f"our agent: {1000 * thought / max(1, decisions):.1f} ms a decision",
        f"the longest decision of another player: {max(game.longest_search for game in games):.1f} s",
        f"actions followed: {sum(game.actions for game in games)}",
        f"lists of moves compared: {sum(game.compared for game in games)}",
        _counted("our side made again", (game.rebuilt for game in games)),
        _counted("lists that differ", (game.listed for game in games)),
        f"simple moves for our agent: {sum(game.failures for game in games)}",
        f"moves that their rules do not list: {sum(game.refused for game in games)}",
    ]
    for ended, words in ((CUT, "cut off at their limit of turns"), (FAILED, "failed")):
        if found := [game.game for game in games if game.ended == ended]:
            lines.append(f"{len(found)} games {words}, counted as not won: {', '.join(map(str, found))}")
    sentences = [f"game {game.game}: {text}" for game in games for text in game.unexplained]
    return [*lines, *sentences]


def _counted(what: str, counts: Iterable[dict[str, int]]) -> str:
    total: Counter[str] = Counter()
    for each in counts:
        total.update(each)
    return f"{what}: " + ("; ".join(f"{name} {count}" for name, count in total.most_common()) or "never")
