"""What every audience is sent of a recorded room: its log told step by step to today's server.

This is the one module here that knows the server's own classes. Whoever changes how history and views are
made changes `frames_of`, and nothing of what is recorded. A name on the wire that was changed on purpose
goes into `RENAMED`, and a field that came later into `ADDED`: until the rooms are recorded anew, which
`python -m tests.server.recorded.renew sums` does.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from tests.server.recorded.kept import Recording, Step

from catanlab.server.database.rows import Row
from catanlab.server.rooms.room import Room
from catanlab.server.rooms.table_info import table_info
from catanlab.server.rooms.updates import beginning, counting, history_page, update

RENAMED: dict[str, str] = {}
"""Fields that have another name today, by their path without indices: `view.seats.hand` was `cards`."""
ADDED: frozenset[str] = frozenset()
"""Fields that frames have today and had not when the rooms were recorded, by their path."""
EVERY = 10
"""After so many steps everybody is also sent what a fresh start, a return, a page and a count are."""
MISSED, PAGE = 7, 40
"""How many events who returns has missed, and a page has."""


class Frame(NamedTuple):
    """A message to an audience after a step; the last audience is the spectator."""

    step: int
    audience: int
    kind: str
    data: bytes

    @property
    def called(self) -> str:
        """What it is, in words."""
        return f"{self.kind!r} to audience {self.audience} after step {self.step}"


def frames_of(recording: Recording) -> Iterator[Frame]:
    """Yield all frames of a recorded room, in the form in which they were recorded."""
    for frame in todays_frames(recording):
        yield frame._replace(data=as_recorded(frame.data))


def todays_frames(recording: Recording) -> Iterator[Frame]:
    """Yield all frames of a recorded room as the server sends them today."""
    told = Telling(recording.about.room)
    last = len(recording.steps) - 1
    for number, step in enumerate(recording.steps):
        before = told.go_on(step)
        for audience, data in told.updates(before):
            yield Frame(number, audience, "update", data)
        if number % EVERY == EVERY - 1 or number == last:
            for audience, kind, data in told.others():
                yield Frame(number, audience, kind, data)


class Telling:
    """A room that is told its log step by step."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.rows: list[Row] = []
        self._epoch = 0
        self._present: frozenset[str] = frozenset()
        self._news: deque[Row] = deque()
        self._course = Room.retrace(iter(()), 1)
        self.room: Room

    def go_on(self, step: Step) -> int:
        """Let a step happen, and return how many events there were before it."""
        before = len(self.rows)
        epoch = step.epoch or self._epoch or 1
        if epoch != self._epoch:
            self._epoch = epoch
            self._news = deque(self.rows)
            self._course = Room.retrace(iter(self._news.popleft, None), epoch)
            self._tell(len(self.rows))
        added = [
            Row(
                room=self.name,
                seq=row.seq,
                epoch=epoch,
                at=step.at,
                kind=row.kind,
                body=row.body.encode(),
                person=row.person,
                act=row.act,
            )
            for row in step.rows
        ]
        self.rows += added
        self._news += added
        self._tell(len(added))
        if step.present is not None:
            self._present = frozenset(step.present)
        self.room.present = self._present
        self.room.begin(step.now, step.at)
        batch = self.room.finish()  # sets the clocks; nothing else may follow from what the log has
        assert batch.is_empty, batch.rows
        self._now = step.now
        return before

    def _tell(self, count: int) -> None:
        for _ in range(count):
            self.room, _, _ = next(self._course)

    def updates(self, before: int) -> Iterator[tuple[int, bytes]]:
        """Yield the update to each audience after this many events."""
        table = table_info(self.room, self._now)
        for audience in range(self.room.public + 1):
            yield audience, update(self.room, audience, before, table)

    def others(self) -> Iterator[tuple[int, str, bytes]]:
        """Yield what else everybody may be sent now."""
        room, count = self.room, len(self.room.history)
        table = table_info(room, self._now)
        for audience in range(room.public + 1):
            yield audience, "start", beginning(room, audience, -1, table)
            yield audience, "return", beginning(room, audience, max(1, count - MISSED), table)
            yield audience, "history", history_page(room, audience, max(0, count - PAGE))
            if room.play is not None:
                yield audience, "counting", counting(room, audience)


def as_recorded(
    data: bytes, renamed: Mapping[str, str] | None = None, added: frozenset[str] | None = None
) -> bytes:
    """Return a frame of today with the names that it had when the rooms were recorded."""
    renamed, added = RENAMED if renamed is None else renamed, ADDED if added is None else added
    if not renamed and not added:
        return data
    return msgspec.json.encode(_as_recorded(msgspec.json.decode(data), "", renamed, added))


def _as_recorded(value: Any, path: str, renamed: Mapping[str, str], added: frozenset[str]) -> Any:
    if isinstance(value, list):
        return [_as_recorded(each, path, renamed, added) for each in value]
    if not isinstance(value, dict):
        return value
    made = {}
    for name, each in value.items():
        where = f"{path}.{name}" if path else name
        if where not in added:
            made[renamed.get(where, name)] = _as_recorded(each, where, renamed, added)
    return made
