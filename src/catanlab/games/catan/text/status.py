"""Every reason why a position is impossible, as python-chess's `Board.status` has for chess.

An empty list does not prove that a game can reach the position: it only means that no reason was found.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any

from catanlab.framework.moves import CHANCE, OVER
from catanlab.games.catan import constants as c
from catanlab.games.catan.engine.derived_fields import derived_fields, seat_roads
from catanlab.games.catan.grid import edge_nodes, node_neighbours
from catanlab.games.catan.hands import unpack
from catanlab.games.catan.position import members
from catanlab.games.catan.text.status_turn import turn_problems

if TYPE_CHECKING:
    from catanlab.games.catan.engine.state import CatanState

_HAND_BITS = 0x07FF7FF7FF7FF7FF
"""The bits that a packed hand may use: eleven of each lane of twelve."""


def status(state: CatanState) -> list[str]:
    """Return every impossibility in the position, in words; an empty list if there is none.

    >>> from catanlab.games.catan.engine.arrange import put_road
    >>> from catanlab.games.catan.game import Catan
    >>> state = Catan(board="beginner").start()
    >>> status(state)
    []
    >>> put_road(state, 1, 12, 17)
    >>> status(state)[0]
    'seat 1: the road 12-17 comes out of nowhere'
    """
    fields = state.fields()
    problems = list(_field_problems(state, fields))
    if not problems:  # what follows reads the fields as they should be
        problems += _piece_problems(state, fields)
        problems += _card_problems(state, fields)
        problems += _award_problems(state, fields)
        problems += turn_problems(state, fields)
        if not problems:
            problems += _derived_problems(state, fields)
    return problems


def _field_problems(state: CatanState, fields: dict[str, Any]) -> Iterator[str]:
    """Find fields that hold no value of their kind."""
    players = state.seats
    seats = range(players)
    for seat in range(4):
        for name in ("hand", "card"):
            if fields[name][seat] & ~_HAND_BITS:
                yield f"seat {seat}: its {name} is not a number of cards each"
        if not 0 <= fields["knights"][seat] <= 100:
            yield f"seat {seat}: {fields['knights'][seat]} knights were played"
        owned = ("hand", "card", "knights", "settlements", "cities", "answer", "discards")
        if seat >= players and (any(fields[name][seat] for name in owned) or seat_roads(fields, seat)):
            yield f"seat {seat}: it does not play, but has something"
        if fields["settlements"][seat] >> 54 or fields["cities"][seat] >> 54:
            yield f"seat {seat}: a building stands on no node"
        if any(edge >= 72 for edge in seat_roads(fields, seat)):
            yield f"seat {seat}: a road lies on no edge"
        if not 0 <= fields["discard_floor"][seat] <= 4:
            yield f"seat {seat}: its discards cannot go on from resource {fields['discard_floor'][seat]}"
    for name in ("bank", "deck", "bought_this_turn"):
        if fields[name] & ~_HAND_BITS:
            yield f"{name}: it is not a number of cards each"
    for name, least, most in (
        ("robber", 0, 18),
        ("phase", 0, len(c.PHASES) - 1),
        ("turn_seat", 0, players - 1),
        ("turn_count", 0, 2**31 - 2),
        ("road_holder", -1, players - 1),
        ("army_holder", -1, players - 1),
        ("winner", -1, players - 1),
        ("victim", -1, players - 1),
        ("last_node", -1, 53),
    ):
        if not least <= fields[name] <= most:
            yield f"{name.replace('_', ' ')}: {fields[name]} is not from {least} to {most}"
    if fields["actor"] not in (*seats, CHANCE, OVER):
        yield f"actor: {fields['actor']} is neither a seat nor chance nor the end"


# Pieces.


def _piece_problems(state: CatanState, fields: dict[str, Any]) -> Iterator[str]:
    owners: dict[int, list[int]] = {}
    takers: dict[int, list[int]] = {}
    for seat in range(state.seats):
        settlements, cities = _settlements(fields, seat), _cities(fields, seat)
        roads = seat_roads(fields, seat)
        for name, count, most in (
            ("settlements", len(settlements), c.SETTLEMENTS_EACH),
            ("cities", len(cities), c.CITIES_EACH),
            ("roads", len(roads), c.ROADS_EACH),
        ):
            if count > most:
                yield f"seat {seat}: {count} {name}, but there are only {most}"
        for node in (*settlements, *cities):
            owners.setdefault(node, []).append(seat)
        for edge in roads:
            takers.setdefault(edge, []).append(seat)
        yield from _network_problems(fields, seat)
    for node, seats in sorted(owners.items()):
        if len(seats) > 1:
            yield f"node {node}: two buildings stand on it"
    for edge, seats in sorted(takers.items()):
        if len(seats) > 1:
            yield "edge {}-{}: two roads lie on it".format(*edge_nodes(edge))
    for a, b in combinations(sorted(owners), 2):
        if b in node_neighbours(a):
            yield f"nodes {a} and {b}: the buildings are too near to each other"


def _network_problems(fields: dict[str, Any], seat: int) -> Iterator[str]:
    """Find roads that start at no building, and buildings without a road.

    A building of another seat does not matter: it may have come later, between older roads.
    """
    buildings = {*_settlements(fields, seat), *_cities(fields, seat)}
    lost = {edge_nodes(edge) for edge in seat_roads(fields, seat)}
    touched = {node for road in lost for node in road}
    reached = set(buildings)
    grown = True
    while grown:
        near = {road for road in lost if reached.intersection(road)}
        grown = bool(near)
        lost -= near
        reached.update(node for road in near for node in road)
    for a, b in sorted(lost):
        yield f"seat {seat}: the road {a}-{b} comes out of nowhere"
    for node in sorted(buildings - touched):
        if fields["phase"] != c.SETUP_ROAD or node != fields["last_node"]:
            yield f"seat {seat}: no own road leads to the building at node {node}"


# Cards.


def _card_problems(state: CatanState, fields: dict[str, Any]) -> Iterator[str]:
    hands = [unpack(hand) for hand in fields["hand"]]
    bank = unpack(fields["bank"])
    for resource, name in enumerate(c.RESOURCES):
        total = bank[resource] + sum(hand[resource] for hand in hands)
        if state.game.rules.bank_limit and total != c.CARDS_PER_RESOURCE:
            yield f"{name}: {total} cards in bank and hands, not {c.CARDS_PER_RESOURCE}"
        if not state.game.rules.bank_limit and bank[resource] != c.CARDS_PER_RESOURCE:
            yield f"{name}: the bank without a limit shows {bank[resource]}, not {c.CARDS_PER_RESOURCE}"
    held = [unpack(cards) for cards in fields["card"]]
    deck = unpack(fields["deck"])
    full = unpack(c.FULL_DECK)
    for kind, name in enumerate(c.CARDS):
        total = deck[kind] + sum(cards[kind] for cards in held)
        if kind == c.KNIGHT:
            total += sum(fields["knights"])
        # Played knights and victory points stay in sight; the other cards are gone when played.
        if total > full[kind] or (total < full[kind] and kind in (c.KNIGHT, c.VICTORY_POINT)):
            yield f"{name}: {total} cards in deck and hands, not {full[kind]}"
    own = held[fields["turn_seat"]]
    if any(new > cards for new, cards in zip(unpack(fields["bought_this_turn"]), own, strict=True)):
        yield f"seat {fields['turn_seat']}: it bought cards this turn that it does not hold"


# Awards.


def _award_problems(state: CatanState, fields: dict[str, Any]) -> Iterator[str]:
    lengths = fields["road_length"][: state.seats]
    holder, longest = fields["road_holder"], max(lengths)
    if holder >= 0:
        if lengths[holder] < c.LONGEST_ROAD_MINIMUM:
            yield f"seat {holder}: it holds Longest Road with a length of {lengths[holder]}"
        elif lengths[holder] < longest:
            yield f"seat {holder}: it holds Longest Road, but another's is longer"
    elif longest >= c.LONGEST_ROAD_MINIMUM and lengths.count(longest) == 1:
        yield f"seat {lengths.index(longest)}: its road is the longest, but it does not hold the award"
    knights = fields["knights"][: state.seats]
    holder, most = fields["army_holder"], max(knights)
    if holder >= 0:
        if knights[holder] < c.LARGEST_ARMY_MINIMUM:
            yield f"seat {holder}: it holds Largest Army with {knights[holder]} knights"
        elif knights[holder] < most:
            yield f"seat {holder}: it holds Largest Army, but another has more knights"
    elif most >= c.LARGEST_ARMY_MINIMUM:
        yield f"seat {knights.index(most)}: it played {most} knights, but nobody holds Largest Army"


def _derived_problems(state: CatanState, fields: dict[str, Any]) -> Iterator[str]:
    """Find derived fields that the engine did not keep up to date."""
    for name, value in derived_fields(state.game.board, fields).items():
        if fields[name] != value:
            yield f"{name.replace('_', ' ')}: it does not follow from the pieces"


def _settlements(fields: dict[str, Any], seat: int) -> tuple[int, ...]:
    return members(fields["settlements"][seat])


def _cities(fields: dict[str, Any], seat: int) -> tuple[int, ...]:
    return members(fields["cities"][seat])
