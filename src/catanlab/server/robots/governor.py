"""The budget governor: under load searches think less, so that many rooms get weaker robots, not none."""

from __future__ import annotations

from collections.abc import Sequence

STEPS = (1.0, 0.5, 0.25, 0.125, 0.0625)
"""The parts of the usual budget, down to the floor."""
TARGET_SECONDS = 1.0
"""The wait that the governor aims at."""
SECONDS_TO_RISE = 5.0
"""How long the load must allow it before the budget rises by a step."""


class BudgetGovernor:
    """Chooses the part of their budget that searches get, from the time that a new one would wait.

    >>> governor = BudgetGovernor()
    >>> governor.update(3.0, now=0.0)
    0.25

    The budget falls at once as far as needed; it rises again step by step, some seconds apart. Each address
    has a governor: the many searches of one leave those of the others what they had.
    """

    def __init__(
        self,
        *,
        steps: Sequence[float] = STEPS,
        target_seconds: float = TARGET_SECONDS,
        seconds_to_rise: float = SECONDS_TO_RISE,
    ) -> None:
        self._steps = tuple(steps)
        self._target = target_seconds
        self._patience = seconds_to_rise
        self._step = 0
        self._crowded = float("-inf")

    @property
    def budget(self) -> float:
        """The part of their budget that searches get now."""
        return self._steps[self._step]

    @property
    def is_at_floor(self) -> bool:
        """Whether searches get the least budget already."""
        return self._step == len(self._steps) - 1

    def budget_at(self, now: float) -> float:
        """Return the part of their budget that searches get at a later time, if nothing more waits then."""
        return self._steps[self._risen(now)]

    def update(self, wait: float, now: float, *, others: float = 0.0, others_now: float = 0.0) -> float:
        """Return the budget for a load: the seconds that a new search would wait with whole budgets.

        `others` are the seconds in which searches of other addresses are answered before it, with whole
        budgets, and `others_now` with those that they have: they are not made to think more.
        """
        needed = next(
            (
                step
                for step, part in enumerate(self._steps)
                if wait * part + min(others * part, others_now) <= self._target
            ),
            len(self._steps) - 1,
        )
        if needed >= self._step:
            self._step, self._crowded = needed, now
        elif (risen := self._risen(now)) < self._step:
            self._step, self._crowded = max(needed, risen), now
        return self.budget

    def _risen(self, now: float) -> int:
        """Return the step after so much time."""
        if not self._step:
            return 0
        return max(0, self._step - int((now - self._crowded) // self._patience))
