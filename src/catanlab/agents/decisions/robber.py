"""Where to move the robber, against the seat nearest to winning, and whom to rob."""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.agents.base.choice import Choice
from catanlab.agents.base.situation import Situation
from catanlab.agents.estimates.seat_forecasts import SeatForecasts
from catanlab.agents.estimates.total_build_time import total_build_time
from catanlab.framework.random import Random
from catanlab.games.catan.grid import HEX_TO_JSETTLERS
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.view.view import CatanView


def move_robber(
    view: CatanView,
    situation: Situation,
    forecasts: SeatForecasts,
    random: Random,
    *,
    only_if_it_slows: bool = True,
    ships: bool = False,
    cut_at: int | None = None,
) -> Choice:
    """Move the robber, never onto a hex that pays me if there is another, and name the victim.

    The hex is the one without which the seat nearest to winning has the largest sum of building times. If
    no hex slows that seat, a random one is taken; JSettlers, without `only_if_it_slows`, still takes the
    first with the largest sum. `ships` and `cut_at` are passed to `total_build_time`. Of the seats that can
    be robbed there, the victim is the one nearest to winning.
    """
    moves: dict[int, list[CatanMove]] = {}
    for move in view.legal_moves:
        if move.hex is not None:
            moves.setdefault(move.hex, []).append(move)
    hexes = [hexagon for hexagon in moves if not _pays_me(situation, hexagon)]
    hexes.sort(key=lambda hexagon: HEX_TO_JSETTLERS[hexagon])
    others = [seat for seat in range(situation.players) if seat != situation.me]
    leader = nearest_to_win(forecasts, others)

    def slowness(blocked: int) -> int:
        income = forecasts.estimates.income(leader, blocked)
        return total_build_time(forecasts.estimates.build_times, income, ships=ships, cut_at=cut_at)

    free = slowness(-1)
    best, most = -1, free if only_if_it_slows else 0
    for hexagon in hexes:
        total = slowness(hexagon)
        if total > most:
            best, most = hexagon, total
    data = {"leader": leader, "rolls": forecasts.win_rolls(leader), "sum": most}
    if best < 0:
        choices = hexes or sorted(moves)
        best = choices[random.below(len(choices))]
    if most <= free:
        reason = f"no hex would slow seat {leader}, who is nearest to winning"
    else:
        reason = f"there it slows seat {leader} most, who is nearest to winning"
    return Choice(_robbing(moves[best], forecasts), reason, data)


def _pays_me(situation: Situation, hexagon: int) -> bool:
    return situation.hex_yields[situation.me][hexagon] > 0 and situation.board_values.hex_rates[hexagon] > 0


def _robbing(moves: list[CatanMove], forecasts: SeatForecasts) -> CatanMove:
    """Return the move, of those to one hex, that robs the seat nearest to winning."""
    by_victim = {move.victim: move for move in moves if move.victim is not None}
    return by_victim[nearest_to_win(forecasts, sorted(by_victim))] if by_victim else moves[0]


def nearest_to_win(forecasts: SeatForecasts, seats: Sequence[int]) -> int:
    """Return the seat that needs the fewest rolls to win, the first of equals."""
    return min(seats, key=forecasts.win_rolls)
