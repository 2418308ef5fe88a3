"""Positions set up by hand: functions that put pieces, cards and the turn where they are wanted.

They check that the pieces and cards exist, not that a game can reach the position. Production, ports, road
lengths, Longest Road and the bank are kept up to date.
"""

import cython

from catanlab.framework.errors import PositionError
from catanlab.games.catan import constants
from catanlab.games.catan.grid import edge_between
from catanlab.games.catan.hands import pack, unpack

if not cython.compiled:
    from catanlab.games.catan.constants import AWARD_POINTS
    from catanlab.games.catan.engine.position import Position
    from catanlab.games.catan.engine.roads_and_buildings import (
        build_city,
        build_road,
        build_settlement,
        renew_frontier,
        roads_left,
    )
    from catanlab.games.catan.engine.turn_order import check_win


def put_settlement(state: Position, seat, node):
    """Put a settlement on an empty node, whatever the distance."""
    _check_place(state, seat, node)
    if state.fields()["settlements"][seat].bit_count() == constants.SETTLEMENTS_EACH:
        raise PositionError(f"seat {seat} has no settlement left")
    build_settlement(state, seat, node)
    renew_frontier(state, seat)


def put_city(state: Position, seat, node):
    """Put a city on an empty node, whatever the distance."""
    _check_place(state, seat, node)
    if state.fields()["cities"][seat].bit_count() == constants.CITIES_EACH:
        raise PositionError(f"seat {seat} has no city left")
    build_settlement(state, seat, node)
    build_city(state, seat, node)
    renew_frontier(state, seat)


def put_road(state: Position, seat, a, b):
    """Put a road between two nodes, connected or not."""
    _check_seat(state, seat)
    edge = edge_between(a, b)
    if state.fields()["occupied_edges"][edge >> 6] >> (edge & 63) & 1:
        raise PositionError(f"there is a road at {a}-{b} already")
    if roads_left(state, seat) == 0:
        raise PositionError(f"seat {seat} has no road left")
    build_road(state, seat, edge)


def give_resources(state: Position, seat, **counts):
    """Make the seat's hand hold exactly these resources, from the bank: `wood=2, ore=1`."""
    _check_seat(state, seat)
    hand = pack(_counts(constants.RESOURCES, counts))
    if state.ruleset.bank_counts:
        hands = list(state.fields()["hand"])
        hands[seat] = hand
        left = _rest(constants.FULL_BANK, hands)
        if min(left) < 0:
            raise PositionError("there are only 19 cards of each resource")
        state.bank = pack(left)
    state.hand[seat] = hand


def give_cards(state: Position, seat, *, bought_this_turn=False, **counts):
    """Make the seat hold exactly these development cards, from the deck: `knight=2, monopoly=1`.

    With `bought_this_turn` they cannot be played yet; only the seat on turn can have bought cards.
    """
    _check_seat(state, seat)
    if bought_this_turn and seat != state.turn_seat:
        raise PositionError(f"seat {seat} is not on turn and has bought no card this turn")
    held = list(state.fields()["card"])
    held[seat] = pack(_named_cards(counts))
    deck = _deck(held, sum(state.fields()["knights"]))
    state.card[seat] = held[seat]
    state.deck = deck
    if seat == state.turn_seat:
        state.bought_this_turn = held[seat] if bought_this_turn else 0


def set_knights(state: Position, seat, count, *, army=False):
    """Let the seat have played this many knights; with `army` it holds Largest Army."""
    _check_seat(state, seat)
    fields = state.fields()
    others = sum(fields["knights"]) - fields["knights"][seat]
    if not 0 <= count <= 14 - others:
        raise PositionError(f"{count} is not a number of knights from 0 to {14 - others}")
    state.deck = _deck(fields["card"], others + count)
    state.knights[seat] = count
    if army:
        if state.army_holder >= 0:
            state.public_points[state.army_holder] -= AWARD_POINTS
        state.army_holder = seat
        state.public_points[seat] += AWARD_POINTS


def set_robber(state: Position, hexagon):
    """Put the robber on a hex."""
    if not 0 <= hexagon < 19:
        raise PositionError(f"{hexagon} is not a hex from 0 to 18")
    state.robber = hexagon


def set_bank(state: Position, **counts):
    """Let the bank hold exactly these resources, whatever the hands hold."""
    state.bank = pack(_counts(constants.RESOURCES, counts))


def set_deck(state: Position, **counts):
    """Let the deck hold exactly these cards, whatever has been drawn."""
    state.deck = pack(_named_cards(counts))


def set_turn(state: Position, seat, phase="main", *, turn=None):
    """Give the seat the turn, in the phase "before the roll" or "main"."""
    _check_seat(state, seat)
    if phase not in ("before the roll", "main"):
        raise PositionError(f"phase {phase!r} cannot be set; it can be 'before the roll' or 'main'")
    state.turn_seat = seat
    state.actor = seat
    state.phase = constants.PHASES.index(phase)
    state.rolled = phase == "main"
    state.card_played = False
    state.acted = False
    state.bought_this_turn = 0
    state.offers_made = 0
    state.offer = 0
    for other in range(4):
        state.answer[other] = 0
    state.setup_step = 2 * state.ruleset.players
    if turn is not None:
        state.turn_count = turn
    check_win(state)


def _check_seat(state: Position, seat):
    if not 0 <= seat < state.ruleset.players:
        raise PositionError(f"{seat} is not a seat from 0 to {state.ruleset.players - 1}")


def _check_place(state: Position, seat, node):
    _check_seat(state, seat)
    if not 0 <= node < 54:
        raise PositionError(f"{node} is not a node from 0 to 53")
    if state.fields()["occupied_nodes"] >> node & 1:
        raise PositionError(f"node {node} has a building already")


def _named_cards(counts):
    names = {name.replace(" ", "_"): name for name in constants.CARDS}
    for name in counts:
        if name not in names:
            raise PositionError(f"unknown card {name!r}; the cards are {', '.join(names)}")
    return _counts(constants.CARDS, {names[name]: count for name, count in counts.items()})


def _rest(full, hands):
    """Return the rest of a full bank or deck when these hands are held."""
    columns = zip(*[unpack(hand) for hand in hands], strict=True)
    return [most - sum(column) for most, column in zip(unpack(full), columns, strict=True)]


def _deck(held, knights_played):
    """Return the deck that is left; raises PositionError if there never were so many cards."""
    deck = _rest(constants.FULL_DECK, held)
    deck[constants.KNIGHT] -= knights_played
    if min(deck) < 0:
        raise PositionError("there are only 14 knights, 5 victory points and 2 of each other card")
    return pack(deck)


def _counts(names, counts):
    for name, count in counts.items():
        if name not in names:
            raise PositionError(f"unknown card {name!r}; the cards are {', '.join(names)}")
        if not 0 <= count <= constants.MAX_IN_PLAY:
            raise PositionError(f"{count} {name} is not a number of cards")
    return [counts.get(name, 0) for name in names]
