"""Experiments with the interface: every new room is assigned to one of two arms, by chance and in balance.

An arm sets one option of the room, whatever its maker asked for; else people would choose their arm. The
log of the room keeps the experiment and the arm. People see the option, as in every room, and nothing else.
"""

from __future__ import annotations

import random
from typing import Final, NamedTuple

from msgspec import structs

from catanlab.framework.errors import ArgumentError
from catanlab.server.wire import RoomOptions

EXPERIMENTS: Final = {
    "counter-button": "counter_button",
    "interest-buttons": "interest_buttons",
}
"""The experiments by name, and the option that each sets."""
ARMS: Final = ("without", "with")
"""The arms: the option is off, and on."""
BLOCK: Final = 4
"""In every block of this many consecutive rooms, each arm comes equally often."""


class Assigned(NamedTuple):
    """The options of a room in its arm."""

    options: RoomOptions
    experiment: str
    arm: str


class Experiment:
    """Draws an arm for each new room, in blocks: each arm twice in four rooms, in a random order.

    >>> experiment = Experiment("counter-button")
    >>> drawn = [experiment.assign(RoomOptions()) for _ in range(4)]
    >>> sorted(each.arm for each in drawn)
    ['with', 'with', 'without', 'without']
    >>> all(each.options.counter_button == (each.arm == "with") for each in drawn)
    True

    A block belongs to one run of one server: a restart begins a new one, so that the arms differ by at most
    two rooms for each run. Raises ArgumentError for an unknown name.
    """

    def __init__(self, name: str, *, chance: random.Random | None = None) -> None:
        if name not in EXPERIMENTS:
            raise ArgumentError(f"there is no experiment {name!r}; there are {', '.join(EXPERIMENTS)}")
        self.name = name
        self._chance = chance or random.SystemRandom()
        self._block: list[str] = []

    def assign(self, options: RoomOptions) -> Assigned:
        """Return the options of a new room with its arm."""
        if not self._block:
            self._block = [*ARMS] * (BLOCK // len(ARMS))
            self._chance.shuffle(self._block)
        arm = self._block.pop()
        changed = structs.replace(options, **{EXPERIMENTS[self.name]: arm == "with"})
        return Assigned(changed, self.name, arm)
