"""The view of a seat as the room sends it: without moves that the room itself would refuse.

Views are written natively and know the rules only; what a room adds to them is taken out of the bytes.
"""

from __future__ import annotations

import re

from catanlab.games.catan.position import Phase
from catanlab.games.catan.view.view import CatanView
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
    return as_shown(
        room.view_of(audience),
        has_chosen=audience in room.chosen,
        counter_button=room.options.counter_button,
    )


def as_shown(view: CatanView, *, has_chosen: bool, counter_button: bool) -> bytes:
    """Return a view as a room with or without the button shows it to who has, or has not, discarded."""
    data = view.to_json()
    if has_chosen:
        before, mark, _ = data.rpartition(_LEGAL)
        return before + mark + b"null}"
    if view.position.phase is Phase.ANSWERING and not counter_button:
        before, mark, legal = data.rpartition(_LEGAL)
        return before + mark + _COUNTER.sub(b"", legal, count=1)
    return data
