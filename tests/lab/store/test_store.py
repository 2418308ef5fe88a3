"""The store gives back what was put in, in order and once, to any process that asks."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.lab.store.samples import (
    EACH,
    PLAN,
    assert_same,
    fresh,
    parts,
    some_records,
    some_rows,
)

from catanlab._version import __version__
from catanlab.framework.errors import ArgumentError, CatanlabError, StoreError
from catanlab.lab.match_plan import MatchPlan, key_of
from catanlab.lab.native import play_natively
from catanlab.lab.rows import Rows
from catanlab.lab.store import Store
from catanlab.lab.store import part as part_module
from catanlab.lab.store.compaction import MAX_GAMES_IN_PART, PARTS_TO_MERGE, small_parts
from catanlab.lab.store.part import Part


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rows_come_back_exactly(players: int, tmp_path: Path) -> None:
    agents = ["random", *["random:by_group=yes"] * (players - 1)]
    plan = MatchPlan.match(agents, rules=f"players={players}")
    rows = play_natively(plan, range(5, 30))
    fresh(tmp_path, plan).add(rows)
    assert_same(fresh(tmp_path, plan).rows(), rows)


def test_rows_come_back_in_order_whatever_the_order_of_adding(tmp_path: Path) -> None:
    stored = fresh(tmp_path)
    for blocks in (range(20, 30), range(10), range(10, 20)):
        stored.add(some_rows(blocks))
    assert_same(fresh(tmp_path).rows(), some_rows(range(30)))
    assert fresh(tmp_path).finished_blocks().tolist() == list(range(30))


def test_what_is_added_twice_counts_once(tmp_path: Path) -> None:
    stored = fresh(tmp_path)
    stored.add(some_rows(range(10)))
    stored.add(some_rows(range(5, 15)))
    assert_same(stored.rows(), some_rows(range(15)))


@pytest.mark.parametrize("blocks", [range(3, 6), {3, 4, 5, 77}, np.array([5, 4, 3, 99])])
def test_only_the_blocks_asked_for_are_read(blocks: range, tmp_path: Path) -> None:
    stored = fresh(tmp_path)
    for first in (0, 4, 8):
        stored.add(some_rows(range(first, first + 4)))
    assert_same(stored.rows(blocks), some_rows(range(3, 6)))
    assert len(stored.rows(range(0))) == 0


def test_a_block_is_finished_when_all_its_games_are_there(tmp_path: Path) -> None:
    stored = fresh(tmp_path)
    rows = some_rows(range(4))
    stored.add(rows.take(slice(0, 2 * EACH + 1)))
    assert stored.finished_blocks().tolist() == [0, 1]
    assert stored.finished_blocks().dtype == np.int64
    stored.add(rows.take(slice(2 * EACH, 4 * EACH)))
    assert stored.finished_blocks().tolist() == [0, 1, 2, 3]


def test_a_store_without_games_is_empty_and_makes_no_folder(tmp_path: Path) -> None:
    root = tmp_path / "results"
    stored = fresh(root)
    assert len(stored.rows()) == 0
    assert stored.rows().seats == 2
    assert stored.finished_blocks().tolist() == []
    assert list(stored.records()) == []
    stored.compact()
    stored.add(Rows.empty(0, 2))
    assert Store(root).matches() == []
    assert not root.exists()


def test_the_folder_says_what_was_played(tmp_path: Path) -> None:
    stored = fresh(tmp_path)
    stored.add(some_rows(range(1)))
    assert stored.path == tmp_path / PLAN.key
    about = json.loads((stored.path / "experiment.json").read_text())
    assert about["format"] == "catanlab-experiment"
    assert about["format_version"] == 1
    assert about["catanlab"] == __version__
    assert MatchPlan.from_dict(about["experiment"]) == PLAN
    again = fresh(tmp_path)
    assert (again.created, again.plan, again.key) == (about["created"], PLAN, PLAN.key)


def test_other_programs_can_read_a_part(tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    stored = fresh(tmp_path)
    stored.add(some_rows(range(3)))
    file = pq.ParquetFile(parts(stored)[0])
    about = json.loads(file.metadata.metadata[b"catanlab"])
    assert about["format"] == "catanlab-games"
    assert about["version"] == 2
    assert about["experiment"] == PLAN.key
    table = file.read()
    assert table.column("points_1").to_pylist() == some_rows(range(3)).points[:, 1].tolist()
    assert str(table.schema.field("ended").type) == "int8"
    assert file.metadata.row_group(0).column(0).compression == "ZSTD"


def test_parts_of_the_first_version_come_back_with_exact_shares(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = MatchPlan.match(["random"] * 4, rules="roelofs,max_rounds=60,setup_order=snake")
    rows = play_natively(plan, range(100))
    assert (rows.share == 1 / 3).any()
    with monkeypatch.context() as old:
        old.setattr(part_module, "VERSION", 1)
        kinds = {**part_module.SEAT_COLUMNS, **part_module.OLD_KINDS[1]}
        old.setattr(part_module, "SEAT_COLUMNS", kinds)
        fresh(tmp_path, plan).add(rows)
    stored = fresh(tmp_path, plan)
    [part] = stored._read()
    assert part.version == 1
    assert_same(stored.rows(), rows)
    stored.add(play_natively(plan, range(100, 120)))
    stored.compact()
    assert_same(fresh(tmp_path, plan).rows(range(100)), rows)


# Finding.


def test_matches_are_listed_by_date(tmp_path: Path) -> None:
    store = Store(tmp_path)
    keys = []
    for number in range(4):
        plan = MatchPlan.match(["random"] * 4, seed=number)
        stored = store.open(plan)
        stored.add(some_rows(range(1), plan))
        path = stored.path / "experiment.json"
        about = json.loads(path.read_text()) | {"created": f"2020-01-0{4 - number}T00:00:00+00:00"}
        path.write_text(json.dumps(about))
        keys.append(plan.key)
    assert [stored.plan.key for stored in store.matches()] == keys[::-1]


@pytest.mark.full
def test_a_match_is_found_by_the_beginning_of_its_key(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with pytest.raises(StoreError, match="there are none at all"):
        store.find("a")
    matches = [MatchPlan.match(["random"] * 4, seed=number) for number in range(17)]
    for plan in matches:
        store.open(plan).add(some_rows(range(1), plan))
    for plan in matches:
        assert store.find(plan.key[:12]).plan == plan
    with pytest.raises(StoreError, match=r"no match .* begins with 'xyz'; there are .* and 9 more"):
        store.find("xyz")
    with pytest.raises(StoreError, match=r"17 matches in .* begin with ''"):
        store.find("")


def test_a_match_of_another_version_is_still_found(tmp_path: Path) -> None:
    stored = fresh(tmp_path)
    stored.add(some_rows(range(1)))
    path = stored.path / "experiment.json"
    about = json.loads(path.read_text())
    about["experiment"]["version"] = "0.0.1"
    path.write_text(json.dumps(about))
    old = key_of(about["experiment"])
    stored.path.rename(tmp_path / old)
    assert [found.key for found in Store(tmp_path).matches()] == [old]
    assert Store(tmp_path).find(old).plan == replace(PLAN, version="0.0.1")
    assert fresh(tmp_path).finished_blocks().tolist() == []  # this version has yet to play it


# Records.


@pytest.mark.full
def test_records_come_back_with_block_and_game(tmp_path: Path) -> None:
    stored = fresh(tmp_path)
    kept = [*some_records(0), *some_records(1)]
    stored.add(some_rows(range(2)), kept)
    found = list(fresh(tmp_path).records())
    assert [(block, game) for block, game, _ in found] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    for (block, game, record), (_, _, given) in zip(found, kept, strict=True):
        assert record.moves == given.moves
        assert record.headers == {
            "Experiment": PLAN.key,
            "Block": str(block),
            "BlockGame": str(game),
        }
        assert "Block" not in given.headers


@pytest.mark.full
def test_records_are_files_that_every_reader_of_records_reads(tmp_path: Path) -> None:
    from catanlab.table.record_reader import read_records

    stored = fresh(tmp_path)
    stored.add(some_rows(range(1)), some_records(0))
    [path] = stored.path.glob("*.records")
    assert path.name == "part-000001.records"
    assert [len(record) for record in read_records(path)] == [len(kept[2]) for kept in some_records(0)]


# Compaction.


@pytest.mark.full
def test_compaction_leaves_few_parts_and_all_games(tmp_path: Path) -> None:
    stored = fresh(tmp_path)
    for block in range(10):
        stored.add(some_rows(range(block, block + 1)), some_records(block) if block % 4 == 0 else ())
    records = [(block, game, record.text) for block, game, record in stored.records()]
    stored.compact()
    assert len(parts(stored)) == 1
    assert len(list(stored.path.glob("*.records"))) == 1
    assert_same(fresh(tmp_path).rows(), some_rows(range(10)))
    assert [(block, game, record.text) for block, game, record in fresh(tmp_path).records()] == records
    stored.add(some_rows(range(10, 12)))
    assert_same(fresh(tmp_path).rows(), some_rows(range(12)))


@pytest.mark.full
def test_many_small_parts_are_merged_by_themselves(tmp_path: Path) -> None:
    stored = fresh(tmp_path)
    most = 0
    with stored.lock():
        for block in range(PARTS_TO_MERGE * 3):
            stored.add(some_rows(range(block, block + 1)))
            most = max(most, len(parts(stored)))
    assert most <= PARTS_TO_MERGE + 3
    assert_same(fresh(tmp_path).rows(), some_rows(range(PARTS_TO_MERGE * 3)))


def test_a_merged_part_is_not_too_large() -> None:
    sizes = [MAX_GAMES_IN_PART // 3] * 7 + [MAX_GAMES_IN_PART] + [10]
    listed = [Part(Path("x.parquet"), number, games, {}) for number, games in enumerate(sizes)]
    groups = small_parts(listed)
    assert [[part.number for part in group] for group in groups] == [[0, 1, 2], [3, 4, 5], [6, 8]]
    assert all(sum(part.games for part in group) <= MAX_GAMES_IN_PART for group in groups)


def test_killed_after_a_merger_nothing_counts_twice(tmp_path: Path) -> None:
    """The merged part is there, and those it replaces are too, as their removal was cut short."""
    stored = fresh(tmp_path)
    for block in range(3):
        stored.add(some_rows(range(block, block + 1)))
    before = {path: path.read_bytes() for path in parts(stored)}
    stored.compact()
    for path, data in list(before.items())[1:]:
        path.write_bytes(data)
    assert_same(fresh(tmp_path).rows(), some_rows(range(3)))
    assert len(parts(stored)) == 3
    with fresh(tmp_path).lock():
        assert len(parts(stored)) == 1
    assert_same(fresh(tmp_path).rows(), some_rows(range(3)))


# Refusing what is no game of the match.


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda rows: rows.game.__setitem__(0, 2), "outside its block; allowed is 0 to 1"),
        (lambda rows: rows.game.__setitem__(0, -1), "outside its block"),
        (lambda rows: rows.block.__setitem__(0, -1), "numbered -1; allowed are numbers from 0"),
        (lambda rows: rows.agent.__setitem__(0, (1, 0)), "do not sit as the match seats them"),
    ],
    ids=["game", "negative game", "block", "agent"],
)
def test_what_is_no_game_of_the_match_is_refused(change, says: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    rows = some_rows(range(2))
    change(rows)
    with pytest.raises(ArgumentError, match=says):
        fresh(tmp_path).add(rows)
    assert list(tmp_path.iterdir()) == []


def test_other_seats_and_records_of_other_games_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match="the games have 4 seats; those of the match have 2"):
        fresh(tmp_path).add(Rows.empty(1, 4))
    with pytest.raises(ArgumentError, match="a record is of a game that is not among the rows"):
        fresh(tmp_path).add(some_rows(range(1, 2)), some_records(0))
    assert list(tmp_path.iterdir()) == []


def test_the_error_is_one_of_the_house() -> None:
    assert issubclass(StoreError, CatanlabError)
    assert issubclass(StoreError, ValueError)
    assert StoreError.code == "bad-store"


@pytest.mark.full
def test_parquet_is_imported_only_where_it_is_needed() -> None:
    code = "import sys, catanlab.lab.store, catanlab.cli.results; print('pyarrow' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
