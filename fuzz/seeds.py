"""Good texts to start from: positions, views and records of random games under all kinds of rules.

They are files in `fuzz/corpus`, for other programs too: a position or a view a line, and a record or two in
each file of records. Made anew, after a change of the notation or of the random streams, by

    python -m fuzz.seeds
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from catanlab.framework.game import Game
from catanlab.framework.random import Random
from catanlab.games.catan.game import Catan
from catanlab.games.catan.rules import Rules
from catanlab.games.catan.text.positions import position_text, view_text
from catanlab.games.gomoku import Gomoku
from catanlab.games.sos import Sos
from catanlab.table.events import Incident, Outcome, Played, Said
from catanlab.table.record import Comment, Record

RULES = (
    Rules(),
    Rules.trading(),
    Rules.jsettlers(),
    Rules.roelofs(),
    Rules(players=2, points_to_win=5, player_trade=True, hand_limit=4, one_action=True),
    Rules(players=3, max_turns=30, friendly_robber=True, player_trade=True),
)
CORPUS = Path(__file__).parent / "corpus"


@cache
def positions() -> tuple[str, ...]:
    """Return positions of every phase."""
    return tuple((CORPUS / "positions.txt").read_text().splitlines())


@cache
def views() -> tuple[str, ...]:
    """Return what seats see at several moments."""
    return tuple((CORPUS / "views.txt").read_text().splitlines())


@cache
def records() -> tuple[str, ...]:
    """Return short records with everything in them that a record may have."""
    return tuple(path.read_text() for path in sorted((CORPUS / "records").iterdir()))


def write_corpus(folder: Path) -> None:
    """Write all files of the corpus into a folder."""
    (folder / "records").mkdir(parents=True, exist_ok=True)
    (folder / "positions.txt").write_text("".join(f"{text}\n" for text in _positions()))
    (folder / "views.txt").write_text("".join(f"{text}\n" for text in _views()))
    for number, text in enumerate(_records()):
        (folder / "records" / f"{number:02d}.txt").write_text(text)


def _positions() -> tuple[str, ...]:
    found: dict[tuple[int, str], str] = {}
    for number, rules in enumerate(RULES):
        state = Catan(rules=rules, seed=number).start()
        random = Random(number)
        while not state.is_over and state.turn < 200:
            found[number, state.phase_name] = position_text(state)
            state.apply(state.draw_outcome(random) if state.is_chance else state.draw_move(random, True))
        found[number, state.phase_name] = position_text(state)
    return tuple(found.values())


def _views() -> tuple[str, ...]:
    found = []
    for number, rules in enumerate(RULES):
        record = random_record(Catan(rules=rules, seed=number), number, 300)
        for ply in range(0, len(record), 40):
            found.append(view_text(record.view_at(ply, ply % rules.players)))  # type: ignore[arg-type]
    return tuple(found)


def _records() -> tuple[str, ...]:
    games: list[Game] = [Catan(rules=rules, seed=number) for number, rules in enumerate(RULES)]
    games += [Gomoku(size=5, line=4), Sos(switches=6, seed=3)]
    texts = [random_record(game, number, 120).text for number, game in enumerate(games)]
    start = random_record(games[1], 1, 150).replay()
    late = Record(start.game, start=start, seed=3)
    late.add("end turn" if start.is_legal("end turn") else start.legal_moves[0])
    return (*texts, late.text, "\n".join(texts[-2:]))


def random_record(game: Game, seed: int, plies: int) -> Record:
    """Return a record of random moves, with times, statements, incidents and comments between them."""
    record = Record(game, agents=[f"agent {seat}" for seat in range(game.seats)], seed=seed)
    record.headers["Event"] = 'a "test" \\ of\neverything'
    record.comment("it begins")
    state = game.start()
    random = Random(seed)
    for ply in range(plies):
        if state.is_over:
            break
        if state.is_chance:
            event: Played | Outcome = Outcome(state.draw_outcome(random))
        else:
            event = Played(state.draw_move(random, True), state.to_move, ply / 8 if ply % 3 == 0 else 0)
        if ply % 17 == 5:
            record.add(Said(ply % game.seats, "I want ore, \\ and {wood}"))
        if ply % 29 == 7 and isinstance(event, Played):
            record.add(Incident(event.seat, "late", "2 s, but 1 s were allowed", event.move))
        record.add(event)
        if ply % 23 == 3:
            record.add(Comment("a {good} move\nof course \\"))
        state.apply(event.move)
    return record


if __name__ == "__main__":
    write_corpus(CORPUS)
