"""Dice that can be checked: a secret that is committed to before the game, and revealed after it.

1. A room draws a secret of 64 bits and a salt of 128 bits, and shows the commitment to them.
2. Each person may give a nonce: up to 64 hexadecimal digits.
3. At the start of the game the seed of all dice and drawn cards is derived from secret, salt and nonces.
4. At the end secret and salt are revealed; `check` tells whether they fit the commitment, and
   `check_record` whether every outcome of a record came from them.

So the server cannot choose the dice after it knows the nonces, and no player knows them before the end. In
bytes, with `part(x)` for the length of x as 4 bytes, the highest first, and then x:

    commitment = SHA-256(part("catanlab dice 1 commitment") part(room) part(secret) part(salt))
    mixed = HMAC-SHA-256(key: secret salt,
                         message: part("catanlab dice 1 seed") part(room) part(nonce of seat 0) ...)

The seed is the number that the first 8 bytes of `mixed` make, the highest first. The secret is 8 bytes,
the salt 16; room and nonces are the ASCII letters of their text, and a seat without a nonce has an empty
one. In texts all but the room and the seed is written in hexadecimal digits with small letters.

>>> dice = Dice("table", secret="0123456789abcdef", salt="00112233445566778899aabbccddeeff")
>>> dice.commitment
'd5f3518cd7d27797ab5df086628b3b580c193c5fec7b93b69cd5829d98b52e91'
>>> check("table", dice.commitment, dice.secret, dice.salt, ["", "c0ffee", "", ""])
1536965818361289393
>>> check("chair", dice.commitment, dice.secret, dice.salt, [])
Traceback (most recent call last):
    ...
catanlab.server.dice.DiceError: secret and salt do not fit the commitment that was shown before the game

This module needs nothing but the table: records are checked without a server.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field

from catanlab.framework.errors import CatanlabError
from catanlab.table.chance import CHANCE_VERSION, Chance
from catanlab.table.record import Record

SECRET_DIGITS = 16
SALT_DIGITS = 32
COMMITMENT_DIGITS = 64
MAX_NONCE_DIGITS = 64

ROOM, COMMITMENT, SECRET, SALT, NONCES = "Room", "DiceCommitment", "DiceSecret", "DiceSalt", "DiceNonces"
"""The headers of a record that its dice are checked by; commas separate the nonces, one for each seat."""
DICE_HEADERS = (COMMITMENT, SECRET, SALT, NONCES)
CONTINUES_ROOM, CONTINUES_PLY = "ContinuesRoom", "ContinuesPly"
"""The headers of a game that continues another: of which room, empty for a record, and how many moves and
outcomes were taken over from there. Those are not from the dice of this game."""

_COMMITMENT_TAG = b"catanlab dice 1 commitment"
_SEED_TAG = b"catanlab dice 1 seed"


class DiceError(CatanlabError, ValueError):
    """Dice that are not those that were committed to; the message says in a sentence what is wrong."""

    code = "bad-dice"


@dataclass(frozen=True, slots=True)
class Dice:
    """The secret of one game's dice, not shown before its end. Raises DiceError for an invalid part."""

    room: str
    secret: str = field(repr=False)
    salt: str = field(repr=False)

    def __post_init__(self) -> None:
        if not self.room.isascii():
            raise DiceError(f"{self.room!r} cannot be the name of a room: it is not ASCII")
        _check_digits("the secret", self.secret, SECRET_DIGITS)
        _check_digits("the salt", self.salt, SALT_DIGITS)

    @classmethod
    def new(cls, room: str) -> Dice:
        """Draw a new secret from the system's source of randomness: every game needs its own."""
        return cls(room, secrets.token_hex(SECRET_DIGITS // 2), secrets.token_hex(SALT_DIGITS // 2))

    @property
    def commitment(self) -> str:
        """What is shown before the game: it fits no other secret, and does not tell this one."""
        secret, salt = bytes.fromhex(self.secret), bytes.fromhex(self.salt)
        return hashlib.sha256(_parts(_COMMITMENT_TAG, self.room.encode(), secret, salt)).hexdigest()

    def seed(self, nonces: Sequence[str]) -> int:
        """Return the seed of the game's chance, by a nonce a seat; raises DiceError for a bad one."""
        for seat, nonce in enumerate(nonces):
            check_nonce(nonce, seat)
        message = _parts(_SEED_TAG, self.room.encode(), *(nonce.encode() for nonce in nonces))
        key = bytes.fromhex(self.secret + self.salt)
        return int.from_bytes(hmac.digest(key, message, "sha256")[:8], "big")

    def headers(self, nonces: Sequence[str], *, revealed: bool) -> dict[str, str]:
        """Return the headers of a record of this game; secret and salt only if they are revealed."""
        headers = {ROOM: self.room, COMMITMENT: self.commitment}
        if revealed:
            headers |= {SECRET: self.secret, SALT: self.salt}
        return headers | {NONCES: ",".join(nonces)}


def continuing_headers(room: str, ply: int) -> dict[str, str]:
    """Return the headers of a game that took over this many moves and outcomes of another."""
    return {CONTINUES_ROOM: room, CONTINUES_PLY: str(ply)}


def taken_over(record: Record) -> int:
    """Return how many moves and outcomes a record took over from another game; raises DiceError."""
    text = record.headers.get(CONTINUES_PLY)
    if text is None:
        return 0
    if not re.fullmatch(r"[0-9]{1,6}", text) or int(text) > len(record):
        raise DiceError(f"the record cannot have taken over {text!r} of its {len(record)} moves")
    return int(text)


def check_nonce(nonce: str, seat: int) -> None:
    """Raise DiceError unless the nonce of a seat is at most 64 hexadecimal digits."""
    if not re.fullmatch(rf"[0-9a-f]{{0,{MAX_NONCE_DIGITS}}}", nonce):
        raise DiceError(
            f"the nonce of seat {seat} is not a text of at most {MAX_NONCE_DIGITS} digits 0-9a-f"
        )


def check(room: str, commitment: str, secret: str, salt: str, nonces: Sequence[str]) -> int:
    """Return the seed of a game's chance if secret and salt fit the commitment; else raise DiceError."""
    _check_digits("the commitment", commitment, COMMITMENT_DIGITS)
    dice = Dice(room, secret, salt)
    if not hmac.compare_digest(dice.commitment, commitment):
        raise DiceError("secret and salt do not fit the commitment that was shown before the game")
    return dice.seed(nonces)


def check_record(record: Record) -> str | None:
    """Check the dice, drawn and stolen cards of a record, and return in a sentence what was found.

    Returns None for a record without headers about dice. Raises DiceError if anything is wrong.
    """
    headers = record.headers
    if headers.keys().isdisjoint(DICE_HEADERS):
        return None
    for name in (ROOM, COMMITMENT, NONCES):
        if name not in headers:
            raise DiceError(f"the dice cannot be checked: the record has no header {name}")
    nonces = headers[NONCES].split(",")
    if len(nonces) != record.game.seats:
        raise DiceError(f"the record has {len(nonces)} nonces for {record.game.seats} seats")
    if SECRET not in headers and SALT not in headers and record.result is None:
        _check_digits("the commitment", headers[COMMITMENT], COMMITMENT_DIGITS)
        return "The dice cannot be checked yet: their secret is revealed at the end of the game."
    for name in (SECRET, SALT):
        if name not in headers:
            raise DiceError(f"the dice cannot be checked: the record has no header {name}")
    if record.chance != CHANCE_VERSION:
        raise DiceError(
            f"the outcomes are drawn by version {record.chance} of the streams, not {CHANCE_VERSION}"
        )
    seed = check(headers[ROOM], headers[COMMITMENT], headers[SECRET], headers[SALT], nonces)
    if record.seed is not None and record.seed != seed:
        raise DiceError(
            f"the record names the seed {record.seed}, but the secret and the nonces give {seed}"
        )
    count = check_outcomes(record, seed)
    ply = taken_over(record)
    if CONTINUES_PLY in headers:
        room = headers.get(CONTINUES_ROOM, "")
        other = f"the game of room {room}" if room else "a record"
        return (
            f"The dice were checked: the game continues {other} after {ply} moves and outcomes, "
            f"and all {count} outcomes since come from the secret that was committed to."
        )
    return f"The dice were checked: all {count} outcomes come from the secret that was committed to."


def check_outcomes(record: Record, seed: int) -> int:
    """Return how many outcomes a record has drawn; raises DiceError if one is not what the seed gives.

    What was taken over from another game only counts: the outcomes after it take their numbers from there.
    """
    if record.start is not None:
        raise DiceError("the dice cannot be checked: the record starts from a position")
    chance = Chance(seed)
    state = record.game.start()
    count = 0
    first = taken_over(record)
    for ply, move in enumerate(record.moves, 1):
        if state.is_chance:
            if ply > first:
                count += 1
                drawn = chance.draw(state)
                if drawn != move:
                    raise DiceError(
                        f"outcome {count}, which is move {ply} in turn {state.turn + 1}, is {move.text}, "
                        f"but the seed gives {drawn.text}"
                    )
            chance.note(state)
        state.apply(move)
    return count


def _parts(*parts: bytes) -> bytes:
    """Join parts so that no two lists of parts give the same bytes."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def _check_digits(what: str, text: str, digits: int) -> None:
    if not re.fullmatch(rf"[0-9a-f]{{{digits}}}", text):
        raise DiceError(f"{what} is not a text of {digits} digits 0-9a-f")
