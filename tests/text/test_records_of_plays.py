"""Records of games that people drive: who sits down, proposals, moves out of order, seeds of their own."""

import re

import pytest
from tests.text.test_notation_page import PAGE, Grammar

from catanlab.framework.errors import MoveTextError, RecordError
from catanlab.games.catan.game import Catan
from catanlab.games.gomoku import Gomoku
from catanlab.table.chance import CHANCE_VERSION
from catanlab.table.events import Outcome, Played, Proposed, Seated, Withdrawn
from catanlab.table.record import Record
from catanlab.table.record_reader import read_records, scan_records
from catanlab.table.record_writer import record_text

TEXT = """\
[Format "catanlab-record 2"]
[Game "catan"]
[Rules "trading,players=3"]
[Board "o10s2w9/h12c6s4c10/h9w11dw3o8/w8o3h4s5/c5h6s11/3ho3s33cw"]
[BoardSeed "3"]
[Seed "132"]
[Result "*"]
[Termination "unfinished"]

sit 1: Ann "the \\\\ judge"
1. 0:s48 r44-48 1:s40 r40-45 2:s31 r31-36 s26 r20-26 1:s8 r8-12 0:s46 r41-46 d=10
propose 2: 1 ore for 1 sheep
propose 2: 1 ore for 2 sheep
withdraw 2
propose 2: 1 ore for 1 sheep
?2s>w@12 2:n@2 1:n
sit 2: Bob
0:&s>o@2
propose 1: 1 wheat for 1 ore
.
lapse 1
"""


def test_the_example_is_read_and_written_back():
    [record] = read_records(TEXT)
    assert record.text == TEXT
    assert [entry for entry in record.entries if not isinstance(entry, Played | Outcome)] == [
        Seated(1, 'Ann "the \\ judge"'),
        Proposed(2, "1 ore for 1 sheep"),
        Proposed(2, "1 ore for 2 sheep"),
        Withdrawn(2),
        Proposed(2, "1 ore for 1 sheep"),
        Seated(2, "Bob"),
        Proposed(1, "1 wheat for 1 ore"),
        Withdrawn(1, lapsed=True),
    ]
    out_of_order = [
        entry for entry in record.entries if isinstance(entry, Played) and " by " in str(entry.move)
    ]
    assert [(entry.seat, str(entry.move)) for entry in out_of_order] == [(2, "reject by 2")]
    assert (record.seed, record.game.seed) == (132, 3)


def test_a_record_written_out_in_full_is_read_back():
    [record] = read_records(TEXT)
    long = record_text(record, long=True)
    assert "reject by 2," in long
    assert "deal 1 sheep for 1 ore with 2," in long
    assert read_records(long)[0].entries == record.entries
    headers, moves = long.split("\n\n")
    assert read_records(f"{headers}\n\n{moves.replace(',', '')}")[0].moves == record.moves


def test_the_example_fits_the_grammar_of_the_page():
    grammar = Grammar.parse(re.search(r"```ebnf\n(.*?)```", PAGE, re.DOTALL)[1])
    assert grammar.matches("record", TEXT)
    for line in ("sit 1: Ann", "propose 2: 1 ore for 1 sheep", "withdraw 2", "lapse 1"):
        assert grammar.matches("event", line)
        assert not grammar.matches("event", line[: line.index(" ") + 1])


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("sit 1: Ann", "sit 7: Ann", 10, "7 is not a seat from 0 to 2"),
        ('sit 1: Ann "the \\\\ judge"', "sit 1: ", 10, "who sits down needs a name"),
        ("sit 2: Bob", "sit 2 Bob", 17, "the form is sit 2: name"),
        ("propose 2: 1 ore for 2 sheep", "propose 2", 13, "the form is propose 2: deal"),
        ("propose 2: 1 ore for 2 sheep", "propose 2: ore", 13, "'ore' is not a deal"),
        ("withdraw 2", "withdraw 1", 14, "seat 1 has no open proposal"),
        ("withdraw 2", "withdraw 2: x", 14, "the form is withdraw 2"),
        ("lapse 1", "lapse 2", 21, "seat 2 has no open proposal"),
        ("lapse 1", "lapse", 21, "'lapse' is not a move"),
        ("2:n@2 1:n", "1:n@2 1:n", 16, "it is seat 2's move, not seat 1's"),
        ("2:n@2", "2:n", 16, "it is seat 1's move, not seat 2's"),
        ("&s>o@2", "&3s>o@2", 18, "deal 3 sheep for 1 ore with 2"),
        ('[Seed "132"]', '[Seed "132"]\n[Chance "x"]', 7, "Chance: 'x' is not a whole number"),
        ('"3"]', '"x"]', 5, "BoardSeed: 'x' is not an integer"),
    ],
)
def test_a_problem_is_reported_with_its_line(old, new, line, reason):
    assert old in TEXT
    problems = scan_records(TEXT.replace(old, new, 1)).problems
    assert any(p.line == line and reason in str(p) for p in problems), [str(p) for p in problems]


def test_events_that_cannot_be_leave_the_record_as_it_was():
    record = Record(Catan(rules="trading", seed=1))
    for event, error in (
        (Seated(4, "Ann"), RecordError),
        (Seated(0, "\n"), RecordError),
        (Proposed(0, "wood"), MoveTextError),
        (Proposed(4, "1 wood for 1 ore"), RecordError),
        (Withdrawn(0), RecordError),
    ):
        with pytest.raises(error):
            record.add(event)
    with pytest.raises(RecordError, match="has no proposals"):
        Record(Gomoku()).add(Proposed(0, "1 wood for 1 ore"))
    assert record.entries == []


def test_the_first_format_is_kept_where_it_is_enough():
    record = Record(Catan(rules="trading", seed=1), seed=1)
    record.add("settlement 19")
    assert record.text.startswith('[Format "catanlab-record 1"]')
    assert "BoardSeed" not in record.text
    assert "Chance" not in record.text
    record.add(Seated(0, "Ann"))
    assert record.text.startswith('[Format "catanlab-record 2"]')


def test_the_version_of_the_streams_is_kept_where_it_is_not_the_first():
    assert Record(Gomoku()).chance == CHANCE_VERSION
    record = Record(Gomoku(), seed=5, chance=CHANCE_VERSION + 1)
    assert f'[Chance "{CHANCE_VERSION + 1}"]' in record.text
    assert read_records(record.text)[0].chance == CHANCE_VERSION + 1
    assert read_records(Record(Gomoku()).text)[0].chance == 1
