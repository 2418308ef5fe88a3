"""Everything about a room that is not a matter of the rules, as all its followers see it."""

from __future__ import annotations

from msgspec import UNSET

from catanlab.server import wire
from catanlab.server.rooms.room_state import RoomState
from catanlab.server.rooms.seating import occupant


def table_info(room: RoomState, now: float) -> wire.TableInfo:
    """Return what is known of the room apart from the game."""
    seats = []
    for number, seat in enumerate(room.seating.seats):
        left = room.clocks.left(number, now)
        seats.append(
            wire.SeatInfo(
                occupant=occupant(seat),
                away=seat.away,
                connected=seat.kind != "person" or seat.person in room.present,
                locked=seat.locked,
                kept_for=seat.away_name if room.play else room.seating.awaited(number)[1],
                bank=round(room.clocks.banks[number], 1) if room.options.pace else UNSET,
                left=UNSET if left is None else round(left, 1),
            )
        )
    return wire.TableInfo(
        status=room.status,
        options=room.options,
        seats=tuple(seats),
        commitment=room.commitment,
        maker=room.maker,
        taken_over=room.taken_over,
        spectators=room.spectators,
        proposals=tuple(
            wire.OpenProposal(seat=seat, deal=deal, proposal=number)
            for seat, (number, deal) in sorted(room.proposals.items())
        ),
        asks=tuple(
            wire.OpenAsk(
                seat=asked.seat,
                ask=number,
                kind=asked.kind,
                resources=asked.resources,
                has=asked.has,
                to=asked.to,
                waiting=waiting,
            )
            for number, asked, waiting in room.asks.shown(room.game.seats)
        ),
        chosen=tuple(sorted(room.chosen)),
    )
