"""The reader of records: every problem with its line, and what can be saved of a damaged file."""

import pickle

import pytest
from fuzz.seeds import random_record as wordy_record
from tests.text.games import random_record

from catanlab.framework.errors import ArgumentError, RecordError
from catanlab.games.catan.game import Catan
from catanlab.games.catan.rules import Rules
from catanlab.table.record_reader import read_records, scan_records

GOMOKU = """\
[Format "catanlab-record 1"]
[Game "gomoku"]
[Options "size=3,line=3"]
[Seat0 "ann"]
[Seat1 "bob"]
[Result "1-0"]
[Termination "finished"]

1. 0:b2 ~1.5 {the middle}
2. 1:a1
say 1: oh
3. 0:b1
fallback 1 late: 9 s
4. 1:c1
5. 0:b3
"""
CATAN = """\
[Format "catanlab-record 1"]
[Game "catan"]
[Rules "trading,players=3"]
[Board "o10s2w9/h12c6s4c10/h9w11dw3o8/w8o3h4s5/c5h6s11/3ho3s33cw"]

1. 0:s48 r44-48 1:s40 r40-45 2:s31 r31-36 s26 r20-26 1:s8 r8-12 0:s46 r41-46 d=10 ?2s>w@12 1:n
2:!o>s 0:t2.
2. 1:d=4 ?o>w@02 2:!s>o 0:n 1:t2 ?h>s@02 2:!o>h 0:n 1:x card=m ?cs>h@02 2:n 0:n 1:.
"""


def problems_of(text):
    """Return the lines and reasons of all problems."""
    return [(problem.line, str(problem)) for problem in scan_records(text).problems]


@pytest.mark.parametrize("text", [GOMOKU, CATAN])
def test_the_examples_are_good(text):
    assert problems_of(text) == []
    assert len(read_records(text)) == 1
    assert read_records(text.replace("\n", "\r\n"))[0].moves == read_records(text)[0].moves
    assert read_records("\ufeff" + text)[0].moves == read_records(text)[0].moves


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        # Headers.
        ('[Format "catanlab-record 1"]', '[Format "catanlab-record 3"]', 1, "which can be read"),
        ('[Format "catanlab-record 1"]\n', "", 1, 'there is no header [Format "catanlab-record 1"]'),
        ('[Game "gomoku"]\n', "", 1, "there is no header Game"),
        ('"gomoku"', '"chess"', 2, "unknown game 'chess'; the games are cant-stop, catan, gomoku"),
        ("size=3", "size=99", 3, "Options: gomoku's size is 99"),
        ("size=3", "colour=3", 3, "gomoku has no option 'colour'"),
        ('[Seat0 "ann"]', "[Seat0 ann]", 4, "is not a header"),
        ('[Seat0 "ann"]', '[Seat0 "ann" ]', 4, "is not a header"),
        ('[Seat0 "ann"]', '[Seat1 "ann"]', 5, "Seat1: it is given twice"),
        ('[Seat0 "ann"]', '[Format "catanlab-record 1"]', 4, "Format: it is given twice"),
        ("Seat0", "Seat7", 1, "names are given for seats [1, 7], but the game has 2"),
        ('[Seat0 "ann"]', '[Seat0 "ann"]\n[Seed "-5"]', 5, "Seed: '-5' is not a whole number"),
        ('"1-0"', '"0-1"', 6, "Result: it says '0-1', but the moves lead to '1-0'"),
        ('"finished"', '"unfinished"', 7, "Termination: it says unfinished, but the game is finished"),
        ('"finished"', '"fished"', 7, "'fished' is not one of finished, cut, unfinished"),
        # Moves.
        ("0:b2", "0:b9x", 9, "'b9x' is not a move"),
        ("1:a1", "1:b2", 10, "b2: "),
        ("0:b1", "1:b1", 12, "b1: it is seat 0's move, not seat 1's"),
        ("3. 0", "7. 0", 12, "turn 7 begins, but it is turn 3"),
        ("0:b3", "0:b3 c3", 15, "the game is over"),
        ("0:b3", "0:" + "b" * 300, 15, "a word of 302 characters is not a move"),
        # Times, words and incidents.
        ("~1.5", "~1.5s", 9, "'~1.5s' is not a time"),
        ("0:b2 ~1.5", "~1.5 0:b2", 9, "the time ~1.5 does not follow a move of a seat"),
        ("{the middle}", "{the middle", 9, "a comment is not closed with } on its line"),
        ("{the middle}", "{the middle \\}", 9, "a comment is not closed"),
        ("say 1: oh", "say 7: oh", 11, "7 is not a seat from 0 to 1"),
        ("say 1: oh", "say 1 late: oh", 11, "the form is say 2: text"),
        ("say 1: oh", "say oh", 11, "the form is say 2: text"),
        ("fallback 1 late", "fallback 1 lazy", 13, "'lazy' is not a kind of incident"),
        ("fallback 1 late", "incident 1", 13, "None is not a kind of incident"),
        ("5. 0:b3\n", "5. 0:b3\nfallback 1 late: x\n", 16, "the fallback move is missing"),
    ],
)
def test_a_problem_is_reported_with_its_line(old, new, line, reason):
    assert old in GOMOKU
    text = GOMOKU.replace(old, new)
    found = problems_of(text)
    assert any(number == line and reason in problem for number, problem in found), found
    with pytest.raises(RecordError) as caught:
        read_records(text)
    assert caught.value.code == "bad-record"
    assert f"line {line}" in str(caught.value)
    assert pickle.loads(pickle.dumps(caught.value)).problems == caught.value.problems


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ('[Rules "trading,players=3"]\n', "", 1, "there is no header Rules"),
        ("trading", "trapping", 3, "Rules: unknown rules 'trapping'"),
        ("o10s2w9/", "o10s2/", 4, "Board: 'o10s2' is not 3 hexes"),
        ("[Rules", '[Position "x"]\n[Rules', 3, "Position: 'x' is too short"),
        ("[Rules", '[Position "x"]\n[Rules', 4, "Rules: a record with a position says this there"),
        ("r44-48", "r0-3", 6, "road 0-3: the road must start at the settlement just placed"),
        ("=10 ?2s", "=1 ?2s", 6, "'=1' is not a move"),
        ("0:t2.", "0:t1.", 7, "take 1: seat 1 made no counter-offer"),
        ("2:!o>h", "2:!o>3q", 8, "'!o>3q' is not a move"),
        ("1:x card", "1:x, card", 8, ""),
    ],
)
def test_a_problem_of_a_game_of_catan_is_reported_with_its_line(old, new, line, reason):
    assert old in CATAN
    found = problems_of(CATAN.replace(old, new))
    if not reason:
        assert found == []
    else:
        assert any(number == line and reason in problem for number, problem in found), found


def test_all_problems_are_reported_at_once_in_the_order_of_lines():
    text = (
        GOMOKU.replace("Seat0", "Seat7")
        .replace("1:a1", "1:zz")
        .replace("0:b1", "0:qq")
        .replace("~1.5", "~x")
    )
    found = problems_of(text)
    assert [line for line, _ in found] == [1, 9, 10, 12]
    assert "; whether the moves after it are legal is unknown" in found[2][1]
    assert "is unknown" not in found[3][1]


def test_words_are_checked_even_if_the_game_cannot_be_set_up():
    assert [line for line, _ in problems_of(CATAN.replace("trading", "x").replace("0:t2", "0:tt"))] == [
        3,
        7,
    ]


def test_wrong_turn_numbers_are_reported_once():
    text = random_record(Catan(seed=1), 1, 200).text
    later = "\n".join(
        f"{int(line.split('.')[0]) + 5}.{line.split('.', 1)[1]}" if line[:1].isdigit() else line
        for line in text.split("\n")
    )
    assert len(problems_of(later)) == 1
    assert len(scan_records(later).records[0]) == 200


def test_what_comes_before_a_bad_move_is_saved():
    record = wordy_record(Catan(rules=Rules.trading(), seed=4), 4, 150)
    lines = record.text.split("\n")
    lines[40] = "1. garbage" + lines[40]
    reading = scan_records("\n".join(lines))
    [saved] = reading.records
    assert 0 < len(saved) < len(record)
    assert saved.moves == record.moves[: len(saved)]
    assert saved.termination == "unfinished"
    assert read_records(saved.text)[0].moves == saved.moves


def test_a_bad_record_does_not_hide_the_others():
    text = GOMOKU + "\n" + GOMOKU.replace('"gomoku"', '"chess"') + "\n" + CATAN
    reading = scan_records(text)
    assert [record.game.name for record in reading.records] == ["gomoku", "catan"]
    assert [problem.line for problem in reading.problems] == [18]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "hello",
        "\x00\x01\x02",
        "{",
        '[Event "chess"]\n[White "x"]\n\n1. e4 e5 2. Nf3 1-0\n',
        "[",
        '["]',
        "[]]",
    ],
)
def test_foreign_text_is_refused_with_a_reason(text):
    reading = scan_records(text)
    assert reading.records == ()
    assert reading.problems
    assert all(problem.line >= 1 for problem in reading.problems)


def test_bytes_that_are_no_text_are_reported_with_their_line(tmp_path):
    path = tmp_path / "game.txt"
    path.write_bytes(GOMOKU.encode().replace(b"the middle", b"the \xff\xfe"))
    reading = scan_records(path)
    assert [str(problem) for problem in reading.problems] == ["line 9: byte 158 is not UTF-8"]
    assert len(reading.records[0]) == 5
    path.write_bytes(bytes(range(256)) * 40)
    assert scan_records(path).problems


def test_a_file_cut_anywhere_is_read_as_far_as_it_goes():
    text = wordy_record(Catan(rules=Rules.trading(), seed=6), 6, 80).text
    whole = read_records(text)[0]
    for end in range(0, len(text), 37):
        reading = scan_records(text[:end])
        for record in reading.records:
            # The last word may be cut to another one: s52 to s5.
            assert record.moves[:-1] == whole.moves[: max(len(record) - 1, 0)]


def test_a_long_list_of_problems_is_shown_in_part():
    error = RecordError(*["x"] * 50)
    assert str(error).endswith("and 30 more")
    assert len(error.problems) == 50


def test_turn_numbers_seats_and_results_may_be_left_out():
    text = GOMOKU[: GOMOKU.index("[Seat0")] + "b2 a1\nb1 c1 b3"
    assert read_records(text)[0].moves == read_records(GOMOKU)[0].moves


def test_moves_may_be_written_out_with_commas_or_without():
    head = CATAN[: CATAN.index("1. ")]
    short = read_records(
        f"{head}s48 r44-48 s40 r40-45 s31 r31-36 s26 r20-26 s8 r8-12 s46 r41-46 d=10 ?2s>w@12 n n ."
    )
    long = (
        "settlement 48, road 44-48, settlement 40 road 40-45\n"
        "2:settlement 31 ~2 road 31-36 {far} settlement 26\n"
        "road_20-26 1:settlement 8, road 8-12 0:settlement 46 road 41-46 , roll dice 10\n"
        "offer 2 sheep for 1 wood to 1 2 reject reject end turn"
    )
    assert read_records(head + long)[0].moves == short[0].moves


def test_records_are_read_by_path_or_by_text(tmp_path):
    record = random_record(Catan(seed=1), 1, 20)
    file = tmp_path / "game.record"
    record.write(file)
    for read in (
        read_records(record.text),
        read_records(text=record.text),
        read_records(file),
        read_records(path=file),
        read_records(path=str(file)),
        read_records(record.text.encode()),
    ):
        assert [one.moves for one in read] == [record.moves]


def test_a_path_given_as_a_text_gets_a_hint(tmp_path):
    with pytest.raises(RecordError, match=r"read_records\(path=...\) reads a file"):
        read_records("game.record")
    with pytest.raises(FileNotFoundError):
        read_records(path=tmp_path / "game.record")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"path": "a", "text": "b"}, "but path and text were given"),
        ({"source": "a", "path": "b"}, "but source and path were given"),
        ({"path": 5}, "the path of a record is a str or a Path, not 5"),
        ({"text": b"x"}, "the text of a record is a str, not bytes"),
    ],
)
def test_records_have_one_source(given, words):
    with pytest.raises(ArgumentError, match=words):
        read_records(**given)
