"""A part: some games of a match in a Parquet file that describes itself and shows any damage.

The file's metadata has one entry, `catanlab`: JSON with the format and its version, the match's key,
a checksum of every column, the parts that this one replaces, and the digest of its records.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from catanlab.framework.errors import StoreError
from catanlab.lab.rows import GAME_COLUMNS, SEAT_COLUMNS, Rows
from catanlab.lab.store.files import damaged, write_whole

FORMAT = "catanlab-games"
VERSION = 2
OLD_KINDS: dict[int, dict[str, Any]] = {1: {"share": np.float32, "points": np.int16}}
"""The types of columns in older versions of the format, where they differ."""
METADATA_KEY = "catanlab"


class PartGoneError(StoreError):
    """A part was merged into another before it was read; the other has its games."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} was there and is gone")


@dataclass(frozen=True)
class Part:
    """The description of a part, from its metadata."""

    path: Path
    number: int
    games: int
    checksums: dict[str, int]
    replaces: tuple[int, ...] = ()
    """The numbers of the parts whose games this one holds too; they no longer count."""
    records: str = ""
    """The SHA-256 digest of its records, or "" if it has none."""
    version: int = VERSION
    """The version of the format that it is written in."""

    @property
    def records_path(self) -> Path:
        """Where its records are."""
        return self.path.with_suffix(".records")


def column_kinds(seats: int, version: int = VERSION) -> dict[str, np.dtype[Any]]:
    """Return the columns of a file and their types; those of a seat end with its number.

    >>> [name for name in column_kinds(2) if name.startswith("points")]
    ['points_0', 'points_1']
    """
    kinds = {name: np.dtype(kind) for name, kind in GAME_COLUMNS.items()}
    for name, kind in {**SEAT_COLUMNS, **OLD_KINDS.get(version, {})}.items():
        kinds |= {f"{name}_{seat}": np.dtype(kind) for seat in range(seats)}
    return kinds


def file_column(rows: Rows, name: str) -> NDArray[Any]:
    """Return the values of a column of the file, as a view of the rows."""
    if name in GAME_COLUMNS:
        return rows[name]
    column, _, seat = name.rpartition("_")
    values: NDArray[Any] = rows[column][:, int(seat)]
    return values


def write_part(
    path: Path, number: int, key: str, rows: Rows, replaces: Sequence[int] = (), records: str = ""
) -> Part:
    """Write rows as a new part; raises StoreError if that fails."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    kinds = column_kinds(rows.seats)
    columns = {name: np.ascontiguousarray(file_column(rows, name), kind) for name, kind in kinds.items()}
    checksums = {name: zlib.crc32(values.data) for name, values in columns.items()}
    part = Part(path, number, len(rows), checksums, tuple(replaces), records)
    fields = [pa.field(name, pa.from_numpy_dtype(kind), nullable=False) for name, kind in kinds.items()]
    schema = pa.schema(fields)
    table = pa.table([pa.array(values) for values in columns.values()], schema=schema)

    def write(file: BinaryIO) -> None:
        options = {"compression": "zstd", "write_page_checksum": True, "store_schema": False}
        with pq.ParquetWriter(file, schema, **options) as writer:
            writer.write_table(table)
            writer.add_key_value_metadata({METADATA_KEY: _described(part, key)})

    write_whole(path, write)
    return part


def read_part(path: Path, number: int, key: str) -> Part:
    """Return the description of a part, without reading its games.

    Raises StoreError if it is damaged, foreign, too new, of another match, or gone.
    """
    import pyarrow.parquet as pq

    with _reading(path), pq.ParquetFile(path) as file:
        entry = (file.metadata.metadata or {}).get(METADATA_KEY.encode())
        games = file.metadata.num_rows
    if entry is None:
        raise StoreError(f"{path} is Parquet, but not of catanlab's; move it away")
    try:
        about = json.loads(entry)
        _check(path, about, key, games)
        return Part(
            path,
            number,
            games,
            about["checksums"],
            tuple(about["replaces"]),
            about.get("records", ""),
            about["version"],
        )
    except (KeyError, TypeError, AttributeError, json.JSONDecodeError, UnicodeDecodeError):
        raise damaged(path, "its metadata cannot be read") from None


def read_columns(part: Part, seats: int, names: Iterable[str] | None = None) -> dict[str, NDArray[Any]]:
    """Return some columns of a part, all if none are named; raises StoreError as `read_part`."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    kinds = column_kinds(seats, part.version)
    wanted = list(kinds) if names is None else list(names)
    # Not mapped into memory: a file cut short while it is read would kill the process.
    with _reading(part.path), pq.ParquetFile(part.path, page_checksum_verification=True) as file:
        table = file.read(wanted, use_threads=False)
    found = {}
    for name in wanted:
        if name not in table.column_names:
            raise damaged(part.path, f"column {name} is missing")
        column = table.column(name)
        if column.type != pa.from_numpy_dtype(kinds[name]) or column.null_count:
            raise damaged(part.path, f"column {name} is not of its type")
        values = np.ascontiguousarray(column.to_numpy())
        if len(values) != part.games or zlib.crc32(values.data) != part.checksums.get(name):
            raise damaged(part.path, f"column {name} does not match its checksum")
        is_old_share = name.startswith("share_") and values.dtype == np.float32
        found[name] = exact_shares(values) if is_old_share else values
    return found


def exact_shares(rounded: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return shares of wins as they were before they were rounded to 32 bits: a win, a half, a third.

    >>> exact_shares(np.float32([1 / 3])).tolist() == [1 / 3]
    True

    What was no such part is left as it is.
    """
    parts = np.rint(1 / np.where(rounded > 0, rounded, 1), dtype=np.float64)
    exact = 1 / np.maximum(parts, 1)
    restored: NDArray[np.float64] = np.where(exact.astype(np.float32) == rounded, exact, rounded)
    return restored


def _described(part: Part, key: str) -> str:
    about: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "experiment": key,
        "games": part.games,
        "checksums": part.checksums,
        "replaces": list(part.replaces),
        "records": part.records,
    }
    return json.dumps({**about, "seal": _seal(about)})


def _seal(about: dict[str, Any]) -> int:
    return zlib.crc32(json.dumps(about, sort_keys=True).encode())


def _check(path: Path, about: dict[str, Any], key: str, games: int) -> None:
    """Raise StoreError unless the metadata describe a sound part of the match."""
    if about["format"] != FORMAT:
        raise StoreError(f"{path} is of the format {about['format']!r}, not {FORMAT!r}; move it away")
    if about["version"] > VERSION:
        raise StoreError(
            f"{path} has format version {about['version']}, and this catanlab reads up to {VERSION}: "
            "use the newer catanlab that wrote it"
        )
    if _seal({name: value for name, value in about.items() if name != "seal"}) != about["seal"]:
        raise damaged(path, "its metadata does not match its checksum")
    if about["games"] != games:
        raise damaged(path, f"it has {games} games instead of {about['games']}")
    if about["experiment"] != key:
        raise StoreError(
            f"{path} has games of match {about['experiment']}, not {key}; move it to its own folder"
        )


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Turn errors of pyarrow about a file into a StoreError or PartGoneError."""
    import pyarrow as pa

    try:
        yield
    except FileNotFoundError:
        raise PartGoneError(path) from None
    except (pa.ArrowException, OSError, ValueError, OverflowError) as error:
        if isinstance(error, OSError) and error.errno:
            raise StoreError(f"cannot read {path}: {error.strerror}") from None
        reason = " ".join(str(error).split())[:100]
        raise damaged(path, reason or type(error).__name__) from None
