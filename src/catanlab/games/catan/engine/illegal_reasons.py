"""Why a move is illegal: a stable code for programs, and a few words for players and writers of bots.

Each reason is found by a function that returns both. Of other seats they read only what everybody sees, so
that a reason worked out from the view of a seat tells it nothing new.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from catanlab.framework.refusal import Refusal
from catanlab.games.catan import constants as c
from catanlab.games.catan.grid import node_neighbours
from catanlab.games.catan.moves import CatanMove, MoveKind, read_deal
from catanlab.games.catan.position import CatanPosition, Phase, SeatPosition

if TYPE_CHECKING:
    from catanlab.games.catan.engine.state import CatanState
    from catanlab.games.catan.rules import Rules

CODES = {
    "bad-move-text": "the text is no move",
    "no-such-move": "no move or place has this number",
    "not-a-player": "a spectator makes no moves",
    "game-over": "the game has ended",
    "not-your-decision": "another seat, or chance, decides now",
    "only-chance": "only chance decides that: the dice, a card that is drawn or stolen",
    "wrong-phase": "moves of this kind belong to another phase",
    "not-allowed-by-rules": "the rules of this game do not have it, or not now",
    "occupied": "a piece is there already",
    "too-near": "a building is next to the node",
    "not-connected": "no own road or building leads there",
    "no-own-settlement": "a city takes the place of an own settlement, and there is none",
    "cannot-pay": "the seat lacks cards that it would have to give",
    "no-piece-left": "all pieces of this kind are on the board",
    "deck-empty": "all development cards are sold",
    "card-already-played": "a development card was played in this turn",
    "card-not-held": "the seat holds no such card",
    "card-bought-this-turn": "the card was bought in this turn",
    "no-effect": "the card would do nothing",
    "as-others-see-it": "this is the text of a monopoly that was played, with what it took",
    "bank-ratio": "the bank gives one card for several of one other resource, at the seat's ratio",
    "bank-empty": "the bank does not have the cards",
    "no-player-trade": "the rules have no trade between players",
    "no-counter": "the rules have no counter-offers",
    "unfair-deal": "both sides give something, and never the same resource",
    "same-as-offer": "a counter-offer differs from the offer",
    "bad-addressee": "an offer goes to other seats of the game",
    "offer-limit": "the seat has made all offers of this turn",
    "not-accepted": "the seat to confirm did not accept",
    "nothing-to-take": "the seat made no counter-offer that can be paid",
    "not-asked": "the seat has no offer to answer",
    "not-agreed": "a deal takes the proposal of another seat",
    "partner-cannot-pay": "the other seat lacks cards; only the state of a game says so, never a view",
    "not-owed": "the seat has no cards to discard",
    "robber-must-move": "the robber goes to another hex",
    "spared": "the friendly robber spares the hex",
    "must-rob": "a seat at the hex must be robbed",
    "cannot-be-robbed": "this seat has no building at the hex, or no cards",
    "free-roads-must-be-placed": "the rules want free roads placed while they can be",
    "impossible": "it is not possible here",
}
"""Every code of a refusal, and what it means."""

_GOODS = {
    c.ROAD: "a road",
    c.SETTLEMENT: "a settlement",
    c.CITY: "a city",
    c.BUY_CARD: "a development card",
}


@dataclass(frozen=True, slots=True)
class _Attempt:
    """An illegal move of a group that belongs to the phase, and the position it was tried in."""

    state: CatanState
    position: CatanPosition
    move: CatanMove

    @property
    def kind(self) -> MoveKind:
        return self.move.kind

    @property
    def argument(self) -> int:
        return self.move.argument

    @property
    def rules(self) -> Rules:
        return self.state.game.rules

    @property
    def mover(self) -> int:
        """The seat that tries it: the one that the move carries, else the one that is to move."""
        mover = self.state.to_move if self.move.by is None else self.move.by
        return mover if mover < self.state.seats else self.position.on_turn

    @property
    def seat(self) -> SeatPosition:
        return self.position.seats[self.mover]


def _forbidden(rules: Rules, phase: Phase) -> set[int]:
    """Return the groups that these rules never allow in a phase, or at all."""
    groups: set[int] = set()
    if not rules.skip_free_roads:
        groups.add(c.SKIP_ROADS)
    if not rules.counter_offers:
        groups.add(c.COUNTER)
    if not rules.player_trade:
        groups |= {c.OFFER, c.DEAL}
    if phase == Phase.BEFORE_ROLL and rules.cards_before_roll != "any":
        groups |= set(c.CARD_GROUPS) - ({c.PLAY_KNIGHT} if rules.cards_before_roll == "knight" else set())
    return groups


def illegal_reason(state: CatanState, number: int) -> str:
    """Return why the rules forbid the move in this state."""
    refusal = refuse(state, number)
    return refusal.text if refusal else "it is allowed"


def refuse(state: CatanState, number: int) -> Refusal | None:
    """Return why the rules forbid the move to the seat that is to move, or None if they allow it."""
    move = CatanMove(number)
    if move.text.startswith("impossible"):
        return Refusal("no-such-move", "there is no such move")
    if state.is_legal(move):
        return None
    position = state.position
    phase = position.phase
    expected = set(c.PHASE_GROUPS[phase])
    if phase is Phase.MAIN:
        expected.add(c.DEAL)
    if move.kind not in expected:
        names = ", ".join(c.ALL_GROUPS[g] for g in sorted(expected - _forbidden(state.game.rules, phase)))
        return Refusal("wrong-phase", f"the phase is '{phase.text}', where these are allowed: {names}")
    reason = _REASONS.get(move.kind)
    if reason:
        tried = _Attempt(state, position, move)
        return _asked_reason(tried) or reason(tried)
    if state.is_chance:
        return Refusal("only-chance", "chance cannot decide so here")
    return Refusal("impossible", "it is not possible here")


def refuse_seat(state: CatanState, seat: int, number: int) -> Refusal | None:
    """Return why a seat that may decide now may not make this move.

    What is for other seats or chance to decide is refused as such, whether it could happen or not: that
    might depend on cards that the seat does not see.
    """
    move = CatanMove(number)
    if not 0 <= number < 2**63 or move.text.startswith("impossible"):
        return Refusal("no-such-move", "there is no such move")
    if move.kind in c.CHANCE_GROUPS:
        return Refusal("only-chance", "only chance decides that")
    if move.kind == c.DEAL:
        return Refusal("not-agreed", "a deal takes the proposal of another seat")
    position = state.position
    if move.by not in (None, seat) or (
        move.kind in c.CHOICES and position.offer and seat != position.on_turn
    ):
        return Refusal("not-your-decision", "it is the move of another seat")
    return refuse(state, state.by(move, seat))


def _asked_reason(tried: _Attempt) -> Refusal | None:
    """Say that the seat which answers or discards is not asked to, or nothing."""
    position, mover = tried.position, tried.mover
    if tried.move.by is not None and tried.move.by >= tried.state.seats:
        return Refusal("no-such-move", f"there is no seat {tried.move.by}")
    if tried.kind in c.ANSWERS and (mover not in position.offered_to or tried.seat.answer is not None):
        return Refusal("not-asked", f"seat {mover} has no offer to answer")
    if tried.kind == c.DISCARD and not tried.seat.discards_owed:
        return Refusal("not-owed", f"seat {mover} has nothing to discard")
    return None


def _deal_reason(tried: _Attempt) -> Refusal:
    rules, (given, got), other = tried.rules, read_deal(tried.move), tried.move.seat
    if not rules.player_trade:
        return Refusal("no-player-trade", "the rules have no trade between players")
    if other is None or other >= tried.state.seats or other == tried.position.on_turn:
        return Refusal("bad-addressee", "a deal is made with one other seat")
    if any(a and b for a, b in zip(given, got, strict=True)):
        return Refusal("unfair-deal", "the same resource cannot be on both sides")
    missing = _missing(tried.seat, given)
    if missing:
        return Refusal("cannot-pay", f"the seat lacks {missing}")
    return Refusal("partner-cannot-pay", f"seat {other} lacks what it would give")


def _reject_reason(tried: _Attempt) -> Refusal:
    return Refusal("impossible", "it is not possible here")


def _missing(seat: SeatPosition, cost: tuple[int, ...]) -> str:
    lacking = [
        f"{need - have} {name}"
        for need, have, name in zip(cost, seat.certain, c.RESOURCES, strict=True)
        if need > have
    ]
    return " and ".join(lacking)


def _card_reason(tried: _Attempt) -> Refusal:
    position, seat = tried.position, tried.seat
    card = c.CARD_GROUPS.index(tried.kind)
    name = c.CARDS[card]
    if any(tried.move.taken or ()):
        text = "that is a monopoly as others see it; it is played without what it took"
        return Refusal("as-others-see-it", text)
    if position.card_played:
        return Refusal("card-already-played", "a development card was already played this turn")
    if not seat.cards[card]:
        return Refusal("card-not-held", f"the seat holds no {name} card")
    if seat.cards[card] <= position.bought_this_turn[card]:
        return Refusal("card-bought-this-turn", f"the {name} card was bought this turn")
    before = tried.rules.cards_before_roll
    if position.phase == Phase.BEFORE_ROLL and before != "any":
        return Refusal("not-allowed-by-rules", f"the rules allow these cards before the roll: {before}")
    if tried.kind == c.PLAY_ROAD_BUILDING:
        return Refusal("no-effect", "no road can be placed")
    if not any(position.bank):
        return Refusal("bank-empty", "the bank is empty")
    text = "year of plenty takes two cards that the bank has, or the only one it has"
    return Refusal("bank-empty", text)


def _cost_reason(tried: _Attempt) -> Refusal | None:
    """Say what is missing to pay for a piece or a card in the main phase, or nothing."""
    missing = _missing(tried.seat, c.COSTS[tried.kind]) if tried.position.phase == Phase.MAIN else ""
    return Refusal("cannot-pay", f"{_GOODS[tried.kind]} needs {missing} more") if missing else None


def _road_reason(tried: _Attempt) -> Refusal:
    """Say first what is wrong with the place itself, then what it costs, then what leads there."""
    reason = _edge_reason(tried.position, tried.seat, tried.argument) or _cost_reason(tried)
    if reason:
        return reason
    if not tried.seat.roads_left:
        return Refusal("no-piece-left", "no road piece is left")
    if tried.position.phase == Phase.SETUP_ROAD:
        return Refusal("not-connected", "the road must start at the settlement just placed")
    text = "no own road or building leads there, or another's building is in the way"
    return Refusal("not-connected", text)


def _settlement_reason(tried: _Attempt) -> Refusal:
    reason = _node_reason(tried.position, tried.argument) or _cost_reason(tried)
    if reason:
        return reason
    if not tried.seat.settlements_left:
        return Refusal("no-piece-left", "no settlement piece is left")
    return Refusal("not-connected", f"no own road leads to node {tried.argument}")


def _city_reason(tried: _Attempt) -> Refusal:
    if not tried.seat.settlements >> tried.argument & 1:
        return Refusal("no-own-settlement", f"there is no own settlement at node {tried.argument}")
    return _cost_reason(tried) or Refusal("no-piece-left", "no city piece is left")


def _purchase_reason(tried: _Attempt) -> Refusal:
    return _cost_reason(tried) or Refusal("deck-empty", "the deck of development cards is empty")


def _edge_reason(position: CatanPosition, seat: SeatPosition, edge: int) -> Refusal | None:
    if edge >= 72:
        return Refusal("no-such-move", "there is no such edge")
    if seat.roads >> edge & 1:
        return Refusal("occupied", "the edge has an own road already")
    taken = position.occupied_edges >> edge & 1
    return Refusal("occupied", "the edge has a road already") if taken else None


def _node_reason(position: CatanPosition, node: int) -> Refusal | None:
    if node >= 54:
        return Refusal("no-such-move", "there is no such node")
    if position.occupied_nodes >> node & 1:
        return Refusal("occupied", f"node {node} has a building already")
    near = [n for n in node_neighbours(node) if position.occupied_nodes >> n & 1]
    return Refusal("too-near", f"the building at node {near[0]} is too near") if near else None


def _bank_reason(tried: _Attempt) -> Refusal:
    seat = tried.seat
    given, got = read_deal(tried.move)
    if (
        sum(got) != 1
        or sum(1 for n in given if n) != 1
        or any(a and b for a, b in zip(given, got, strict=True))
    ):
        return Refusal("bank-ratio", "the bank gives one card for several of one other resource")
    resource = [bool(n) for n in given].index(True)
    ratio = seat.ratios[resource]
    if sum(given) != ratio:
        return Refusal("bank-ratio", f"the seat trades {c.RESOURCES[resource]} {ratio} to 1")
    missing = _missing(seat, given)
    if missing:
        return Refusal("cannot-pay", f"the seat lacks {missing}")
    return Refusal("bank-empty", f"the bank has no {c.RESOURCES[got.index(1)]} left")


def _offer_reason(tried: _Attempt) -> Refusal:
    """Say why an offer or counter-offer cannot be made."""
    rules, state = tried.rules, tried.state
    given, got = read_deal(tried.move)
    if not rules.player_trade:
        return Refusal("no-player-trade", "the rules have no trade between players")
    if tried.kind == c.COUNTER and not rules.counter_offers:
        return Refusal("no-counter", "the rules have no counter-offers")
    if not sum(given) or not sum(got):
        return Refusal("unfair-deal", "both sides must give something")
    if any(a and b for a, b in zip(given, got, strict=True)):
        return Refusal("unfair-deal", "the same resource cannot be on both sides")
    missing = _missing(tried.seat, given)
    if missing:
        return Refusal("cannot-pay", f"the seat lacks {missing}")
    if tried.kind == c.COUNTER:
        return Refusal("same-as-offer", "that is the offer itself: accept it")
    seats = tried.move.addressees
    if not seats or state.to_move in seats or max(seats) >= state.seats:
        return Refusal("bad-addressee", "an offer goes to one or more other seats")
    return Refusal("offer-limit", f"the rules allow {rules.offers_per_turn} offers a turn")


def _robber_reason(tried: _Attempt) -> Refusal:
    if tried.move.hex == tried.position.robber:
        return Refusal("robber-must-move", "the robber must move to another hex")
    choices = map(CatanMove, tried.state.legal_moves)
    victims = [move.victim for move in choices if move.hex == tried.move.hex]
    if not victims:
        return Refusal("spared", "the friendly robber spares that hex")
    if tried.move.victim is not None:
        return Refusal("cannot-be-robbed", f"seat {tried.move.victim} cannot be robbed there")
    return Refusal("must-rob", f"a seat there must be robbed: {', '.join(map(str, victims))}")


def _skip_reason(tried: _Attempt) -> Refusal:
    text = "the rules want free roads placed while they can be"
    return Refusal("free-roads-must-be-placed", text)


def _accept_reason(tried: _Attempt) -> Refusal:
    return Refusal("cannot-pay", "the seat does not hold what is asked for")


def _discard_reason(tried: _Attempt) -> Refusal:
    return Refusal("card-not-held", "the seat holds no such card")


def _confirm_reason(tried: _Attempt) -> Refusal:
    return Refusal("not-accepted", f"seat {tried.argument} did not accept")


def _take_reason(tried: _Attempt) -> Refusal:
    text = f"seat {tried.argument} made no counter-offer that can be paid"
    return Refusal("nothing-to-take", text)


_REASONS: dict[int, Callable[[_Attempt], Refusal]] = {
    c.ROAD: _road_reason,
    c.SETTLEMENT: _settlement_reason,
    c.CITY: _city_reason,
    c.BUY_CARD: _purchase_reason,
    **dict.fromkeys(c.CARD_GROUPS, _card_reason),
    c.SKIP_ROADS: _skip_reason,
    c.BANK_TRADE: _bank_reason,
    c.OFFER: _offer_reason,
    c.COUNTER: _offer_reason,
    c.ROBBER: _robber_reason,
    c.ACCEPT: _accept_reason,
    c.REJECT: _reject_reason,
    c.DEAL: _deal_reason,
    c.DISCARD: _discard_reason,
    c.CONFIRM: _confirm_reason,
    c.TAKE_COUNTER: _take_reason,
}
