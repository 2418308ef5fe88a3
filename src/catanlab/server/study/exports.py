"""Games, offers and records written to files, each whole or not at all, or to standard output."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from catanlab.games.catan.moves import cards_text
from catanlab.lab.store.files import make_folder, write_whole
from catanlab.server.database.database import Database
from catanlab.server.rooms.room import Room
from catanlab.server.study.facts import GameFacts
from catanlab.server.study.game_reader import StudyError
from catanlab.server.study.names import Names
from catanlab.server.study.negotiation import accepts, counters, deals, offers, rejects

if TYPE_CHECKING:
    import pyarrow as pa

SUFFIXES: Final = (".parquet", ".csv")
STDOUT: Final = Path("-")
"""The file that stands for standard output, which gets CSV."""
MOST_SEATS: Final = 4
_FORMULA: Final = frozenset("=+-@")
_WORD, _TIME, _COUNT, _NUMBER, _FLAG = "string", "timestamp[ms, tz=UTC]", "int32", "double", "bool"

GAME_COLUMNS: Final = {
    "room": _WORD,
    "started_at": _TIME,
    "ended_at": _TIME,
    "rules": _WORD,
    "seats": _COUNT,
    "people": _COUNT,
    "bots": _COUNT,
    "robots": _COUNT,
    "experiment": _WORD,
    "arm": _WORD,
    "counter_button": _FLAG,
    "interest_buttons": _FLAG,
    "termination": _WORD,
    "turns": _COUNT,
    "winner": _COUNT,
    "winner_kind": _WORD,
    "substitutions": _COUNT,
    "offers": _COUNT,
    "counter_offers": _COUNT,
    "rejects": _COUNT,
    "accepts": _COUNT,
    "deals": _COUNT,
    "bank_trades": _COUNT,
    "statements": _COUNT,
    "asks": _COUNT,
    "replies": _COUNT,
    "chat": _COUNT,
    "spectators_chat": _COUNT,
    "events": _COUNT,
} | {
    f"{name}{seat}": kind
    for seat in range(MOST_SEATS)
    for name, kind in (("player", _WORD), ("kind", _WORD), ("score", _COUNT), ("changed", _FLAG))
}
"""The columns of a table of games."""
OFFER_COLUMNS: Final = {
    "room": _WORD,
    "experiment": _WORD,
    "arm": _WORD,
    "turn": _COUNT,
    "event": _COUNT,
    "ply": _COUNT,
    "form": _WORD,
    "from_chat": _FLAG,
    "replies_to": _COUNT,
    "seat": _COUNT,
    "kind": _WORD,
    "player": _WORD,
    "partner_seat": _COUNT,
    "partner_kind": _WORD,
    "partner": _WORD,
    "give": _WORD,
    "get": _WORD,
    "cards_given": _COUNT,
    "cards_got": _COUNT,
    "answer": _WORD,
    "answer_seconds": _NUMBER,
    "deal_event": _COUNT,
    "by_clock": _FLAG,
    "answer_by_clock": _FLAG,
    "changed": _FLAG,
}
"""The columns of a table of offers: a row for each seat that an offer was made to."""


def check_file(path: Path, option: str, *, force: bool) -> None:
    """Raise StudyError if a table cannot be written there; called before anything is written."""
    if path == STDOUT:
        return
    if path.suffix.lower() not in SUFFIXES:
        raise StudyError(f"{option} {path}: the name of the file ends with {' or '.join(SUFFIXES)}")
    if path.is_dir() or not path.parent.is_dir():
        raise StudyError(f"{option} {path}: give the name of a file in a folder that exists")
    if path.exists() and not force:
        raise StudyError(f"{option} {path}: the file is there already; --force replaces it")


def export_games(games: Iterable[GameFacts], path: Path, names: Names, *, force: bool = False) -> int:
    """Write a row for each game, and return their number; raises StoreError."""
    return _write([_game_row(game, names) for game in games], GAME_COLUMNS, path, force=force)


def export_offers(games: Iterable[GameFacts], path: Path, names: Names, *, force: bool = False) -> int:
    """Write a row for each offer and seat that it was made to, return how many; raises StoreError."""
    rows = [row for game in games for row in _offer_rows(game, names)]
    return _write(rows, OFFER_COLUMNS, path, force=force)


def export_records(
    database: Database, games: Sequence[GameFacts], folder: Path, names: Names, *, force: bool = False
) -> int:
    """Write the record of each game, named after its room, and return their number.

    Raises StudyError if one is there already and `force` is not given, and StoreError; records that were
    written before an error are whole.
    """
    if folder.exists() and not folder.is_dir():
        raise StudyError(f"--export-records {folder}: this is not a folder")
    paths = [folder / f"{game.room}.record" for game in games]
    there = [path for path in paths if path.exists()]
    if there and not force:
        raise StudyError(f"--export-records: {there[0]} is there already; --force replaces it")
    make_folder(folder)
    for game, path in zip(games, paths, strict=True):
        rows = names.hide(database.read_rows(game.room))
        text = Room.rebuild(rows, rows[-1].epoch).record().text
        write_whole(path, _text_writer(text), force=force)
    return len(paths)


def _text_writer(text: str) -> Callable[[BinaryIO], object]:
    return lambda file: file.write(text.encode())


def _write(rows: Sequence[dict[str, Any]], columns: dict[str, str], path: Path, *, force: bool) -> int:
    import pyarrow as pa
    from pyarrow import csv, parquet

    types = {_WORD: pa.string(), _COUNT: pa.int32(), _NUMBER: pa.float64(), _FLAG: pa.bool_()}
    types[_TIME] = pa.timestamp("ms", tz="UTC")
    schema = pa.schema([(name, types[kind]) for name, kind in columns.items()])
    is_csv = path == STDOUT or path.suffix.lower() == ".csv"
    plain = [_without_formulas(row) if is_csv else row for row in rows]
    made: pa.Table = pa.Table.from_pylist(plain, schema=schema)

    def write(file: BinaryIO) -> None:
        if is_csv:
            csv.write_csv(made, file)
        else:
            parquet.write_table(made, file)

    if path == STDOUT:
        text = pa.BufferOutputStream()
        csv.write_csv(made, text)
        sys.stdout.write(text.getvalue().to_pybytes().decode())
    else:
        write_whole(path, write, force=force)
    return len(rows)


def _game_row(game: GameFacts, names: Names) -> dict[str, Any]:
    row: dict[str, Any] = {
        "room": game.room,
        "started_at": _time(game.started_at),
        "ended_at": _time(game.ended_at),
        "rules": game.rules,
        "seats": len(game.seats),
        "people": game.people,
        "bots": game.count("bot"),
        "robots": game.count("robot"),
        "experiment": game.experiment or None,
        "arm": game.arm or None,
        "counter_button": game.counter_button,
        "interest_buttons": game.interest_buttons,
        "termination": game.termination,
        "turns": game.turns,
        "winner": game.winner if game.winner >= 0 else None,
        "winner_kind": game.seats[game.winner].kind if game.winner >= 0 else None,
        "substitutions": len(game.substitutions),
        "offers": offers(game),
        "counter_offers": counters(game),
        "rejects": rejects(game),
        "accepts": accepts(game),
        "deals": deals(game),
        "bank_trades": sum(game.bank_trades),
        "statements": sum(game.statements),
        "asks": sum(game.asks),
        "replies": sum(game.replies),
        "chat": sum(game.chat),
        "spectators_chat": game.spectators_chat,
        "events": game.events,
    }
    for seat in game.seats:
        row |= {
            f"player{seat.seat}": names.of(seat),
            f"kind{seat.seat}": seat.kind,
            f"score{seat.seat}": seat.score,
            f"changed{seat.seat}": seat.changed,
        }
    return row


def _offer_rows(game: GameFacts, names: Names) -> Iterable[dict[str, Any]]:
    for offer in game.offers:
        for answer in offer.answers:
            maker, partner = game.seats[offer.seat], game.seats[answer.seat]
            changed = maker.changed or partner.changed
            yield {
                "room": game.room,
                "experiment": game.experiment or None,
                "arm": game.arm or None,
                "turn": offer.at.turn,
                "event": offer.at.seq,
                "ply": offer.at.ply,
                "form": offer.form,
                "from_chat": offer.from_chat,
                "replies_to": offer.replies_to or None,
                "seat": offer.seat,
                "kind": offer.kind,
                "player": None if maker.changed else names.of(maker),
                "partner_seat": answer.seat,
                "partner_kind": answer.kind,
                "partner": None if partner.changed else names.of(partner),
                "give": cards_text(offer.give),
                "get": cards_text(offer.get),
                "cards_given": sum(offer.give),
                "cards_got": sum(offer.get),
                "answer": None if answer.said == "none" else answer.said,
                "answer_seconds": answer.seconds,
                "deal_event": answer.deal.seq if answer.deal else None,
                "by_clock": offer.late,
                "answer_by_clock": answer.late,
                "changed": changed,
            }


def _without_formulas(row: dict[str, Any]) -> dict[str, Any]:
    """Put an apostrophe before texts that a spreadsheet would compute: people choose their names."""
    return {
        name: f"'{value}" if isinstance(value, str) and value[:1] in _FORMULA else value
        for name, value in row.items()
    }


def _time(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
