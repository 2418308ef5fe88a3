"""Through whose eyes a position is analysed: those of the seat to move, if it is known what it saw."""

from __future__ import annotations

from dataclasses import dataclass

from catanlab.cli.main import UsageError
from catanlab.cli.places import Place, Source, check_seat, check_viewer
from catanlab.framework.moves import CHANCE, OVER
from catanlab.framework.observer import OpenView, View
from catanlab.framework.state import State
from catanlab.games.catan.text.reader import SeenPosition
from catanlab.games.catan.text.view_reader import view_of
from catanlab.table.record import Record


@dataclass(frozen=True)
class Viewpoint:
    """What the seat to move knows of a position."""

    view: View
    place: str
    """Which position it is, in words."""
    is_open: bool
    """Whether cards that the seat could not know lie open, since nothing tells what it has seen."""


def find_viewpoint(source: Source, seat: int | None) -> Viewpoint:
    """Return the view of the seat to move, which must be `seat` if that is given; raises UsageError."""
    if isinstance(source, Place):
        return _in_record(source, seat)
    if isinstance(source, SeenPosition):
        check_viewer(seat, source)
        view = view_of(source)
        _check_mover(view.to_move, source.seat, "this line")
        return Viewpoint(view, f"what seat {view.seat} sees", False)
    check_seat(seat, source.game.seats)
    mover = source.to_move
    _check_mover(mover, mover if seat is None else seat, "this position")
    return Viewpoint(OpenView(source, mover, ()), "a position", True)


def _in_record(place: Place, seat: int | None) -> Viewpoint:
    record, ply = place.record, place.ply
    check_seat(seat, record.game.seats)
    state = record.state_at(ply)
    mover = state.to_move
    wanted = mover if seat is None else seat
    words = f"{place.path}@{ply}"
    if mover in (CHANCE, OVER) or mover != wanted:
        raise UsageError(f"{words}: {_who(mover, wanted)}{_elsewhere(record, ply, seat)}")
    if record.start is None:
        return Viewpoint(record.view_at(ply, mover), words, False)
    return Viewpoint(OpenView(state, mover, ()), f"{words}, which starts from a position", True)


def _check_mover(mover: int, wanted: int, what: str) -> None:
    """Refuse a position in which nobody is to choose, or another seat than the one wanted."""
    if mover in (CHANCE, OVER) or mover != wanted:
        raise UsageError(f"{what}: {_who(mover, wanted)}")


def _who(mover: int, wanted: int) -> str:
    """Return why there is nothing to search."""
    if mover == OVER:
        return "the game is over, and nobody chooses"
    if mover == CHANCE:
        return "chance decides here, and nobody chooses"
    return f"seat {mover} chooses here, not seat {wanted}"


def _elsewhere(record: Record, ply: int, seat: int | None) -> str:
    """Return the next place of the record at which a seat chooses, or this one, else the last."""
    choices = [at for at, state in enumerate(_walk(record)) if _chooses(state, seat)]
    who = "a seat" if seat is None else f"seat {seat}"
    later = [at for at in choices if at > ply]
    if later:
        return f"; {who} chooses next at @{later[0]}"
    return f"; {who} chose last at @{choices[-1]}" if choices else f"; {who} never chooses in this record"


def _chooses(mover: int, seat: int | None) -> bool:
    return mover not in (CHANCE, OVER) and seat in (None, mover)


def _walk(record: Record) -> list[int]:
    """Return who was to move at each place of a record."""
    state: State = record.state_at(0)
    movers = [state.to_move]
    for move in record.moves:
        movers.append(state.apply(move).to_move)
    return movers
