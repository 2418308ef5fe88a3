"""Moves as text: every move reads back as itself, and what is no move is refused in one sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.examples import examples

from catanlab.framework.errors import CatanlabError, MoveTextError
from catanlab.games.catan.constants import GROUPS
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.rules import Rules

SETTINGS = examples(300)

FORMS = [
    "end turn",
    "roll",
    "road 12-17",
    "settlement 53",
    "city 0",
    "buy card",
    "knight",
    "road building",
    "plenty wood ore",
    "plenty clay clay",
    "plenty sheep",
    "monopoly wheat",
    "bank 4 wood for 1 ore",
    "offer 1 wood + 2 clay for 31 ore to 0 2 3",
    "accept",
    "reject",
    "counter 2 wood for 1 sheep + 1 ore",
    "confirm 2",
    "take 3",
    "cancel",
    "discard clay",
    "robber 18",
    "robber 7 from 2",
    "skip",
    "dice 12",
    "draw victory point",
    "steal ore",
    "discard unknown",
    "draw unknown",
    "steal unknown",
    "monopoly ore took 0 2 0 1",
]


@pytest.mark.parametrize("text", FORMS)
def test_a_move_reads_back_as_it_is_written(text):
    move = CatanMove.parse(text)
    assert str(move) == move.text == f"{move}" == text
    assert repr(move) == f"<{text}>"
    assert CatanMove.of(text) == CatanMove.of(int(move)) == move
    assert text.startswith(move.group)


def test_every_group_has_a_form():
    assert {CatanMove.parse(text).group for text in FORMS} == set(GROUPS) - {"none"}


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("Road 17-12", "road 12-17"),
        ("  BUY   CARD ", "buy card"),
        ("plenty ore wood", "plenty wood ore"),
        ("offer 1 ore+1 wood for 1 clay to 3 0 3", "offer 1 wood + 1 ore for 1 clay to 0 3"),
        ("bank 1 wood + 3 wood for 1 ore", "bank 4 wood for 1 ore"),
        ("settlement 007", "settlement 7"),
    ],
)
def test_text_is_read_with_some_patience(text, canonical):
    assert str(CatanMove.parse(text)) == canonical


def round_trip(walk, rules, seed, by_group):
    seen = set()
    for state, move in walk(rules, seed, by_group=by_group):
        moves = state.legal_moves or [outcome for outcome, _ in state.outcomes]
        assert move is None or move in moves or move.group == "discard"
        seen.update(moves)
        for seat in range(rules.players):
            if move is not None:
                seen.add(state.seen(move, seat))
    for move in seen:
        text = str(move)
        assert CatanMove.parse(text) == move
        assert "impossible" not in text
    return {move.group for move in seen}


def test_every_move_and_outcome_of_random_games_reads_back(walk):
    groups = set()
    for seed in range(10):
        rules = Rules(
            players=2 + seed % 3,
            player_trade=seed % 2 == 0,
            skip_free_roads=True,
            max_turns=300,
            bank_limit=False,
        )
        groups |= round_trip(walk, rules, seed, seed % 4 < 2)
    assert groups == set(GROUPS) - {"none"}


NODE = "is not a node from 0 to 53"
SEAT = "is not a seat from 0 to 3"
CARDS = "is not a number and a resource"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "'' is not a move; a move begins with one of: end turn, roll, "),
        (" \t", "is not a move; a move begins with one of: "),
        ("pass", "'pass' is not a move; a move begins with one of: "),
        ("end", "is not a move; a move begins with one of: "),
        ("buy", "is not a move; a move begins with one of: "),
        ("end turn now", "is not a move; a move begins with one of: "),
        ("impossible move 5", "is not a move; a move begins with one of: "),
        ("none", "is not a move; a move begins with one of: "),
        ("road", "one thing must follow, not 0; the form is: road 12-17"),
        ("road 12", "'12' is not two nodes"),
        ("road 12-13-14", "'12-13-14' is not two nodes"),
        ("road 12 - 17", "one thing must follow, not 3"),
        ("road -", f"'' {NODE}"),
        ("road 12-54", f"'54' {NODE}"),
        ("road 12-12", "no edge joins nodes 12 and 12"),
        ("road 0-53", "no edge joins nodes 0 and 53"),
        ("road building 3", "one thing must follow, not 2"),
        ("settlement", "one thing must follow, not 0; the form is: settlement 12"),
        ("settlement 54", f"'54' {NODE}"),
        ("settlement -1", f"'-1' {NODE}"),
        ("settlement +1", f"'+1' {NODE}"),
        ("settlement 1.0", f"'1.0' {NODE}"),
        ("settlement 1_0", f"'1_0' {NODE}"),
        ("settlement 0x1", f"'0x1' {NODE}"),
        ("settlement ٣", f"'٣' {NODE}"),
        ("settlement ²", f"'²' {NODE}"),
        ("settlement Ⅷ", NODE),
        ("city twelve", f"'twelve' {NODE}"),
        ("city 1 2", "one thing must follow, not 2; the form is: city 12"),
        ("plenty", "one or two resources must follow; the form is: plenty wood ore"),
        ("plenty wood wood wood", "one or two resources must follow"),
        ("plenty wood brick", "'brick' is not a resource (wood, clay, sheep, wheat, ore)"),
        ("monopoly", "one thing must follow, not 0"),
        ("monopoly desert", "'desert' is not a resource"),
        ("bank", "it must say once what for; the form is: bank 4 wood for 1 ore"),
        ("bank 4 wood", "it must say once what for"),
        ("bank 4 wood for 1 ore for 1 ore", "it must say once what for"),
        ("bank for 1 ore", f"'' {CARDS}"),
        ("bank wood for 1 ore", f"'wood' {CARDS}"),
        ("bank 4 for 1 ore", f"'4' {CARDS}"),
        ("bank ٤ wood for 1 ore", f"'٤ wood' {CARDS}"),
        ("bank -4 wood for 1 ore", f"'-4 wood' {CARDS}"),
        ("bank 0 wood for 1 ore", "0 wood is not a number from 1 to 31"),
        ("bank 32 wood for 1 ore", "32 wood is not a number from 1 to 31"),
        ("bank 31 wood + 1 wood for 1 ore", "32 wood is not a number from 1 to 31"),
        ("bank 400 wood for 1 ore", f"'400 wood' {CARDS}"),
        ("bank 4 wood + for 1 ore", f"'' {CARDS}"),
        ("offer 1 wood for 1 ore", "it must say once to whom; the form is: offer 1 wood + 1 clay"),
        ("offer 1 wood for 1 ore to", "nobody is addressed"),
        ("offer 1 wood for 1 ore to 4", f"'4' {SEAT}"),
        ("offer 1 wood for 1 ore to all", f"'all' {SEAT}"),
        ("offer 1 wood to 1 for 1 ore", SEAT),
        ("counter 1 wood", "it must say once what for; the form is: counter 2 wood for 1 ore"),
        ("confirm", "one thing must follow, not 0; the form is: confirm 2"),
        ("confirm 4", f"'4' {SEAT}"),
        ("take -1", f"'-1' {SEAT}"),
        ("discard", "one thing must follow, not 0; the form is: discard clay"),
        ("discard 2 clay", "one thing must follow, not 2"),
        ("discard gold", "'gold' is not a resource"),
        ("robber", "a hex must follow, and perhaps a victim; the form is: robber 7 or robber 7 from 2"),
        ("robber 19", "'19' is not a hex from 0 to 18"),
        ("robber 7 2", "a hex must follow, and perhaps a victim"),
        ("robber 7 rob 2", "a hex must follow, and perhaps a victim"),
        ("robber 7 from 4", f"'4' {SEAT}"),
        ("dice", "one thing must follow, not 0; the form is: dice 8"),
        ("dice 1", "1 is not a sum from 2 to 12"),
        ("dice 13", "'13' is not a sum from "),
        ("dice 3 4", "one thing must follow, not 2"),
        ("draw", "'' is not a card (knight, road building, year of plenty, monopoly, victory point)"),
        ("draw joker", "'joker' is not a card"),
        ("steal", "one thing must follow, not 0; the form is: steal ore"),
        ("steal knight", "'knight' is not a resource"),
    ],
)
def test_what_is_no_move_is_refused_in_one_sentence(text, complaint):
    with pytest.raises(MoveTextError) as caught:
        CatanMove.parse(text)
    message = str(caught.value)
    assert complaint in message
    assert repr(text) in message
    assert "\n" not in message
    assert isinstance(caught.value, CatanlabError)
    assert isinstance(caught.value, ValueError)
    assert caught.value.code == "bad-move-text"


@pytest.mark.parametrize(
    "word", sorted({text.split()[0] for text in FORMS if not text.isalpha()} - {"end", "buy"})
)
def test_the_form_that_a_refusal_shows_is_a_move(word):
    with pytest.raises(MoveTextError) as caught:
        CatanMove.parse(f"{word} ?")
    for form in str(caught.value).split("the form is: ")[1].split(" or "):
        assert str(CatanMove.parse(form)) == form


@pytest.mark.parametrize(
    ("word", "bound"), [("settlement", 54), ("robber", 19), ("confirm", 4), ("dice", 13), ("city", 54)]
)
def test_leading_zeros_do_not_smuggle_in_a_number_that_is_too_large(word, bound):
    for zeros in (0, 1, 8, 9, 10, 30):
        for number in (bound, bound + 1, 99, 1025, 2**30):
            with pytest.raises(MoveTextError):
                CatanMove.parse(f"{word} {'0' * zeros}{number}")


@pytest.mark.parametrize("digits", ["9" * 5000, "0" * 5000 + "1", "0" * 9 + "9" * 5000])
def test_numbers_of_thousands_of_digits_are_refused_like_others(digits):
    for form in (f"settlement {digits}", f"road 0-{digits}", f"offer 1 wood for 1 ore to {digits}"):
        with pytest.raises(MoveTextError):
            CatanMove.parse(form)


@pytest.mark.parametrize("thing", [None, True, False, 1.0, b"roll", ["roll"], ("roll",), {}, object()])
def test_only_text_and_numbers_are_moves(thing):
    state = Catan().start()
    for ask in (state.apply, state.is_legal, CatanMove.of):
        with pytest.raises(MoveTextError, match="is not a move: give its text or its number"):
            ask(thing)


@pytest.mark.parametrize(
    "number", [-1, 0, 1, 2**54 - 1, 25 << 54, 2**63 - 1, 2**63, 2**64, 2**200, -(2**200)]
)
def test_a_number_that_is_no_move_says_so(number):
    move = CatanMove.of(number)
    assert str(move) == f"impossible move {number}"
    assert move.group in ("none", "unknown")


def test_a_number_with_stray_bits_is_no_move():
    for text in FORMS:
        move = int(CatanMove.parse(text))
        if text.startswith(("offer", "discard", "steal", "draw")):
            continue
        assert str(CatanMove(move | 1 << 53)) == f"impossible move {move | 1 << 53}"


WORDS = st.sampled_from(
    [
        "road",
        "settlement",
        "city",
        "roll",
        "end",
        "turn",
        "buy",
        "card",
        "knight",
        "building",
        "plenty",
        "monopoly",
        "bank",
        "offer",
        "accept",
        "reject",
        "counter",
        "confirm",
        "take",
        "cancel",
        "discard",
        "robber",
        "skip",
        "dice",
        "draw",
        "steal",
        "for",
        "to",
        "from",
        "+",
        "-",
        "1",
        "2",
        "4",
        "12",
        "17",
        "12-17",
        "wood",
        "clay",
        "ore",
        "unknown",
        "took",
        "victory",
        "point",
        "year",
        "of",
        "0",
        "99",
        "٣",
        "é",
    ]
)


@SETTINGS
@given(text=st.one_of(st.text(), st.lists(WORDS, max_size=9).map(" ".join)))
def test_any_text_is_a_move_or_refused(text):
    try:
        move = CatanMove.parse(text)
    except MoveTextError:
        return
    assert 0 <= move < 2**63
    assert CatanMove.parse(str(move)) == move


@SETTINGS
@given(group=st.integers(0, 30), argument=st.one_of(st.integers(0, 2**54 - 1), st.integers(0, 300)))
def test_any_number_is_written_and_what_is_written_as_a_move_reads_back(group, argument):
    move = CatanMove(group << 54 | argument)
    if str(move).startswith("impossible"):
        assert str(int(move)) in str(move)
    else:
        assert CatanMove.parse(str(move)) == move
