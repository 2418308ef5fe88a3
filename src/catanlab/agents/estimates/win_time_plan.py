"""Thomas' plan: the change of all times to win by a piece, discounted by the rolls until it is built."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from catanlab.agents.base.aim import COSTS, Aim, Kind
from catanlab.agents.estimates.look_ahead import look_after
from catanlab.agents.estimates.open_space import open_edges
from catanlab.agents.estimates.seat_forecasts import SeatForecasts

KNIGHTS, POINTS = 0.56, 0.20
"""The probabilities that a card is a knight, or a victory point."""
_ORDER: tuple[Kind, ...] = ("road", "settlement", "city", "card")
_PIECES = _ORDER[:3]


@dataclass(frozen=True)
class WinTimePlan:
    """Ranks builds by utility: the fall of the own time to win and the rise of the others', in per cent.

    A card counts by its probabilities of a knight and of a point, and `misc` for the others. The utility of
    a piece that takes t rolls is divided by (1 + discount) ** t. `space` is added to the utility of a road
    for each free edge that it opens. With `ahead` a piece counts as much as the best pair of pieces that
    begins with it, if that is more; the rolls of a pair are those until both can be paid.
    """

    own: float = 1.0
    others: float = 1.0
    misc: float = 3.0
    discount: float = 0.13
    space: float = 0.0
    ahead: bool = False

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
                aim = self._aim(kind, place, rolls[_ORDER.index(kind)], utility, after)
                if self.ahead:
                    pair = self._best_pair(forecasts, seat, aim, before)
                    aim = replace(aim, utility=max(aim.utility, pair))
                found.append(aim)
        # Of equals the sooner one; then the one that adds to production.
        found.sort(key=lambda aim: (-aim.utility, aim.rolls, -_ORDER.index(aim.kind)))
        return found

    def _best_pair(self, forecasts: SeatForecasts, seat: int, first: Aim, before: Sequence[int]) -> float:
        """Return the utility of the best pair of pieces that begins with one."""
        estimates, hand = forecasts.estimates, forecasts.known_hand(seat)
        ahead = forecasts.ahead
        look_after(ahead, estimates, seat, first.kind, first.place)
        best = 0.0
        for name, place, after in ahead.builds(seat):
            if name in _PIECES:
                kind: Kind = name
                need = [one + other for one, other in zip(first.need, COSTS[kind], strict=True)]
                rolls = estimates.rolls(seat, need, hand)
                best = max(best, self._aim(kind, place, rolls, self.utility(seat, before, after)).utility)
        return best

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
