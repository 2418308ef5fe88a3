"""Words understood: what players write in the chat of a room becomes offers, proposals and statements."""

from __future__ import annotations

from contextlib import suppress

from catanlab.agents.negotiation.chat import SpokenDeal, understand
from catanlab.agents.negotiation.statements import Statement, spoken
from catanlab.games.catan.moves import CatanMove
from catanlab.server import wire
from catanlab.server.database.rows import ChatRow
from catanlab.server.refusals import Refused
from catanlab.server.rooms import asking, moving, trading
from catanlab.server.rooms.options import clean_line
from catanlab.server.rooms.room import Room
from catanlab.table.agent_replies import MAX_STATEMENT_CHARACTERS


def chat(room: Room, person: str, name: str, act: wire.Chat) -> None:
    """Say something to everybody in the room, and act upon it where a player's words are clear.

    Whether they are depends on the line; whether they can be acted upon, on the view of the speaker. What
    cannot be done is just chat: others learn as much from that as from a button that was not pressed.
    """
    text = clean_line(act.text)
    batch = room.batch
    batch.author = None
    batch.chat.append(
        ChatRow(
            room=room.id,
            seq=len(room.history),
            at=batch.at,
            person=person,
            name=name,
            text=text,
            act=act.id,
        )
    )
    room.done[person, act.id] = 0
    seat = room.seating.seat_of(person)
    play = room.play
    if seat is None or play is None or play.is_over or not room.options.words:
        return
    if act.turn is None or act.turn == room.view_of(seat).turn + 1:  # as in the JSON of views
        with suppress(Refused):
            _act_upon(room, seat, text)


def _act_upon(room: Room, seat: int, text: str) -> None:
    """Do what a line says; raises Refused, and then nothing has changed."""
    found = understand(text, _names(room, seat))
    if isinstance(found, SpokenDeal):
        _trade(room, seat, found, text)
    elif found and all(each.kind in ("yes", "no") for each in found):
        number = room.asks.last_for(seat)
        if number is not None and len(found) == 1:
            asking.reply(room, seat, number, "yes" if found[0].kind == "yes" else "no", words=text)
    else:
        _state(room, seat, found, text)


def _names(room: Room, speaker: int) -> dict[str, int]:
    """Return the other seats by the names of who sits there, where a name means one seat only."""
    names = [each.name for each in room.seating.seats]
    return {
        name: seat for seat, name in enumerate(names) if name and seat != speaker and names.count(name) == 1
    }


def _trade(room: Room, seat: int, spoken_deal: SpokenDeal, words: str) -> None:
    """Offer a deal in one's own turn, or propose it to the seat on turn, if it is meant for that seat."""
    play = room.running_game()
    deal, to = spoken_deal
    on_turn = room.view_of(seat).position.on_turn
    if on_turn == seat:
        others = [other for other in range(room.game.seats) if other != seat]
        if set(to) <= set(others):
            offer = CatanMove.offer(deal.give, deal.get, to or others)
            moving.play_move(
                room, play, seat, moving.checked(room, play, seat, offer.text, None), words=words
            )
    elif not to or to == (on_turn,):
        if room.proposals.get(seat, (0, ""))[1] != deal.text:
            trading.propose(room, seat, deal.text, words=words)


def _state(room: Room, seat: int, statements: tuple[Statement, ...], words: str) -> None:
    """Make the statements that a line has; robots hear them in their own words."""
    said = [each for each in statements if each.kind not in ("yes", "no")]
    line = spoken(said)
    valid = all(0 <= other < room.game.seats and other != seat for each in said for other in each.to)
    if line and valid and len(line) <= MAX_STATEMENT_CHARACTERS:
        trading.say(room, seat, line, words=words)
