"""Trade outside one's turn, and statements: what a seat may do, whoever sits there."""

from __future__ import annotations

from catanlab.framework.errors import CatanlabError
from catanlab.server.refusals import CODES, Refused
from catanlab.server.rooms import log_entries as log
from catanlab.server.rooms.options import one_sentence
from catanlab.server.rooms.room import Room, move_of
from catanlab.table.events import Proposed, Said
from catanlab.table.step import Step


def propose(room: Room, seat: int, deal: str, *, words: str = "") -> None:
    """Propose a deal to the seat on turn; `words` are those of the chat, if it came from there."""
    play = room.running_game()
    try:
        step = play.propose(seat, deal)
    except CatanlabError as error:
        raise _bad_proposal(error) from None
    assert isinstance(step.event, Proposed)
    room.emit(log.Proposed(seat=seat, deal=step.event.deal, words=words), step)


def _bad_proposal(error: CatanlabError) -> Refused:
    return Refused(error.code if error.code in CODES else "bad-proposal", one_sentence(error))


def withdraw(room: Room, seat: int) -> None:
    """Take the proposal of a seat back."""
    play = room.running_game()
    if seat not in room.proposals:
        raise Refused("no-proposal")
    room.emit(log.Withdrawn(seat=seat), play.withdraw(seat))


def take_proposal(room: Room, seat: int, proposer: int) -> None:
    """Let the seat on turn take an open proposal; raises Refused."""
    play = room.running_game()
    seconds = round(room.clocks.elapsed(seat, room.batch.now), 3)
    try:
        step = play.take(seat, proposer, seconds=seconds)
    except CatanlabError as error:
        raise _bad_proposal(error) from None
    room.clocks.take(seat, room.batch.now)
    bank = round(room.clocks.banks[seat], 3)
    move = move_of(step)
    room.emit(log.Taken(seat=seat, proposer=proposer, move=move, seconds=seconds, bank=bank), step)


def say(room: Room, seat: int, text: str, *, words: str = "") -> None:
    """Make a statement; also after the end of the game."""
    step = spoken_step(room, seat, text)
    assert isinstance(step.event, Said)
    room.emit(log.Said(seat=seat, text=step.event.text, words=words), step)


def spoken_step(room: Room, seat: int, text: str) -> Step:
    """Let a seat say something that counts as a statement; raises Refused if it has said enough."""
    play = room.play
    if play is None:
        raise Refused("not-begun")
    if play.statements_left(seat) <= 0:
        raise Refused("too-many-statements")
    try:
        return play.say(seat, text)
    except CatanlabError as error:
        raise Refused("bad-message", one_sentence(error)) from None
