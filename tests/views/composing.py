"""Moves composed from the JSON of a view alone, as a page does that knows no rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Any

from catanlab.framework.random import Random
from catanlab.games.catan.moves import CatanMove

BARE = (
    "end turn",
    "roll",
    "buy card",
    "knight",
    "road building",
    "accept",
    "reject",
    "cancel",
    "skip",
)
PLACED = ("settlement", "city", "confirm", "take")


def listed(legal: dict[str, Any], board: dict[str, Any]) -> Iterator[str]:
    """Yield the text of every move that is not a deal between players."""
    names = board["resources"]
    for key in BARE:
        if legal.get(key):
            yield key
    for key in PLACED:
        for place in legal.get(key, ()):
            yield f"{key} {place}"
    for edge in legal.get("road", ()):
        a, b = board["edges"][edge]
        yield f"road {a}-{b}"
    for spot in legal.get("robber", ()):
        yield from (f"robber {spot['hex']} from {victim}" for victim in spot["victims"])
        if not spot["victims"]:
            yield f"robber {spot['hex']}"
    for trade in legal.get("bank", ()):
        for get in trade["get"]:
            yield f"bank {trade['ratio']} {trade['give']} for 1 {get}"
    for resource in legal.get("monopoly", ()):
        yield f"monopoly {resource}"
    if "plenty" in legal:
        stock = legal["plenty"]["stock"]
        for some in combinations_with_replacement(range(5), legal["plenty"]["count"]):
            if all(some.count(resource) <= stock[resource] for resource in some):
                yield "plenty " + " ".join(names[resource] for resource in some)
    if "discard" in legal:
        for resource, count in enumerate(legal["discard"]["hand"]):
            if count:
                yield f"discard {names[resource]}"


def deals(legal: dict[str, Any], board: dict[str, Any], random: Random, count: int) -> Iterator[str]:
    """Yield the texts of some offers and counter-offers, drawn at random."""
    names = board["resources"]
    for key in ("offer", "counter"):
        for _ in range(count if key in legal else 0):
            most = legal[key]["max"]
            give = [random.below(most[resource] + 1) for resource in range(5)]
            get = [0 if give[resource] else random.below(3) for resource in range(5)]
            if not any(give) or not any(get):
                continue
            if key == "counter" and {"give": give, "get": get} == legal[key]["except"]:
                continue
            text = f"{key} {_cards(give, names)} for {_cards(get, names)}"
            if key == "offer":
                seats = [seat for seat in legal[key]["to"] if random.below(2)] or legal[key]["to"]
                text += " to " + " ".join(map(str, seats))
            yield text


def offers(legal: dict[str, Any], move: CatanMove) -> bool:
    """Say whether an offer or a counter-offer is within the template."""
    template = legal.get(move.group)
    if template is None or move.deal is None:
        return False
    if any(give > most for give, most in zip(move.deal.give, template["max"], strict=True)):
        return False
    if move.group == "counter":
        return {"give": list(move.deal.give), "get": list(move.deal.get)} != template["except"]
    return template["left"] > 0 and set(move.addressees) <= set(template["to"])


def _cards(counts: list[int], names: list[str]) -> str:
    return " + ".join(f"{count} {name}" for count, name in zip(counts, names, strict=True) if count)
