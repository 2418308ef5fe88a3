"""Estimates of the position after a build, for plans of two builds (Thomas, chapter 4)."""

import cython

from catanlab.agents.estimates.build_time import KIND_NAMES
from catanlab.framework.errors import ArgumentError

if not cython.compiled:
    from catanlab.agents.estimates.build_time import A_CITY, A_ROAD, A_SETTLEMENT
    from catanlab.agents.estimates.estimates import Estimates
    from catanlab.games.catan.engine.roads_and_buildings import build_city, build_road, build_settlement

__all__ = ["look_after"]


def look_after(ahead: Estimates, now: Estimates, seat, kind, place):
    """Have `ahead` look at the position of `now` with one more road, settlement or city of a seat.

    The piece is not paid for: hands stay as they are. Raises ArgumentError for any other kind of build.
    """
    number: cython.int = KIND_NAMES.index(kind) if kind in KIND_NAMES else -1
    if number not in (A_ROAD, A_SETTLEMENT, A_CITY):
        raise ArgumentError(f"{kind!r} is not a road, a settlement or a city")
    builder: cython.int = now._seat(seat)
    if ahead.game is not now.game:
        ahead.game = now.game
        ahead.position = now.position.blank()
        ahead.trial = now.position.blank()
        ahead.pieces.begin(now.position)
    ahead.me = now.me
    ahead.seats = now.seats
    ahead.deck = now.deck
    ahead.knights_held = now.knights_held
    ahead.knights_new = now.knights_new
    ahead.position.take_fields(now.position)
    if number == A_ROAD:
        build_road(ahead.position, builder, place)
    elif number == A_SETTLEMENT:
        build_settlement(ahead.position, builder, place)
    else:
        build_city(ahead.position, builder, place)
    ahead.pieces.track(ahead.position)
    for other in range(ahead.seats):
        ahead.ready[other] = False
        ahead.rolls_to_win[other] = -1
        ahead.known[other] = now.known[other]
