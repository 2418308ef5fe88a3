"""Merging the shards of a match: equal to one run, and nothing is merged that does not belong together."""

import errno
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.lab.store.samples import PLAN, assert_same, fresh, parts, some_records, some_rows

from catanlab.framework.errors import ArgumentError, StoreError
from catanlab.lab.match import play_match
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.native import native_record, play_natively
from catanlab.lab.rows import Rows
from catanlab.lab.shard import WHOLE, Shard
from catanlab.lab.statistics import Sprt
from catanlab.lab.store import Store
from catanlab.lab.store.merging import merge_results
from catanlab.lab.store.shard_notes import note_shard


def make_shard(root: Path, shard: Shard, blocks: int, rows: Rows | None = None) -> Path:
    """Keep the shard of a match with made-up games in a folder, and return that."""
    stored = fresh(root)
    with stored.lock():
        note_shard(stored.path, shard, blocks)
        wanted = np.isin(some_rows(range(blocks)).block, shard.blocks(blocks))
        stored.add(some_rows(range(blocks)).take(wanted) if rows is None else rows)
    return root


@pytest.fixture
def shards(tmp_path: Path) -> list[Path]:
    """Return the folders of three shards of a match of 10 blocks."""
    return [make_shard(tmp_path / f"part{number}", Shard(number, 3), 10) for number in (1, 2, 3)]


@pytest.mark.parametrize(("of", "blocks"), [(1, 1), (3, 10), (8, 100), (7, 7)])
def test_every_block_is_in_one_shard_and_shards_are_equal_but_for_a_block(of: int, blocks: int) -> None:
    ranges = [Shard(number, of).blocks(blocks) for number in range(1, of + 1)]
    assert sorted(block for some in ranges for block in some) == list(range(blocks))
    assert max(map(len, ranges)) - min(map(len, ranges)) <= 1


def test_a_shard_keeps_its_blocks_when_there_are_more() -> None:
    assert set(Shard(3, 8).blocks(50)) <= set(Shard(3, 8).blocks(90))


@pytest.mark.parametrize("text", ["0/8", "9/8", "1/0", "3", "3/8/9", "-1/8", "a/b", "", "1/100001", "٣/٨"])
def test_shards_out_of_range_are_refused(text: str) -> None:
    with pytest.raises(ArgumentError):
        Shard.parse(text)


def test_a_shard_without_blocks_is_refused() -> None:
    with pytest.raises(
        ArgumentError, match="shard 8/8 is empty: the match has 5 blocks, fewer than shards"
    ):
        Shard(8, 8).blocks(5)


def test_a_sequential_test_of_a_shard_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match="a shard has gaps"):
        play_match(fresh(tmp_path), 10, shard=Shard(1, 2), sprt=Sprt(0.5, 0.6))
    assert not list(tmp_path.iterdir())


@pytest.mark.full
def test_shards_that_were_played_and_merged_equal_one_run_with_their_records(tmp_path: Path) -> None:
    folders = []
    for number in (1, 2, 3):
        stored = fresh(tmp_path / f"part{number}")
        rows = play_match(stored, 10, shard=Shard(number, 3), records=True)
        assert set(rows.block.tolist()) == set(Shard(number, 3).blocks(10))
        folders.append(stored.path.parent)
    (merged,) = merge_results(folders, tmp_path / "whole")
    assert (merged.blocks, merged.games, merged.new_games, merged.missing) == (10, 20, 20, ())
    whole = fresh(tmp_path / "whole")
    expected = play_natively(PLAN, range(10))
    for (name, found), (_, right) in zip(
        whole.rows().without_times(), expected.without_times(), strict=True
    ):
        np.testing.assert_array_equal(found, right, err_msg=name)
    records = {(block, game): record for block, game, record in whole.records()}
    assert len(records) == 20
    for (block, game), record in records.items():
        assert record.moves == native_record(PLAN, block, game).moves
    again = play_match(whole, 10)  # nothing is left to play
    assert len(again) == 20


def test_merged_shards_have_every_row_once_and_the_parts_stay(tmp_path: Path, shards: list[Path]) -> None:
    before = {path: path.read_bytes() for root in shards for path in root.rglob("*") if path.is_file()}
    (merged,) = merge_results(shards, tmp_path / "whole")
    assert merged.missing == ()
    assert_same(fresh(tmp_path / "whole").rows(), some_rows(range(10)))
    assert before == {
        path: path.read_bytes() for root in shards for path in root.rglob("*") if path.is_file()
    }


def test_merging_again_adds_nothing(tmp_path: Path, shards: list[Path]) -> None:
    merge_results(shards[:2], tmp_path / "whole")
    (merged,) = merge_results(shards, tmp_path / "whole")
    assert (merged.games, merged.new_games) == (20, 6)
    (merged,) = merge_results([*shards, tmp_path / "whole", shards[0]], tmp_path / "whole")
    assert (merged.games, merged.new_games) == (20, 0)
    assert_same(fresh(tmp_path / "whole").rows(), some_rows(range(10)))


def test_a_folder_may_be_that_of_the_match_itself(tmp_path: Path, shards: list[Path]) -> None:
    (merged,) = merge_results([root / PLAN.key for root in shards], tmp_path / "whole")
    assert merged.games == 20


def test_the_match_is_as_old_as_its_oldest_part(tmp_path: Path, shards: list[Path]) -> None:
    path = shards[1] / PLAN.key / "experiment.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "created": "2020-01-02T03:04:05+00:00"}))
    merge_results(shards, tmp_path / "whole")
    assert fresh(tmp_path / "whole").created == "2020-01-02T03:04:05+00:00"


@pytest.mark.full
def test_records_come_along_once_whichever_part_has_them(tmp_path: Path) -> None:
    rows = some_rows(range(2))
    fresh(tmp_path / "bare").add(rows)
    fresh(tmp_path / "recorded").add(rows.take(rows.block == 1), some_records(1))
    for order in (["bare", "recorded"], ["recorded", "bare"], ["recorded"]):
        merge_results([tmp_path / name for name in order], tmp_path / "whole")
        whole = fresh(tmp_path / "whole")
        assert_same(whole.rows(), rows)
        assert sorted(record[:2] for record in whole.records()) == [(1, 0), (1, 1)]


@pytest.mark.full
def test_incomplete_and_absent_shards_are_named(tmp_path: Path, shards: list[Path]) -> None:
    rows = some_rows(range(10))
    short = make_shard(tmp_path / "short", Shard(2, 3), 10, rows.take(np.isin(rows.block, [1, 7])))
    (merged,) = merge_results([shards[0], short], tmp_path / "whole")
    assert merged.missing == (
        "shard 2/3 is incomplete: block 4 is missing",
        "shard 3/3 is not among the parts: blocks 2, 5, 8 are missing",
    )
    (merged,) = merge_results(shards, tmp_path / "whole")
    assert merged.missing == ()


def test_gaps_of_results_that_are_no_shards_are_named(tmp_path: Path) -> None:
    fresh(tmp_path / "one").add(some_rows(range(3)))
    fresh(tmp_path / "two").add(some_rows(range(5, 6)))
    (merged,) = merge_results([tmp_path / "one", tmp_path / "two"], tmp_path / "whole")
    assert merged.missing == ("blocks 3, 4 are missing",)


def test_the_same_game_with_other_results_is_refused(tmp_path: Path, shards: list[Path]) -> None:
    rows = some_rows(range(3, 4))
    rows.points[1, 0] += 1
    fresh(tmp_path / "wrong").add(rows)
    with pytest.raises(
        StoreError, match=r"game 1 of block 3 is in .*wrong.* \(points: .*nothing is merged"
    ):
        merge_results([*shards, tmp_path / "wrong"], tmp_path / "whole")
    assert not (tmp_path / "whole").exists()


def test_times_may_differ(tmp_path: Path, shards: list[Path]) -> None:
    rows = some_rows(range(3, 4))
    rows.seconds[:] += 1
    fresh(tmp_path / "again").add(rows)
    (merged,) = merge_results([*shards, tmp_path / "again"], tmp_path / "whole")
    assert merged.games == 20


@pytest.mark.parametrize(("change", "words"), [({"seed": 4}, "seed"), ({"code": "00 11 22"}, "code")])
def test_different_matches_are_refused_with_what_differs(
    tmp_path: Path, shards: list[Path], change: dict[str, object], words: str
) -> None:
    other = replace(PLAN, **change)  # type: ignore[arg-type]
    fresh(tmp_path / "other", other).add(some_rows(range(2), other))
    with pytest.raises(StoreError, match=f"which differ in {words}: only parts of one match can be merged"):
        merge_results([*shards, tmp_path / "other"], tmp_path / "whole")
    assert not (tmp_path / "whole").exists()


def test_folders_of_several_matches_are_merged_match_by_match(tmp_path: Path) -> None:
    other = MatchPlan.match(["random", "random:by_group=yes"], rules="players=2", seed=9)
    for number in (1, 2):
        store = Store(tmp_path / f"part{number}")
        for plan in (PLAN, other):
            store.open(plan).add(some_rows(range(number - 1, 4, 2), plan))
    merged = merge_results([tmp_path / "part1", tmp_path / "part2"], tmp_path / "whole")
    assert {one.stored.key: one.games for one in merged} == {PLAN.key: 8, other.key: 8}
    Store(tmp_path / "part3").open(PLAN).add(some_rows(range(1)))
    with pytest.raises(StoreError, match=f"part3 lacks match {other.key}, which .*part1 has"):
        merge_results([tmp_path / "part1", tmp_path / "part3"], tmp_path / "whole")


@pytest.mark.parametrize("name", ["nowhere", "empty"])
def test_a_part_without_results_is_refused(tmp_path: Path, shards: list[Path], name: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(StoreError, match=name):
        merge_results([*shards, tmp_path / name], tmp_path / "whole")
    assert not (tmp_path / "whole").exists()


def test_a_damaged_part_is_refused_before_anything_is_written(tmp_path: Path, shards: list[Path]) -> None:
    (part,) = parts(fresh(shards[2]))
    part.write_bytes(part.read_bytes()[:-20])
    with pytest.raises(StoreError, match="is damaged"):
        merge_results(shards, tmp_path / "whole")
    assert not (tmp_path / "whole").exists()


@pytest.mark.parametrize(
    "text", ["", "{}", '{"format": "catanlab-shards", "format_version": 2, "shards": []}']
)
def test_damaged_notes_are_refused(tmp_path: Path, shards: list[Path], text: str) -> None:
    (shards[0] / PLAN.key / "shards.json").write_text(text)
    with pytest.raises(StoreError, match=r"shards\.json is damaged"):
        merge_results(shards, tmp_path / "whole")
    assert not (tmp_path / "whole").exists()


def test_a_full_disk_stops_a_merge_which_then_goes_on(
    tmp_path: Path, shards: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def full(descriptor: int) -> None:
        calls.append(descriptor)
        if len(calls) > 6:
            raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", full)
        with pytest.raises(StoreError, match="No space left on device"):
            merge_results(shards, tmp_path / "whole")
    (merged,) = merge_results(shards, tmp_path / "whole")
    assert merged.missing == ()
    assert_same(fresh(tmp_path / "whole").rows(), some_rows(range(10)))


def test_the_whole_is_the_shard_one_of_one() -> None:
    assert WHOLE.blocks(5) == range(5)


def test_a_run_that_went_on_is_noted_once(tmp_path: Path) -> None:
    stored = fresh(tmp_path / "part")
    stored.add(some_rows(range(2)))
    merge_results([tmp_path / "part"], tmp_path / "whole")
    (first,) = fresh(tmp_path / "whole").runs()
    stored.add(some_rows(range(2, 5)))
    fresh(tmp_path / "other").add(some_rows(range(5, 6)))
    merge_results([tmp_path / "part", tmp_path / "other"], tmp_path / "whole")
    runs = fresh(tmp_path / "whole").runs()
    assert [(run.number, run.games, run.blocks) for run in runs] == [(1, 10, ((0, 4),)), (2, 2, ((5, 5),))]
    assert runs[0].started == first.started
