"""What a person of the tests plays: a plain way to build up, that also uses cards, the bank and trade."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.browser.visitor import Known

RESOURCES = ("wood", "clay", "sheep", "wheat", "ore")
PIPS = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}


def choose(known: Known, chance: Random) -> str:
    """Return a move, in our notation, for a person who has something to decide."""
    legal: dict[str, Any] = known.view["legal"]
    if "discard" in legal:
        return _discard(legal["discard"])
    if "robber" in legal:
        return _robber(known, legal["robber"])
    if "settlement" in legal:
        return f"settlement {max(legal['settlement'], key=lambda node: _worth(known, node))}"
    if known.view["phase"] in ("setup-road", "free-roads"):
        return _road(known, chance)
    if "accept" in legal or "reject" in legal:
        return "accept" if "accept" in legal and chance.random() < 0.5 else "reject"
    if legal.get("confirm"):
        return f"confirm {legal['confirm'][0]}"
    if legal.get("take"):
        return f"take {legal['take'][0]}"
    if known.view["phase"] in ("answering", "choosing"):
        return "cancel"
    return _card(known, chance) or _turn(known, chance)


def _turn(known: Known, chance: Random) -> str:
    legal: dict[str, Any] = known.view["legal"]
    if "roll" in legal:
        return "roll"
    if "city" in legal:
        return f"city {max(legal['city'], key=lambda node: _worth(known, node))}"
    if "buy card" in legal:
        return "buy card"
    if "road" in legal and known.view["seats"][known.view["seat"]]["left"]["roads"] > 5:
        return _road(known, chance)
    hand: list[int] = known.view["seats"][known.view["seat"]]["hand"]
    for trade in legal.get("bank", ()):
        if hand[RESOURCES.index(trade["give"])] > trade["ratio"]:
            least = min(trade["get"], key=lambda resource: hand[RESOURCES.index(resource)])
            return f"bank {trade['ratio']} {trade['give']} for 1 {least}"
    if "offer" in legal and legal["offer"]["left"] and chance.random() < 0.3 and sum(hand):
        give = RESOURCES[hand.index(max(hand))]
        get = RESOURCES[hand.index(min(hand))]
        if give != get:
            return f"offer 1 {give} for 1 {get} to {' '.join(map(str, legal['offer']['to']))}"
    return "end turn"


def _card(known: Known, chance: Random) -> str | None:
    legal: dict[str, Any] = known.view["legal"]
    for card in ("knight", "road building"):
        if card in legal:
            return card
    if "plenty" in legal:
        stock: list[int] = legal["plenty"]["stock"]
        rich = [name for name, count in zip(RESOURCES, stock, strict=True) if count > 1]
        return f"plenty {' '.join(chance.choices(rich, k=legal['plenty']['count']))}"
    if legal.get("monopoly"):
        return f"monopoly {chance.choice(legal['monopoly'])}"
    return None


def _discard(owed: dict[str, Any]) -> str:
    hand, gone = list(owed["hand"]), []
    for _ in range(owed["owes"]):
        most = hand.index(max(hand))
        hand[most] -= 1
        gone.append(RESOURCES[most])
    return f"discard {' '.join(gone)}"


def _robber(known: Known, places: list[dict[str, Any]]) -> str:
    best = max(places, key=lambda place: (len(place["victims"]), place["hex"]))
    if not best["victims"]:
        return f"robber {best['hex']}"
    victim = max(best["victims"], key=lambda seat: int(known.view["seats"][seat]["hand_size"]))
    return f"robber {best['hex']} from {victim}"


def _road(known: Known, chance: Random) -> str:
    edge = chance.choice(known.view["legal"]["road"])
    return f"road {'-'.join(map(str, known.board['edges'][edge]))}"


def _worth(known: Known, node: int) -> int:
    return sum(
        PIPS.get(hexagon["number"], 0) for hexagon in known.board["hexes"] if node in hexagon["nodes"]
    )
