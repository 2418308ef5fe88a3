"""What a search of games may ask for: named measures of a game, with the moments that show them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from msgspec import Struct

from catanlab.games.catan.moves import Deal
from catanlab.server.study.facts import Answer, GameFacts, Moment, Offer
from catanlab.server.study.negotiation import accepts, counters, deals, offers, rejects


class Note(Struct, frozen=True):
    """A moment of a game, and what happened there."""

    at: Moment
    text: str
    value: float | None = None
    """How much there is at this moment alone, where that can be said."""


class Found(NamedTuple):
    """How much of something there is in a game, and where."""

    value: float
    notes: tuple[Note, ...] = ()


class Measure(NamedTuple):
    """Something that a search asks for; `least` holds where no number is given."""

    name: str
    words: str
    least: int
    of: Callable[[GameFacts], Found]


def player(game: GameFacts, seat: int) -> str:
    """Return a seat in words."""
    return f"seat {seat} ({game.seats[seat].kind})"


def _terms(offer: Offer) -> str:
    return Deal(offer.give, offer.get).text


def _exchange(game: GameFacts, offer: Offer, answer: Answer) -> str:
    return f"{player(game, offer.seat)} gives {player(game, answer.seat)} {_terms(offer)}"


def _counter_accepted(game: GameFacts) -> Found:
    notes = [
        Note(
            at,
            f"{player(game, answer.seat)} takes the counter-offer of {player(game, offer.seat)}: "
            f"{_terms(offer)}",
        )
        for offer, answer, at in game.deals
        if offer.is_counter
    ]
    return Found(len(notes), tuple(notes))


def _proposal_accepted(game: GameFacts) -> Found:
    notes = [
        Note(
            at,
            f"{player(game, answer.seat)} takes the proposal of {player(game, offer.seat)}: "
            f"{_terms(offer)}",
        )
        for offer, answer, at in game.deals
        if offer.form == "proposal"
    ]
    return Found(len(notes), tuple(notes))


def _deals(game: GameFacts) -> Found:
    notes = [Note(at, _exchange(game, offer, answer)) for offer, answer, at in game.deals]
    return Found(deals(game), tuple(notes))


def _counters_before_deal(game: GameFacts) -> Found:
    """Find the deals that took counter-offers: how many were made in that turn before it."""
    notes = []
    for offer, answer, at in game.deals:
        count = sum(
            other.is_counter and other.at.turn == at.turn and other.at.seq < at.seq
            for other in game.own_offers
        )
        text = f"after {_count(count, 'counter-offer')} {_exchange(game, offer, answer)}"
        notes.append(Note(at, text, count))
    return _largest_first(notes)


def _deal_builds(game: GameFacts) -> Found:
    notes = [
        Note(
            each.deal,
            f"a deal brings {player(game, each.seat)} what was missing for: {each.what}",
        )
        for each in game.purchases
    ]
    return Found(len(notes), tuple(notes))


def _negotiation(game: GameFacts) -> Found:
    """Find the turns with the most offers, counter-offers and proposals."""
    by_turn: dict[int, list[Offer]] = {}
    for offer in game.own_offers:
        by_turn.setdefault(offer.at.turn, []).append(offer)
    notes = []
    for made in by_turn.values():
        countered = sum(offer.is_counter for offer in made)
        text = f"{_count(len(made), 'offer')}, {countered} of them counter-offers"
        notes.append(Note(made[0].at, text, len(made)))
    return _largest_first(notes)


def _uneven_deal(game: GameFacts) -> Found:
    """Find the deals with the greatest difference of cards given and got."""
    notes = []
    for offer, answer, at in game.deals:
        more = abs(sum(offer.give) - sum(offer.get))
        notes.append(Note(at, _exchange(game, offer, answer), more))
    return _largest_first(notes)


def _largest_first(notes: list[Note]) -> Found:
    ordered = sorted(notes, key=lambda note: (-(note.value or 0), note.at.seq))
    return Found(ordered[0].value or 0 if ordered else 0, tuple(ordered))


def _comeback(game: GameFacts) -> Found:
    """Find how many points, of those that everybody saw, the winner was ever behind."""
    if game.winner < 0 or not game.standings:
        return Found(0)
    behind, standing = max(
        ((max(each.points) - each.points[game.winner], each) for each in game.standings),
        key=lambda found: (found[0], found[1].at.seq),
    )
    if not behind:
        return Found(0)
    text = f"{player(game, game.winner)}, who wins, has {standing.points[game.winner]} points"
    return Found(behind, (Note(standing.at, f"{text}, the leader {max(standing.points)}"),))


def _beat(winner: bool, game: GameFacts) -> Found:
    """Find whether a person won against machines only, or a machine against people only."""
    if game.winner < 0:
        return Found(0)
    seat = game.seats[game.winner]
    others = [each for each in game.seats if each.seat != seat.seat]
    is_person = seat.kind == "person"
    alone = all((each.kind == "person") is not is_person for each in others)
    return Found(int(is_person is winner and alone))


def _substitutions(game: GameFacts) -> Found:
    notes = [
        Note(each.at, f"seat {each.seat}: a {each.after} sits down for a {each.before}")
        for each in game.substitutions
    ]
    return Found(len(notes), tuple(notes))


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


MEASURES: Final = {
    each.name: each
    for each in (
        Measure("counter accepted", "counter-offers that were taken", 1, _counter_accepted),
        Measure("proposal accepted", "proposals off turn that were taken", 1, _proposal_accepted),
        Measure(
            "counters before deal",
            "counter-offers in one turn before a deal was struck",
            2,
            _counters_before_deal,
        ),
        Measure("negotiation", "offers, counter-offers and proposals in the busiest turn", 5, _negotiation),
        Measure(
            "deal for a building", "deals that brought what a purchase of that turn lacked", 1, _deal_builds
        ),
        Measure("uneven deal", "cards that one side of a deal gave more than it got", 1, _uneven_deal),
        Measure("comeback", "points that the winner was once behind the leader", 3, _comeback),
        Measure("person beat robots", "the only person won", 1, lambda game: _beat(winner=True, game=game)),
        Measure(
            "robot beat people",
            "the only robot or bot won",
            1,
            lambda game: _beat(winner=False, game=game),
        ),
        Measure("offers", "offers, and proposals that counter none", 1, lambda g: Found(offers(g))),
        Measure("counters", "counter-offers", 1, lambda g: Found(counters(g))),
        Measure("accepts", "answers that accept", 1, lambda g: Found(accepts(g))),
        Measure("rejects", "answers that reject", 1, lambda g: Found(rejects(g))),
        Measure("deals", "exchanges of cards between players", 1, _deals),
        Measure("bank trades", "trades with the bank", 1, lambda g: Found(sum(g.bank_trades))),
        Measure("statements", "statements of players", 1, lambda g: Found(sum(g.statements))),
        Measure("asks", "interests asked or told by a button", 1, lambda g: Found(sum(g.asks))),
        Measure("replies", "answers to such", 1, lambda g: Found(sum(g.replies))),
        Measure(
            "offers in chat",
            "offers that were written in chat and understood",
            1,
            lambda g: Found(sum(offer.from_chat for offer in g.offers)),
        ),
        Measure("chat", "chat lines of players", 1, lambda g: Found(sum(g.chat))),
        Measure("substitutions", "seats that changed hands after the start", 1, _substitutions),
        Measure("people", "people at the start", 1, lambda g: Found(g.people)),
        Measure("bots", "bots at the start", 1, lambda g: Found(g.count("bot"))),
        Measure("robots", "robots at the start", 1, lambda g: Found(g.count("robot"))),
        Measure("turns", "turns", 1, lambda g: Found(g.turns)),
        Measure("minutes", "minutes from start to end", 1, lambda g: Found(_minutes(g))),
    )
}
"""Everything that a search may ask for, by name."""


def _minutes(game: GameFacts) -> float:
    return (game.ended_at - game.started_at) / 60_000
