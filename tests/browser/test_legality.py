"""The page offers exactly what the server allows: at every step of a random game of four people."""

from __future__ import annotations

import json
import time
from random import Random
from typing import Any

import pytest
from tests.browser.choices import RESOURCES
from tests.browser.company import Company, Member, company
from tests.browser.rooms import QUICK
from tests.browser.visitor import PATIENCE, Known, Visit, Visitor

from catanlab.server.client.answers import RefusedError

OFFERED = """() => {
  const enabled = (selector) => [...document.querySelectorAll(selector)]
    .filter((found) => !found.disabled && found.getAttribute("aria-disabled") !== "true");
  return {
    build: enabled("[data-build]").map(({ dataset }) => dataset.build).sort(),
    main: enabled(".go .btn.main").map(({ innerText }) => innerText.trim())[0] ?? "",
    cards: enabled(".developments .card").map(({ ariaLabel }) => ariaLabel.split(/[,.]/)[0]).sort(),
    spots: [...document.querySelectorAll(".spot")].map(({ dataset }) => dataset.id).sort(),
    answers: enabled("[data-open=offer] [data-act]").map(({ dataset }) => dataset.act).sort(),
  };
}"""
"""What a person could press on the page."""
WANTED = {"setup-settlement", "setup-road", "before-roll", "main", "answering", "robbing"}
"""Phases in which the person at the page has to decide before the test ends."""
CARDS = {
    "knight": "Knight",
    "road building": "Road building",
    "plenty": "Year of plenty",
    "monopoly": "Monopoly",
}


def allowed(known: Known) -> dict[str, Any]:
    """Return what the page should offer, by what the server said last."""
    view = known.view
    legal: dict[str, Any] = view["legal"] or {}
    phase = view["phase"]
    build = [kind for kind in ("road", "settlement", "city") if legal.get(kind)]
    main = "Roll dice" if "roll" in legal else "End turn" if "end turn" in legal else ""
    if phase == "finished":
        main = "Rematch"
    spots: list[str] = []
    if phase in ("setup-road", "free-roads"):
        spots = [f"edge-{edge}" for edge in legal.get("road", ())]
    elif phase == "setup-settlement":
        spots = [f"node-{node}" for node in legal.get("settlement", ())]
    elif phase == "robbing":
        spots = [f"hex-{place['hex']}" for place in legal.get("robber", ())]
    return {
        "build": sorted([*build, "card"] if "buy card" in legal else build),
        "main": main,
        "cards": sorted(name for card, name in CARDS.items() if legal.get(card)),
        "spots": sorted(spots),
        "answers": sorted(act for act in ("accept", "counter", "reject") if legal.get(act)),
    }


async def compare(visitor: Visitor, known: Known, seq: int) -> None:
    """Check that the page offers what is allowed after an event."""
    await visitor.until(lambda: known.seq >= seq, f"event {seq}")
    late = time.monotonic() + PATIENCE
    while True:
        await visitor.drawn()
        offered, wanted = await visitor.page.evaluate(OFFERED), allowed(known)
        if offered == wanted or time.monotonic() > late:  # a page may be late on a busy machine
            break
        await visitor.page.wait_for_timeout(50)
    assert offered == wanted, f"at {known.view['phase']}, event {seq}"


def random_move(member: Member, chance: Random) -> str | None:
    """Return any move that is open to a member; turns do not end at once, so that something happens."""
    legal = member.legal
    if not legal:
        return None
    board = json.loads(bytes(member.room.board or b"{}"))
    kind = chance.choice([each for each in legal if each != "end turn"] or ["end turn"])
    value = legal[kind]
    match kind:
        case "discard" | "robber":
            return member.simple_move()
        case "settlement" | "city":
            return f"{kind} {chance.choice(value)}"
        case "road":
            return f"road {'-'.join(map(str, board['edges'][chance.choice(value)]))}"
        case "bank":
            trade = chance.choice(value)
            return f"bank {trade['ratio']} {trade['give']} for 1 {chance.choice(trade['get'])}"
        case "plenty":
            rich = [name for name, count in zip(RESOURCES, value["stock"], strict=True) if count > 1]
            return f"plenty {' '.join(chance.choices(rich, k=value['count']))}"
        case "monopoly":
            return f"monopoly {chance.choice(value)}"
        case "confirm" | "take":
            return f"{kind} {chance.choice(value)}"
        case "offer":
            give = chance.choice([i for i in range(5) if value["max"][i]])
            get = chance.choice([i for i in range(5) if i != give])
            if chance.random() < 0.6:
                return "end turn" if "end turn" in legal else None
            to = " ".join(map(str, value["to"]))
            return f"offer 1 {RESOURCES[give]} for 1 {RESOURCES[get]} to {to}"
        case "counter":
            return "reject"
    return kind


async def step(people: Company, chance: Random) -> None:
    """Let somebody make a random move, and wait until the first person knows of it."""
    first = people.members[0].room
    await people.until(lambda: any(member.legal for member in people.members))
    member = chance.choice([member for member in people.members if member.legal])
    decision, seq = member.view["decision"], first.seq
    move = random_move(member, chance) or member.simple_move()
    assert move is not None
    try:
        await member.move(move)
    except RefusedError as refused:
        if refused.code != "stale-decision":
            raise
        await people.until(lambda: bool(member.view["decision"] != decision))
    else:
        await people.until(lambda: first.seq > seq)


@pytest.mark.parametrize("steps", [120, pytest.param(3000, marks=pytest.mark.slow)])
async def test_the_page_offers_exactly_what_is_legal(visit: Visit, address: str, steps: int) -> None:
    chance = Random(5)
    names = [f"{name} legal {steps}" for name in ("Ada", "Bob", "Cyd", "Dan")]
    async with company(address, *names, options=QUICK) as people:
        seated = people.room.people[0]
        visitor = await visit(address, token=seated.token, name=seated.name)
        await visitor.open(people.room.path)
        await visitor.until(lambda: people.room.name in visitor.rooms, "the room")
        known = visitor.rooms[people.room.name]
        seen: set[str] = set()
        for number in range(3000):
            if number > steps and seen >= WANTED:
                break
            seq = people.members[0].room.seq
            await compare(visitor, known, seq)
            if known.view["legal"]:
                seen.add(known.view["phase"])
            if known.view["phase"] == "finished":
                break
            await step(people, chance)
        assert seen >= WANTED
