"""Facts of games as a test wants them, for tables whose figures are computed by hand."""

from __future__ import annotations

from typing import Any

from catanlab.server.study.facts import Answer, Form, GameFacts, Kind, Moment, Offer, Said, Seat

NOTHING = (0, 0, 0, 0, 0)


def game(
    room: str,
    *,
    kinds: tuple[Kind, ...] = ("person", "person", "person", "person"),
    winner: int = 0,
    turns: int = 10,
    offers: tuple[Offer, ...] = (),
    **others: Any,
) -> GameFacts:
    """Return a game in which little happened."""
    seats = tuple(
        Seat(
            seat=number,
            kind=kind,
            person=f"id{number}" if kind != "robot" else "",
            name=f"Name {number}",
            agent="greedy" if kind == "robot" else "",
            won=number == winner,
        )
        for number, kind in enumerate(kinds)
    )
    fields: dict[str, Any] = {
        "rules": "trading",
        "experiment": "",
        "arm": "",
        "counter_button": True,
        "interest_buttons": True,
        "started_at": 0,
        "ended_at": 60_000,
        "termination": "finished",
        "decisions": (),
        "bank_trades": (0,) * len(kinds),
        "statements": (0,) * len(kinds),
        "asks": (0,) * len(kinds),
        "replies": (0,) * len(kinds),
        "chat": (0,) * len(kinds),
        "spectators_chat": 0,
        "substitutions": (),
        "purchases": (),
        "standings": (),
        "events": 100,
    }
    return GameFacts(room=room, seats=seats, turns=turns, winner=winner, offers=offers, **fields | others)


def offer(
    seq: int,
    seat: int,
    kind: Kind,
    *answers: tuple[int, Kind, Said],
    turn: int = 1,
    form: Form = "offer",
    replies_to: int = 0,
    deal: int | None = None,
    cards: tuple[int, int] = (1, 1),
    seconds: float | None = 2.0,
    from_chat: bool = False,
) -> Offer:
    """Return an offer of wood for ore, with its answers; the deal is with the seat named."""
    return Offer(
        at=Moment(seq, seq, turn),
        form=form,
        seat=seat,
        kind=kind,
        give=(cards[0], 0, 0, 0, 0),
        get=(0, 0, 0, 0, cards[1]),
        replies_to=replies_to,
        from_chat=from_chat,
        answers=tuple(
            Answer(
                seat=to,
                kind=other,
                said=said,
                seconds=None if said == "none" else seconds,
                deal=Moment(seq + 1, seq + 1, turn) if to == deal else None,
            )
            for to, other, said in answers
        ),
    )
