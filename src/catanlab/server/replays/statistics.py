"""The statistics of a game, counted from its log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from catanlab.games.catan.moves import CatanMove, MoveKind
from catanlab.games.catan.position import CatanPosition
from catanlab.server.database.rows import Row
from catanlab.server.protocol.view_types import Points
from catanlab.server.refusals import Refused
from catanlab.server.replays import fair_dice, shapes
from catanlab.server.replays.dice_check import check_dice
from catanlab.server.replays.frames import check_length, termination_of
from catanlab.server.replays.tally import SeatTally, Tally
from catanlab.server.rooms import log_entries as log
from catanlab.server.rooms.course import kind_of_player
from catanlab.server.rooms.room_state import RoomState
from catanlab.server.rooms.visible import spoken
from catanlab.table.record import Record

Award = Literal["longest_road", "largest_army"]


def make_statistics(rows: Sequence[Row], record: Record | None = None) -> shapes.GameStatistics:
    """Return the statistics of a log; its record, if it was made from one. Raises Refused: too-long."""
    check_length(len(rows))
    counted: _Counted | None = None
    room: RoomState | None = None
    for room, entry, row in RoomState.retrace(rows, rows[-1].epoch):
        if room.play is not None:
            counted = counted or _Counted(room)
            counted.note(room, entry, row.seq)
    if room is None or counted is None:
        raise Refused("not-begun")
    cut = record is not None and record.cut
    return counted.result(room, room.record() if record is None else record, cut=cut)


class _Counted:
    """A game as far as its log has been read."""

    def __init__(self, room: RoomState) -> None:
        self._tally = Tally(room.game.board, room.game.seats)
        self._before = _position(room)
        self._ply = 0
        self._standings: list[shapes.Standing] = []
        self._awards: list[shapes.AwardTaken] = []
        self._won: shapes.HowWon | None = None
        self._last: tuple[CatanPosition, CatanMove, int | None, int] | None = None
        """The position before the last move or outcome, it itself, whose it was, and its event."""

    def note(self, room: RoomState, entry: log.AnyEntry, seq: int) -> None:
        """Take the next entry after the start."""
        seats = self._tally.seats
        match entry:
            case log.Moved():
                self._time(seats[entry.seat], entry.seconds, late=entry.late)
                self._step(room, entry.seat, seq)
            case log.Taken():
                self._time(seats[entry.seat], entry.seconds, late=False)
                self._step(room, entry.seat, seq)
            case log.Outcome():
                self._step(room, None, seq)
            case log.Chosen():
                self._time(seats[entry.seat], entry.seconds, late=entry.late)
            case log.Proposed():
                seats[entry.seat].offers += 1
            case log.Ended() if entry.winner >= 0:
                self._won = self._how_won(entry.winner)

    def _time(self, seat: SeatTally, seconds: float, *, late: bool) -> None:
        """Count the time of a decision; no time is noted where no clock ran, or the clock decided."""
        if seconds and not late:
            seat.decisions += 1
            seat.seconds += seconds

    def _step(self, room: RoomState, seat: int | None, seq: int) -> None:
        assert room.play is not None
        move = CatanMove(room.play.moves[-1])
        before, after = self._before, _position(room)
        self._ply += 1
        if move.kind == MoveKind.ROLL and not self._standings:
            self._stand(before, 0, seq - 1, self._ply - 1)
        self._tally.note(before, after, move, seat)
        self._note_award("longest_road", before, after, seq)
        self._note_award("largest_army", before, after, seq)
        if move.kind == MoveKind.END_TURN:
            self._stand(after, before.turn_number, seq, self._ply)
        self._last = before, move, seat, seq
        self._before = after

    def _stand(self, position: CatanPosition, turn: int, seq: int, ply: int) -> None:
        points = tuple(seat.points for seat in position.seats)
        public = tuple(seat.public_points for seat in position.seats)
        self._standings.append(shapes.Standing(turn=turn, seq=seq, ply=ply, points=points, public=public))

    def _note_award(self, award: Award, before: CatanPosition, after: CatanPosition, seq: int) -> None:
        was, now = getattr(before, award), getattr(after, award)
        if was == now:
            return
        size = 0
        if now is not None:
            seat = after.seats[now]
            size = seat.road_length if award == "longest_road" else seat.knights
        self._awards.append(
            shapes.AwardTaken(
                award=award,
                turn=before.turn_number,
                seq=seq,
                ply=self._ply,
                before=was,
                after=now,
                size=size,
            )
        )

    def _how_won(self, winner: int) -> shapes.HowWon:
        assert self._last is not None
        before, move, by, seq = self._last
        after = self._before
        taken = next((each for each in self._awards if each.seq == seq and each.after == winner), None)
        points = [seat.points for seat in after.seats]
        return shapes.HowWon(
            seat=winner,
            by=by,
            move=spoken(move),
            turn=before.turn_number,
            seq=seq,
            ply=self._ply,
            gained=points[winner] - before.seats[winner].points,
            hidden=after.points_by_source(winner)["victory point cards"],
            award=None if taken is None else taken.award,
            taken_from=None if taken is None else taken.before,
            margin=points[winner] - max(points[:winner] + points[winner + 1 :]),
        )

    # The end.

    def result(self, room: RoomState, record: Record, *, cut: bool) -> shapes.GameStatistics:
        """Return everything."""
        end = self._before
        if self._last is not None and self._last[1].kind != MoveKind.END_TURN:
            self._stand(end, end.turn_number, self._last[3], self._ply)
        ended = room.course.ended
        winner = None if ended is None or ended.winner < 0 else ended.winner
        return shapes.GameStatistics(
            room=room.id,
            rules=room.options.rules,
            turns=end.turn_number,
            plies=self._ply,
            winner=winner,
            termination=termination_of(room, cut=cut),
            started_at=room.course.started_at,
            ended_at=room.course.ended_at,
            seats=tuple(self._seat(room, end, number, winner) for number in range(room.game.seats)),
            dice=self._dice(),
            robber=self._tally.blocked_hexes,
            standings=tuple(self._standings),
            awards=tuple(self._awards),
            won=self._won,
            check=check_dice(record),
        )

    def _seat(
        self, room: RoomState, end: CatanPosition, number: int, winner: int | None
    ) -> shapes.SeatStatistics:
        tally, seat, starter = self._tally.seats[number], end.seats[number], room.course.starters[number]
        source = end.points_by_source(number)
        knight, roads, plenty, monopoly, _ = tally.cards_played
        return shapes.SeatStatistics(
            seat=number,
            name=starter.name,
            kind=kind_of_player(starter),
            score=seat.points,
            won=number == winner,
            points=Points(
                total=seat.points,
                settlements=source["settlements"],
                cities=source["cities"],
                longest_road=source["longest road"],
                largest_army=source["largest army"],
                cards=source["victory point cards"],
            ),
            setup=tally.of("setup"),
            produced=tally.of("produced"),
            blocked=tally.of("blocked"),
            unpaid=tally.of("unpaid"),
            stolen=tally.of("stolen"),
            lost=tally.of("lost"),
            discarded=tally.of("discarded"),
            monopoly_gain=tally.of("monopoly_gain"),
            monopoly_loss=tally.of("monopoly_loss"),
            plenty=tally.of("plenty"),
            spent=tally.of("spent"),
            trades=tally.exchanged("trades", tally.trades),
            bank=tally.exchanged("bank", tally.bank_trades),
            offers=tally.offers,
            hand=seat.certain,
            cards_played=(knight, roads, plenty, monopoly, 0),
            built=shapes.Built(
                roads=tally.built["roads"],
                settlements=tally.built["settlements"],
                cities=tally.built["cities"],
                cards=tally.built["cards"],
            ),
            robber_moves=tally.robber_moves,
            road_length=seat.road_length,
            knights=seat.knights,
            decisions=tally.decisions,
            seconds=round(tally.seconds, 3),
        )

    def _dice(self) -> shapes.DiceStatistics:
        by_seat = self._tally.dice
        counts = tuple(map(sum, zip(*by_seat, strict=True)))
        return shapes.DiceStatistics(
            rolls=sum(counts),
            counts=counts,
            expected=fair_dice.expected(sum(counts)),
            by_seat=tuple(map(tuple, by_seat)),
            chi_square=round(fair_dice.chi_square(counts), 6),
            probability=round(fair_dice.probability(counts), 6),
            samples=fair_dice.SAMPLES,
        )


def _position(room: RoomState) -> CatanPosition:
    assert room.play is not None
    position: CatanPosition = room.play.state.position  # type: ignore[attr-defined]
    return position
