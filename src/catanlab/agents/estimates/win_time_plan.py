"""Thomas' plan: the change of all times to win by a piece, discounted by the rolls until it is built."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from catanlab.agents.base.aim import Aim, Kind
from catanlab.agents.estimates.open_space import open_edges
from catanlab.agents.estimates.seat_forecasts import SeatForecasts

KNIGHTS, POINTS = 0.56, 0.20
"""The probabilities that a card is a knight, or a victory point."""
_ORDER: tuple[Kind, ...] = ("road", "settlement", "city", "card")


@dataclass(frozen=True)
class WinTimePlan:
    """Utility is the fall of the own time to win and the rise of the others', each in per cent.

    A card counts by its probabilities of a knight and of a point, and `misc` for the others. The utility of
    a piece that takes t rolls is divided by (1 + discount) ** t. `space` is added to the utility of a road
    for each free edge that it opens.
    """

    own: float = 1.0
    others: float = 1.0
    misc: float = 3.0
    discount: float = 0.13
    space: float = 0.0

    def aims(self, forecasts: SeatForecasts, seat: int) -> list[Aim]:
        """Return every piece that could be built now and the card, by utility."""
        before = [forecasts.win_rolls(other) for other in range(forecasts.players)]
        rolls = forecasts.estimates.rolls_by_kind(seat, forecasts.known_hand(seat))
        found = []
        card = 0.0
        for name, place, after in forecasts.builds(seat):
            utility = self.utility(seat, before, after)
            if name == "knight":
                card = KNIGHTS * utility + self.misc
            elif name == "point":
                card += POINTS * utility
                found.append(self._aim("card", -1, rolls[3], card))
            else:
                kind: Kind = name  # type: ignore[assignment]
                if self.space and kind == "road":
                    utility += self.space * open_edges(forecasts.seen.position, seat, place)
                found.append(self._aim(kind, place, rolls[_ORDER.index(kind)], utility, after))
        # Of equals the sooner one; then the one that adds to production.
        found.sort(key=lambda aim: (-aim.utility, aim.rolls, -_ORDER.index(aim.kind)))
        return found

    def utility(self, seat: int, before: Sequence[int], after: Sequence[int]) -> float:
        """Return the utility to a seat of times to win, compared with those before.

        >>> WinTimePlan().utility(0, [80, 70, 60, 90], [70, 70, 60, 90])  # Thomas, table 4.4
        12.5
        >>> round(WinTimePlan().utility(2, [80, 60, 71, 90], [80, 73, 57, 90]), 1)  # table 4.5
        41.4
        """
        total = 0.0
        for other, (old, new) in enumerate(zip(before, after, strict=True)):
            if old:
                change = 100.0 * (new - old) / old
                total += self.others * change if other != seat else -self.own * change
        return total

    def _aim(self, kind: Kind, place: int, rolls: int, utility: float, after: Sequence[int] = ()) -> Aim:
        discounted = utility / (1 + self.discount) ** rolls
        return Aim(kind, place, (), rolls, discounted, after=tuple(after))
