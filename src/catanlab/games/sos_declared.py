"""Sum of switches as a declaration, with the moves of the plain game, to which a test proves it equal."""

from __future__ import annotations

from catanlab.framework.declared import (
    Cycle,
    Declaration,
    GameState,
    Placeable,
    PlacePlaceable,
    free,
    option,
    per_seat,
)
from catanlab.games.sos import MAX_KOMI, SWITCHES, Sos, SosMove


class DeclaredSos(Declaration):
    """Sum of switches for two: the seats pick switches in turn, and the larger sum wins.

    Pick an open switch in your turn: you get the points that it is worth. Seat 1 starts with the komi.
    """

    name = "sos-declared"
    summary = "sum of switches, as declared rules"
    seats = 2
    move_type = SosMove

    switches = option(10, "How many switches there are.", limits=SWITCHES)
    komi: int | None = option(
        None, "The points that the second seat starts with.", limits=(0, MAX_KOMI), kind=int | None
    )
    seed: int | None = option(None, "Shuffles the values over the switches.", kind=int | None)

    board = free(vertices=switches)
    mark = Placeable(board.vertices)
    pick = PlacePlaceable(mark, group="switch")
    points = per_seat(0)

    picking = GameState([pick], once=True)
    play = Cycle([picking])
    end = Cycle()

    @mark.where("picked-before")
    def switch_is_open(self, seat: int, switch: int) -> bool:
        """Each switch is picked once."""
        return not self.occupied(self.mark) >> switch & 1

    @mark.placed
    def switch_is_worth_its_value(self, seat: int, switch: int) -> None:
        """A player who picks a switch gets its points."""
        self.points[seat] += self._plain_game().values[switch]

    def _plain_game(self) -> Sos:
        """Return the plain game, which knows how a seed shuffles the values and what the usual komi is."""
        return Sos(switches=self.switches, komi=self.komi, seed=self.seed)

    @end.when
    def all_switches_are_picked(self) -> bool:
        """The game ends when all switches are picked; the larger sum wins, equal sums share the win."""
        return self.occupied(self.mark).bit_count() == self.switches

    def score(self, seat: int) -> int:
        """The sum of the switches that a seat picked, with the komi for the second seat."""
        return self.points[seat] + (self._plain_game().handicap if seat == 1 else 0)
