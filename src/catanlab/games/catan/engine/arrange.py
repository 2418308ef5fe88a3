"""Positions arranged by hand: put pieces, cards and the turn where they are wanted.

The functions check that the pieces and cards exist, not that a game could have reached the position. Fields
that follow from the pieces (production, ports, road lengths, Longest Road, the bank) are updated.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from catanlab.framework.errors import PositionError
from catanlab.games.catan import constants as c
from catanlab.games.catan.engine.position import Position
from catanlab.games.catan.engine.roads_and_buildings import put_piece
from catanlab.games.catan.engine.turn_order import finish_if_won
from catanlab.games.catan.grid import edge_between
from catanlab.games.catan.hands import pack, unpack


def put_settlement(state: Position, seat: int, node: int) -> None:
    """Put a settlement on an empty node, whatever the distance."""
    _check_place(state, seat, node)
    if state.fields()["settlements"][seat].bit_count() == c.SETTLEMENTS_EACH:
        raise PositionError(f"seat {seat} has no settlement left")
    put_piece(state, c.SETTLEMENT, seat, node)


def put_city(state: Position, seat: int, node: int) -> None:
    """Put a city on an empty node, whatever the distance."""
    _check_place(state, seat, node)
    if state.fields()["cities"][seat].bit_count() == c.CITIES_EACH:
        raise PositionError(f"seat {seat} has no city left")
    put_piece(state, c.SETTLEMENT, seat, node)
    put_piece(state, c.CITY, seat, node)


def put_road(state: Position, seat: int, a: int, b: int) -> None:
    """Put a road between two nodes, connected or not."""
    _check_seat(state, seat)
    edge = edge_between(a, b)
    fields = state.fields()
    if fields["occupied_edges"][edge >> 6] >> (edge & 63) & 1:
        raise PositionError(f"there is a road at {a}-{b} already")
    if sum(word.bit_count() for word in fields["roads"][2 * seat : 2 * seat + 2]) == c.ROADS_EACH:
        raise PositionError(f"seat {seat} has no road left")
    put_piece(state, c.ROAD, seat, edge)


def give_resources(state: Position, seat: int, **counts: int) -> None:
    """Make the seat's hand hold exactly these resources, from the bank: `wood=2, ore=1`."""
    _check_seat(state, seat)
    hand = pack(_counts(c.RESOURCES, counts))
    hands = _replaced(state.fields()["hand"], seat, hand)
    if state.ruleset.rules.bank_limit:
        left = _rest(c.FULL_BANK, hands)
        if min(left) < 0:
            raise PositionError("there are only 19 cards of each resource")
        _set(state, bank=pack(left))
    _set(state, hand=hands)


def give_cards(state: Position, seat: int, *, bought_this_turn: bool = False, **counts: int) -> None:
    """Make the seat hold exactly these development cards, from the deck: `knight=2, monopoly=1`.

    With `bought_this_turn` they cannot be played yet; only the seat on turn can have bought cards.
    """
    _check_seat(state, seat)
    fields = state.fields()
    is_on_turn = seat == fields["turn_seat"]
    if bought_this_turn and not is_on_turn:
        raise PositionError(f"seat {seat} is not on turn and has bought no card this turn")
    given = pack(_named_cards(counts))
    held = _replaced(fields["card"], seat, given)
    _set(state, deck=_deck(held, sum(fields["knights"])), card=held)
    if is_on_turn:
        _set(state, bought_this_turn=given if bought_this_turn else 0)


def set_knights(state: Position, seat: int, count: int, *, army: bool = False) -> None:
    """Let the seat have played this many knights; with `army` it holds Largest Army."""
    _check_seat(state, seat)
    fields = state.fields()
    others = sum(fields["knights"]) - fields["knights"][seat]
    if not 0 <= count <= 14 - others:
        raise PositionError(f"{count} is not a number of knights from 0 to {14 - others}")
    _set(
        state,
        deck=_deck(fields["card"], others + count),
        knights=_replaced(fields["knights"], seat, count),
    )
    if army:
        points = list(fields["public_points"])
        if fields["army_holder"] >= 0:
            points[fields["army_holder"]] -= c.AWARD_POINTS
        points[seat] += c.AWARD_POINTS
        _set(state, army_holder=seat, public_points=points)


def set_robber(state: Position, hexagon: int) -> None:
    """Put the robber on a hex."""
    if not 0 <= hexagon < 19:
        raise PositionError(f"{hexagon} is not a hex from 0 to 18")
    _set(state, robber=hexagon)


def set_bank(state: Position, **counts: int) -> None:
    """Let the bank hold exactly these resources, whatever the hands hold."""
    _set(state, bank=pack(_counts(c.RESOURCES, counts)))


def set_deck(state: Position, **counts: int) -> None:
    """Let the deck hold exactly these cards, whatever has been drawn."""
    _set(state, deck=pack(_named_cards(counts)))


def set_turn(state: Position, seat: int, phase: str = "main", *, turn: int | None = None) -> None:
    """Give the seat the turn, in the phase "before the roll" or "main"."""
    _check_seat(state, seat)
    if phase not in ("before the roll", "main"):
        raise PositionError(f"phase {phase!r} cannot be set; it can be 'before the roll' or 'main'")
    _set(
        state,
        turn_seat=seat,
        actor=seat,
        phase=c.PHASES.index(phase),
        rolled=phase == "main",
        card_played=False,
        acted=False,
        bought_this_turn=0,
        offers_made=0,
        offer=0,
        answer=(0, 0, 0, 0),
        discards=(0, 0, 0, 0),
        discard_floor=(0, 0, 0, 0),
        setup_step=2 * state.seats,
    )
    if turn is not None:
        _set(state, turn_count=turn)
    finish_if_won(state)


def set_free_roads(state: Position, seat: int, count: int) -> None:
    """Give the seat the turn, with this many roads of a road building card still to place."""
    _check_seat(state, seat)
    if not 1 <= count <= c.ROADS_EACH:
        raise PositionError(f"{count} is not a number of roads from 1 to {c.ROADS_EACH}")
    _set(state, phase=c.FREE_ROADS, free_roads=count, actor=seat, turn_seat=seat, rolled=True)


def _set(state: Position, **values: Any) -> None:
    """Change some fields of a position."""
    state.set_fields({**state.fields(), **values})


def _replaced(values: Iterable[int], place: int, value: int) -> list[int]:
    replaced = list(values)
    replaced[place] = value
    return replaced


def _check_seat(state: Position, seat: int) -> None:
    if not 0 <= seat < state.seats:
        raise PositionError(f"{seat} is not a seat from 0 to {state.seats - 1}")


def _check_place(state: Position, seat: int, node: int) -> None:
    _check_seat(state, seat)
    if not 0 <= node < 54:
        raise PositionError(f"{node} is not a node from 0 to 53")
    if state.fields()["occupied_nodes"] >> node & 1:
        raise PositionError(f"node {node} has a building already")


def _named_cards(counts: Mapping[str, int]) -> list[int]:
    names = {name.replace(" ", "_"): name for name in c.CARDS}
    for name in counts:
        if name not in names:
            raise PositionError(f"unknown card {name!r}; the cards are {', '.join(names)}")
    return _counts(c.CARDS, {names[name]: count for name, count in counts.items()})


def _rest(full: int, hands: Iterable[int]) -> list[int]:
    """Return what is left of a full bank or deck when these hands are held."""
    columns = zip(*[unpack(hand) for hand in hands], strict=True)
    return [most - sum(column) for most, column in zip(unpack(full), columns, strict=True)]


def _deck(held: Iterable[int], knights_played: int) -> int:
    """Return the deck that is left; raises PositionError if there never were so many cards."""
    deck = _rest(c.FULL_DECK, held)
    deck[c.KNIGHT] -= knights_played
    if min(deck) < 0:
        raise PositionError("there are only 14 knights, 5 victory points and 2 of each other card")
    return pack(deck)


def _counts(names: Sequence[str], counts: Mapping[str, int]) -> list[int]:
    for name, count in counts.items():
        if name not in names:
            raise PositionError(f"unknown card {name!r}; the cards are {', '.join(names)}")
        if not 0 <= count <= c.MAX_IN_PLAY:
            raise PositionError(f"{count} {name} is not a number of cards")
    return [counts.get(name, 0) for name in names]
