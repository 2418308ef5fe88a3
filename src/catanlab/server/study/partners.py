"""Offers and answers by kind of partner: do people treat machines otherwise than people?"""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean, median

from msgspec import Struct, field

from catanlab.lab.statistics.blocks import Blocks
from catanlab.lab.statistics.interval import Interval
from catanlab.lab.statistics.wilson import wilson, wilson_over_blocks
from catanlab.server.study.facts import KINDS, Answer, Form, GameFacts, Kind, Offer

FORMS: tuple[Form, ...] = ("offer", "counter", "proposal")


class PartnerLine(Struct, frozen=True):
    """The offers of one form from one kind of player to another; an offer to three seats counts thrice."""

    form: Form
    maker: Kind
    partner: Kind
    offers: int
    games: int
    accepted: Interval
    rejected: float
    countered: float
    dealt: float
    """The part for which cards changed hands."""
    give: float
    """The mean number of cards that the maker gives, and gets."""
    get: float
    answer_seconds: float | None
    """The median time of an answer that has one."""


class _Group(Struct):
    """What is gathered for a line."""

    by_game: dict[str, list[Answer]] = field(default_factory=dict)
    give: list[int] = field(default_factory=list)
    get: list[int] = field(default_factory=list)


def by_partner(games: Iterable[GameFacts]) -> tuple[PartnerLine, ...]:
    """Return a line for each form and pair of kinds; seats that changed hands are left out."""
    groups: dict[tuple[Form, Kind, Kind], _Group] = {}
    for game in games:
        changed = {seat.seat for seat in game.seats if seat.changed}
        for offer in game.own_offers:
            for answer in offer.answers:
                if not changed & {offer.seat, answer.seat}:
                    key = offer.form, offer.kind, answer.kind
                    _add(groups.setdefault(key, _Group()), game, offer, answer)
    return tuple(
        _line(form, maker, partner, groups[form, maker, partner])
        for form in FORMS
        for maker in KINDS
        for partner in KINDS
        if (form, maker, partner) in groups
    )


def _add(group: _Group, game: GameFacts, offer: Offer, answer: Answer) -> None:
    group.by_game.setdefault(game.room, []).append(answer)
    group.give.append(sum(offer.give))
    group.get.append(sum(offer.get))


def _line(form: Form, maker: Kind, partner: Kind, group: _Group) -> PartnerLine:
    answers = [answer for found in group.by_game.values() for answer in found]
    times = [answer.seconds for answer in answers if answer.own != "none" and answer.seconds is not None]
    return PartnerLine(
        form=form,
        maker=maker,
        partner=partner,
        offers=len(answers),
        games=len(group.by_game),
        accepted=_share(group),
        rejected=fmean(answer.own == "reject" for answer in answers),
        countered=fmean(answer.own == "counter" for answer in answers),
        dealt=fmean(answer.deal is not None for answer in answers),
        give=fmean(group.give),
        get=fmean(group.get),
        answer_seconds=median(times) if times else None,
    )


def _share(group: _Group) -> Interval:
    """Return the accepted share, with the games as blocks: offers of one game are alike."""
    counts = [
        (sum(answer.own == "accept" for answer in found), len(found)) for found in group.by_game.values()
    ]
    if len(counts) == 1:
        return wilson(*counts[0])
    return wilson_over_blocks(Blocks([count[0] for count in counts], [count[1] for count in counts]))
