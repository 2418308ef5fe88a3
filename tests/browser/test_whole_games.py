"""Whole games against three robots: by mouse, by touch at phone size, by keyboard alone."""

from random import Random

import pytest
from msgspec import structs
from tests.browser.accessibility import check_accessibility
from tests.browser.choices import choose
from tests.browser.hands import Finger, Hands, Keys, Mouse
from tests.browser.player import Player
from tests.browser.rooms import QUICK, make_room
from tests.browser.visitor import Device, Visit


async def play_to_the_end(player: Player, seed: int) -> int:
    """Play until somebody has won, and return how many moves this person made."""
    chance, moves = Random(seed), 0
    while True:
        await player.until(lambda: player.must_act or player.is_over, "the person's turn or the end", 60)
        if player.is_over:
            return moves
        moves += await player.move(choose(player.known, chance))


@pytest.mark.parametrize("points", [6, pytest.param(10, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("hands", "device"),
    [(Mouse, "desktop"), (Finger, "phone"), (Keys, "dark")],
    ids=["mouse", "touch", "keys"],
)
async def test_a_whole_game_against_three_robots(
    visit: Visit, address: str, hands: type[Hands], device: Device, points: int
) -> None:
    options = structs.replace(QUICK, rules=f"trading,points_to_win={points}")
    room = await make_room(address, f"Anna {hands.__name__} {points}", options=options)
    person = await visit(address, device=device, token=room.people[0].token, name=room.people[0].name)
    await person.open(room.path)
    player = Player(person, room.name, hands)
    moves = await play_to_the_end(player, seed=1)
    own = [each["event"] for each in player.known.events if each["event"]["e"] == "moved"]
    rolls = sum(event["seat"] == 0 and event["move"] == "roll" for event in own)
    # By hand: the set-up, and in every turn the roll and the end, but for the end of a turn that wins.
    assert rolls > 0
    assert moves >= 4 + 2 * rolls - 1
    winner = player.known.table["seats"][player.view["winner"]]["occupant"]["name"]
    await person.page.locator("main.end:not(.waits)").wait_for()
    await person.page.get_by_text("You win" if player.view["winner"] == 0 else winner).first.wait_for()
    await check_accessibility(person.page)
