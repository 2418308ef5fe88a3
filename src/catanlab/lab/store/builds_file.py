"""builds.parquet: the builds of the games of a match, next to its rows, counted from records once."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from catanlab.framework.errors import StoreError
from catanlab.lab.builds import BUILDS, Builds
from catanlab.lab.store.files import write_whole

NAME = "builds.parquet"
FORMAT = "catanlab-builds"
VERSION = 1
METADATA_KEY = b"catanlab"


def write_builds(folder: Path, key: str, builds: Builds) -> None:
    """Write the builds of a match, in place of those that are there; raises StoreError."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns: dict[str, NDArray[Any]] = {"block": builds.block, "game": builds.game}
    for number, name in enumerate(BUILDS):
        for seat in range(builds.counts.shape[1]):
            columns[f"{name}_{seat}"] = np.ascontiguousarray(builds.counts[:, seat, number])
    about = {"format": FORMAT, "version": VERSION, "experiment": key, "checksum": _checksum(builds)}
    table = pa.table(columns)

    def write(file: BinaryIO) -> None:
        options = {"compression": "zstd", "write_page_checksum": True, "store_schema": False}
        with pq.ParquetWriter(file, table.schema, **options) as writer:
            writer.write_table(table)
            writer.add_key_value_metadata({METADATA_KEY: json.dumps(about)})

    write_whole(folder / NAME, write, force=True)


def read_builds(folder: Path, key: str, seats: int) -> Builds:
    """Return the builds that are kept in the folder of a match.

    Raises StoreError if they are damaged, too new, or of another match.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = folder / NAME
    if not path.exists():
        return Builds.empty(seats)
    try:
        with pq.ParquetFile(path, page_checksum_verification=True) as file:
            about = json.loads(file.metadata.metadata[METADATA_KEY])
            _check(path, about, key)
            table = file.read(use_threads=False)
        counts = np.empty((len(table), seats, len(BUILDS)), np.int16)
        for number, name in enumerate(BUILDS):
            for seat in range(seats):
                counts[:, seat, number] = table.column(f"{name}_{seat}").to_numpy()
        block, game = table.column("block").to_numpy(), table.column("game").to_numpy()
        found = Builds(np.asarray(block, np.int64), np.asarray(game, np.int32), counts)
        if _checksum(found) != about["checksum"]:
            raise ValueError("it does not match its checksum")
        return found
    except StoreError:
        raise
    except (pa.ArrowException, OSError, ValueError, KeyError, TypeError) as error:
        reason = " ".join(str(error).split())[:100]
        raise StoreError(
            f"{path} is damaged ({reason}); put back a copy, or move it away: builds are then counted again"
        ) from None


def merge_builds(folder: Path, key: str, seats: int, sources: Iterable[Path]) -> None:
    """Add the builds in other folders of a match to those in its own folder; raises StoreError."""
    own = read_builds(folder, key, seats)
    merged = Builds.joined([own, *(read_builds(source, key, seats) for source in sources)], seats)
    if len(merged) > len(own):
        write_builds(folder, key, merged)


def _checksum(builds: Builds) -> int:
    columns = (builds.block, builds.game, builds.counts)
    return zlib.crc32(b"".join(column.tobytes() for column in columns))


def _check(path: Path, about: dict[str, Any], key: str) -> None:
    """Raise StoreError unless the metadata are those of builds of the match, in a format that is known."""
    if about["format"] != FORMAT or about["experiment"] != key:
        raise StoreError(f"{path} has no builds of match {key}; move it away")
    if about["version"] > VERSION:
        raise StoreError(
            f"{path} has format version {about['version']}, and this catanlab reads up to {VERSION}: "
            "use the newer catanlab that wrote it"
        )
