"""Records rooms, or says what they are sent today.

python -m tests.server.recorded.renew rooms [NUMBER ...]   plays them anew, and writes all that is kept
python -m tests.server.recorded.renew sums [NUMBER ...]    keeps what happened, writes what is sent today
python -m tests.server.recorded.renew check [NUMBER ...]   prints the differences
python -m tests.server.recorded.renew show NAME FRAME      prints a frame as it is sent today

`rooms` is for more or other rooms: it plays by the robots of today. After a change that alters what is
sent on purpose use `check`, look at the differences, and then use `sums`.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence

from tests.server.recorded.compare import difference
from tests.server.recorded.frames import frames_of, todays_frames
from tests.server.recorded.kept import (
    COUNT,
    WHOLE,
    Recording,
    name_of,
    read_recording,
    sums_of,
    write_recording,
    write_sums,
    write_whole,
)
from tests.server.recorded.playing import LivelyRoom, play_room, recording_of


def record(number: int) -> Recording:
    """Play a room, check that it is sent the same after it was loaded from its log, and write it."""
    driven = play_room(number)
    recording = recording_of(number, driven)
    check_live(driven, recording)
    write_recording(recording)
    return recording


def check_live(driven: LivelyRoom, recording: Recording) -> None:
    """Check that what was sent while a room was played is what follows from its log."""
    sent: list[list[bytes]] = [[] for _ in recording.steps]
    for frame in todays_frames(recording):
        if frame.kind == "update":
            sent[frame.step].append(frame.data)
    assert sent == driven.live, recording.about.room


def write_frames(number: int, recording: Recording) -> int:
    """Write what a room is sent, and return how many frames that are."""
    frames = [frame.data for frame in frames_of(recording)]
    write_sums(recording.about.room, sums_of(frames))
    if number in WHOLE:
        write_whole(recording.about.room, frames)
    return len(frames)


def main(command: str, *given: str) -> int:
    """Run a command, and return its exit code."""
    if command == "show":
        frame = list(todays_frames(read_recording(given[0])))[int(given[1])]
        print(frame.called, frame.data.decode(), sep="\n")
        return 0
    numbers = [int(each) for each in given] or range(COUNT)
    if command == "check":
        return _check(numbers)
    kinds: Counter[str] = Counter()
    frames = 0
    for number in numbers:
        recording = record(number) if command == "rooms" else read_recording(name_of(number))
        frames += write_frames(number, recording)
        kinds.update(row.kind for step in recording.steps for row in step.rows)
        kinds[f"rooms that are {recording.about.status}"] += 1
    print(
        f"{len(numbers)} rooms, {frames} frames;",
        ", ".join(f"{n} {kind}" for kind, n in kinds.most_common()),
    )
    return 0


def _check(numbers: Sequence[int]) -> int:
    found = [each for each in (difference(name_of(number)) for number in numbers) if each]
    print(*found, f"{len(found)} of {len(numbers)} rooms differ", sep="\n")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
