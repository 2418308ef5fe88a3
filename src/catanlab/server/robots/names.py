"""What robots at a table are called, and the faces they have: one of each for every seat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

NAMES: Final = ("Tobor", "Marvin", "Bolt", "Cog")
"""The name of the robot of each seat; its face is called so too, in small letters."""
SPARE_NAMES: Final = ("Gizmo", "Rivet", "Sprocket", "Widget")
"""The name of the robot of each seat where a person at the table has the usual one."""

AGENT_HEADER: Final = "Agent"
"""The header of a record with the spec of a robot: this, and the number of its seat."""


def robot_name(seat: int, people: Iterable[str] = ()) -> str:
    """Return the name of the robot of a seat, which is that of none of the people at the table.

    >>> robot_name(1), robot_name(1, ["Ann", "marvin"])
    ('Marvin', 'Rivet')
    """
    taken = {name.casefold() for name in people}
    return SPARE_NAMES[seat] if NAMES[seat].casefold() in taken else NAMES[seat]


def robot_face(seat: int) -> str:
    """Return the face of the robot of a seat.

    >>> robot_face(0)
    'tobor'
    """
    return NAMES[seat].lower()
