"""Feeds damaged positions, views and records to the readers for a while.

    python -m fuzz.text --seconds 60
    python -m fuzz.text --seconds 60 --coverage      guided by coverage; needs `pip install atheris`

What a reader takes must be written and read again as the same; what it refuses it must explain. The first
text that breaks this is made as short as can be, and shown.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from random import Random as Chooser

from fuzz import seeds
from fuzz.mutations import mutate
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from catanlab.framework.errors import PositionError, Problem
from catanlab.framework.random import Random
from catanlab.games.catan.engine.state import CatanState
from catanlab.games.catan.text.positions import position_text
from catanlab.games.catan.text.reader import read_position, read_view
from catanlab.table.record_reader import read_records, scan_records

BATCH = 1000


def check_position(text: str) -> bool:
    """Read a position strictly and leniently; say whether it was a position."""
    try:
        state = read_position(text)
    except PositionError as error:
        _check_problems(error.problems)
        lenient = False
    else:
        lenient = True
        assert read_position(position_text(state)) == state
        _play_on(state)
    try:
        state = read_position(text, check=False)
    except PositionError as error:
        _check_problems(error.problems)
        assert not lenient
    else:
        again = read_position(position_text(state), check=False)
        assert again == state
        assert position_text(again) == position_text(state)
    return lenient


def check_view(text: str) -> bool:
    """Read a view; say whether it was one."""
    try:
        seen = read_view(text)
    except PositionError as error:
        _check_problems(error.problems)
        return False
    assert 0 <= seen.seat < seen.game.seats
    return True


def check_record(text: str) -> bool:
    """Read records; say whether all was well."""
    reading = scan_records(text)
    _check_problems(reading.problems, len(text.split("\n")))
    for record in reading.records:
        [again] = read_records(record.text)
        assert again.moves == record.moves
        assert again.entries == record.entries
        assert again.text == record.text
        record.replay()
    return not reading.problems


def _check_problems(problems: tuple[Problem, ...], lines: int = 0) -> None:
    for problem in problems:
        assert problem.reason.strip()
        assert 0 <= problem.line <= lines
        assert problem.line or not lines


def _play_on(state: CatanState) -> None:
    """Play on from a position that is said to be possible: it must stay possible."""
    random = Random(1)
    for _ in range(30):
        if not state.is_over:
            state.apply(state.draw_outcome(random) if state.is_chance else state.draw_move(random, True))
    assert read_position(position_text(state)) == state


TARGETS: tuple[tuple[Callable[[], tuple[str, ...]], Callable[[str], bool]], ...] = (
    (seeds.positions, check_position),
    (seeds.views, check_view),
    (seeds.records, check_record),
)


def try_damaged(kind: int, examples: int, start: int | None = None) -> None:
    """Try so many damaged texts of one kind; the first that breaks a check is made short and raised.

    The same `start` gives the same texts; without one they are always the same.
    """
    corpus, check = TARGETS[kind][0](), TARGETS[kind][1]

    @settings(
        max_examples=examples,
        derandomize=start is None,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(st.sampled_from(corpus), st.randoms(use_true_random=False))
    def run(text: str, random: Chooser) -> None:
        check(mutate(text, random, corpus))

    (run if start is None else seed(start)(run))()


def main() -> None:
    """Run as a program."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--coverage", action="store_true", help="let atheris guide the damage")
    options = parser.parse_args()
    if options.coverage:
        from fuzz.guided import fuzz

        fuzz(options.seconds)
        return
    end = time.monotonic() + options.seconds
    number = options.seed
    while time.monotonic() < end:
        try_damaged(number % len(TARGETS), BATCH, number)
        number += 1
        print(f"{BATCH * (number - options.seed)} texts", flush=True)


if __name__ == "__main__":
    main()
