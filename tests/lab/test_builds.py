"""Builds of games: counted from records, equal to what lies on the board in the end, and kept in a file."""

import random

import numpy as np
import pyarrow.parquet as pq
import pytest

from catanlab.framework.errors import StoreError
from catanlab.games.catan.moves import MoveKind
from catanlab.lab.builds import BUILDS, UNCOUNTED, Builds, count_builds
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.native import native_record, play_natively
from catanlab.lab.play_game import play_at_table
from catanlab.lab.rows import LOST
from catanlab.lab.store import builds_file
from catanlab.lab.store.builds_file import read_builds, write_builds
from catanlab.table.events import Played

PLAN = MatchPlan.match(["greedy", "random", "greedy", "random"], seed=5)
NATIVE = MatchPlan.match(["random", "random:by_group=yes"], rules="players=2", seed=5)
PLAYS = (
    MoveKind.PLAY_KNIGHT,
    MoveKind.PLAY_ROAD_BUILDING,
    MoveKind.PLAY_PLENTY,
    MoveKind.PLAY_MONOPOLY,
)
KEY = "0123456789abcdef"


def made_up(games: int, seats: int = 4) -> Builds:
    """Return builds of which no two are alike."""
    counts = np.arange(games * seats * len(BUILDS), dtype=np.int16).reshape(games, seats, len(BUILDS))
    return Builds(np.arange(games, dtype=np.int64) // 2, np.arange(games, dtype=np.int32) % 2, counts)


def record_at_table(block):
    """Return the record of the first game of a block of PLAN."""
    _, record, _ = play_at_table(PLAN, block, 0, record=True)
    return record


@pytest.mark.parametrize("make", [record_at_table, lambda block: native_record(NATIVE, block, 0)])
@pytest.mark.parametrize("block", range(3))
def test_counts_are_those_of_the_final_board_and_of_the_cards_held_and_played(block, make):
    record = make(block)
    counts = count_builds(record)
    final = record.replay().position
    for seat, mine in enumerate(final.seats):
        played = sum(
            entry.seat == seat and entry.move.kind in PLAYS
            for entry in record.entries
            if isinstance(entry, Played)
        )
        houses = mine.settlements.bit_count() + mine.cities.bit_count()
        assert dict(zip(BUILDS, counts[seat].tolist(), strict=True)) == {
            "roads": mine.roads.bit_count() - 2,
            "settlements": houses - 2,
            "cities": mine.cities.bit_count(),
            "cards": mine.card_count + played,
        }
    assert counts[:, BUILDS.index("roads")].any(), "a game in which nothing is built proves nothing"


def test_builds_of_rows_leave_out_lost_games_and_blocks_that_are_not_counted_whole():
    rows = play_natively(NATIVE, range(3))
    builds = made_up(6, seats=2)
    np.testing.assert_array_equal(builds.of_rows(rows), builds.counts)
    rows.ended[0] = LOST
    lacking = Builds(builds.block[:-1], builds.game[:-1], builds.counts[:-1])
    found = lacking.of_rows(rows)
    assert (found[0] == UNCOUNTED).all(), "lost"
    np.testing.assert_array_equal(found[1:4], builds.counts[1:4])
    assert (found[4:] == UNCOUNTED).all(), "a block of which one game is not counted"


def test_joined_builds_are_in_order_and_have_a_game_once():
    whole = made_up(6)
    late = Builds(whole.block[3:], whole.game[3:], whole.counts[3:])
    other = Builds(whole.block[:4], whole.game[:4], whole.counts[:4] + 100)
    joined = Builds.joined([late, other], 4)
    assert joined.block.tolist() == [0, 0, 1, 1, 2, 2]
    assert joined.game.tolist() == [0, 1, 0, 1, 0, 1]
    np.testing.assert_array_equal(joined.counts[3:], whole.counts[3:])
    np.testing.assert_array_equal(joined.counts[:3], whole.counts[:3] + 100)
    assert len(Builds.joined([], 4)) == 0


def test_builds_come_back_from_their_file(tmp_path):
    assert len(read_builds(tmp_path, KEY, 4)) == 0
    write_builds(tmp_path, KEY, made_up(40))
    found = read_builds(tmp_path, KEY, 4)
    np.testing.assert_array_equal(found.block, made_up(40).block)
    np.testing.assert_array_equal(found.game, made_up(40).game)
    np.testing.assert_array_equal(found.counts, made_up(40).counts)


def test_builds_of_another_match_or_of_a_newer_format_are_refused(tmp_path, monkeypatch):
    write_builds(tmp_path, KEY, made_up(4))
    with pytest.raises(StoreError, match="has no builds of match ffff"):
        read_builds(tmp_path, "f" * 16, 4)
    monkeypatch.setattr(builds_file, "VERSION", 2)
    write_builds(tmp_path, KEY, made_up(4))
    monkeypatch.undo()
    with pytest.raises(StoreError, match="format version 2, and this catanlab reads up to 1"):
        read_builds(tmp_path, KEY, 4)


@pytest.mark.full
def test_a_damaged_file_is_refused_or_the_damage_does_not_matter(tmp_path):
    write_builds(tmp_path, KEY, made_up(40))
    path = tmp_path / builds_file.NAME
    data, draw, refused = path.read_bytes(), random.Random(1), 0
    for _ in range(100):
        changed = bytearray(data)
        changed[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
        path.write_bytes(changed)
        try:
            found = read_builds(tmp_path, KEY, 4)
        except StoreError:
            refused += 1
        else:
            np.testing.assert_array_equal(found.counts, made_up(40).counts)
    assert refused > 30
    path.write_bytes(data[: len(data) // 2])
    with pytest.raises(
        StoreError, match=r"builds\.parquet is damaged .*; put back a copy, or move it away"
    ):
        read_builds(tmp_path, KEY, 4)


def test_the_file_is_plain_parquet(tmp_path):
    write_builds(tmp_path, KEY, made_up(4))
    table = pq.read_table(tmp_path / builds_file.NAME)
    assert table.column("cards_3").to_pylist() == made_up(4).counts[:, 3, 3].tolist()
