"""Each impossibility that `status` knows, shown on a good position with one thing changed."""

import pytest
from tests.text.games import random_states

from catanlab.games.catan import constants as c
from catanlab.games.catan.game import Catan
from catanlab.games.catan.rules import Rules
from catanlab.games.catan.text.positions import PHASE_WORDS, position_text
from catanlab.games.catan.text.reader import read_position
from catanlab.games.catan.text.status import status

BOARD = "o10s2w9/h12c6s4c10/h9w11dw3o8/w8o3h4s5/c5h6s11/3ho3s33cw"
MAIN = (
    f"{BOARD} trading,players=3 s46s48;41-46,44-48;2s;-;0 s8s40;8-12,40-45;cs2o;k;0 "
    "s26s31;20-26,31-36;o;-;0 9 13k2r2p2m5v 4:0 main r last=46"
)
CHOOSING = (
    f"{BOARD} trading,players=3 s46s48;41-46,44-48;2s;-;0 s8s40;8-12,40-45;cs2o;-;0 "
    "s26s31;20-26,31-36;o;-;0 9 14k2r2p2m5v 1:0 choose r last=46 offers=1 offer=?2s>w@12 answers=1:n,2:!o>s"
)
ANSWERING = CHOOSING.replace("choose", "answer:2").replace("answers=1:n,2:!o>s", "answers=1:n")
BEGIN = f"{BOARD} base,players=2 -;-;-;-;0 -;-;-;-;0 9 14k2r2p2m5v 1:0 setup-settlement - step=0"
SETUP = (
    f"{BOARD} base,players=2 s12;12-17;-;-;0 s40;40-44;-;-;0 9 14k2r2p2m5v "
    "1:1 setup-settlement - step=2 last=40"
)
LAYING = (
    f"{BOARD} base,players=2 s12;12-17;-;-;0 s9s40;40-44;2cs;-;0 9 14k2r2p2m5v "
    "1:1 setup-road - step=2 last=9"
)
LONG = (
    f"{BOARD} base,players=2 s12s26;12-17-22-28-33-27,20-26;-;-;0 s9s40;9-14,40-44;-;-;3 "
    "9 11k2r2p2m5v 4:1 main r road=0 army=1 last=12"
)
RICH = (
    f"{BOARD} base,players=2 c12c26c31c42;12-17-22,20-26,31-36,42-46;-;v;0 s9s40;9-14,40-44;-;-;0 "
    "9 14k2r2p2m4v 4:1 main r last=12"
)


WON = RICH.replace("4v", "3v").replace(";v;", ";2v;")


def under(text, rule):
    """Return a position under a further rule."""
    return text.replace(",players", f",{rule},players")


def problems(text):
    return status(read_position(text, check=False))


@pytest.mark.parametrize("text", [MAIN, CHOOSING, ANSWERING, BEGIN, SETUP, LAYING, LONG, RICH])
def test_the_good_positions_are_good(text):
    assert problems(text) == []
    assert position_text(read_position(text)) == text


@pytest.mark.full
def test_positions_of_random_games_have_no_problem():
    assert not any(status(state) for state in random_states(20, 40, first=500))


def test_the_beginning_has_no_problem():
    for players in (2, 3, 4):
        assert status(Catan(rules=Rules(players=players)).start()) == []


@pytest.mark.parametrize(
    ("text", "old", "new", "reason"),
    [
        # Pieces.
        (MAIN, "s46s48;41-46", "s0s2s16s46s48s51;0-4,2-5,16-22,41-46", "6 settlements, but there are"),
        (MAIN, "s46s48;41-46", "c0c2c16c46c48;0-4,2-5,16-22,41-46", "5 cities, but there are only 4"),
        (MAIN, "44-48;", "44-48-51-47-43-38-33-27-21-16-11-7-3-0-4-1;", "16 roads, but there are only 15"),
        (MAIN, "s8s40;8-12", "s8s40s46;8-12,46-50", "node 46: two buildings"),
        (MAIN, "s46s48", "s46s48c48", "node 48: two buildings"),
        (MAIN, "8-12,40-45", "8-12,40-45,41-46", "edge 41-46: two roads"),
        (MAIN, "s46s48", "s44s46s48", "nodes 44 and 48: the buildings are too near"),
        (MAIN, "41-46,44-48", "0-3,41-46,44-48", "the road 0-3 comes out of nowhere"),
        (MAIN, "41-46,44-48", "41-46-50", "no own road leads to the building at node 48"),
        # Cards.
        (MAIN, "2s;-;0", "20w2s;-;0", "wood: 20 cards in bank and hands, not 19"),
        (MAIN, "last=46", "last=46 bank=19w18c16s19h15o", "ore: 18 cards in bank and hands, not 19"),
        (MAIN.replace("trading", "thomas"), "last", "bank=18w19c19s19h19o last", "bank without a limit"),
        (MAIN, "13k2r", "14k2r", "knight: 15 cards in deck and hands, not 14"),
        (MAIN, "13k2r", "12k2r", "knight: 13 cards in deck and hands, not 14"),
        (MAIN, "5v 4", "4v 4", "victory point: 4 cards in deck and hands, not 5"),
        (MAIN, "2s;-;0", "2s;r;0", "road building: 3 cards in deck and hands, not 2"),
        (MAIN, "main r", "main ra new=m", "it bought cards this turn that it does not hold"),
        (MAIN, "main r", "before-roll - new=k", "it cannot have bought cards before the roll"),
        # Awards.
        (MAIN, "last=46", "road=1 last=46", "it holds Longest Road with a length of 1"),
        (LONG, "road=0 ", "", "its road is the longest, but it does not hold the award"),
        (LONG, "road=0", "road=1", "seat 1: it holds Longest Road with a length of 1"),
        (LONG.replace("40-44;", "40-45-41-46-42-37-31;"), "road=0", "road=0", "but another's is longer"),
        (LONG, "army=1 ", "", "it played 3 knights, but nobody holds Largest Army"),
        (LONG, "army=1", "army=0", "it holds Largest Army with 0 knights"),
        (LONG.replace("11k", "7k"), "20-26;-;-;0", "20-26;-;-;4", "Largest Army, but another has more"),
        # The turn.
        (MAIN, "4:0", "5:0", "turn 5: seat 1 is on turn, not 0"),
        (MAIN, "last=46", "last=40", "the last settlement, at node 40, must be one of seat 0"),
        (MAIN, " last=46", " step=3 last=46", "it is over after step 6, not 3"),
        (MAIN, "s46s48;41-46,44-48", "s46;41-46", "two buildings and two roads from the set-up"),
        (MAIN, "main r", "main -", "the dice must have been rolled"),
        (MAIN, "main r", "before-roll r", "the dice must not have been rolled"),
        (MAIN, "main r", "rolling r", "the dice must not have been rolled"),
        (MAIN, "main r", "main:2 r", "the wrong one is to act"),
        (MAIN, "main r", "main:chance r", "the wrong one is to act"),
        (MAIN, "main r", "rolling:0 -", "the wrong one is to act"),
        (MAIN, "main r", "robber -", "neither a seven nor a knight"),
        (MAIN, "main r", "before-roll a", "without playing a card"),
        (MAIN, "main r", "main rc", "to play a card is to act"),
        (under(MAIN, "one_action=yes"), "main r", "main ra", "ends by itself after one action"),
        (under(MAIN, "cards_before_roll=none"), "main r", "before-roll ca", "no card before the roll"),
        (MAIN, "13k2r2p2m5v 4:0 main r", "- 4:0 drawing r", "the deck is empty"),
        (MAIN, "main r", "free-roads r", "a card just played leaves one or two roads to place"),
        (MAIN, "main r", "free-roads rca free=3", "one or two roads to place, not 3"),
        (MAIN, "last=46", "last=46 free=1", "no free roads to place"),
        (MAIN, "last=46", "last=46 offers=4", "4 were made this turn, but at most 3"),
        (MAIN, "main r", "before-roll - offers=1", "offers before the roll"),
        # Sevens and robbers.
        (MAIN, "main r", "discard:1 r discards=2", "2 of 4 cards cannot be left to discard"),
        (MAIN, "main r", "discard:1 r", "0 of 4 cards cannot be left to discard"),
        (MAIN, "last=46", "last=46 discards=1", "nothing to discard"),
        (MAIN, "last=46", "last=46 floor=o", "nothing to discard"),
        (MAIN, "main r", "stealing r victim=1", "seat 1 has no building at the robber's hex 9"),
        (MAIN, "main r", "stealing r victim=0", "0 is not another seat that holds cards"),
        (MAIN, "last=46", "last=46 victim=1", "nobody is being robbed"),
        # Trade.
        (MAIN, "last=46", "last=46 offer=?s>o@1", "no offer is on the table"),
        (CHOOSING, "offers=1 ", "", "the one on the table must be counted"),
        (CHOOSING, "trading", "base", "at most 0 may be"),
        (CHOOSING, "?2s>w@12", "?2s>s@12", "never the same resource"),
        (CHOOSING, "?2s>w@12", "?2s>w@012", "it must go to one or more other seats"),
        (CHOOSING, "?2s>w@12", "?3s>w@12", "does not hold what it offers"),
        (CHOOSING, "?2s>w@12", "?2s>w@1", "they must be those of seats [1], not of [1, 2]"),
        (CHOOSING, "2:!o>s", "2:n", "somebody must have accepted"),
        (CHOOSING, "2:!o>s", "2:y", "seat 2 accepted, but does not hold"),
        (CHOOSING, "2:!o>s", "2:!w>s", "cannot make this counter-offer"),
        (CHOOSING.replace("?2s>w", "?s>o"), "2:!o>s", "2:!o>s", "countered with the offer itself"),
        (under(CHOOSING, "counter_offers=no"), "x", "x", "no counter-offers"),
        (under(CHOOSING, "trade_settlement=first"), "2:!o>s", "2:y", "which trades at once"),
        (ANSWERING, "answer:2", "answer:0", "was not addressed"),
        (ANSWERING, " answers=1:n", "", "they must be those of seats [1], not of []"),
        # The set-up.
        (SETUP, "1:1", "1:0", "seat 1 is on turn at step 2, not 0"),
        (SETUP, "s12;12-17", "s12s26;12-17,20-26", "seat 0 has 1 settlements and no city"),
        (SETUP, "s12;", "c12;", "seat 0 has 1 settlements and no city"),
        (SETUP, "12-17", "12-17-22", "seat 0 has 1 roads"),
        (SETUP, "12-17;-", "12-17;w", "has cards before its second settlement"),
        (SETUP, "12-17;-;-", "12-17;-;v", "has or played development cards"),
        (SETUP, "1:1", "3:1", "no turn has been played yet"),
        (SETUP, "settlement -", "settlement r", "rolled belongs to a turn"),
        (SETUP, "last=40", "last=12", "must be one of seat 1"),
        (LAYING, "last=9", "last=40", "no own road leads to the building at node 9"),
        (BEGIN, "step=0", "step=0 last=3", "before the first settlement"),
        # The end.
        (RICH, "14k2r2p2m4v 4:1", "14k2r2p2m3v 4:1", "victory point"),
        (RICH.replace("4v 4:1", "3v 5:0"), ";v;0", ";2v;0", "seat 0: with 10 points it should have won"),
        (RICH.replace("4v 4:1", "3v 4:1"), ";v;0", ";2v;0", "seat 0: with 10 points it should have won"),
        (under(RICH, "win_check=turn-end").replace("4v 4", "3v 4"), ";v;0", ";2v;0", "should have won"),
        (RICH, "last=12", "last=12 winner=0", "nobody has won yet"),
        (RICH, "base", "base,max_turns=3", "the game ends after 3 turns"),
        (RICH, "main r", "finished r", "somebody must have won"),
        (RICH, "main r last=12", "finished r last=12 winner=0", "seat 0 has won with 9 points, not 10"),
        (WON, "main r last=12", "finished r last=12 winner=0", "in the turn of seat 1"),
        (under(RICH, "max_turns=4"), "4:1 main r last=12", "5:1 finished - last=12 winner=1", "has more"),
    ],
)  # fmt: skip
def test_an_impossibility_is_found(text, old, new, reason):
    assert old in text or old == new
    found = problems(text.replace(old, new))
    assert any(reason.lower() in problem.lower() for problem in found), found


def test_a_tie_does_not_take_an_award_away_nor_need_one():
    level = LONG.replace("40-44;", "40-45-41-46-42-37;")
    assert problems(level) == []
    assert problems(level.replace("road=0", "road=1")) == []
    assert problems(level.replace("road=0 ", "")) == []


def test_longest_road_may_come_in_anothers_turn():
    """It is looked at when the seat's own turn begins."""
    text = LONG.replace("s12s26;", "c12c26s33s22;").replace("base", "base,points_to_win=8")
    assert problems(text) == []
    mine = text.replace("4:1", "5:0")
    assert problems(mine) == ["seat 0: with 8 points it should have won"]


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("hand", (1 << 11, 0, 0, 0), "its hand is not a number of cards each"),
        ("card", (0, 1 << 63, 0, 0), "its card is not a number of cards each"),
        ("hand", (0, 0, 0, 1), "it does not play, but has something"),
        ("settlements", (1 << 60, 0, 0, 0), "a building stands on no node"),
        ("roads", (0, 1 << 20, 0, 0, 0, 0, 0, 0), "a road lies on no edge"),
        ("knights", (-1, 0, 0, 0), "-1 knights were played"),
        ("bank", 1 << 62, "bank: it is not a number of cards each"),
        ("robber", 19, "robber: 19 is not from 0 to 18"),
        ("phase", 13, "phase: 13 is not from 0 to 12"),
        ("turn_seat", 3, "turn seat: 3 is not from 0 to 2"),
        ("roads", (0, 0, 0, 0, 0, 0, 1, 0), "it does not play, but has something"),
        ("actor", 50, "actor: 50 is neither a seat nor chance nor the end"),
        ("victim", -2, "victim: -2 is not from -1 to 2"),
        ("frontier", (0,) * 8, "frontier: it does not follow from the pieces"),
        ("road_length", (5, 1, 1, 0), "its road is the longest"),
        ("public_points", (1, 1, 1, 0), "public points: it does not follow from the pieces"),
    ],
)
def test_fields_that_no_text_can_say_are_found_too(field, value, reason):
    state = read_position(MAIN)
    values = state.fields()
    assert set(values) > {field}
    values[field] = value
    state.set_fields(values)
    assert any(reason in problem for problem in status(state)), status(state)


def test_every_phase_has_a_word():
    assert len(PHASE_WORDS) == len(c.PHASES)
