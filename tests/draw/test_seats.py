"""Seats differ in colour, in shape and in grey; the panels show what a player wants to know."""

import re
from itertools import combinations, pairwise

import pytest
from tests.draw.pictures import Picture, Played, play

from catanlab import Catan, Rules
from catanlab.games.catan.draw import svg
from catanlab.games.catan.draw.emblems import EMBLEMS, TERRAIN_COLOURS
from catanlab.games.catan.draw.pieces import BUILDINGS, HALLS, HOUSES, STYLES

# Machado, Oliveira and Fernandes (2009): how full protanopia, deuteranopia and tritanopia change colours.
EYES = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def light(colour: str) -> list[float]:
    """Return the linear red, green and blue of a colour."""
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    shares = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    return [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]


def lab(colour: str, eyes: str) -> tuple[float, float, float]:
    """Return a colour as such eyes see it, in CIE L*a*b*."""
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, light(colour), strict=True))))
        for row in EYES[eyes]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(one: str, two: str, eyes: str) -> float:
    """Return how different two colours look; 2 is just noticeable."""
    pairs = zip(lab(one, eyes), lab(two, eyes), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def contrast(one: str, two: str) -> float:
    """Return the contrast of two colours, from 1 to 21 (WCAG)."""
    weights = (0.2126, 0.7152, 0.0722)
    shares = [
        sum(a * b for a, b in zip(weights, light(colour), strict=True)) + 0.05 for colour in (one, two)
    ]
    return max(shares) / min(shares)


@pytest.mark.parametrize("eyes", EYES)
def test_seats_differ_in_colour_for_all_eyes(eyes: str) -> None:
    for one, two in combinations(STYLES, 2):
        assert difference(one.colour, two.colour, eyes) > 25


def test_seats_differ_in_grey() -> None:
    greys = sorted(lab(style.colour, "all cones")[0] for style in STYLES)
    assert all(high - low > 14 for low, high in pairwise(greys))


def test_terrains_differ_in_colour() -> None:
    for one, two in combinations(TERRAIN_COLOURS, 2):
        assert difference(one, two, "all cones") > 25


def test_every_terrain_has_a_drawing_of_its_own() -> None:
    assert len(set(EMBLEMS.values())) == len(EMBLEMS) == 6 + 5


def test_numbers_on_pieces_are_legible() -> None:
    for style in STYLES:
        assert contrast(style.colour, style.ink) > 4


def test_seats_differ_in_shape() -> None:
    assert len({style.roof for style in STYLES}) == 4
    assert len({style.tower_roof for style in STYLES}) == 4
    assert len({style.stripe for style in STYLES}) == 4
    assert len(set(BUILDINGS.values())) == 8


def test_a_city_is_a_castle_nearly_twice_as_wide_as_a_settlement() -> None:
    for house, hall, style in zip(HOUSES, HALLS, STYLES, strict=True):
        [house_wall, hall_wall] = (re.search(r'd="M-(\d+) ', BUILDINGS[name]) for name in (house, hall))
        assert house_wall
        assert hall_wall
        assert int(hall_wall[1]) > 1.8 * int(house_wall[1])
        assert BUILDINGS[hall].count(style.tower_roof) == 4, "two towers, drawn with a rim and filled"


def test_pieces_carry_the_number_of_their_seat() -> None:
    for name, shape in BUILDINGS.items():
        assert f">{name[-1]}</text>" in shape


def test_panels_say_names_points_and_counts(midgame: Played) -> None:
    names = ["Ann", "Bo", "Cy", "Di"]
    picture = Picture(svg(midgame.state, names=names))
    position = midgame.state.position
    for number, (panel, seat) in enumerate(zip(picture.of_class("seat"), position.seats, strict=True)):
        words = [text.text for text in panel.iter("{http://www.w3.org/2000/svg}text")]
        counts = [seat.hand_size, seat.card_count, seat.knights, seat.road_length]
        start = words.index("cards") - 1
        assert words[start : start + 7 : 2] == [str(count) for count in counts]
        assert words[:2] == [str(seat.public_points), "points"]
        assert f"{number}: {names[number]}" in words
        assert ("Longest Road" in words) == (position.longest_road == number)
        assert ("Largest Army" in words) == (position.largest_army == number)
        assert ("to move" in words) == (midgame.state.to_move == number)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_there_is_a_panel_for_each_seat(players: int) -> None:
    picture = Picture(svg(play(1, 100, Rules(players=players)).state))
    assert len(picture.of_class("seat")) == players


def test_bank_and_deck_are_counted(midgame: Played) -> None:
    picture = Picture(svg(midgame.state))
    position = midgame.state.position
    assert picture.words("bank") == ["bank", *map(str, position.bank)]
    assert picture.words("deck") == ["deck", str(position.deck_size)]


def test_a_bank_without_limit_is_not_counted() -> None:
    picture = Picture(svg(Catan(rules="jsettlers").start()))
    assert not picture.of_class("bank")
    assert "bank without limit" in picture.words("table")


def test_an_offer_on_the_table_is_shown() -> None:
    game = Catan(rules=Rules.trading(), seed=3)
    state = game.start()
    for seed in range(100):
        state = play(seed, 120, Rules.trading()).state
        if state.position.offer:
            break
    offer = state.position.offer_move
    assert offer is not None
    assert Picture(svg(state)).words("offer") == [offer.text]
