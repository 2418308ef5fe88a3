"""Walks the declared Catan and the native one side by side, and compares all that they show."""

from __future__ import annotations

from catanlab.framework.declared import ACCEPTED, REJECTED, Counter
from catanlab.framework.moves import CHANCE, OVER
from catanlab.games.catan import constants as c
from catanlab.games.catan.declared import DeclaredCatan
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove, Deal

PHASES = {
    DeclaredCatan.founding: c.SETUP_SETTLEMENT,
    DeclaredCatan.paving: c.SETUP_ROAD,
    DeclaredCatan.before_the_roll: c.BEFORE_ROLL,
    DeclaredCatan.after_the_roll: c.MAIN,
    DeclaredCatan.discarding: c.DISCARDING,
    DeclaredCatan.moving_the_robber: c.ROBBING,
    DeclaredCatan.placing_free_roads: c.FREE_ROADS,
    DeclaredCatan.dice: c.ROLLING,
    DeclaredCatan.deck: c.DRAWING,
    DeclaredCatan.steal: c.STEALING,
}


def phase_of(play):
    if not play.stack:
        return c.FINISHED
    node = play.stack[-1]
    if node is play.trading:
        return c.ANSWERING if play.offer.unanswered else c.CHOOSING
    return PHASES[node]


def answer_move(play, seat):
    answer = None if play.offer is None else play.offer.answers[seat]
    if answer is None:
        return None
    if answer == ACCEPTED:
        return CatanMove.make(c.ACCEPT)
    if answer == REJECTED:
        return CatanMove.make(c.REJECT)
    return CatanMove.counter(*answer)


def declared_facts(state):
    play = state.position
    phase = phase_of(play)
    facts = {
        "phase": c.PHASES[phase],
        "to_move": state.to_move,
        "deciders": state.deciders,
        "asked together": state.question != 0,
        "turn": state.turn,
        "scores": state.scores,
        "returns": state.returns,
        "on_turn": play.on_turn,
        "card_played": play.card_played,
        "robber": play.location(play.robber),
        "longest_road": play.longest_road,
        "largest_army": play.largest_army,
        "winner": play.crowned[0] if len(play.crowned) == 1 else None,
        "last_node": play.last_settlement,
        "free_roads": play.free_roads_due,
        "victim": play.victim,
        "offers_made": play.offers_made,
        "offer": None if play.offer is None else Deal(play.offer.give, play.offer.get),
        "offered_to": () if play.offer is None else tuple(play.offer.to),
        "deck": tuple(play.left_in(play.deck)),
        "bought": tuple(play.acquired_this_turn[play.on_turn]),
        "bank": tuple(play.bank) if play.rules.bank_limit else None,
    }
    for seat in range(play.seats):
        facts[f"seat {seat}"] = {
            "hand": tuple(play.hands[seat]),
            "cards": tuple(play.held[seat]),
            "knights": play.knights_played[seat],
            "settlements": play.places_of(play.settlement, seat),
            "cities": play.places_of(play.city, seat),
            "roads": play.places_of(play.road, seat),
            "ratios": tuple(play.ratio(seat, resource) for resource in range(5)),
            "road_length": play.road_length[seat],
            "points": play.points[seat],
            "answer": answer_move(play, seat),
            "owed": play.owed[seat],
        }
    return facts


def native_facts(state):
    p = state.position
    facts = {
        "phase": p.phase.text,
        "to_move": state.to_move,
        "deciders": state.deciders,
        "asked together": state.question != 0,
        "turn": state.turn,
        "scores": state.scores,
        "returns": state.returns,
        "on_turn": p.on_turn,
        "card_played": p.card_played,
        "robber": p.robber,
        "longest_road": p.longest_road,
        "largest_army": p.largest_army,
        "winner": p.winner,
        "last_node": p.last_node,
        "free_roads": p.free_roads,
        "victim": p.victim,
        "offers_made": p.offers_made,
        "offer": p.offer,
        "offered_to": p.offered_to,
        "deck": p.unseen_cards,
        "bought": p.bought_this_turn,
        "bank": p.bank if state.game.rules.bank_limit else None,
    }
    for seat, its in enumerate(p.seats):
        facts[f"seat {seat}"] = {
            "hand": its.hand,
            "cards": its.cards,
            "knights": its.knights,
            "settlements": its.settlements,
            "cities": its.cities,
            "roads": its.roads,
            "ratios": its.ratios,
            "road_length": its.road_length,
            "points": its.public_points,
            "answer": its.answer,
            "owed": its.discards_owed,
        }
    return facts


def differences(declared, native):
    ours, theirs = declared_facts(declared), native_facts(native)
    found = []
    for key, ours_value in ours.items():
        if ours_value != theirs[key]:
            if isinstance(ours_value, dict):
                found += [
                    f"{key} {name}: declared {one}, native {theirs[key][name]}"
                    for name, one in ours_value.items()
                    if one != theirs[key][name]
                ]
            else:
                found.append(f"{key}: declared {ours_value}, native {theirs[key]}")
    if declared.legal_moves != native.legal_moves:
        one, two = declared.legal_moves, native.legal_moves
        extra = [m for m in one if m not in two]
        missing = [m for m in two if m not in one]
        found.append(f"legal: declared also {extra}, native also {missing}; {one[:60]} v {two[:60]}")
    a, b = declared.outcomes, native.outcomes
    if [m for m, _ in a] != [m for m, _ in b] or any(abs(p - q) > 1e-12 for (_, p), (_, q) in zip(a, b)):
        found.append(f"outcomes: {a} v {b}")
    return found


def random_bundle(chance, most):
    """Return counts of the five resources: mostly few cards of one or two, at times very many."""
    counts = [0] * 5
    for _ in range(chance.choice((0, 1, 1, 1, 2, 2, 3))):
        counts[chance.randrange(5)] += chance.choice((1, 1, 1, 2, 3, 4, most))
    return tuple(min(count, 31) for count in counts)


def random_probe(chance):
    """Return a number that is a move of some kind, sensible or not."""
    group = chance.choice((*range(1, len(c.GROUPS)), c.OFFER, c.OFFER, c.COUNTER, c.COUNTER, c.DEAL, c.DEAL, c.ROBBER, c.DISCARD, c.BANK_TRADE))
    if group in (c.OFFER, c.COUNTER, c.DEAL, c.BANK_TRADE):
        most = chance.choice((5, 31))
        packed = 0
        if group == c.BANK_TRADE:
            given, got = chance.randrange(5), chance.randrange(5)
            packed = chance.choice((2, 3, 4, 4)) << 5 * given | 1 << (5 * got + c.GET_SHIFT)
        else:
            for shift in (0, c.GET_SHIFT):
                for resource, count in enumerate(random_bundle(chance, most)):
                    packed |= count << (5 * resource + shift)
        seats = chance.choice((0, 0, chance.randrange(16), chance.randrange(16), chance.randrange(1, 5)))
        return group << 54 | packed | seats << c.SEAT_SHIFT
    if group == c.ROBBER:
        return group << 54 | chance.randrange(20) | chance.choice((0, 0, *range(6))) << c.VICTIM_SHIFT
    if group == c.PLAY_PLENTY:
        packed = 0
        for _ in range(chance.choice((1, 2, 2, 2, 2, 3))):
            packed += 1 << (5 * chance.randrange(5) + c.GET_SHIFT)
        return group << 54 | packed
    argument = chance.choice((0, 0, chance.randrange(6), chance.randrange(13), chance.randrange(60), chance.randrange(80)))
    if group in c.BY_ANY_DECIDER:
        argument |= chance.choice((0, 0, 0, *range(6))) << c.SEAT_SHIFT
    return group << 54 | argument
