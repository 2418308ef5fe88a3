"""Foreign, damaged and too new files are refused with a clear message, and nothing is overwritten."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.lab.store.samples import (
    PLAN,
    assert_same,
    fresh,
    parts,
    some_records,
    some_rows,
)

from catanlab.framework.errors import StoreError
from catanlab.lab.match_plan import MatchPlan, key_of
from catanlab.lab.store import Store
from catanlab.lab.store import part as part_module
from catanlab.lab.store.compaction import PARTS_TO_MERGE
from catanlab.lab.store.part import write_part

pytestmark = pytest.mark.full

FLIPS = 200


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of a match with a part and its records."""
    stored = fresh(tmp_path)
    stored.add(some_rows(range(40)), some_records(0))
    return stored.path


def contents(folder: Path) -> dict[str, bytes]:
    """Return everything in a folder but the lock, by name."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "lock"}


def assert_refused(folder: Path, *says: str) -> None:
    """Assert that neither reading nor writing is done, and that the message has all these words."""
    before = contents(folder)
    for ask in (
        lambda: fresh(folder.parent).rows(),
        lambda: fresh(folder.parent).finished_blocks(),
        lambda: list(fresh(folder.parent).records()),
        lambda: fresh(folder.parent).compact(),
    ):
        with pytest.raises(StoreError) as caught:
            ask()
        for words in says:
            assert words in str(caught.value)
        assert "\n" not in str(caught.value)
    with pytest.raises(StoreError):
        fresh(folder.parent).add(some_rows(range(40, 41)))
    assert contents(folder) == before


@pytest.mark.parametrize("kept", [0, 1, 3, 100, 0.5, -1, -8])
def test_a_truncated_part_is_refused(kept: float, folder: Path) -> None:
    [path] = parts(fresh(folder.parent))
    data = path.read_bytes()
    path.write_bytes(data[: int(kept * len(data)) if isinstance(kept, float) else kept])
    assert_refused(folder, str(path), "is damaged", "put back a copy, or move it away")


def test_a_flipped_bit_is_noticed_or_does_not_matter(folder: Path) -> None:
    [path] = parts(fresh(folder.parent))
    data, expected = path.read_bytes(), some_rows(range(40))
    draw = random.Random(1)
    refused = 0
    for _ in range(FLIPS):
        place = draw.randrange(len(data))
        changed = bytearray(data)
        changed[place] ^= 1 << draw.randrange(8)
        path.write_bytes(changed)
        try:
            assert_same(fresh(folder.parent).rows(), expected)
        except StoreError as error:
            assert str(path) in str(error)  # noqa: PT017, both ways out are right
            refused += 1
    assert refused > FLIPS // 2


def test_overwritten_stretches_are_noticed(folder: Path) -> None:
    [path] = parts(fresh(folder.parent))
    data = path.read_bytes()
    for start in range(0, len(data) - 200, len(data) // 20):
        path.write_bytes(data[:start] + bytes(200) + data[start + 200 :])
        with pytest.raises(StoreError, match="is damaged"):
            fresh(folder.parent).rows()


def rewritten(path: Path, change: Callable[[Any], Any]) -> None:
    """Write a part again, as sound Parquet with the same metadata, but with another table."""
    import pyarrow.parquet as pq

    with pq.ParquetFile(path) as file:
        table, metadata = change(file.read()), file.metadata.metadata
    with pq.ParquetWriter(path, table.schema, store_schema=False) as writer:
        writer.write_table(table)
        writer.add_key_value_metadata({"catanlab": metadata[b"catanlab"]})


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda table: table.set_column(9, "agent_0", table.column("agent_1")), "agent_0 does not match"),
        (lambda table: table.drop_columns("block"), "column block is missing"),
        (lambda table: table.slice(1), "it has 79 games instead of 80"),
        (
            lambda table: table.set_column(0, "block", table.column("block").cast("int32")),
            "column block is not of its type",
        ),
    ],
    ids=["other values", "no column", "fewer rows", "other type"],
)
def test_sound_parquet_with_other_games_is_refused(
    change: Callable[[Any], Any], says: str, folder: Path
) -> None:
    [path] = parts(fresh(folder.parent))
    rewritten(path, lambda table: table)
    assert_same(fresh(folder.parent).rows(), some_rows(range(40)))
    rewritten(path, change)
    with pytest.raises(StoreError, match=says):
        fresh(folder.parent).rows()


def test_foreign_parquet_is_refused(folder: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = folder / "part-000002.parquet"
    pq.write_table(pa.table({"block": [1, 2]}), path)
    assert_refused(folder, str(path), "is Parquet, but not of catanlab's; move it away")


def test_a_file_that_is_no_parquet_is_refused(folder: Path) -> None:
    path = folder / "part-000002.parquet"
    path.write_text("block,game\n1,2\n")
    assert_refused(folder, str(path), "is damaged")


def test_games_of_another_match_are_refused(folder: Path) -> None:
    path = folder / "part-000002.parquet"
    write_part(path, 2, "0123456789abcdef", some_rows(range(50, 60)))
    assert_refused(folder, str(path), f"has games of match 0123456789abcdef, not {PLAN.key}")


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("VERSION", 3, "has format version 3, and this catanlab reads up to 2: use the newer catanlab"),
        ("FORMAT", "catanlab-ratings", "is of the format 'catanlab-ratings', not 'catanlab-games'"),
    ],
)
def test_a_newer_or_other_format_is_refused(
    name: str, value: Any, says: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / "part-000002.parquet"
    with monkeypatch.context() as patch:
        patch.setattr(part_module, name, value)
        write_part(path, 2, PLAN.key, some_rows(range(50, 60)))
    assert_refused(folder, str(path), says)


def edited(change: Callable[[dict[str, Any]], object]) -> Callable[[Path], object]:
    """Return what changes the data in experiment.json."""

    def edit(path: Path) -> None:
        data = json.loads(path.read_text())
        change(data)
        path.write_text(json.dumps(data))

    return edit


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda path: path.write_text(path.read_text()[:50]), "is damaged or not a file of catanlab's"),
        (lambda path: path.write_bytes(b"\xff\0"), "is damaged or not a file of catanlab's"),
        (lambda path: path.write_text("[1]"), "is damaged or not a file of catanlab's"),
        (lambda path: path.write_text("{}"), "is damaged or not a file of catanlab's"),
        (lambda path: path.unlink(), "has games but no experiment.json; put back a copy"),
        (edited(lambda data: data.update(format_version=9)), "has format version 9"),
        (edited(lambda data: data.update(format_version="x")), "is damaged or not a file of catanlab's"),
        (edited(lambda data: data.pop("created")), "it lacks 'created'"),
        (edited(lambda data: data["experiment"].update(seed=4)), f"its folder is named {PLAN.key}"),
    ],
    ids=["cut", "binary", "a list", "empty", "missing", "newer", "no version", "no date", "other seed"],
)
def test_a_wrong_match_file_is_refused(spoil: Callable[[Path], object], says: str, folder: Path) -> None:
    spoil(folder / "experiment.json")
    before = contents(folder)
    for ask in (lambda: fresh(folder.parent), lambda: Store(folder.parent).find(folder.name)):
        with pytest.raises(StoreError, match=says):
            ask()
    problems: list[StoreError] = []
    assert Store(folder.parent).matches(problems=problems) == []
    assert len(problems) == 1
    assert Store(folder.parent).matches() == []
    assert contents(folder) == before


def test_a_match_that_spoils_while_it_is_open_is_not_written_to(folder: Path) -> None:
    stored = fresh(folder.parent)
    (folder / "experiment.json").write_text("{}")
    before = contents(folder)
    with pytest.raises(StoreError, match="is damaged or not a file of catanlab's"):
        stored.add(some_rows(range(50, 51)))
    assert contents(folder) == before


def test_results_of_an_agent_that_is_no_more_are_still_read(tmp_path: Path) -> None:
    stored = fresh(tmp_path)
    stored.add(some_rows(range(1)))
    path = stored.path / "experiment.json"
    edited(lambda data: data["experiment"].update(agents=["random", "oracle"], version="9.9"))(path)
    key = key_of(json.loads(path.read_text())["experiment"])
    stored.path.rename(tmp_path / key)
    found = Store(tmp_path).find(key)
    assert found.plan.agents == ("random", "oracle")


def test_a_damaged_match_does_not_hide_the_others(folder: Path) -> None:
    other = MatchPlan.match(["random"] * 4, seed=9)
    fresh(folder.parent, other).add(some_rows(range(2), other))
    (folder / "experiment.json").write_text("{}")
    problems: list[StoreError] = []
    found = Store(folder.parent).matches(problems=problems)
    assert [stored.plan for stored in found] == [other]
    assert str(folder) in str(problems[0])


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda path: path.write_bytes(path.read_bytes()[:-100]), "does not match its checksum"),
        (lambda path: path.write_bytes(path.read_bytes().replace(b"s1", b"s2", 1)), "its checksum"),
        (lambda path: path.unlink(), "No such file"),
    ],
    ids=["cut", "changed", "missing"],
)
def test_damaged_records_are_refused(spoil: Callable[[Path], object], says: str, folder: Path) -> None:
    stored = fresh(folder.parent)
    stored.add(some_rows(range(50, 51)))
    [path] = folder.glob("*.records")
    spoil(path)
    before = contents(folder)
    with pytest.raises(StoreError, match=says) as caught:
        list(stored.records())
    assert str(path) in str(caught.value)
    with pytest.raises(StoreError, match=says):
        stored.compact()
    assert contents(folder) == before
    assert len(stored.rows()) == 82  # the games themselves are sound


def test_damaged_records_stop_neither_a_run_nor_the_merging_of_others(folder: Path) -> None:
    fresh(folder.parent).add(some_rows(range(50, 51)), some_records(50))
    path = folder / "part-000002.records"
    path.write_bytes(path.read_bytes()[:-100])
    spoiled = path.read_bytes()
    stored = fresh(folder.parent)
    last = 51 + 2 * PARTS_TO_MERGE
    for block in range(51, last):
        stored.add(some_rows(range(block, block + 1)))
    assert len(parts(stored)) < PARTS_TO_MERGE
    with pytest.raises(StoreError, match="the results of its games are sound and count") as caught:
        stored.compact()
    assert str(path) in str(caught.value)
    assert "move it away with part-000002.parquet" in str(caught.value)
    assert len(parts(stored)) == 2
    assert path.read_bytes() == spoiled
    assert stored.finished_blocks().tolist() == [*range(40), *range(50, last)]

    for name in (path.name, "part-000002.parquet"):  # as the sentence says
        (folder / name).rename(folder.parent / name)
    assert {block for block, _, _ in stored.records()} == {0}
    assert stored.finished_blocks().tolist() == [*range(40), *range(51, last)]


def test_a_full_disk_is_reported_and_leaves_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    before = contents(folder)
    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(StoreError, match=r"cannot write .*part-000002.*: No space left on device"):
        fresh(folder.parent).add(some_rows(range(50, 51)), some_records(50))
    assert contents(folder) == before


@pytest.mark.parametrize("error", [StoreError("No space left on device"), KeyboardInterrupt()])
def test_records_are_not_left_without_their_part(
    error: BaseException, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise error

    before = contents(folder)
    monkeypatch.setattr("catanlab.lab.store.folder.write_part", fail)
    with pytest.raises(type(error)):
        fresh(folder.parent).add(some_rows(range(50, 51)), some_records(50))
    assert contents(folder) == before


def test_an_interrupt_just_after_a_part_was_named_leaves_it_its_records(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*arguments: Any) -> None:
        write_part(*arguments)
        raise KeyboardInterrupt

    monkeypatch.setattr("catanlab.lab.store.folder.write_part", interrupt)
    with pytest.raises(KeyboardInterrupt):
        fresh(folder.parent).add(some_rows(range(50, 51)), some_records(50))
    assert [block for block, _, _ in fresh(folder.parent).records()] == [0, 0, 50, 50]
    assert len(fresh(folder.parent).rows([50])) == 2


def test_a_store_in_a_file_is_refused(tmp_path: Path) -> None:
    root = tmp_path / "results"
    root.write_text("mine")
    for ask in (Store(root).matches, lambda: fresh(root).add(some_rows(range(1)))):
        with pytest.raises(StoreError, match=str(root)):
            ask()
    assert root.read_text() == "mine"
