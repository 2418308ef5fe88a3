"""The first difference between what recorded rooms were sent and what they are sent today."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

import msgspec
from tests.server.recorded.frames import Frame, frames_of
from tests.server.recorded.kept import (
    Recording,
    Sums,
    has_whole_frames,
    read_recording,
    read_sums,
    read_whole,
    sums_of,
)


def difference(name: str) -> str:
    """Return in words how what a room is sent differs from what it was sent; empty if it does not."""
    whole = read_whole(name) if has_whole_frames(name) else None
    return difference_of(read_recording(name), read_sums(name), whole)


def difference_of(recording: Recording, kept: Sums, whole: Sequence[bytes] | None) -> str:
    """Return the same of a recording, with the sums and perhaps the frames that were kept of it."""
    frames = list(frames_of(recording))
    today = sums_of(frame.data for frame in frames)
    if today == kept:
        return ""
    name = recording.about.room
    of = f"{name}, a room of the kind {recording.about.kind!r}"
    both = zip(kept.frames, today.frames, strict=False)
    unequal = [number for number, (was, now) in enumerate(both) if was != now]
    if not unequal:
        return f"{of}: it was sent {len(kept.frames)} frames, and is sent {len(frames)} today"
    first = unequal[0]
    eyes = sorted({frames[number].audience for number in unequal})
    said = (
        f"{of}: {len(unequal)} of {len(frames)} frames differ, to {_all(frames, eyes)}; "
        f"the first is number {first}, {frames[first].called}"
    )
    if whole is None:
        return (
            f"{said}; `python -m tests.server.recorded.renew show {name} {first}` shows it, "
            "here and at the commit before"
        )
    return "\n".join([f"{said}:", *(f"    {each}" for each in paths(whole[first], frames[first].data))])


def _all(frames: Sequence[Frame], eyes: Sequence[int]) -> str:
    if len(eyes) > max(frame.audience for frame in frames):
        return "everybody"
    return f"the audiences {', '.join(map(str, eyes))}"


def paths(was: bytes, now: bytes, most: int = 5) -> list[str]:
    """Return where two frames differ as JSON, by path; in the order of keys if they do not."""
    found = [
        f"{path}: was {_short(old)}, is {_short(new)}"
        for path, old, new in _walk("", _read(was), _read(now))
    ]
    if not found:
        return ["the same JSON in other bytes, such as another order of the keys"]
    more = [f"... and {len(found) - most} more"] if len(found) > most else []
    return [*found[:most], *more]


_NOTHING = object()


def _read(data: bytes) -> Any:
    return msgspec.json.decode(data)


def _short(value: object) -> str:
    if value is _NOTHING:
        return "absent"
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 120 else f"{text[:117]}..."


def _walk(path: str, old: Any, new: Any) -> Iterator[tuple[str, object, object]]:
    """Yield the places where two values differ, as deep as possible."""
    if isinstance(old, dict) and isinstance(new, dict):
        for name in [*old, *(each for each in new if each not in old)]:
            yield from _walk(
                f"{path}.{name}" if path else name, old.get(name, _NOTHING), new.get(name, _NOTHING)
            )
    elif isinstance(old, list) and isinstance(new, list):
        for index, (one, other) in enumerate(zip_longest(old, new, fillvalue=_NOTHING)):
            yield from _walk(f"{path}[{index}]", one, other)
    elif old != new or type(old) is not type(new):
        yield path, old, new
