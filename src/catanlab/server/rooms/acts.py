"""The acts of people in a room: each is checked, and then becomes entries of the log.

Whatever is refused depends only on what the person may know: reasons come from the view of their seat.
"""

from __future__ import annotations

from catanlab.games.catan.moves import MoveKind
from catanlab.server import wire
from catanlab.server.refusals import Refused
from catanlab.server.robots.names import robot_face, robot_name
from catanlab.server.rooms import asking, moving, trading, words
from catanlab.server.rooms import log_entries as log
from catanlab.server.rooms.invitation import is_same
from catanlab.server.rooms.options import robot_of
from catanlab.server.rooms.room import Room
from catanlab.table.chance import CHANCE_VERSION


def perform(
    room: Room, person: str, name: str, act: wire.AnyAct, *, bot: bool = False, face: str = ""
) -> None:
    """Do an act of a person or a bot inside a batch; raises Refused, and then nothing has changed."""
    batch = room.batch
    batch.author = (person, act.id)
    count = len(batch.rows)
    try:
        _perform(room, person, name, act, bot, face)
    except Refused:
        batch.author = None
        if len(batch.rows) != count:
            raise RuntimeError(f"{act!r} was refused after it had begun") from None
        raise


def _perform(room: Room, person: str, name: str, act: wire.AnyAct, bot: bool, face: str) -> None:
    match act:
        case wire.Sit():
            sit(room, person, name, act, bot=bot, face=face)
        case wire.Stand():
            stand(room, person)
        case wire.Start():
            start(room, person)
        case wire.Lock():
            lock(room, person, act)
        case wire.Face():
            room.emit(log.Faced(seat=own_seat(room, person), face=act.face))
        case wire.Move():
            make_move(room, person, act)
        case wire.Propose():
            propose(room, person, act)
        case wire.Withdraw():
            withdraw(room, person)
        case wire.Take():
            take(room, person, act)
        case wire.Say():
            trading.say(room, own_seat(room, person), act.text)
        case wire.Ask():
            asking.ask(room, own_seat(room, person), act)
        case wire.Reply():
            asking.reply(room, own_seat(room, person), act.ask, act.answer)
        case wire.Chat():
            words.chat(room, person, name, act)
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


def sit(room: Room, person: str, name: str, act: wire.Sit, *, bot: bool = False, face: str = "") -> None:
    """Take a seat. A robot that has been asked makes its decision first."""
    begun = room.play is not None
    if begun:
        room.running_game()
        # Who sits wakes the game: strangers could have it finished while its players are away.
        if not room.is_awake:
            raise Refused("asleep")
    # Everybody has the invitation to a private room: its locks hold for all.
    invited = room.options.public and is_same(act.invitation, room.invitation)
    number = room.seating.choose(person, act.seat, begun=begun, invited=invited)
    if begun:
        room.emit(log.Returning(seat=number, person=person, name=name, bot=bot, face=face))
        return
    held = room.seating.seat_of(person)
    if held is not None:
        room.emit(log.Seated(seat=held, kind="nobody"))
    room.emit(
        log.Seated(
            seat=number, kind="person", person=person, name=name, nonce=act.nonce, bot=bot, face=face
        )
    )


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
    others = [other for other in room.seating.seats if other.kind == "person" and other is not seat]
    room.emit(
        log.Seated(
            seat=number,
            kind="robot",
            person=seat.person if keep else "",
            name=robot_name(number, [other.name for other in others]),
            agent=agent,
            away=keep,
            face=robot_face(number),
        )
    )


def welcome_back(room: Room, person: str, name: str, *, bot: bool = False, face: str = "") -> None:
    """Let a person whose seat a robot keeps have it back at the next decision.

    Who sits there has the name and face that they have now.
    """
    rename(room, person, name)
    held = room.seating.seat_of(person)
    if held is not None and face and face != room.seating.seats[held].face and room.status != "over":
        room.emit(log.Faced(seat=held, face=face))
    number = room.seating.kept_for(person)
    if number is not None and room.play is not None and not room.play.is_over:
        if not room.seating.seats[number].returning:
            room.emit(log.Returning(seat=number, person=person, name=name, bot=bot, face=face))


def rename(room: Room, person: str, name: str) -> None:
    """Call a person in a seat by the name that they have now; a game that is over keeps its names."""
    held = room.seating.seat_of(person)
    if held is not None and name != room.seating.seats[held].name and room.status != "over":
        room.emit(log.Renamed(seat=held, person=person, name=name))


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
        moving.choose_discards(room, number, act.move.lower(), act.decision)
        return
    move = moving.checked(room, play, number, act.move, act.decision)
    if move.kind == MoveKind.COUNTER and not room.options.counter_button:
        raise Refused("counter-button-off")
    moving.play_move(room, play, number, move)


# Trade outside one's turn.


def propose(room: Room, person: str, act: wire.Propose) -> None:
    """Propose a deal to the seat on turn."""
    room.running_game()
    number = own_seat(room, person)
    if act.turn != room.view_of(number).turn + 1:  # the JSON of views counts turns from 1
        raise Refused("stale-decision", "that turn is over")
    trading.propose(room, number, act.deal)


def withdraw(room: Room, person: str) -> None:
    """Take one's proposal back."""
    room.running_game()
    trading.withdraw(room, own_seat(room, person))


def take(room: Room, person: str, act: wire.Take) -> None:
    """Take a proposal."""
    number = own_seat(room, person)
    if act.seat not in room.proposals or room.proposals[act.seat][0] != act.proposal:
        raise Refused("no-proposal")
    trading.take_proposal(room, number, act.seat)


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
    """Let a robot give its public reason for a move; for its last one after the end the full reason."""
    if room.play is None:
        raise Refused("not-begun")
    if room.seating.check(act.seat).kind != "robot":
        raise Refused("not-a-robot")
    last = room.last_reasons.last.get(act.seat, 0)
    number = act.seq or last
    if number == last:
        reason = room.reasons.get(act.seat, "")
        if room.play.is_over:
            reason = room.explanations.get(act.seat, "") or reason
    else:
        reason = room.last_reasons.find(number, act.seat)
    if not reason or not room.options.reasons:
        raise Refused("no-reason")
    if number in room.explained:
        raise Refused("no-reason", "the robot has given its reason for this already")
    room.emit(log.Explained(seat=act.seat, text=reason, of=number))
