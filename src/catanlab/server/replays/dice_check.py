"""The check of a record's dice, with all that is needed to repeat it elsewhere."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET

from catanlab.framework.errors import CatanlabError
from catanlab.server import dice, wire
from catanlab.server.replays.shapes import DiceCheck
from catanlab.table.record import Record

Verdict = Literal["right", "wrong", "unknown"]
_UNKNOWN = "The record says nothing about its dice."


def check_dice(record: Record) -> DiceCheck:
    """Return whether the outcomes of a record are those that were committed to."""
    headers = record.headers
    commitment, secret, salt = (headers.get(name, "") for name in (dice.COMMITMENT, dice.SECRET, dice.SALT))
    room, nonces = headers.get(dice.ROOM, ""), tuple(headers.get(dice.NONCES, "").split(","))
    seed, outcomes, taken = "", 0, 0
    try:
        text = dice.check_record(record)
        verdict: Verdict = "unknown" if text is None or not secret else "right"
        if verdict == "right":
            number = dice.check(room, commitment, secret, salt, nonces)
            seed, outcomes = str(number), dice.check_outcomes(record, number)
        taken = dice.taken_over(record)
    except CatanlabError as error:
        text, verdict = str(error), "wrong"
    is_continued = dice.CONTINUES_PLY in headers and verdict != "wrong"
    return DiceCheck(
        verdict=verdict,
        text=text or _UNKNOWN,
        room=room,
        commitment=commitment,
        secret=secret,
        salt=salt,
        nonces=nonces if dice.NONCES in headers else (),
        seed=seed,
        outcomes=outcomes,
        continues=wire.Continues(room=headers.get(dice.CONTINUES_ROOM, ""), ply=taken)
        if is_continued
        else UNSET,
    )
