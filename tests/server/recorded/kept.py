"""Recorded rooms on disk: what happened in each, step by step, and what every audience was sent.

`rooms/NAME.log.xz` has what happened, as lines of JSON: the first says what is special about the room, each
other one is a `Step`. Its rows are those of the database, with their bodies as the database has them.
`rooms/NAME.sums` has 4 bytes for each frame that follows from it, in the order of `frames.frames_of`, and
16 bytes for all of them together. `whole/NAME.xz` has the frames themselves, for the rooms of `WHOLE`.
"""

from __future__ import annotations

import hashlib
import lzma
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

FOLDER = Path(__file__).parent
ROOMS, WHOLE_FRAMES = FOLDER / "rooms", FOLDER / "whole"
COUNT = 200
"""How many rooms there are."""
WHOLE = range(9, COUNT, 10)
"""The numbers of the rooms of which the frames are kept whole."""
SUM_BYTES, ALL_BYTES = 4, 16


class LoggedRow(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A row of the table of events."""

    seq: int
    kind: str
    body: str
    person: str | None = None
    act: str | None = None


class Step(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A commit, or people who came and went: the rows, and who followed the room after them."""

    now: float
    """The time of clocks, in seconds."""
    at: int
    """The time of day, in milliseconds, which all rows have."""
    rows: tuple[LoggedRow, ...] = ()
    present: tuple[str, ...] | None = None
    """Everybody who follows the room, if that has changed."""
    epoch: int | None = None
    """The epoch under which the room was loaded from its log just before, if it was."""


class About(Struct, frozen=True, forbid_unknown_fields=True):
    """What is special about a room."""

    room: str
    kind: str
    status: str
    """How it was in the end."""


class Recording(NamedTuple):
    """What happened in a room."""

    about: About
    steps: Sequence[Step]


_encode = msgspec.json.encode
_about = msgspec.json.Decoder(About)
_step = msgspec.json.Decoder(Step)
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "lp": 0}]


def name_of(number: int) -> str:
    """Return the name of a room by its number."""
    return f"room{number:03}"


def read_recording(name: str) -> Recording:
    """Read what happened in a room."""
    first, *rest = _unpack(ROOMS / f"{name}.log.xz").splitlines()
    return Recording(_about.decode(first), [_step.decode(line) for line in rest])


def write_recording(recording: Recording) -> None:
    """Write what happened in a room."""
    lines = [_encode(recording.about), *(_encode(step) for step in recording.steps)]
    _pack(ROOMS / f"{recording.about.room}.log.xz", lines)


class Sums(NamedTuple):
    """What is known of the frames of a room: a part of the digest of each, and that of all."""

    frames: Sequence[bytes]
    all: bytes


def sums_of(frames: Iterable[bytes]) -> Sums:
    """Return the sums of the frames of a room."""
    parts, everything = [], hashlib.blake2b(digest_size=ALL_BYTES)
    for frame in frames:
        parts.append(hashlib.blake2b(frame, digest_size=SUM_BYTES).digest())
        everything.update(len(frame).to_bytes(4, "big") + frame)
    return Sums(parts, everything.digest())


def read_sums(name: str) -> Sums:
    """Read the sums of a room."""
    data = (ROOMS / f"{name}.sums").read_bytes()
    parts = data[:-ALL_BYTES]
    return Sums(
        [parts[i : i + SUM_BYTES] for i in range(0, len(parts), SUM_BYTES)], data[len(data) - ALL_BYTES :]
    )


def write_sums(name: str, sums: Sums) -> None:
    """Write the sums of a room."""
    (ROOMS / f"{name}.sums").write_bytes(b"".join(sums.frames) + sums.all)


def has_whole_frames(name: str) -> bool:
    """Say whether the frames of a room are kept whole."""
    return (WHOLE_FRAMES / f"{name}.xz").exists()


def read_whole(name: str) -> list[bytes]:
    """Read the frames of a room."""
    return _unpack(WHOLE_FRAMES / f"{name}.xz").splitlines()


def write_whole(name: str, frames: Iterable[bytes]) -> None:
    """Write the frames of a room."""
    _pack(WHOLE_FRAMES / f"{name}.xz", frames)


def _unpack(path: Path) -> bytes:
    return lzma.decompress(path.read_bytes())


def _pack(path: Path, lines: Iterable[bytes]) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(lzma.compress(b"\n".join(lines), filters=_FILTERS))
