"""The results of a unit as bytes: one stream of Arrow's with the rows, and in its metadata all the rest.

Only plain data travels between the machines of a cluster, never objects of Python: what arrives is checked
column by column, and records are read as text.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise, product
from typing import Any

import numpy as np

from catanlab.framework.errors import RecordError
from catanlab.lab.match_plan import MatchPlan
from catanlab.lab.rows import Rows
from catanlab.lab.store.part import column_kinds, file_column
from catanlab.lab.store.records import BLOCK, EXPERIMENT, GAME, read_record, record_text
from catanlab.lab.troubles import Trouble
from catanlab.lab.worker import NumberedRecord

FORMAT = "catanlab-unit"
VERSION = 1
ABOUT, RECORDS = b"catanlab", b"records"


class ResultError(ValueError):
    """Bytes that are not the results of the unit that was asked for."""


@dataclass(frozen=True)
class UnitResult:
    """The games of a unit, their records, what went wrong, and how long they took in all."""

    rows: Rows
    records: list[NumberedRecord]
    troubles: list[Trouble]
    seconds: float


def encode(result: UnitResult, plan: MatchPlan) -> bytes:
    """Return results as bytes."""
    import pyarrow as pa

    kinds = column_kinds(result.rows.seats)
    columns = {
        name: np.ascontiguousarray(file_column(result.rows, name), kind) for name, kind in kinds.items()
    }
    texts = [record_text(plan.key, *record).encode() for record in result.records]
    about = {
        "format": FORMAT,
        "version": VERSION,
        "sizes": [len(text) for text in texts],
        "troubles": [trouble.to_dict() for trouble in result.troubles],
        "seconds": result.seconds,
    }
    metadata = {ABOUT: json.dumps(about).encode(), RECORDS: zlib.compress(b"".join(texts))}
    table = pa.table({name: pa.array(values) for name, values in columns.items()}).replace_schema_metadata(
        metadata
    )
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    found: bytes = sink.getvalue().to_pybytes()
    return found


def decode(data: bytes, plan: MatchPlan, blocks: Sequence[int]) -> UnitResult:
    """Return the results of these blocks from bytes.

    Raises ResultError if they are something else: damaged, of other games, or of agents that sit otherwise.
    """
    import pyarrow as pa

    try:
        table = pa.ipc.open_stream(data).read_all()
        metadata = table.schema.metadata or {}
        about = json.loads(metadata[ABOUT])
        if about["format"] != FORMAT or about["version"] != VERSION:
            raise ResultError(f"the format is {about['format']!r} {about['version']}")
        rows = _rows(table, plan)
        records = _records(zlib.decompress(metadata[RECORDS]), about["sizes"], plan)
        troubles = [Trouble.from_dict(trouble) for trouble in about["troubles"]]
        seconds = float(about["seconds"])
    except ResultError:
        raise
    except (pa.ArrowException, OSError, zlib.error, KeyError, TypeError, ValueError, RecordError) as error:
        raise ResultError(" ".join(str(error).split())[:100] or type(error).__name__) from None
    _check_games(rows, records, plan, blocks)
    return UnitResult(rows, records, troubles, seconds)


def _rows(table: Any, plan: MatchPlan) -> Rows:
    import pyarrow as pa

    rows = Rows.empty(len(table), plan.seats)
    for name, kind in column_kinds(plan.seats).items():
        column = table.column(name)
        if column.type != pa.from_numpy_dtype(kind) or column.null_count:
            raise ResultError(f"column {name} is not of its type")
        file_column(rows, name)[:] = column.to_numpy()
    return rows


def _records(text: bytes, sizes: Sequence[int], plan: MatchPlan) -> list[NumberedRecord]:
    ends = list(accumulate(sizes, initial=0))
    found = [read_record(text[start:end].decode(), plan) for start, end in pairwise(ends)]
    for _, _, record in found:
        for name in (EXPERIMENT, BLOCK, GAME):  # the store writes them
            del record.headers[name]
    return found


def _check_games(
    rows: Rows, records: Sequence[NumberedRecord], plan: MatchPlan, blocks: Sequence[int]
) -> None:
    expected = list(product(sorted(blocks), range(len(plan.seatings))))
    games = list(zip(rows.block.tolist(), rows.game.tolist(), strict=True))
    if games != expected:
        raise ResultError("they are not the games of the unit")
    if (rows.agent != np.asarray(plan.seatings)[rows.game]).any():
        raise ResultError("the agents do not sit as the match seats them")
    if not {(block, game) for block, game, _ in records} <= set(expected):
        raise ResultError("a record is of another game")
