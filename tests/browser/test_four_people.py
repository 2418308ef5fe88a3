"""Four people in four browsers: trade, discards, robbery, every card, a robot that steps in, a rematch."""

from __future__ import annotations

import asyncio

from playwright.async_api import expect
from tests.browser.accessibility import check_in_light_dark_and_small
from tests.browser.choices import RESOURCES
from tests.browser.hands import Mouse, seen
from tests.browser.outcomes import Outcomes
from tests.browser.player import Player
from tests.browser.rooms import Room, make_room
from tests.browser.story import Story
from tests.browser.visitor import Visit, Visitor
from tests.server.bots.serve_process import ServeProcess

from catanlab.server import wire

NAMES = ("Ada", "Bob", "Cyd", "Dan")
OPTIONS = wire.RoomOptions(
    rules="trading,hand_limit=4,points_to_win=4,layout=beginner",
    robots=("greedy",),
    robot_seconds=0.0,
    robot_offers=0,
    grace=1.0,
)
WANTED = (("sheep", "wheat", "ore"), ("wood", "clay"), ("wood", "clay"), ("wood", "clay"))


async def seated(visit: Visit, address: str, room: Room, seat: int) -> Player:
    """Let the person of a seat come by browser."""
    person = room.people[seat]
    visitor = await visit(address, token=person.token, name=person.name)
    await visitor.open(room.path)
    player = Player(visitor, room.name, Mouse)
    await player.until(lambda: bool(player.view), "the game")
    return player


async def trade(story: Story) -> None:
    """An offer with a counter that is reverted and made again, an offer that is accepted, a proposal."""
    ada, bob, cyd, dan = story.players
    have = story.hand(0)
    give = max(have, key=lambda name: have[name])
    get = next(name for name, count in story.hand(1).items() if count and name != give)

    await story.move(0, f"offer 1 {give} for 1 {get} to 1 2 3")
    await bob.hands.press("[data-open=offer] [data-act=counter]")
    more = f".countering [data-side=get][data-resource={give}] .more"
    await bob.hands.press(more)
    await expect(bob.page.locator(more)).to_have_text("2")
    await bob.hands.press("[data-act=revert]")
    await expect(bob.page.locator(more)).to_have_text("1")
    await bob.hands.press(more)
    await bob.hands.press("[data-act=send]")
    await bob.until(lambda: bool(bob.view["offer"]["answers"][1]), "the counter")
    await asyncio.gather(cyd.move("reject"), dan.move("reject"))
    await ada.until(lambda: ada.legal.get("take") == [1], "the counter")
    before = story.hand(0)
    await story.move(0, "take 1")
    assert story.hand(0)[give] == before[give] - 2
    assert story.hand(0)[get] == before[get] + 1

    get = next(name for name, count in story.hand(2).items() if count and name != give)
    await story.move(0, f"offer 1 {give} for 1 {get} to 2")
    await expect(bob.page.locator("[data-open=offer]")).to_have_count(0)
    await story.move(2, "accept")
    before = story.hand(0)
    await story.move(0, "confirm 2")
    assert story.hand(0)[get] == before[get] + 1

    give = next(name for name, count in story.hand(3).items() if count)
    get = next(name for name, count in story.hand(0).items() if count and name != give)
    await dan.draft(f"1 {give} for 1 {get}")
    await dan.hands.press("#tray [data-act=offer]")
    await ada.page.locator("li[data-seat='3'] [data-open=proposal]").wait_for()
    before = story.hand(0)
    await ada.hands.press("li[data-seat='3'] [data-act=take-proposal]")
    await ada.until(lambda: story.hand(0)[give] == before[give] + 1, "the proposed deal")
    await story.together()


async def seven(story: Story) -> None:
    """Three discard at once, and the robber takes a card."""
    await story.fill_hands(5)
    while story.view["rolled"]:
        await story.end_turn()
    thief = story.view["on_turn"]
    await story.roll(7)
    owing = [seat for seat in range(4) if "discard" in story.players[seat].legal]
    assert len(owing) >= 3
    for seat in owing:
        await expect(story.players[seat].page.get_by_text("Discard", exact=False).first).to_be_visible()
    moves = {}
    for seat in owing:
        owed = story.players[seat].legal["discard"]
        cards = [name for name, count in story.hand(seat).items() for _ in range(count)]
        moves[seat] = f"discard {' '.join(cards[: owed['owes']])}"
    await asyncio.gather(*(story.players[seat].move(moves[seat]) for seat in owing))
    await story.players[thief].until(lambda: "robber" in story.players[thief].legal, "the robber")
    await story.together()
    place = story.robber_place()
    victim = place["victims"][-1]
    cards = story.view["seats"][victim]["hand_size"]
    await story.move(thief, f"robber {place['hex']} from {victim}")
    await story.players[thief].until(
        lambda: bool(story.players[thief].view["phase"] == "main"), "the theft is over"
    )
    await story.together()
    assert story.view["seats"][victim]["hand_size"] == cards - 1


async def every_card(story: Story, visit: Visit, address: str, room: Room) -> None:
    """Ada buys and plays each kind of card; meanwhile a robot takes Dan's seat, and he returns."""
    kinds = ("knight", "road building", "year of plenty", "monopoly")
    await story.earn(0, dict.fromkeys(("sheep", "wheat", "ore"), len(kinds)))
    if story.view["on_turn"] != 0:
        await story.turn_of(0)
    story.outcomes.plan(*(f"draw {kind}" for kind in kinds))
    for _ in kinds:
        await story.move(0, "buy card")
        await story.players[0].until(lambda: "end turn" in story.players[0].legal, "the card")
    await story.together()
    assert sum(story.view["seats"][0]["cards"]) + sum(story.view["seats"][0]["bought"]) == len(kinds)

    await story.turn_of(0)
    await story.move(0, "knight")
    place = story.robber_place()
    await story.move(0, f"robber {place['hex']} from {place['victims'][0]}")
    await story.players[0].until(lambda: story.view["phase"] == "main", "the theft is over")
    assert story.view["seats"][0]["knights"] == 1

    await away_and_back(story, visit, address, room)

    await story.turn_of(0)
    await story.move(0, "road building")
    roads = len(story.view["seats"][0]["roads"])
    for _ in range(2):
        edge = story.players[0].known.board["edges"][story.players[0].legal["road"][0]]
        await story.move(0, f"road {edge[0]}-{edge[1]}")
    assert len(story.view["seats"][0]["roads"]) == roads + 2
    await story.turn_of(0)
    stock = story.players[0].legal["plenty"]["stock"]
    rich = RESOURCES[stock.index(max(stock))]
    before = story.hand(0)[rich]
    await look_at_choice(story.players[0], "plenty")
    await story.move(0, f"plenty {rich} {rich}")
    assert story.hand(0)[rich] == before + 2
    await story.turn_of(0)
    others = sum(story.hand(seat)["ore"] for seat in (1, 2, 3))
    before = story.hand(0)["ore"]
    await look_at_choice(story.players[0], "monopoly")
    await story.move(0, "monopoly ore")
    assert story.hand(0)["ore"] == before + others


async def look_at_choice(player: Player, card: str) -> None:
    """Open the choice of resources that a card asks for, look at it with axe, and close it."""
    await player.play_card(card)
    choice = player.page.locator(".choice")
    await expect(choice).to_be_visible()
    assert await choice.evaluate("panel => panel.scrollWidth <= panel.clientWidth"), "it stays in its panel"
    await check_in_light_dark_and_small(player.page)
    await player.page.keyboard.press("Escape")
    await expect(choice).to_have_count(0)


async def away_and_back(story: Story, visit: Visit, address: str, room: Room) -> None:
    """Dan's browser closes; a robot plays for him, Ada locks the seat and opens it, and Dan comes back."""
    ada = story.players[0]
    watcher = await visit(address, name="Eve", token="")
    await watcher.open(room.path)
    await watcher.page.get_by_label("Your name").fill("Eve")
    await watcher.page.get_by_role("button", name="Watch").click()
    await watcher.until(lambda: room.name in watcher.rooms, "the room")
    dan = story.players.pop()
    await dan.visitor.leave()
    for total in (2, 2, 2):  # Ada is on turn; then Bob and Cyd; then a robot for Dan
        await story.end_turn()
        if story.view["on_turn"] == 3:
            break
        await story.roll(total)
    story.outcomes.plan("dice 2")
    box = ada.page.locator(".rival[data-seat='3']")
    await expect(box.get_by_text("Robot plays until Dan is back")).to_be_visible(timeout=30_000)
    lock = box.locator("button[aria-pressed]")
    sit = watcher.page.locator(".rival[data-seat='3'] .sit")
    await expect(lock).to_have_attribute("aria-pressed", "true")  # it is kept for him
    await expect(sit).to_have_count(0)
    await seen(lock).click()
    await expect(sit).to_be_visible()
    await seen(lock).click()
    await expect(sit).to_have_count(0)
    assert all(shown["hand"] is None for shown in watcher.rooms[room.name].view["seats"])
    back = await seated(visit, address, room, 3)
    story.players.append(back)
    await story.together()
    await ada.until(lambda: "roll" in ada.legal or "end turn" in back.legal, "the end of the robot's turn")
    if "end turn" in back.legal:  # the robot was slow, and he has come back in the middle of it
        await back.move("end turn")
    await ada.until(lambda: "roll" in ada.legal, "Ada's turn, after the robot's")
    await story.roll(2)
    while story.view["on_turn"] != 2:
        await story.end_turn()
        await story.roll(2)
    await story.end_turn()
    await back.until(lambda: "roll" in back.legal, "Dan's own turn")
    await expect(box.get_by_text("Robot plays until Dan is back")).to_have_count(0)
    await story.roll(2)


async def over(player: Player) -> None:
    """Wait until a player knows that the game is over."""
    await player.until(lambda: player.is_over, "the end")


async def follows(visitor: Visitor, room: str) -> None:
    """Wait until a page follows a room."""
    await visitor.until(lambda: room in visitor.rooms, f"room {room}")


async def win_and_play_again(story: Story) -> None:
    """Ada builds a city, draws a victory point and wins; all meet at the table of the rematch."""
    ada = story.players[0]
    await story.earn(0, {"wheat": 3, "ore": 4, "sheep": 1})
    if story.view["on_turn"] != 0:
        await story.turn_of(0)
    await story.move(0, f"city {ada.legal['city'][0]}")
    story.outcomes.plan("draw victory point")
    await story.move(0, "buy card")
    for player in story.players:
        await over(player)
    assert story.view["winner"] == 0
    for player in story.players[1:]:
        await expect(player.page.get_by_text("Ada wins").first).to_be_visible()
    await ada.page.get_by_role("button", name="Rematch").first.click()
    old = ada.room
    await ada.page.wait_for_url(lambda url: "/room/" in url and old not in url)
    room = ada.page.url.split("/room/")[1].split("#")[0]
    for player in story.players:
        await player.page.wait_for_url(lambda url: f"/room/{room}" in url)
        await follows(player.visitor, room)
    await ada.visitor.until(
        lambda: (
            sum(
                seat["occupant"]["kind"] == "person" or bool(seat.get("kept_for"))
                for seat in ada.visitor.rooms[room].table["seats"]
            )
            == 4
        ),
        "seats kept for all",
    )


async def test_a_game_of_four_people(visit: Visit, arranged: ServeProcess, outcomes: Outcomes) -> None:
    address = arranged.address
    room = await make_room(address, *NAMES, options=OPTIONS)
    # Ada, who begins, comes first: a robot would play for her a second after anybody else is there.
    first = await seated(visit, address, room, 0)
    others = await asyncio.gather(*(seated(visit, address, room, seat) for seat in (1, 2, 3)))
    story = Story([first, *others], outcomes)
    await story.set_up(WANTED)
    await story.fill_hands(5)
    await story.earn(0, {story.yields(0)[0][0]: 4})
    if story.view["on_turn"] != 0:
        await story.turn_of(0)
    await trade(story)
    await seven(story)
    await every_card(story, visit, address, room)
    await win_and_play_again(story)
