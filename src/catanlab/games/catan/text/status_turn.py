"""The part of `status` about the turn: the phase and its fields, trade, and who has won."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from catanlab.games.catan import constants as c
from catanlab.games.catan.engine.derived_fields import seat_roads
from catanlab.games.catan.grid import hex_nodes
from catanlab.games.catan.hands import unpack
from catanlab.games.catan.moves import CatanMove, read_deal
from catanlab.games.catan.position import members
from catanlab.games.catan.text.positions import PHASE_WORDS, usual_actor

if TYPE_CHECKING:
    from catanlab.games.catan.engine.state import CatanState

_SETUP = (c.SETUP_SETTLEMENT, c.SETUP_ROAD)
_ROLLED = (c.MAIN, c.DISCARDING, c.ANSWERING, c.CHOOSING, c.DRAWING)
_TRADING = (c.ANSWERING, c.CHOOSING)


def turn_problems(state: CatanState, fields: dict[str, Any]) -> Iterator[str]:
    """Find fields that contradict the phase, the turn, the open offer or the end of the game."""
    if fields["phase"] in _SETUP:
        yield from _setup_problems(state, fields)
    else:
        yield from _course_problems(state, fields)
    yield from _phase_problems(state, fields)
    yield from _robbery_problems(state, fields)
    yield from _trade_problems(state, fields)
    yield from _win_problems(state, fields)


def _setup_problems(state: CatanState, fields: dict[str, Any]) -> Iterator[str]:
    """Compare the pieces with the steps of the set-up."""
    players, step = state.seats, fields["setup_step"]
    order = _setup_seats(state)
    if not 0 <= step < len(order):
        yield f"set-up: step {step} is not from 0 to {len(order) - 1}"
        return
    if fields["turn_seat"] != order[step]:
        yield f"set-up: seat {order[step]} is on turn at step {step}, not {fields['turn_seat']}"
    placed = fields["phase"] == c.SETUP_ROAD
    for seat in range(players):
        settlements = order[:step].count(seat) + (placed and order[step] == seat)
        if len(members(fields["settlements"][seat])) != settlements or fields["cities"][seat]:
            yield f"set-up: at this step seat {seat} has {settlements} settlements and no city"
        if len(seat_roads(fields, seat)) != order[:step].count(seat):
            yield f"set-up: at this step seat {seat} has {order[:step].count(seat)} roads"
        if fields["hand"][seat] and settlements < 2:
            yield f"set-up: seat {seat} has cards before its second settlement"
        if fields["card"][seat] or fields["knights"][seat]:
            yield f"set-up: seat {seat} has or played development cards"
    yield from _last_node_problems(fields, order[step] if placed else order[step - 1] if step else None)
    if fields["turn_count"]:
        yield "set-up: no turn has been played yet"
    for name in ("rolled", "card_played", "acted", "offers_made", "bought_this_turn"):
        if fields[name]:
            yield f"set-up: {name.replace('_', ' ')} belongs to a turn"


def _setup_seats(state: CatanState) -> list[int]:
    """Return the seat that each step of the set-up belongs to."""
    seats = list(range(state.seats))
    return seats + (seats if state.game.rules.setup_order == "straight" else seats[::-1])


def _last_node_problems(fields: dict[str, Any], seat: int | None) -> Iterator[str]:
    """Check the settlement that the set-up placed last."""
    last = fields["last_node"]
    if seat is None:
        if last != -1:
            yield f"set-up: node {last} cannot be the last one before the first settlement"
    elif last < 0 or not (fields["settlements"][seat] | fields["cities"][seat]) >> last & 1:
        yield f"set-up: the last settlement, at node {last}, must be one of seat {seat}"


def _course_problems(state: CatanState, fields: dict[str, Any]) -> Iterator[str]:
    players = state.seats
    if fields["setup_step"] != 2 * players:
        yield f"set-up: it is over after step {2 * players}, not {fields['setup_step']}"
    yield from _last_node_problems(fields, _setup_seats(state)[-1])
    for seat in range(players):
        buildings = len(members(fields["settlements"][seat] | fields["cities"][seat]))
        if buildings < 2 or len(seat_roads(fields, seat)) < 2:
            yield f"seat {seat}: it must have two buildings and two roads from the set-up"
    turn = fields["turn_count"]
    # A game that ends with a turn has counted it, but nobody is next.
    ended = fields["phase"] == c.FINISHED and not fields["rolled"]
    if fields["turn_seat"] not in (turn % players, (turn - 1) % players if ended else -1):
        yield f"turn {turn + 1}: seat {turn % players} is on turn, not {fields['turn_seat']}"


def _phase_problems(state: CatanState, fields: dict[str, Any]) -> Iterator[str]:
    phase, seat, rules = fields["phase"], fields["turn_seat"], state.game.rules
    name = PHASE_WORDS[phase]
    usual, actor = usual_actor(phase, seat), fields["actor"]
    if actor != usual and (usual is not None or actor >= state.seats):
        yield f"{name}: the wrong one is to act"
    if phase in _ROLLED and not fields["rolled"]:
        yield f"{name}: the dice must have been rolled"
    if phase in (c.BEFORE_ROLL, c.ROLLING) and fields["rolled"]:
        yield f"{name}: the dice must not have been rolled"
    if phase == c.ROBBING and not (fields["rolled"] or fields["card_played"]):
        yield f"{name}: neither a seven nor a knight can have come before"
    if not fields["rolled"]:
        if fields["bought_this_turn"]:
            yield f"seat {seat}: it cannot have bought cards before the roll"
        if fields["offers_made"]:
            yield f"seat {seat}: it cannot have made offers before the roll"
        if fields["card_played"] and rules.cards_before_roll == "none":
            yield f"seat {seat}: the rules allow it no card before the roll"
        if fields["acted"] and not fields["card_played"]:
            yield f"seat {seat}: it cannot have acted before the roll without playing a card"
    if fields["card_played"] and not fields["acted"]:
        yield f"seat {seat}: to play a card is to act"
    if phase == c.MAIN and rules.one_action and fields["acted"]:
        yield f"{name}: the turn ends by itself after one action"
    if phase == c.DRAWING and not fields["deck"]:
        yield f"{name}: the deck is empty"
    free = fields["free_roads"]
    if phase == c.FREE_ROADS:
        if free not in (1, 2) or not fields["card_played"]:
            yield f"{name}: a card just played leaves one or two roads to place, not {free}"
    elif free and not (phase == c.FINISHED and free == 1):
        yield f"{name}: there are no free roads to place"


def _robbery_problems(state: CatanState, fields: dict[str, Any]) -> Iterator[str]:
    phase, seat, victim = fields["phase"], fields["turn_seat"], fields["victim"]
    if phase == c.DISCARDING and 0 <= fields["actor"] < state.seats:
        yield from _discard_problems(state, fields)
    elif any(fields["discards"]) or any(fields["discard_floor"]):
        yield f"{PHASE_WORDS[phase]}: there is nothing to discard"
    if phase == c.STEALING:
        nodes = sum(1 << node for node in hex_nodes(fields["robber"]))
        if victim in (-1, seat) or not fields["hand"][victim]:
            yield f"stealing: {victim} is not another seat that holds cards"
        elif not (fields["settlements"][victim] | fields["cities"][victim]) & nodes:
            yield f"stealing: seat {victim} has no building at the robber's hex {fields['robber']}"
    elif victim != -1:
        yield f"{PHASE_WORDS[phase]}: nobody is being robbed"


def _discard_problems(state: CatanState, fields: dict[str, Any]) -> Iterator[str]:
    """Check what each seat owes, and that the first of them from the seat on turn on is asked."""
    players, discards = state.seats, fields["discards"]
    order = [(fields["turn_seat"] + i) % players for i in range(players)]
    owing = [seat for seat in order if discards[seat]]
    for seat in {fields["actor"], *owing}:
        held, left = sum(unpack(fields["hand"][seat])), discards[seat]
        # With n cards before, n // 2 must go: of so many kept, n is one of two numbers.
        kept = held - left
        before = [n for n in (2 * kept - 1, 2 * kept) if n > state.game.rules.hand_limit and n >= held]
        if left < 1 or not before:
            yield f"discard: {left} of {held} cards cannot be left to discard"
    if owing and fields["actor"] != owing[0] and discards[fields["actor"]]:
        yield f"discard: seat {owing[0]} is asked before seat {fields['actor']}"
    for seat in range(players):
        if fields["discard_floor"][seat] and not discards[seat]:
            yield f"discard: seat {seat} has nothing left to discard"


# Trade.


def _trade_problems(state: CatanState, fields: dict[str, Any]) -> Iterator[str]:
    rules, phase, made = state.game.rules, fields["phase"], fields["offers_made"]
    most = rules.offers_per_turn if rules.player_trade else 0
    if not 0 <= made <= most:
        yield f"offers: {made} were made this turn, but at most {most} may be"
    if phase not in _TRADING:
        if fields["offer"] or any(fields["answer"]):
            yield f"{PHASE_WORDS[phase]}: no offer is on the table"
        return
    if made < 1:
        yield "offers: the one on the table must be counted"
    yield from _offer_problems(state, fields)
    yield from _answer_problems(state, fields)


def _offer_problems(state: CatanState, fields: dict[str, Any]) -> Iterator[str]:
    seat, addressees = fields["turn_seat"], _addressees(fields)
    given, got = read_deal(fields["offer"])
    if not _is_fair(given, got):
        yield "offer: both sides must give something, and never the same resource"
    if not addressees or seat in addressees or max(addressees) >= state.seats:
        yield "offer: it must go to one or more other seats"
    if not _holds(fields, seat, given):
        yield f"offer: seat {seat} does not hold what it offers"


def _answer_problems(state: CatanState, fields: dict[str, Any]) -> Iterator[str]:
    """Check who has answered: all addressees, or at least those before the one who is asked next."""
    rules, seat, offer = state.game.rules, fields["turn_seat"], read_deal(fields["offer"])
    order = [(seat + i) % state.seats for i in range(1, state.seats)]
    expected = [other for other in order if other in _addressees(fields)]
    if fields["phase"] == c.ANSWERING:
        if fields["actor"] not in expected:
            yield "answer: the seat that answers was not addressed"
            return
        later = [
            other for other in expected[expected.index(fields["actor"]) + 1 :] if fields["answer"][other]
        ]
        expected = expected[: expected.index(fields["actor"])] + later
    answers = {other: CatanMove(move) for other, move in enumerate(fields["answer"]) if move}
    if sorted(expected) != list(answers):
        yield f"answers: they must be those of seats {expected}, not of {list(answers)}"
    kinds = [answer.kind for answer in answers.values()]
    if fields["phase"] == c.CHOOSING and c.ACCEPT not in kinds and c.COUNTER not in kinds:
        yield "choose: somebody must have accepted or made a counter-offer"
    for other, answer in answers.items():
        kind, deal = answer.kind, read_deal(answer)
        if kind == c.ACCEPT and rules.trade_settlement == "first":
            yield f"answers: seat {other} accepted, which trades at once"
        elif kind == c.ACCEPT and not _holds(fields, other, offer.get):
            yield f"answers: seat {other} accepted, but does not hold what is asked for"
        elif kind == c.COUNTER and not rules.counter_offers:
            yield "answers: the rules have no counter-offers"
        elif kind == c.COUNTER and not (_is_fair(*deal) and _holds(fields, other, deal.give)):
            yield f"answers: seat {other} cannot make this counter-offer"
        elif kind == c.COUNTER and deal.reversed == offer:
            yield f"answers: seat {other} countered with the offer itself"
        elif kind not in (c.ACCEPT, c.REJECT, c.COUNTER):
            yield f"answers: seat {other} gave what is no answer"


def _addressees(fields: dict[str, Any]) -> tuple[int, ...]:
    return CatanMove.make(c.OFFER, fields["offer"]).addressees


def _is_fair(given: tuple[int, ...], got: tuple[int, ...]) -> bool:
    return any(given) and any(got) and not any(a and b for a, b in zip(given, got, strict=True))


def _holds(fields: dict[str, Any], seat: int, needed: tuple[int, ...]) -> bool:
    return all(a >= b for a, b in zip(unpack(fields["hand"][seat]), needed, strict=True))


# Winning.


def _win_problems(state: CatanState, fields: dict[str, Any]) -> Iterator[str]:
    rules, phase, winner, seat = state.game.rules, fields["phase"], fields["winner"], fields["turn_seat"]
    target, turn = rules.points_to_win, fields["turn_count"]
    points = [_points(fields, other) for other in range(state.seats)]
    if phase != c.FINISHED:
        if winner != -1:
            yield f"{PHASE_WORDS[phase]}: nobody has won yet"
        if rules.turn_limit and turn >= rules.turn_limit:
            yield f"turn {turn + 1}: the game ends after {rules.turn_limit} turns"
        for other in range(state.seats):
            if other == seat and rules.win_check == "turn end" and fields["acted"]:
                continue  # its points are looked at when its turn ends
            # Only Longest Road comes to a seat in another's turn; all else was looked at in its own.
            passing = c.AWARD_POINTS if other != seat and fields["road_holder"] == other else 0
            if points[other] - passing >= target:
                yield f"seat {other}: with {points[other]} points it should have won"
        return
    best = max(points)
    at_limit = turn == rules.turn_limit and not fields["rolled"] and turn > 0
    if winner == -1:
        if not at_limit or points.count(best) == 1:
            yield "finished: somebody must have won"
    elif points[winner] < target and not at_limit:
        yield f"finished: seat {winner} has won with {points[winner]} points, not {target}"
    elif points[winner] < best and (at_limit or rules.win_check == "turn end"):
        yield f"finished: seat {winner} has won, but another has more points"
    elif rules.win_check == "own turn" and winner != seat and not at_limit:
        yield f"finished: seat {winner} has won in the turn of seat {seat}"


def _points(fields: dict[str, Any], seat: int) -> int:
    hidden = unpack(fields["card"][seat])[c.VICTORY_POINT]
    awards = (fields["road_holder"] == seat) + (fields["army_holder"] == seat)
    settlements, cities = (len(members(fields[name][seat])) for name in ("settlements", "cities"))
    return int(settlements + 2 * cities + c.AWARD_POINTS * awards + hidden)
