"""The view of a seat as the room sends it: without moves that the room itself would refuse.

Views are written natively and know the rules only; what a room adds to them is taken out of the bytes.
"""

from __future__ import annotations

import re

from catanlab.games.catan.position import Phase
from catanlab.server.rooms.room_state import RoomState
from catanlab.server.rooms.visible import Audience

_CARDS = rb"\[[\d,]*\]"
_COUNTER = re.compile(
    rb',?"counter":\{"max":' + _CARDS + rb',"except":\{"give":' + _CARDS + rb',"get":' + _CARDS + rb"\}\}"
)
_LEGAL = b'"legal":'


def shown_view(room: RoomState, audience: Audience) -> bytes:
    """Return the view of an audience as JSON.

    A seat that has chosen its discards has no moves, and in a room without the button no counter-offers.
    """
    view = room.view_of(audience).to_json()
    if audience in room.chosen:
        before, mark, _ = view.rpartition(_LEGAL)
        return before + mark + b"null}"
    if room.position.phase is Phase.ANSWERING and not room.options.counter_button:
        before, mark, legal = view.rpartition(_LEGAL)
        return before + mark + _COUNTER.sub(b"", legal, count=1)
    return view
