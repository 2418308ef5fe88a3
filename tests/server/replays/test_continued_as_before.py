"""A continued game looks as it did when each of its events had a row of its own."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import get_args

import msgspec
import pytest
from tests.server.replays.continued import ContinuedRoom
from tests.server.replays.longest import long_record
from tests.server.replays.played import plain, whole_game

from catanlab.server.database.folding import fold, unfold
from catanlab.server.database.rows import Row
from catanlab.server.replays import shapes
from catanlab.server.replays.frames import make_replay
from catanlab.server.replays.pasted import read_pasted
from catanlab.server.replays.statistics import make_statistics
from catanlab.server.rooms.room import Room
from catanlab.server.rooms.table_info import table_info
from catanlab.server.rooms.updates import beginning
from catanlab.table.record import Record

pytestmark = pytest.mark.full
BEFORE = {(20, 60): "312d0e64d9af7bfb", (80, 200): "a48f6bb3981d7765"}
"""By the turns of a record and the event from which it goes on: a digest of what those rows showed."""


def shown(rows: Sequence[Row], record: Record) -> Iterator[bytes]:
    """Yield all that is shown of a log: first frames, histories, replays, statistics.

    `record` is that of a game that goes on, which has none of its own.
    """
    room = Room.rebuild(rows, 1)
    room.present = frozenset({"ann"})
    for audience in range(room.public + 1):
        yield beginning(room, audience, 0, table_info(room, 0.0))
        yield msgspec.json.encode(plain(room.history.after(0, audience)))
    for eyes in get_args(shapes.Eyes):
        yield msgspec.json.encode(make_replay(rows, (), eyes))
    yield msgspec.json.encode(make_statistics(rows, record))


@pytest.mark.parametrize("case", BEFORE)
def test_a_continued_record_looks_as_before(case: tuple[int, int]) -> None:
    turns, at = case
    pasted = read_pasted(long_record(turns))
    stored = fold(ContinuedRoom(list(pasted.rows), at, source="").rows)
    assert len(stored) == 2
    digest = hashlib.sha256(b"".join(shown(list(unfold(stored)), pasted.record)))
    assert digest.hexdigest()[:16] == BEFORE[case]


@pytest.mark.parametrize("rules", ["trading", "jsettlers", "base"])
def test_folded_rows_are_read_as_they_were_written(rules: str) -> None:
    old = whole_game(rules)
    for at in (30, len(old.rows) // 2, len(old.rows) - 5):
        new = ContinuedRoom(old.rows, at)
        begun = list(new.rows)
        stored = fold(begun)
        assert [row.seq for row in stored] == [1, len(begun)]
        assert list(unfold(stored)) == begun
        new.play_out()
        log = [*stored, *new.rows[len(begun) :]]
        assert list(unfold(log)) == new.rows
        assert Room.rebuild(unfold(log), 1).record().text == new.room.record().text
