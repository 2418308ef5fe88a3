"""Dice that can be checked: known answers, and tampering with any part is found."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.examples import examples
from tests.server.rooms import play_on, seated

from catanlab import Catan
from catanlab.cli.main import main
from catanlab.framework.random import check_seed
from catanlab.server import wire
from catanlab.server.dice import (
    COMMITMENT,
    NONCES,
    ROOM,
    SALT,
    SECRET,
    Dice,
    DiceError,
    check,
    check_outcomes,
    check_record,
)
from catanlab.server.rooms import log_entries as log
from catanlab.table.random_agent import RandomAgent
from catanlab.table.record import Record
from catanlab.table.record_reader import read_records
from catanlab.table.table import Table

DICE = Dice("table", secret="0123456789abcdef", salt="00112233445566778899aabbccddeeff")
SHOWN = "d5f3518cd7d27797ab5df086628b3b580c193c5fec7b93b69cd5829d98b52e91"
GIVEN = ("", "c0ffee", "f" * 64, "0")


@pytest.fixture(scope="module")
def record():
    """Return the record of a game with the dice above, as a room would export it."""
    table = Table(Catan(seed=1), [RandomAgent() for _ in range(4)], seed=DICE.seed(GIVEN), max_turns=150)
    table.play()
    return Record.of_table(table, headers=DICE.headers(GIVEN, revealed=True))


def changed(record, **headers):
    """Return the same game with other headers; None leaves one out."""
    kept = {name: value for name, value in (record.headers | headers).items() if value is not None}
    other = Record(record.game, seed=record.seed, headers=kept)
    for move in record.moves:
        other.take(move)
    other.cut = record.cut
    return other


# Known answers. They were computed by sha256sum and openssl from the bytes that the module describes.


def test_the_commitment_has_its_known_value():
    assert DICE.commitment == SHOWN


def test_the_seed_has_its_known_value():
    assert DICE.seed(["", "c0ffee", "", ""]) == 0x15546644C3579AB1


def test_new_dice_are_new_and_do_not_show_their_secret():
    many = [Dice.new("table") for _ in range(50)]
    assert len({dice.secret for dice in many}) == len({dice.salt for dice in many}) == 50
    assert many[0].secret not in repr(many[0])
    assert many[0].salt not in repr(many[0])
    for dice in many:
        check_seed(dice.seed(["", ""]))


# Secret and commitment.


def test_the_seed_of_honest_dice_is_returned():
    assert check("table", SHOWN, DICE.secret, DICE.salt, GIVEN) == DICE.seed(GIVEN)


@pytest.mark.parametrize(
    "tampered",
    [
        {"room": "tables"},
        {"commitment": SHOWN[:-1] + "2"},
        {"secret": "0123456789abcdee"},
        {"salt": "10112233445566778899aabbccddeeff"},
    ],
    ids=lambda tampered: next(iter(tampered)),
)
def test_another_part_does_not_fit_the_commitment(tampered):
    honest = {"room": "table", "commitment": SHOWN, "secret": DICE.secret, "salt": DICE.salt}
    with pytest.raises(DiceError, match="do not fit the commitment"):
        check(**honest | tampered, nonces=GIVEN)


@pytest.mark.parametrize(
    ("tampered", "why"),
    [
        ({"commitment": SHOWN.upper()}, "the commitment is not a text of 64 digits"),
        ({"secret": "0123456789abcde"}, "the secret is not a text of 16 digits"),
        ({"secret": "0123456789abcdef\n"}, "the secret is not"),
        ({"salt": ""}, "the salt is not a text of 32 digits"),
        ({"nonces": ["", "", "x", ""]}, "the nonce of seat 2 is not"),
        ({"nonces": ["0" * 65]}, "the nonce of seat 0 is not a text of at most 64"),
        ({"room": "tïsch"}, "not ASCII"),
    ],
)
def test_a_part_that_cannot_be_is_named(tampered, why):
    honest = {
        "room": "table",
        "commitment": SHOWN,
        "secret": DICE.secret,
        "salt": DICE.salt,
        "nonces": GIVEN,
    }
    with pytest.raises(DiceError, match=why):
        check(**honest | tampered)


NONCE = st.text("0123456789abcdef", max_size=64)


@examples(50)
@given(st.lists(NONCE, max_size=4), st.lists(NONCE, max_size=4))
def test_other_nonces_give_another_seed(one, other):
    assert (DICE.seed(one) == DICE.seed(other)) == (one == other)


@pytest.mark.parametrize(
    "other", [["a", "bc"], ["ab", "c"], ["abc"], ["abc", ""], ["", "abc"], ["c", "ab"]]
)
def test_the_digits_of_nonces_do_not_run_together(other):
    assert DICE.seed(other) != DICE.seed(["", "a", "bc"])


# Records.


def test_the_record_of_an_honest_game_is_confirmed(record):
    outcomes = sum(state.is_chance for state in record.states())
    kinds = {state.chance_kind for state in record.states() if state.is_chance}
    assert len(kinds) == 3, "dice, drawn cards and stolen cards"
    assert check_record(record) == (
        f"The dice were checked: all {outcomes} outcomes come from the secret that was committed to."
    )


def test_the_dice_are_checked_from_the_text_alone(record):
    [again] = read_records(record.text)
    assert check_record(again) == check_record(record)


def test_a_record_without_headers_about_dice_is_not_checked(record):
    assert check_record(Record(record.game)) is None
    assert check_record(Record(record.game, headers={ROOM: "table"})) is None


@pytest.mark.parametrize(
    ("header", "value", "why"),
    [
        (ROOM, "chair", "do not fit the commitment"),
        (COMMITMENT, SHOWN[:-1] + "2", "do not fit the commitment"),
        (SECRET, "0123456789abcdee", "do not fit the commitment"),
        (SALT, "10112233445566778899aabbccddeeff", "do not fit the commitment"),
        (NONCES, f",c0ffed,{'f' * 64},0", "names the seed"),
        (NONCES, ",c0ffee", "2 nonces for 4 seats"),
        (NONCES, ",,,wood", "the nonce of seat 3 is not"),
        (ROOM, None, "no header Room"),
        (COMMITMENT, None, "no header DiceCommitment"),
        (SECRET, None, "no header DiceSecret"),
        (SALT, None, "no header DiceSalt"),
        (NONCES, None, "no header DiceNonces"),
    ],
)
def test_a_header_that_was_changed_is_found(record, header, value, why):
    with pytest.raises(DiceError, match=why):
        check_record(changed(record, **{header: value}))


def test_without_the_seed_in_the_record_other_nonces_are_found_by_the_outcomes(record):
    other = changed(record, **{NONCES: ",c0ffed,,0"})
    other.seed = None
    with pytest.raises(DiceError, match="outcome 1, which is move 18 in turn 1, is dice"):
        check_record(other)


def test_the_secret_of_a_game_that_goes_on_need_not_be_there(record):
    going_on = changed(record, **{SECRET: None, SALT: None})
    going_on.cut = False
    assert going_on.result is None
    assert check_record(going_on).startswith("The dice cannot be checked yet")
    over = changed(record, **{SECRET: None, SALT: None})
    assert over.result is not None
    with pytest.raises(DiceError, match="no header DiceSecret"):
        check_record(over)


def test_an_outcome_that_was_changed_is_found(record):
    """One outcome of each kind: a roll, a drawn card and a stolen card."""
    tried = set()
    for ply, state in enumerate(record.states()):
        if not state.is_chance or state.chance_kind in tried:
            continue
        others = [move for move, _ in state.outcomes if move != record.moves[ply]]
        if not others:
            continue
        tried.add(state.chance_kind)
        part = Record(record.game)
        for move in record.moves[:ply]:
            part.take(move)
        part.take(others[0])
        with pytest.raises(
            DiceError, match=f"move {ply + 1} in turn .* is {others[0]}, but the seed gives"
        ):
            check_outcomes(part, DICE.seed(GIVEN))
    assert len(tried) == 3


def test_a_record_from_a_position_cannot_be_checked(record):
    headers = DICE.headers(GIVEN, revealed=True)
    with pytest.raises(DiceError, match="starts from a position"):
        check_record(Record(record.game, start=record.state_at(40), headers=headers))


def test_outcomes_of_other_streams_cannot_be_checked(record):
    other = changed(record)
    other.chance = 2
    with pytest.raises(DiceError, match="version 2 of the streams"):
        check_record(other)


def test_the_record_of_a_room_names_the_streams_with_which_its_game_began():
    options = wire.RoomOptions(rules="trading,points_to_win=3", robots=("greedy",), robot_seconds=0.0)
    driven = seated("ann", options=options)
    play_on(driven, until=lambda: driven.play.is_over)
    place = next(place for place, row in enumerate(driven.rows) if row.kind == "started")
    older = log.encode(log.Started(nonces=driven.room.nonces, chance=7))
    driven.rows[place] = msgspec.structs.replace(driven.rows[place], body=older)
    [record] = read_records(driven.rebuilt().record().text)
    assert (driven.room.record().chance, record.chance) == (1, 7)


# catanlab replay.


def test_replay_says_that_the_dice_were_checked(record, tmp_path, capsys):
    record.write(tmp_path / "game.record")
    assert main(["replay", str(tmp_path / "game.record"), "--at", "5"]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == check_record(record)


def test_replay_fails_if_the_dice_are_wrong(record, tmp_path, capsys):
    changed(record, **{SALT: "f" * 32}).write(tmp_path / "game.record")
    assert main(["replay", str(tmp_path / "game.record"), "--at", "5"]) == 2
    error = capsys.readouterr().err
    assert error == "catanlab: secret and salt do not fit the commitment that was shown before the game\n"


def test_replay_says_nothing_of_dice_where_the_record_does_not(record, tmp_path, capsys):
    Record(record.game).write(tmp_path / "game.record")
    assert main(["replay", str(tmp_path / "game.record")]) == 0
    assert "dice" not in capsys.readouterr().out
