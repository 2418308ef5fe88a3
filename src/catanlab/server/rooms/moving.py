"""Moves of a seat, whoever decides for it: checked in the eyes of the seat, then played."""

from __future__ import annotations

from catanlab.framework.errors import CatanlabError
from catanlab.games.catan.constants import RESOURCES
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.position import Phase
from catanlab.server.refusals import Refused
from catanlab.server.rooms import log_entries as log
from catanlab.server.rooms.options import one_sentence
from catanlab.server.rooms.room import Room
from catanlab.server.rooms.visible import spoken
from catanlab.table.agent import Explanation
from catanlab.table.play import Play


def checked(room: Room, play: Play, seat: int, text: str, decision: int | None) -> CatanMove:
    """Return the move that a text names; raises Refused with the reason in the eyes of the seat."""
    try:
        return CatanMove(play.check(seat, text, decision))
    except CatanlabError as error:
        refusal = None
        if error.code == "illegal-move":
            refusal = room.view_of(seat).as_decider().refusal(text)
        if refusal is not None:
            raise Refused(refusal.code, refusal.text) from None
        raise Refused(error.code, one_sentence(error)) from None


def play_move(
    room: Room,
    play: Play,
    seat: int,
    move: CatanMove,
    *,
    thought: float | None = None,
    late: bool = False,
    reason: str = "",
    explanation: str = "",
    words: str = "",
) -> None:
    """Play a checked move; `thought` is how long a robot thought, if one chose it.

    `words` are those of the chat, if it came from there.

    The seat's clock is charged either way: a person may have used it before a robot took over.
    """
    taken = room.clocks.take(seat, room.batch.now)
    seconds = round(taken if thought is None else thought, 3)
    step = play.move(
        seat, move, seconds=seconds, explanation=Explanation(explanation) if explanation else None
    )
    room.emit(
        log.Moved(
            seat=seat,
            move=spoken(move),
            seconds=seconds,
            bank=round(room.clocks.banks[seat], 3),
            late=late,
            reason=reason,
            explanation=explanation,
            words=words,
        ),
        step,
    )


def choose_discards(room: Room, seat: int, text: str, decision: int, *, late: bool = False) -> None:
    """Keep the discards of a seat sealed until all have chosen."""
    play = room.running_game()
    position = room.view_of(seat).position
    if position.phase is not Phase.DISCARDING or seat not in play.deciders:
        raise Refused("not-your-decision")
    if decision != play.decision:
        raise Refused("stale-decision")
    if seat in room.chosen:
        raise Refused("already-chosen")
    cards = read_cards(text)
    owed, hand = position.own.discards_owed, position.own.certain
    too_many = any(cards.count(name) > hand[i] for i, name in enumerate(RESOURCES))
    if len(cards) != owed or too_many:
        raise Refused(
            "wrong-discards", f"discard {owed} cards of your hand, such as: discard wood wood ore"
        )
    seconds = room.clocks.take(seat, room.batch.now)
    words = " ".join(sorted(cards, key=RESOURCES.index))
    room.emit(log.Chosen(seat=seat, cards=words, seconds=round(seconds, 3), late=late))


def read_cards(text: str) -> list[str]:
    """Return the cards of `discard wood wood ore` or `discard 2 wood 1 ore`; raises Refused."""
    cards: list[str] = []
    count = 1
    counted = False
    for word in text.replace("+", " ").split()[1:]:
        if word.isascii() and word.isdigit() and len(word) <= 2 and not counted:
            count, counted = int(word), True
        elif word in RESOURCES:
            cards += [word] * count
            count, counted = 1, False
        else:
            raise Refused("wrong-discards", f"{word!r} is not one of {', '.join(RESOURCES)}")
    if counted:
        raise Refused("wrong-discards", "a number of cards stands before their name")
    return cards
