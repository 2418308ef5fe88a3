"""The acts of people in a room: each is checked, and then becomes entries of the log.

Whatever is refused depends only on what the person may know: reasons come from the view of their seat.
"""

from __future__ import annotations

from catanlab.framework.errors import CatanlabError
from catanlab.games.catan.constants import RESOURCES
from catanlab.games.catan.moves import CatanMove, MoveKind
from catanlab.games.catan.position import Phase
from catanlab.server import wire
from catanlab.server.database.rows import ChatRow
from catanlab.server.refusals import CODES, Refused
from catanlab.server.rooms import log_entries as log
from catanlab.server.rooms.options import one_sentence, robot_name, robot_of
from catanlab.server.rooms.room import Room, move_of
from catanlab.server.rooms.visible import spoken
from catanlab.table.agent import Explanation
from catanlab.table.chance import CHANCE_VERSION
from catanlab.table.events import Proposed, Said
from catanlab.table.play import Play


def perform(room: Room, person: str, name: str, act: wire.AnyAct) -> None:
    """Do an act inside a batch of the room; raises Refused, and then nothing has changed."""
    batch = room.batch
    batch.author = (person, act.id)
    count = len(batch.rows)
    try:
        _perform(room, person, name, act)
    except Refused:
        batch.author = None
        if len(batch.rows) != count:
            raise RuntimeError(f"{act!r} was refused after it had begun") from None
        raise


def _perform(room: Room, person: str, name: str, act: wire.AnyAct) -> None:
    match act:
        case wire.Sit():
            sit(room, person, name, act)
        case wire.Stand():
            stand(room, person)
        case wire.Start():
            start(room, person)
        case wire.Lock():
            lock(room, person, act)
        case wire.Move():
            make_move(room, person, act)
        case wire.Propose():
            propose(room, person, act)
        case wire.Withdraw():
            withdraw(room, person)
        case wire.Take():
            take(room, person, act)
        case wire.Say():
            say(room, own_seat(room, person), act.text)
        case wire.Chat():
            chat(room, person, name, act)
        case wire.MoreTime():
            grant(room, person, act)
        case wire.Why():
            explain(room, act)


def own_seat(room: Room, person: str) -> int:
    """Return the seat that a person holds; raises Refused if they hold none."""
    seat = room.seating.seat_of(person)
    if seat is None:
        raise Refused("not-seated")
    return seat


# Seats.


def sit(room: Room, person: str, name: str, act: wire.Sit) -> None:
    """Take a seat. A robot that has been asked makes its decision first."""
    begun = room.play is not None
    if begun:
        room.running_game()
    number = room.seating.choose(person, act.seat, begun=begun)
    if begun:
        room.emit(log.Returning(seat=number, person=person, name=name))
        return
    held = room.seating.seat_of(person)
    if held is not None:
        room.emit(log.Seated(seat=held, kind="nobody"))
    room.emit(log.Seated(seat=number, kind="person", person=person, name=name, nonce=act.nonce))


def stand(room: Room, person: str) -> None:
    """Leave one's seat; in a game that goes on a robot takes it at once."""
    number = own_seat(room, person)
    if room.play is None:
        room.emit(log.Seated(seat=number, kind="nobody"))
    elif room.play.is_over:
        raise Refused("game-over")
    else:
        seat_robot(room, number)


def seat_robot(room: Room, number: int, *, keep: bool = False) -> None:
    """Let a robot take a seat; with `keep` it keeps it for the person who sits there."""
    seat = room.seating.seats[number]
    agent = robot_of(room.options, number)
    room.emit(
        log.Seated(
            seat=number,
            kind="robot",
            person=seat.person if keep else "",
            name=robot_name(room.options, number),
            agent=agent,
            away=keep,
        )
    )


def welcome_back(room: Room, person: str, name: str) -> None:
    """Let a person whose seat a robot keeps have it back at the next decision."""
    number = room.seating.kept_for(person)
    if number is not None and room.play is not None and not room.play.is_over:
        if not room.seating.seats[number].returning:
            room.emit(log.Returning(seat=number, person=person, name=name))


def lock(room: Room, person: str, act: wire.Lock) -> None:
    """Lock or unlock a seat; every player may."""
    own_seat(room, person)
    room.seating.check(act.seat)
    room.emit(log.Locked(seat=act.seat, locked=act.locked))


def robots_to_come(room: Room) -> list[str]:
    """Return the specs of the robots that take the empty seats when the game begins."""
    seats = room.seating.seats
    return [robot_of(room.options, number) for number, seat in enumerate(seats) if seat.kind == "nobody"]


def start(room: Room, person: str) -> None:
    """Begin the game: by a person in a seat, or by the one who made the room."""
    if room.play is not None:
        raise Refused("already-begun")
    if room.seating.seat_of(person) is None and person != room.owner:
        raise Refused("not-seated")
    for number, seat in enumerate(room.seating.seats):
        if seat.kind == "nobody":
            seat_robot(room, number)
    nonces = tuple(seat.nonce for seat in room.seating.seats)
    room.emit(log.Started(nonces=nonces, chance=CHANCE_VERSION))


# Moves.


def make_move(room: Room, person: str, act: wire.Move) -> None:
    """Make a move for one's seat."""
    play = room.running_game()
    number = own_seat(room, person)
    # Moves may be written in capitals too: nothing may get past the seal of discards.
    if act.move.lower().split()[:1] == ["discard"]:
        choose_discards(room, number, act.move.lower(), act.decision)
        return
    move = checked(room, play, number, act.move, act.decision)
    if move.kind == MoveKind.COUNTER and not room.options.counter_button:
        raise Refused("counter-button-off")
    play_move(room, play, number, move)


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
) -> None:
    """Play a checked move; `thought` is how long a robot thought, if one chose it.

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


# Trade outside one's turn, and words.


def propose(room: Room, person: str, act: wire.Propose) -> None:
    """Propose a deal to the seat on turn."""
    play = room.running_game()
    number = own_seat(room, person)
    if act.turn != room.view_of(number).turn + 1:  # the JSON of views counts turns from 1
        raise Refused("stale-decision", "that turn is over")
    try:
        step = play.propose(number, act.deal)
    except CatanlabError as error:
        raise _bad_proposal(error) from None
    assert isinstance(step.event, Proposed)
    room.emit(log.Proposed(seat=number, deal=step.event.deal), step)


def _bad_proposal(error: CatanlabError) -> Refused:
    return Refused(error.code if error.code in CODES else "bad-proposal", one_sentence(error))


def withdraw(room: Room, person: str) -> None:
    """Take one's proposal back."""
    play = room.running_game()
    number = own_seat(room, person)
    if number not in room.proposals:
        raise Refused("no-proposal")
    room.emit(log.Withdrawn(seat=number), play.withdraw(number))


def take(room: Room, person: str, act: wire.Take) -> None:
    """Take a proposal."""
    number = own_seat(room, person)
    if act.seat not in room.proposals or room.proposals[act.seat][0] != act.proposal:
        raise Refused("no-proposal")
    take_proposal(room, number, act.seat)


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


def say(room: Room, number: int, text: str) -> None:
    """Make a statement; also after the end of the game."""
    play = room.play
    if play is None:
        raise Refused("not-begun")
    if play.statements_left(number) <= 0:
        raise Refused("too-many-statements")
    try:
        step = play.say(number, text)
    except CatanlabError as error:
        raise Refused("bad-message", one_sentence(error)) from None
    assert isinstance(step.event, Said)
    room.emit(log.Said(seat=number, text=step.event.text), step)


def chat(room: Room, person: str, name: str, act: wire.Chat) -> None:
    """Say something to everybody in the room."""
    text = " ".join(act.text.split())
    if not text or not text.isprintable():
        raise Refused("bad-message", "a line of chat is text without control characters")
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


# Time and reasons.


def grant(room: Room, person: str, act: wire.MoreTime) -> None:
    """Grant another seat more time."""
    room.running_game()
    number = own_seat(room, person)
    room.seating.check(act.seat)
    if number == act.seat:
        raise Refused("no-clock", "the others grant more time, not the seat itself")
    pace = room.options.pace
    if pace is None or room.clocks.left(act.seat, room.batch.now) is None:
        raise Refused("no-clock")
    room.emit(log.Granted(seat=act.seat, by=number, seconds=pace.grant))


def explain(room: Room, act: wire.Why) -> None:
    """Let a robot give its public reason for its last move; after the end of the game the full one."""
    if room.play is None:
        raise Refused("not-begun")
    if room.seating.check(act.seat).kind != "robot":
        raise Refused("not-a-robot")
    reason = room.reasons.get(act.seat, "")
    if room.play.is_over:
        reason = room.explanations.get(act.seat, "") or reason
    if not reason or not room.options.reasons:
        raise Refused("no-reason")
    if act.seat in room.explained:
        raise Refused("no-reason", "the robot has given its reason for this already")
    room.emit(log.Explained(seat=act.seat, text=reason))
