"""What a seat saw earlier in a game, computed from the log of its view.

A log cannot be replayed if it was amended, as in games of another program, or if it begins when a seat was
taken over. Callers then use the present view.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from catanlab.framework.errors import ObservationError
from catanlab.games.catan import constants as c
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.rules import BOUNDS
from catanlab.games.catan.view.observer import CatanObserver
from catanlab.games.catan.view.view import CatanView

_SET_UP = (c.SETTLEMENT, c.ROAD)


def begins_with_game(view: CatanView) -> bool:
    """Return whether the log of a view begins with the set-up of the game."""
    log = view.log
    pieces = 4 * view.game.rules.players
    if any(move.kind != _SET_UP[place % 2] for place, move in enumerate(log[:pieces])):
        return False
    if len(log) >= pieces:
        return True
    seats = view.position.seats
    return len(log) == sum(seat.settlements.bit_count() + seat.roads.bit_count() for seat in seats)


def observers(view: CatanView) -> Iterator[CatanObserver]:
    """Yield the observer of the seat as it was before each move of the log, as far as it can be replayed.

    It is the same observer each time and moves on: read it before asking for the next.
    """
    if not begins_with_game(view):
        return
    observer = _game_of(view).observer(view.seat)
    for move in view.log:
        yield observer
        try:
            observer.observe(move)
        except ObservationError:
            return


def asked_seats(offer: CatanMove, on_turn: int, players: int) -> list[int]:
    """Return the seats that an offer goes to, in the order in which they are asked.

    >>> asked_seats(CatanMove.parse("offer 1 wood for 1 ore to 0 1 3"), 2, 4)
    [3, 0, 1]
    """
    addressees = offer.addressees
    return [seat for i in range(1, players) if (seat := (on_turn + i) % players) in addressees]


def next_to_answer(waiting: list[int], move: CatanMove) -> int:
    """Take the seat that makes an answer or discard out of those that wait for their turn, and return it.

    A move that carries its seat came before its turn; any other is that of the first who waits.

    >>> waiting = [3, 0, 1]
    >>> next_to_answer(waiting, CatanMove.parse("accept by 0")), waiting
    (0, [3, 1])
    """
    seat = move.by if move.by in waiting else waiting[0]
    assert seat is not None
    waiting.remove(seat)
    return seat


def knights_drawn(log: Sequence[CatanMove], turns: int) -> int:
    """Return how many knights were bought a number of turns ago.

    >>> log = [CatanMove.parse(text) for text in ("draw knight", "end turn", "draw victory point")]
    >>> knights_drawn(log, 1), knights_drawn(log, 0), knights_drawn(log, 2)
    (1, 0, 0)
    """
    ended = count = 0
    for move in reversed(log):
        kind = move.kind
        if kind == c.END_TURN:
            ended += 1
            if ended > turns:
                break
        elif kind == c.DRAW and ended == turns:
            count += move.card == c.KNIGHT
    return count


def _game_of(view: CatanView) -> Catan:
    """Return the game of a view, with the highest limit of offers if the log breaks that of its rules."""
    offers = most = 0
    for move in view.log:
        kind = move.kind
        offers = 0 if kind == c.END_TURN else offers + (kind == c.OFFER)
        most = max(most, offers)
    game, rules = view.game, view.game.rules
    if not rules.player_trade or most <= rules.offers_per_turn:
        return game
    return Catan(rules=rules.replace(offers_per_turn=BOUNDS["offers_per_turn"][1]), board=game.board)
