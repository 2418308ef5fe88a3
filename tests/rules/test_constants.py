"""The numbers of the game, and that native code repeats them without a slip."""

import re
from pathlib import Path

import pytest

from catanlab.games.catan import constants
from catanlab.games.catan.hands import unpack

CODES = Path(__file__).resolve().parents[2] / "src/catanlab/games/catan/codes.pxd"


def native_names():
    """Give every name of codes.pxd with its value, from the enums and from the C macros."""
    text = re.sub(r"\s*(?<!['\"])#(?!define).*", "", CODES.read_text(encoding="utf-8"))
    macros = dict(re.findall(r"#define (\w+) (0x[0-9A-F]+)U?LL", text))
    names = {name: int(value, 0) for name, value in re.findall(r"^ +(\w+) = (\w+)$", text, re.MULTILINE)}
    for name, macro in re.findall(r'^ +[ui]64 (\w+) "(\w+)"$', text, re.MULTILINE):
        assert macro == f"CATANLAB_{name}"
        names[name] = int(macros.pop(macro), 16)
    assert macros == {}
    return names


NATIVE = native_names()


def test_every_line_of_the_native_numbers_is_read():
    text = CODES.read_text(encoding="utf-8")
    assert len(NATIVE) == text.count(" = ") + text.count(" u64 ") + text.count(" i64 ")


def test_a_native_number_is_the_python_number():
    assert {name: getattr(constants, name) for name in NATIVE} == NATIVE


def test_every_python_number_that_rules_use_is_native_too():
    python = {name for name, value in vars(constants).items() if name.isupper() and isinstance(value, int)}
    assert python - set(NATIVE) == {"CARDS_PER_RESOURCE"}


def test_there_are_nineteen_cards_of_each_resource():
    assert unpack(constants.FULL_BANK) == (19,) * 5
    assert constants.CARDS_PER_RESOURCE == 19
    assert constants.RESOURCES == ("wood", "clay", "sheep", "wheat", "ore")


def test_there_are_twenty_five_development_cards():
    assert unpack(constants.FULL_DECK) == constants.DECK_COUNTS
    deck = dict(zip(constants.CARDS, constants.DECK_COUNTS, strict=True))
    assert deck == {
        "knight": 14,
        "road building": 2,
        "year of plenty": 2,
        "monopoly": 2,
        "victory point": 5,
    }


@pytest.mark.parametrize(
    ("cost", "cards"),
    [
        (constants.ROAD_COST, {"wood": 1, "clay": 1}),
        (constants.SETTLEMENT_COST, {"wood": 1, "clay": 1, "sheep": 1, "wheat": 1}),
        (constants.CITY_COST, {"wheat": 2, "ore": 3}),
        (constants.CARD_COST, {"sheep": 1, "wheat": 1, "ore": 1}),
        (constants.ONE_EACH, dict.fromkeys(constants.RESOURCES, 1)),
        (constants.FOUR_EACH, dict.fromkeys(constants.RESOURCES, 4)),
    ],
)
def test_what_pieces_cost(cost, cards):
    named = dict(zip(constants.RESOURCES, unpack(cost), strict=True))
    assert {name: count for name, count in named.items() if count} == cards


def test_costs_are_the_same_as_counts_and_packed():
    packed = {
        constants.ROAD: constants.ROAD_COST,
        constants.SETTLEMENT: constants.SETTLEMENT_COST,
        constants.CITY: constants.CITY_COST,
        constants.BUY_CARD: constants.CARD_COST,
    }
    assert {group: unpack(cost) for group, cost in packed.items()} == constants.COSTS


def test_the_pieces_and_awards_of_the_base_game():
    assert (constants.ROADS_EACH, constants.SETTLEMENTS_EACH, constants.CITIES_EACH) == (15, 5, 4)
    assert (constants.LONGEST_ROAD_MINIMUM, constants.LARGEST_ARMY_MINIMUM) == (5, 3)
    assert constants.AWARD_POINTS == 2


def test_playable_cards_are_all_but_victory_points():
    assert unpack(constants.PLAYABLE) == (0x7FF, 0x7FF, 0x7FF, 0x7FF, 0)


def test_the_sums_of_two_dice():
    assert sorted(constants.DICE_SUMS) == sorted(a + b for a in range(1, 7) for b in range(1, 7))
    assert constants.DICE_SUMS[30:] == (7,) * 6


def test_phases_and_groups_are_numbered_as_they_are_named():
    assert len(constants.PHASES) == constants.FINISHED + 1
    assert constants.PHASES[constants.CHOOSING] == "choosing a trade"
    assert len(constants.GROUPS) == constants.STEAL + 1
    assert constants.GROUPS[constants.STEAL] == "steal"
    assert constants.GROUPS[constants.END_TURN] == "end turn"
