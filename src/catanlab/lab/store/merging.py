"""Merges the results of several folders, such as the shards of a match, into one.

Everything is checked before anything is written, and the folders that are merged stay as they are. If a
merge is stopped, merging again goes on from there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from catanlab.framework.errors import StoreError
from catanlab.lab.rows import Rows
from catanlab.lab.shard import Shard
from catanlab.lab.store import manifest
from catanlab.lab.store.builds_file import merge_builds, read_builds
from catanlab.lab.store.differences import find_difference
from catanlab.lab.store.files import make_folder, reporting_errors, write_whole
from catanlab.lab.store.folder import parts_that_count, while_parts_come_and_go, write_next_part
from catanlab.lab.store.gathering import gather
from catanlab.lab.store.manifest import read_manifest
from catanlab.lab.store.part import Part
from catanlab.lab.store.records import GameIds, check_records, merge_records, recorded_games
from catanlab.lab.store.runs import Run, joined, next_run, write_run
from catanlab.lab.store.shard_notes import ShardNote, add_notes, read_notes
from catanlab.lab.store.store import Store
from catanlab.lab.store.stored import StoredMatch

MAX_BLOCKS_LISTED = 8


@dataclass(frozen=True)
class MergedMatch:
    """A match after its parts were merged."""

    stored: StoredMatch
    new_games: int
    """How many games were not there before."""
    games: int
    blocks: int
    """How many blocks are finished."""
    missing: tuple[str, ...]
    """What is incomplete, a sentence each."""


def merge_results(folders: Sequence[Path], whole: Path, *, records: bool = True) -> list[MergedMatch]:
    """Merge the matches in folders of results into the folder `whole`, which may have some of the games.

    Each of the folders is one of results or of a single match. Records are merged too, unless `records` is
    False. Raises StoreError if they do not hold the same matches, if two of them have the same game with
    different results, or for a file that is damaged or cannot be written.
    """
    matches = _matches(folders)
    targets = {key: _existing(whole / key) for key in matches}
    sources: dict[str, list[StoredMatch]] = {}
    for key, parts in matches.items():
        target = targets[key]
        own = [part for part in parts if part.path.resolve() != (whole / key).resolve()]
        sources[key] = own
        _check_overlaps([*([target] if target else []), *own])
        for part in own:
            read_notes(part.path)
            part.runs()
            read_builds(part.path, key, part.plan.seats)
            for piece in _pieces(part):
                check_records(piece)
    return [_merge(whole / key, parts, records) for key, parts in sources.items()]


def _matches(folders: Sequence[Path]) -> dict[str, list[StoredMatch]]:
    """Return the matches of all folders by their keys; raises StoreError unless all have the same ones."""
    found: dict[Path, list[StoredMatch]] = {}
    for folder in folders:
        if folder.resolve() not in {known.resolve() for known in found}:
            found[folder] = _matches_in(folder)
    first_folder, first = next(iter(found.items()))
    keys = {stored.key: stored for stored in first}
    for folder, matches in found.items():
        others = {stored.key: stored for stored in matches}
        here = [stored for key, stored in keys.items() if key not in others]
        there = [stored for key, stored in others.items() if key not in keys]
        if here and there:
            raise _different(first_folder, here[0], folder, there[0])
        if here or there:
            lacking, having = (folder, first_folder) if here else (first_folder, folder)
            raise StoreError(
                f"{lacking} lacks match {(here or there)[0].key}, which {having} has; merge folders that "
                "have the same matches"
            )
    return {
        key: [stored for matches in found.values() for stored in matches if stored.key == key]
        for key in keys
    }


def _matches_in(folder: Path) -> list[StoredMatch]:
    if not folder.is_dir():
        raise StoreError(f"there is no folder {folder} to merge")
    own = _existing(folder)
    if own:
        return [own]
    problems: list[StoreError] = []
    found = Store(folder).matches(problems=problems)
    if problems:
        raise problems[0]
    if not found:
        raise StoreError(f"there are no results in {folder}: has its run begun?")
    return found


def _existing(folder: Path) -> StoredMatch | None:
    """Return the match in a folder, if there is one."""
    about = read_manifest(folder)
    return StoredMatch(folder, about) if about else None


def _different(folder: Path, mine: StoredMatch, other_folder: Path, other: StoredMatch) -> StoreError:
    """Return the error about two folders with different matches, which says in what these differ."""
    here, there = mine.plan.to_dict(), other.plan.to_dict()
    names = [name for name in {**here, **there} if here.get(name) != there.get(name)]
    return StoreError(
        f"{folder} has match {mine.key} and {other_folder} has {other.key}, which differ in "
        f"{', '.join(names) or 'their key'}: only parts of one match can be merged"
    )


def _check_overlaps(sources: Sequence[StoredMatch]) -> None:
    """Raise StoreError if a game is in two of the sources with different results; times may differ."""
    found = find_difference([stored.rows() for stored in sources])
    if found:
        one, other = (sources[number].path for number in found.sources)
        raise StoreError(
            f"{found.game} is in {one} and in {other} with different results ({found.values}); "
            "nothing is merged: leave one of them out"
        )


def _merge(path: Path, sources: Sequence[StoredMatch], records: bool) -> MergedMatch:
    """Copy the games of all sources that are not in the folder of a match yet, with records and builds."""
    oldest = min(sources, key=lambda stored: stored.created, default=None)
    before = 0
    stored = _existing(path)
    if stored:
        before = len(stored.rows())
    elif oldest:
        stored = _begin(path, oldest)
    assert stored is not None  # a folder that was to be merged with itself is there
    with stored.lock():
        add_notes(path, [note for source in sources for note in read_notes(source.path)])
        pieces = [piece for source in sources for piece in _pieces(source)]
        _copy(stored, pieces if records else [replace(piece, records="") for piece in pieces])
        _copy_runs(stored, sources)
        merge_builds(path, stored.key, stored.plan.seats, [source.path for source in sources])
    stored.compact()
    games = len(stored.rows())
    finished = stored.finished_blocks().tolist()
    missing = tuple(_missing(read_notes(path), finished))
    return MergedMatch(stored, games - before, games, len(finished), missing)


def _begin(path: Path, oldest: StoredMatch) -> StoredMatch:
    """Make the folder of a match with the description that its oldest part has, to the byte."""
    make_folder(path)
    described = oldest.path / manifest.NAME
    with reporting_errors(described, "read"):
        text = described.read_bytes()
    write_whole(path / manifest.NAME, lambda file: file.write(text))
    stored = _existing(path)
    assert stored is not None
    return stored


def _copy(stored: StoredMatch, pieces: Iterable[Part]) -> None:
    """Copy what is new in some parts, those with records first: a game is copied once, with its record."""
    own = _pieces(stored)
    there = _ids(gather(own, stored.plan.seats))
    recorded = {game for piece in own for game in recorded_games(piece)}
    for piece in sorted(pieces, key=lambda piece: not piece.records):
        rows = gather([piece], stored.plan.seats)
        new_records = recorded_games(piece) - recorded
        ids = _ids(rows)
        wanted = (ids - there) | (ids & new_records)
        if not wanted:
            continue
        games = zip(rows.block.tolist(), rows.game.tolist(), strict=True)
        rows = rows.take(np.fromiter((game in wanted for game in games), np.bool_, len(rows)))
        write_next_part(stored.path, stored.key, rows, partial(_copy_records, piece, bool(new_records)))
        there |= ids
        recorded |= new_records


def _copy_records(piece: Part, wanted: bool, path: Path) -> str:
    """Copy the records of a part if they are wanted, and return their digest."""
    return merge_records(path, [piece]) if wanted else ""


def _copy_runs(stored: StoredMatch, sources: Sequence[StoredMatch]) -> None:
    """Copy the runs that made the games, the oldest first; one that went on since is written anew."""
    known = stored.runs()
    found = [run for source in sources for run in source.runs()]
    for run in sorted(found, key=lambda run: run.started):
        if any(_is_later(same, run) for same in known):
            continue
        before = next((same for same in known if _is_later(run, same)), None)
        if before:
            known.remove(before)
        known.append(replace(run, number=before.number if before else next_run(stored.path)))
        write_run(stored.path, known[-1])


def _is_later(run: Run, before: Run) -> bool:
    """Return whether two notes are of one run, and the first has all that the second has."""
    return (
        run.started == before.started
        and run.provenance == before.provenance
        and run.games >= before.games
        and joined([*run.blocks, *before.blocks], ()) == run.blocks
    )


def _pieces(stored: StoredMatch) -> list[Part]:
    return while_parts_come_and_go(lambda: parts_that_count(stored.path, stored.key))


def _ids(rows: Rows) -> GameIds:
    return set(zip(rows.block.tolist(), rows.game.tolist(), strict=True))


def _missing(notes: Sequence[ShardNote], finished: Sequence[int]) -> list[str]:
    """Return what a match lacks: blocks of the shards that were noted, or shards that are nowhere."""
    there = set(finished)
    sentences = []
    noted = {shard for shard, _ in notes}
    sizes: dict[int, int] = {}
    for shard, blocks in notes:
        sizes[shard.of] = max(blocks, sizes.get(shard.of, 0))
    if not sizes and finished:
        gaps = sorted(set(range(max(finished))) - there)
        return [f"{_listed(gaps)} missing"] if gaps else []
    for of, blocks in sorted(sizes.items()):
        for shard in (Shard(number, of) for number in range(1, min(of, blocks) + 1)):
            lacking = [block for block in shard.blocks(blocks) if block not in there]
            if lacking and shard in noted:
                sentences.append(f"shard {shard} is incomplete: {_listed(lacking)} missing")
            elif lacking:
                sentences.append(f"shard {shard} is not among the parts: {_listed(lacking)} missing")
    return sentences


def _listed(blocks: Sequence[int]) -> str:
    """Return blocks in words with a verb.

    >>> _listed([3]), _listed([1, 2]), _listed(range(20))
    ('block 3 is', 'blocks 1, 2 are', 'blocks 0, 1, 2, 3, 4, 5, 6, 7 and 12 more are')
    """
    if len(blocks) == 1:
        return f"block {blocks[0]} is"
    more = f" and {len(blocks) - MAX_BLOCKS_LISTED} more" if len(blocks) > MAX_BLOCKS_LISTED else ""
    return f"blocks {', '.join(map(str, blocks[:MAX_BLOCKS_LISTED]))}{more} are"
