"""Why a move is refused, in a few words: for people and for those who debug a bot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from catanlab.framework.moves import GROUP_SHIFT
from catanlab.games.catan import constants as c
from catanlab.games.catan.details import Details, Seat, details
from catanlab.games.catan.grid import edge_nodes, node_neighbours
from catanlab.games.catan.hands import unbundled, unpack
from catanlab.games.catan.moves import CatanMove

if TYPE_CHECKING:
    from catanlab.games.catan.engine.state import CatanState
    from catanlab.games.catan.rules import Rules

_COSTS = {
    c.ROAD: ("a road", c.ROAD_COST),
    c.SETTLEMENT: ("a settlement", c.SETTLEMENT_COST),
    c.CITY: ("a city", c.CITY_COST),
    c.BUY_CARD: ("a development card", c.CARD_COST),
}
_CARD_MOVES = {
    c.PLAY_KNIGHT: c.KNIGHT,
    c.PLAY_ROAD_BUILDING: c.ROAD_BUILDING,
    c.PLAY_PLENTY: c.YEAR_OF_PLENTY,
    c.PLAY_MONOPOLY: c.MONOPOLY,
}
_PHASE_GROUPS = {
    "set-up settlement": {c.SETTLEMENT},
    "set-up road": {c.ROAD},
    "before the roll": {c.ROLL, *_CARD_MOVES},
    "main": {c.END_TURN, *_COSTS, *_CARD_MOVES, c.BANK_TRADE, c.OFFER},
    "discarding": {c.DISCARD},
    "moving the robber": {c.ROBBER},
    "free roads": {c.ROAD, c.SKIP_ROADS},
    "answering an offer": {c.ACCEPT, c.REJECT, c.COUNTER},
    "choosing a trade": {c.CONFIRM, c.TAKE_COUNTER, c.CANCEL},
    "rolling": {c.DICE},
    "drawing a card": {c.DRAW},
    "stealing": {c.STEAL},
    "finished": set(),
}


def _forbidden(rules: Rules, phase: str) -> set[int]:
    """Return the groups that these rules never allow in a phase, or at all."""
    groups: set[int] = set()
    if not rules.skip_free_roads:
        groups.add(c.SKIP_ROADS)
    if not rules.counter_offers:
        groups.add(c.COUNTER)
    if not rules.player_trade:
        groups.add(c.OFFER)
    if phase == "before the roll" and rules.cards_before_roll != "any":
        groups |= set(_CARD_MOVES) - ({c.PLAY_KNIGHT} if rules.cards_before_roll == "knight" else set())
    return groups


def refusal(state: CatanState, move: int) -> str:
    """Return why the rules forbid the move in this state."""
    if CatanMove(move).text.startswith("impossible"):
        return "there is no such move"
    if state.is_legal(move):
        return "it is allowed"
    facts = details(state)
    group, argument = move >> GROUP_SHIFT, move & ((1 << GROUP_SHIFT) - 1)
    expected = _PHASE_GROUPS[facts.phase]
    if group not in expected:
        names = ", ".join(c.GROUPS[g] for g in sorted(expected - _forbidden(state.game.rules, facts.phase)))
        return f"the phase is '{facts.phase}', where these are allowed: {names}"
    seat = facts.seats[state.to_move if state.to_move < 4 else facts.seat_on_turn]
    if group == c.SKIP_ROADS:
        return "the rules want free roads placed while they can be"
    if group == c.PLAY_MONOPOLY and argument >> c.TAKEN_SHIFT:
        return "that is a monopoly as others see it; it is played without what it took"
    if group in _CARD_MOVES:
        return _card_refusal(state, facts, seat, group)
    if group in _COSTS:
        return _build_refusal(state, facts, seat, group, argument)
    if group == c.BANK_TRADE:
        return _bank_refusal(facts, seat, argument)
    if group in (c.OFFER, c.COUNTER):
        return _offer_refusal(state, seat, group, argument)
    if group == c.ROBBER:
        return _robber_refusal(state, facts, argument)
    if group == c.ACCEPT:
        return "the seat does not hold what is asked for"
    if group == c.DISCARD:
        return "the seat holds no such card"
    if group == c.CONFIRM:
        return f"seat {argument} did not accept"
    if group == c.TAKE_COUNTER:
        return f"seat {argument} made no counter-offer that can be paid"
    return "chance cannot decide so here" if state.is_chance else "it is not possible here"


def _missing(seat: Seat, cost: tuple[int, ...]) -> str:
    lacking = [
        f"{need - have} {name}"
        for need, (name, have) in zip(cost, seat.resources.items(), strict=True)
        if need > have
    ]
    return " and ".join(lacking)


def _card_refusal(state: CatanState, facts: Details, seat: Seat, group: int) -> str:
    card = c.CARDS[_CARD_MOVES[group]]
    if facts.card_played:
        return "a development card was already played this turn"
    if not seat.cards[card]:
        return f"the seat holds no {card} card"
    if seat.cards[card] <= facts.bought_this_turn[card]:
        return f"the {card} card was bought this turn"
    before = state.game.rules.cards_before_roll
    if facts.phase == "before the roll" and before != "any":
        return f"the rules allow these cards before the roll: {before}"
    if group == c.PLAY_ROAD_BUILDING:
        return "no road can be placed"
    if not any(facts.bank.values()):
        return "the bank is empty"
    return "year of plenty takes two cards that the bank has, or the only one it has"


def _build_refusal(state: CatanState, facts: Details, seat: Seat, group: int, place: int) -> str:
    """Tell first what is wrong with the place itself, then what it costs, then what leads there."""
    taken = {c.ROAD: _edge_refusal, c.SETTLEMENT: _node_refusal, c.CITY: _city_refusal}.get(group)
    reason = taken(facts, seat, place) if taken else ""
    if reason:
        return reason
    name, cost = _COSTS[group]
    missing = _missing(seat, unpack(cost)) if facts.phase == "main" else ""
    if missing:
        return f"{name} needs {missing} more"
    if group == c.ROAD:
        if len(seat.roads) == c.ROADS_EACH:
            return "no road piece is left"
        if facts.phase == "set-up road":
            return "the road must start at the settlement just placed"
        return "no own road or building leads there, or another's building is in the way"
    if group == c.SETTLEMENT:
        if len(seat.settlements) == c.SETTLEMENTS_EACH:
            return "no settlement piece is left"
        return f"no own road leads to node {place}"
    return "no city piece is left" if group == c.CITY else "the deck of development cards is empty"


def _edge_refusal(facts: Details, seat: Seat, edge: int) -> str:
    if edge >= 72:
        return "there is no such edge"
    ends = edge_nodes(edge)
    if ends in seat.roads:
        return "the edge has an own road already"
    return "the edge has a road already" if any(ends in other.roads for other in facts.seats) else ""


def _node_refusal(facts: Details, seat: Seat, node: int) -> str:
    if node >= 54:
        return "there is no such node"
    built = {n for other in facts.seats for n in (*other.settlements, *other.cities)}
    if node in built:
        return f"node {node} has a building already"
    near = [n for n in node_neighbours(node) if n in built]
    return f"the building at node {near[0]} is too near" if near else ""


def _city_refusal(facts: Details, seat: Seat, node: int) -> str:
    return "" if node in seat.settlements else f"there is no own settlement at node {node}"


def _bank_refusal(facts: Details, seat: Seat, argument: int) -> str:
    given = unbundled(argument & c.BUNDLE_MASK)
    got = unbundled((argument >> c.GET_SHIFT) & c.BUNDLE_MASK)
    if (
        sum(got) != 1
        or sum(1 for n in given if n) != 1
        or any(a and b for a, b in zip(given, got, strict=True))
    ):
        return "the bank gives one card for several of one other resource"
    resource = c.RESOURCES[[bool(n) for n in given].index(True)]
    ratio = seat.ratios[resource]
    if sum(given) != ratio:
        return f"the seat trades {resource} {ratio} to 1"
    missing = _missing(seat, given)
    if missing:
        return f"the seat lacks {missing}"
    return f"the bank has no {c.RESOURCES[got.index(1)]} left"


def _offer_refusal(state: CatanState, seat: Seat, group: int, argument: int) -> str:
    rules = state.game.rules
    given = unbundled(argument & c.BUNDLE_MASK)
    got = unbundled((argument >> c.GET_SHIFT) & c.BUNDLE_MASK)
    if not rules.player_trade:
        return "the rules have no trade between players"
    if group == c.COUNTER and not rules.counter_offers:
        return "the rules have no counter-offers"
    if not sum(given) or not sum(got):
        return "both sides must give something"
    if any(a and b for a, b in zip(given, got, strict=True)):
        return "the same resource cannot be on both sides"
    missing = _missing(seat, given)
    if missing:
        return f"the seat lacks {missing}"
    if group == c.COUNTER:
        return "that is the offer itself: accept it"
    seats = [n for n in range(4) if argument >> (c.ADDRESSEE_SHIFT + n) & 1]
    if not seats or state.to_move in seats or max(seats) >= state.seats:
        return "an offer goes to one or more other seats"
    return f"the rules allow {rules.offers_per_turn} offers a turn"


def _robber_refusal(state: CatanState, facts: Details, argument: int) -> str:
    hexagon, victim = argument & 0xFF, (argument >> c.VICTIM_SHIFT) - 1
    if hexagon >= 19:
        return "there is no such hex"
    if hexagon == facts.robber:
        return "the robber must move to another hex"
    choices = [m & ((1 << GROUP_SHIFT) - 1) for m in state.legal_moves]
    victims = [(m >> c.VICTIM_SHIFT) - 1 for m in choices if m & 0xFF == hexagon]
    if not victims:
        return "the friendly robber spares that hex"
    if victim >= 0:
        return f"seat {victim} cannot be robbed there"
    return f"a seat there must be robbed: {', '.join(map(str, victims))}"
