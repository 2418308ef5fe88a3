"""What time does to a room: seats out of time or without a connection, and robots' answers that are due."""

from __future__ import annotations

from catanlab.games.catan.position import Phase
from catanlab.server.rooms import acts, moving
from catanlab.server.rooms.robot_desk import RobotDesk
from catanlab.server.rooms.room import Room

_BY_THE_CLOCK = {
    Phase.ANSWERING: "reject",
    Phase.CHOOSING: "cancel",
    Phase.BEFORE_ROLL: "roll",
    Phase.MAIN: "end turn",
}
"""The move of a seat that is out of time; in the other phases a robot chooses for it."""


def tick(room: Room, desk: RobotDesk) -> None:
    """Do everything whose time has come; inside a batch of the room. In a room that sleeps nothing has."""
    if room.status == "sleeping":
        return
    now = room.batch.now
    for seat in sorted(room.owing()):
        if room.seating.seats[seat].kind != "person":
            continue
        if room.clocks.is_forsaken(seat, now):
            acts.seat_robot(room, seat, keep=True)
        elif room.clocks.is_late(seat, now) and seat not in room.late and seat in room.owing():
            _expire(room, seat)
    desk.play_due(now)


def _expire(room: Room, seat: int) -> None:
    """Decide for a person who is out of time."""
    text = _BY_THE_CLOCK.get(room.position.phase)
    if text is None:
        room.late.add(seat)
        return
    play = room.running_game()
    move = moving.checked(room, play, seat, text, None)
    moving.play_move(room, play, seat, move, late=True)


def next_alarm(room: Room, desk: RobotDesk, now: float) -> float | None:
    """Return when the room has to be called next, or None."""
    clocks = room.clocks.next_alarm(now, room.late)
    robots = desk.next_alarm(now)
    return min((alarm for alarm in (clocks, robots) if alarm is not None), default=None)
