"""The view from which a position is analysed: that of the seat to move, if it is known what it saw."""

from __future__ import annotations

from dataclasses import dataclass

from catanlab.cli.main import UsageError
from catanlab.cli.position_source import PositionSource, RecordedPosition, check_seat, check_viewer
from catanlab.framework.moves import CHANCE, OVER
from catanlab.framework.observer import OpenView, View
from catanlab.framework.state import State
from catanlab.games.catan.text.reader import SeenPosition
from catanlab.games.catan.text.view_reader import view_of
from catanlab.table.record import Record


@dataclass(frozen=True)
class Viewpoint:
    """The view of the seat to move."""

    view: View
    place: str
    """A description of the position."""
    is_open: bool
    """Whether all cards are open, since it is unknown what the seat has seen."""


def find_viewpoint(source: PositionSource, seat: int | None) -> Viewpoint:
    """Return the view of the seat to move, which must be `seat` if that is given; raises UsageError."""
    if isinstance(source, RecordedPosition):
        return _in_record(source, seat)
    if isinstance(source, SeenPosition):
        check_viewer(seat, source)
        if source.seat is None:
            raise UsageError("this line: a spectator makes no moves; give the view of a seat")
        view = view_of(source)
        _check_mover(view.to_move, source.seat, "this line")
        return Viewpoint(view, f"what seat {view.seat} sees", False)
    check_seat(seat, source.game.seats)
    mover = source.to_move
    _check_mover(mover, mover if seat is None else seat, "this position")
    return Viewpoint(OpenView(source, mover, ()), "a position", True)


def _in_record(place: RecordedPosition, seat: int | None) -> Viewpoint:
    record, ply = place.record, place.ply
    check_seat(seat, record.game.seats)
    state = record.state_at(ply)
    mover = state.to_move
    wanted = mover if seat is None else seat
    where = f"{place.path}@{ply}"
    if mover in (CHANCE, OVER) or mover != wanted:
        raise UsageError(f"{where}: {_who(mover, wanted)}{_elsewhere(record, ply, seat)}")
    if record.start is None:
        return Viewpoint(record.view_at(ply, mover), where, False)
    return Viewpoint(OpenView(state, mover, ()), f"{where}, which starts from a position", True)


def _check_mover(mover: int, wanted: int, what: str) -> None:
    """Raise UsageError if no seat is to move, or another one than wanted."""
    if mover in (CHANCE, OVER) or mover != wanted:
        raise UsageError(f"{what}: {_who(mover, wanted)}")


def _who(mover: int, wanted: int) -> str:
    """Return who is to move instead of the wanted seat."""
    if mover == OVER:
        return "the game is over, and nobody chooses"
    if mover == CHANCE:
        return "chance decides here, and nobody chooses"
    return f"seat {mover} chooses here, not seat {wanted}"


def _elsewhere(record: Record, ply: int, seat: int | None) -> str:
    """Return the next position of the record in which a seat, or this one, is to move, else the last."""
    choices = [at for at, mover in enumerate(_movers(record)) if _chooses(mover, seat)]
    who = "a seat" if seat is None else f"seat {seat}"
    later = [at for at in choices if at > ply]
    if later:
        return f"; {who} chooses next at @{later[0]}"
    return f"; {who} chose last at @{choices[-1]}" if choices else f"; {who} never chooses in this record"


def _chooses(mover: int, seat: int | None) -> bool:
    return mover not in (CHANCE, OVER) and seat in (None, mover)


def _movers(record: Record) -> list[int]:
    """Return who was to move in each position of a record."""
    state: State = record.state_at(0)
    movers = [state.to_move]
    for move in record.moves:
        movers.append(state.apply(move).to_move)
    return movers
