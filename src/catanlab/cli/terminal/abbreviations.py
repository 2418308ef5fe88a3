"""Short forms and other names of moves of Catan, expanded to the words that the game reads.

brick, grain, wo        names of cards: other names, or the first letters
offer wood for ore      one card each, to everybody
bank wood for ore       at the seat's own rate
discard 2 wood clay     several moves at once
road 12 13, robber 7 2  without the small words
yes, no, end, buy       for accept, reject, end turn, buy card
"""

from __future__ import annotations

from collections.abc import Sequence

from catanlab.games.catan.constants import RESOURCES
from catanlab.games.catan.view.view import CatanView

FIRST_WORDS = (
    "road",
    "settlement",
    "city",
    "buy",
    "roll",
    "end",
    "knight",
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
)
_ALIASES = {
    "yes": "accept",
    "y": "accept",
    "no": "reject",
    "n": "reject",
    "decline": "reject",
    "end": "end turn",
    "done": "end turn",
    "pass": "end turn",
    "buy": "buy card",
    "dice": "roll",
    "year": "plenty",
    "trade": "offer",
    "drop": "cancel",
    "steal": "robber",
}
_BARE = ("accept", "reject", "end turn", "buy card", "roll", "knight", "cancel", "skip", "road building")
_CARDS = {
    "brick": "clay",
    "lumber": "wood",
    "wool": "sheep",
    "grain": "wheat",
    "stone": "ore",
    "rock": "ore",
}


def expand(text: str, view: CatanView) -> list[str]:
    """Return the moves that a person typed, each as the game writes it.

    Unknown words stay as they are, so that the game reports them.

    >>> from catanlab import Catan, Rules
    >>> view = Catan(rules=Rules.trading()).observer(0).view()
    >>> expand("Offer wood, 2 brick for ore", view)
    ['offer 1 wood + 2 clay for 1 ore to 1 2 3']
    >>> expand("discard 2 wood clay", view)
    ['discard wood', 'discard wood', 'discard clay']
    """
    words = text.lower().replace(",", " ").replace("+", " ").split()
    if not words or "_" in text:
        return [text]
    first, rest = _first(words[0]), words[1:]
    if first == "road" and rest[:1] == ["building"]:
        return ["road building"]
    if first in _BARE:
        return [first]
    if first == "plenty" and rest[:2] == ["of", "plenty"]:
        rest = rest[2:]
    if first == "road":
        return [f"road {'-'.join(rest)}".strip()]
    if first == "robber":
        return [_robber([word for word in rest if word not in ("to", "from", "hex", "seat")], view)]
    if first in ("offer", "counter", "bank"):
        return [_exchange(first, rest, view)]
    if first == "discard":
        counts = _counted(rest)
        return [f"discard {card}" for card, count in counts for _ in range(min(count, 20))] or [first]
    if first in ("plenty", "monopoly"):
        return [f"{first} {' '.join(card for card, count in _counted(rest) for _ in range(min(count, 3)))}"]
    return [" ".join([first, *(word for word in rest if word not in ("at", "node", "seat", "from"))])]


def _first(word: str) -> str:
    """Return the first word of a move, from another name or its beginning."""
    if word in _ALIASES:
        return _ALIASES[word]
    found = [known for known in FIRST_WORDS if known.startswith(word)]
    return _ALIASES.get(found[0], found[0]) if len(found) == 1 and len(word) > 2 else word


def _card(word: str) -> str:
    """Return the name of a resource, from another name or its beginning."""
    found = [name for name in (*RESOURCES, *_CARDS) if name.startswith(word)]
    return _CARDS.get(found[0], found[0]) if len(found) == 1 else _CARDS.get(word, word)


def _counted(words: Sequence[str]) -> list[tuple[str, int]]:
    """Return the cards and how many of each; a card without a number is one."""
    cards: list[tuple[str, int]] = []
    count: int | None = None
    for word in words:
        if word == "and":
            continue
        if word.isascii() and word.isdigit() and len(word) < 4 and count is None:
            count = int(word)
        else:
            cards.append((_card(word), 1 if count is None else count))
            count = None
    if count is not None:
        cards.append((str(count), 1))
    return cards


def _exchange(first: str, words: list[str], view: CatanView) -> str:
    to: list[str] = []
    if "to" in words:
        at = words.index("to")
        words, to = words[:at], [word for word in words[at + 1 :] if word not in ("and", "seat", "seats")]
        if to == ["all"]:
            to = []
    if to and first != "offer":
        return f"{first} {' '.join(words)} to {' '.join(to)}"
    others = [str(seat) for seat in range(view.game.seats) if seat != view.seat]
    addressed = f" to {' '.join(to or others)}" if first == "offer" else ""
    if words.count("for") != 1:
        return f"{first} {' '.join(words)}{addressed}"
    at = words.index("for")
    given, got = _counted(words[:at]), _counted(words[at + 1 :])
    if first == "bank" and len(given) == 1 and len(words[:at]) == 1:
        card = given[0][0]
        given = [(card, view.position.own.ratios[RESOURCES.index(card)] if card in RESOURCES else 4)]
    sides = [" + ".join(f"{count} {card}" for card, count in side) for side in (given, got)]
    return f"{first} {' for '.join(sides)}{addressed}"


def _robber(words: list[str], view: CatanView) -> str:
    """Return the robber's move; a hex with a single victim needs no more words."""
    text = f"robber {' from '.join(words)}"
    if len(words) == 1:
        fits = [str(move) for move in view.legal_moves if str(move).split()[:2] == text.split()]
        return fits[0] if len(fits) == 1 else text
    return text
