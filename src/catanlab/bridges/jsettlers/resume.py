"""Resumes a game in progress: makes an observer of our game from the position at the server.

The server sends only the sizes of the others' hands, so any cards are possible there. Of the development
cards that were played before, it sends only the knights.
"""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.bridges.jsettlers import codes as j
from catanlab.bridges.jsettlers.errors import CannotFollowError
from catanlab.bridges.jsettlers.server_position import ServerPosition
from catanlab.framework.errors import GameError
from catanlab.games.catan import constants as c
from catanlab.games.catan.game import Catan
from catanlab.games.catan.grid import JSETTLERS_TO_NODE
from catanlab.games.catan.moves import Counts
from catanlab.games.catan.position import Phase
from catanlab.games.catan.view.checks import MAX_HAND
from catanlab.games.catan.view.known_position import KnownPosition, KnownSeat
from catanlab.games.catan.view.observer import CatanObserver

_PHASES = {
    j.FIRST_SETTLEMENT: Phase.SETUP_SETTLEMENT,
    j.FIRST_ROAD: Phase.SETUP_ROAD,
    j.SECOND_SETTLEMENT: Phase.SETUP_SETTLEMENT,
    j.SECOND_ROAD: Phase.SETUP_ROAD,
    j.ROLL_OR_CARD: Phase.BEFORE_ROLL,
    j.PLAY: Phase.MAIN,
    j.PLACING_ROBBER: Phase.ROBBING,
    j.FREE_ROAD_1: Phase.FREE_ROADS,
    j.FREE_ROAD_2: Phase.FREE_ROADS,
}
"""Our phase in each state of the server in which a game can be resumed."""
_MAX_ROUNDS = 10**6


def can_resume(position: ServerPosition) -> bool:
    """Say whether a game can be resumed in this state of the server; otherwise a later state allows it."""
    return position.board is not None and position.state in _PHASES


def observer_at(position: ServerPosition, game: Catan, order: Sequence[int]) -> CatanObserver:
    """Return an observer of the robot's seat that goes on from a position of the server.

    `order` has the server's seats in the order of ours. Raises CannotFollowError if our game has no such
    position.
    """
    if position.current not in order or position.me not in order:
        raise CannotFollowError(f"seat {position.current} is on turn, where nobody plays")
    if max(*position.sizes.values(), sum(position.own)) > MAX_HAND:
        raise CannotFollowError("a hand holds more cards than there can be")
    try:
        view = _known_position(position, order).view(game, order.index(position.me))
    except GameError as error:
        raise CannotFollowError(str(error)) from error
    return CatanObserver.from_view(view)


def _known_position(position: ServerPosition, order: Sequence[int]) -> KnownPosition:
    players, on_turn = len(order), order.index(position.current)
    current, phase = position.players[position.current], _PHASES[position.state]
    in_setup = phase in (Phase.SETUP_SETTLEMENT, Phase.SETUP_ROAD)
    is_second = position.state in (j.SECOND_SETTLEMENT, j.SECOND_ROAD)
    step = (2 * players - 1 - on_turn if is_second else on_turn) if in_setup else 2 * players
    rounds = min(max(0, position.elements.get(j.ROUND, 1) - 1), _MAX_ROUNDS)
    own, bought = _own_cards(position)
    return KnownPosition(
        seats=tuple(_seat(position, seat, own) for seat in order),
        phase=phase,
        on_turn=on_turn,
        turn=0 if in_setup else rounds * players + on_turn,
        setup_step=step,
        last_node=JSETTLERS_TO_NODE.get(current.get(j.LAST_SETTLEMENT, 0)) if in_setup else None,
        # A knight or road building may come before the roll.
        rolled=phase is Phase.MAIN or (phase in (Phase.ROBBING, Phase.FREE_ROADS) and position.dice >= 2),
        card_played=bool(current.get(j.CARD_PLAYED, 0)) or phase is Phase.FREE_ROADS,
        free_roads={j.FREE_ROAD_1: 2, j.FREE_ROAD_2: 1}.get(position.state, 0),
        robber=position.robber,
        longest_road=_holder(position, order, j.ROAD_PLAYER),
        largest_army=_holder(position, order, j.ARMY_PLAYER),
        unseen_cards=_unseen_cards(position, order, own),
        deck_is_empty=position.elements.get(j.CARDS_LEFT, 0) <= 0,
        bought_this_turn=bought if position.current == position.me else (0, 0, 0, 0, 0),
    )


def _seat(position: ServerPosition, seat: int, own_cards: Counts) -> KnownSeat:
    """Return the pieces and cards of a seat of the server."""
    pieces = {
        piece: tuple(node for node, found in position.nodes.items() if found == (seat, piece))
        for piece in (j.SETTLEMENT, j.CITY)
    }
    is_own = seat == position.me
    return KnownSeat(
        settlements=pieces[j.SETTLEMENT],
        cities=pieces[j.CITY],
        roads=tuple(edge for edge, owner in position.roads.items() if owner == seat),
        knights=position.players[seat].get(j.KNIGHTS, 0),
        hand=_counts(position.own) if is_own else None,
        hand_size=position.sizes[seat],
        cards=own_cards if is_own else (0, 0, 0, 0, 0),
        hidden_cards=0 if is_own else len(position.cards[seat]),
    )


def _holder(position: ServerPosition, order: Sequence[int], element: int) -> int | None:
    """Return our seat that holds an award."""
    seat = position.elements.get(element, -1)
    return order.index(seat) if seat in order else None


def _own_cards(position: ServerPosition) -> tuple[Counts, Counts]:
    """Return the robot's development cards, and those of them that it bought in this turn."""
    own, bought = [0] * 5, [0] * 5
    for card, action in position.cards[position.me]:
        own[j.CARDS[card]] += 1
        bought[j.CARDS[card]] += action == j.ADD_NEW
    return _counts(own), _counts(bought)


def _unseen_cards(position: ServerPosition, order: Sequence[int], own: Counts) -> Counts:
    """Return the development cards in the deck and in the hands of others, in part a guess."""
    unseen = [count - held for count, held in zip(c.DECK_COUNTS, own, strict=True)]
    unseen[c.KNIGHT] -= sum(position.players[seat].get(j.KNIGHTS, 0) for seat in order)
    for kind, count in position.played.items():
        unseen[kind] -= count
    hidden = sum(len(position.cards[seat]) for seat in order if seat != position.me)
    # The other missing cards were played before the robot came; the server does not send which.
    gone = sum(unseen) - hidden - position.elements.get(j.CARDS_LEFT, 0)
    for _ in range(min(gone, sum(unseen))):
        most = max((c.ROAD_BUILDING, c.YEAR_OF_PLENTY, c.MONOPOLY), key=lambda kind: unseen[kind])
        unseen[most] -= 1
    if min(unseen) < 0 or gone < 0:
        raise CannotFollowError("more development cards are out than there are")
    return _counts(unseen)


def _counts(values: Sequence[int]) -> Counts:
    first, second, third, fourth, fifth = values
    return first, second, third, fourth, fifth
