"""Refusals of the server: each has a stable code, which clients may rely on, and a sentence for people.

Moves are refused with the codes of the rules (`view.refusal`) or with one of those below.
"""

from __future__ import annotations

from typing import Final

CODES: Final = {
    "bad-message": "The message is not one of the protocol, or a field of it is invalid.",
    "bad-protocol": "The client speaks another protocol than the server.",
    "hello-first": "The first message of a connection is `hello`.",
    "bad-token": "The token is unknown or has expired; a `hello` without one gives a new one.",
    "bad-name": "Nobody can be called so: choose another name.",
    "name-reserved": "The name belongs to somebody with a password, to a bot, or to nobody.",
    "name-taken": "Somebody with this name was here in the last minutes.",
    "bad-password": "A password has 8 to 256 characters.",
    "wrong-password": "The name or the password is wrong.",
    "not-reserved": "This takes a name that a password reserves.",
    "not-for-bots": "A bot may not do this: its owner may.",
    "too-many-bots": "Nobody may have more bots.",
    "no-such-person": "There is no such person or bot.",
    "banned": "The person, or the address, may not use this server.",
    "too-many-connections": "The address has too many connections, or the server has.",
    "bad-request": "A part of the request is invalid: its path, its query or its body.",
    "not-logged-in": "This takes a session: the cookie, or the header `Authorization: Bearer`.",
    "no-such-page": "There is no such page.",
    "wrong-method": "The page has no such method.",
    "not-json": "The body is JSON, and the header `Content-Type` says `application/json`.",
    "not-a-bot": "Only the token of a bot opens the stream of bots.",
    "no-stream": "A bot sends messages while its stream is open: open it first.",
    "foreign-origin": "Pages of this origin may not ask this of the server.",
    "too-large": "The message is larger than 32,768 bytes, or a record than 262,144.",
    "too-long": "The game has too many events to be shown; its record can still be read.",
    "bad-record": "The text is not the record of a game of Catan, or not one that can be shown.",
    "no-such-move": "The game has no such move.",
    "too-slow": "The message took too long to arrive.",
    "too-fast": "The person or the connection sends too much: send it again a little later.",
    "server-error": "The server failed at this message; the failure is in its own log.",
    "no-such-room": "There is no such room, or it is not open to this person.",
    "room-closed": "The room was closed.",
    "not-joined": "The connection has not joined the room.",
    "bad-options": "An option of the room is invalid.",
    "robots-busy": "The server is too busy for robots that think so long: choose quicker ones, or wait.",
    "too-many-rooms": "The server or address has too many rooms, or the connection follows too many.",
    "no-such-seat": "The game has no such seat.",
    "seat-taken": "Another person sits there.",
    "seat-locked": "The seat is locked.",
    "seat-kept": "The seat is kept for another person until the start of the game.",
    "other-seat-held": "Who has held a seat can come back only to that seat.",
    "already-seated": "The person sits there already.",
    "not-seated": "Only a person in a seat may do this.",
    "not-begun": "The game has not begun.",
    "already-begun": "The game has begun already.",
    "game-over": "The game is over.",
    "asleep": "The game sleeps until somebody comes who made the room or has held a seat there.",
    "not-over": "The game is not over: records and rematches come after its end.",
    "not-your-decision": "The seat has nothing to decide now.",
    "stale-decision": "The decision was closed before the act arrived.",
    "already-chosen": "The seat has chosen its discards already.",
    "wrong-discards": "The discards are not as many cards of the hand as the seat owes.",
    "counter-button-off": "This room has no counter-offers by people.",
    "interest-buttons-off": "This room has no interest buttons.",
    "no-such-ask": "Nothing of this number was asked of the seat in this turn.",
    "already-replied": "The seat has answered this already.",
    "no-proposal": "There is no such proposal.",
    "bad-proposal": "The deal cannot be proposed or taken now, or not by this seat.",
    "not-a-robot": "Only robots give reasons.",
    "no-reason": "The robot has no reason to give, or the room's robots give none.",
    "no-clock": "This seat has no clock that runs.",
    "too-many-statements": "The seat may make no more statements in this turn.",
    "not-here": "The person is not connected to this server.",
    "no-invitation": "There is no such invitation, or it is no longer open.",
    "not-in-channel": "The connection has not entered the channel.",
    "too-many-channels": "The server has no space for another channel, or the person is in too many.",
    "not-committed": "The server could not keep the act and loaded the room again; send the act again.",
    "overloaded": "The server is too busy to keep the act.",
}
"""Every code of the server with its meaning; the rules of the game add theirs."""


class Refused(Exception):  # noqa: N818 - it is what happened, and clients get it as such
    """An act was refused: `code` is stable, `text` is for people."""

    def __init__(self, code: str, text: str = "") -> None:
        super().__init__(code, text or CODES[code])

    @property
    def code(self) -> str:
        """The stable code."""
        return str(self.args[0])

    @property
    def text(self) -> str:
        """The reason in a sentence."""
        return str(self.args[1])
