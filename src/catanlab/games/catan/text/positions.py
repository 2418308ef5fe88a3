"""A position as one line of text, full or as one seat sees it.

    o10s2w9/h12c6s4c10/h9w11dw3o8/w8o3h4s5/c5h6s11/3ho3s33cw base
    s22c40;12-17-22,40-44;2wo;k;1 s5s33;1-5,33-38;-;-;0 s8s46;8-13,46-50;h;-;0 s10s29;10-14,29-35;cs;-;0
    9 11k2r2pm5v 9:0 main ra last=22 new=k

That is a single line. Its fields are the board, the rules, then for each seat its buildings, roads,
hand, development cards and knights played; the robber's hex, the deck, the turn and who has it, the
phase, flags, and the rest where it is not as usual. `docs/reference/notation.md` explains them all.

The lines are written from the packed fields, not from the typed position: they hold every field, and
impossible positions can be written too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from catanlab.framework.moves import CHANCE, OVER
from catanlab.games.catan import constants as c
from catanlab.games.catan.hands import pack, unpack
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.position import members
from catanlab.games.catan.text.boards import board_text
from catanlab.games.catan.text.letters import (
    CARD_LETTERS,
    NOTHING,
    RESOURCE_LETTERS,
    UNKNOWN_LETTER,
    counts_text,
)
from catanlab.games.catan.text.rules import rules_to_text
from catanlab.games.catan.text.shorthand import short_form
from catanlab.games.catan.text.trails import trails_text

if TYPE_CHECKING:
    from catanlab.games.catan.engine.state import CatanState
    from catanlab.games.catan.game import Catan
    from catanlab.games.catan.rules import Rules
    from catanlab.games.catan.view.view import CatanView

PHASE_WORDS = (
    "setup-settlement",
    "setup-road",
    "before-roll",
    "main",
    "discard",
    "robber",
    "free-roads",
    "answer",
    "choose",
    "rolling",
    "drawing",
    "stealing",
    "finished",
)
"""The phases in the order of their numbers."""
ACTOR_WORDS = {CHANCE: "chance", OVER: "over"}
FLAGS = {"r": "rolled", "c": "card_played", "a": "acted"}
NO_LIMIT = 99
"""A view's limit of victory point cards where none is known."""

rules_word = lru_cache(maxsize=256)(rules_to_text)
"""`rules_to_text`, remembering: few sets of rules are written again and again."""
_BY_CHANCE = (c.ROLLING, c.DRAWING, c.STEALING)


def position_text(state: CatanState) -> str:
    """Return the position as one canonical line, which `read_position` reads back exactly.

    >>> from catanlab.games.catan.game import Catan
    >>> position_text(Catan(rules="tuma", board="beginner").start()).split()[1]
    'tuma'
    """
    fields = state.fields()
    players = state.seats
    hands = [counts_text(unpack(hand), RESOURCE_LETTERS) for hand in fields["hand"][:players]]
    cards = [counts_text(unpack(held), CARD_LETTERS) for held in fields["card"][:players]]
    deck = counts_text(unpack(fields["deck"]), CARD_LETTERS)
    usual_bank = expected_bank(state.game.rules, fields["hand"])
    new = counts_text(unpack(fields["bought_this_turn"]), CARD_LETTERS)
    sizes = [sum(unpack(hand)) for hand in fields["hand"]]
    return " ".join(_words(state.game, fields, hands, cards, deck, new, usual_bank, sizes))


def view_text(view: CatanView) -> str:
    """Return a view as one canonical line, which `read_view` reads back as plain data.

    A hand that is not known for certain is its size, what is certain and what is possible: `5:w~3w2co`.
    Unknown development cards are question marks. The deck is every card the seat has not seen.

    >>> from catanlab.games.catan.game import Catan
    >>> view_text(Catan(board="beginner").observer(2).view()).split()[0]
    'view:2'
    """
    facts = view._facts()
    hands = [
        _seen_hand(size, least, most)
        for size, (least, most) in zip(facts["hand_sizes"], facts["bounds"], strict=True)
    ]
    cards = [
        _seen_cards(known, unknown)
        for known, unknown in zip(facts["known_cards"], facts["unknown_cards"], strict=False)
    ]
    unseen = counts_text(unpack(facts["unseen_cards"]), CARD_LETTERS)
    new = _seen_cards(facts["known_bought_this_turn"], facts["unknown_bought_this_turn"])
    words = _words(view.game, facts, hands, cards, unseen, new, c.FULL_BANK, facts["hand_sizes"])
    if any(limit != NO_LIMIT for limit in facts["point_limits"]):
        words.append(f"limits={','.join(map(str, facts['point_limits']))}")
    return " ".join([f"view:{NOTHING if view.seat is None else view.seat}", *words])


def usual_actor(phase: int, seat: int) -> int | None:
    """Return who acts in a phase of a seat's turn, or None where others may have to."""
    if phase in (c.DISCARDING, c.ANSWERING):
        return None
    if phase == c.FINISHED:
        return OVER
    return CHANCE if phase in _BY_CHANCE else seat


def usual_discards(
    rules: Rules, fields: Mapping[str, Any], left: int, sizes: Sequence[int]
) -> tuple[int, ...]:
    """Return what each seat owes if the seats discard one after the other in turn order.

    `left` is what the seat owes that is to act; `sizes` are those of the hands. Those before it have
    discarded, those after it have not begun.
    """
    seat, actor = fields["turn_seat"], fields["actor"]
    owed = [0] * 4
    asked = actor if 0 <= actor < 4 else seat
    owed[asked] = left
    if fields["phase"] == c.DISCARDING:
        later = range((asked - seat) % rules.players + 1, rules.players)
        for other in [(seat + i) % rules.players for i in later]:
            owed[other] = sizes[other] // 2 if sizes[other] > rules.hand_limit else 0
    return tuple(owed)


def expected_bank(rules: Rules, hands: Sequence[int]) -> int:
    """Return the bank that goes with these hands; 0 of a resource that they hold too many of."""
    if not rules.bank_limit:
        return c.FULL_BANK
    held = zip(*map(unpack, hands), strict=True)
    return pack([max(c.CARDS_PER_RESOURCE - sum(counts), 0) for counts in held])


def _words(
    game: Catan,
    fields: Mapping[str, Any],
    hands: Sequence[str],
    cards: Sequence[str],
    deck: str,
    new: str,
    usual_bank: int,
    sizes: Sequence[int],
) -> list[str]:
    """Return the fields that a position and a view share."""
    seats = [
        ";".join([_buildings(fields, seat), _roads(fields, seat), hand, held, str(fields["knights"][seat])])
        for seat, (hand, held) in enumerate(zip(hands, cards, strict=True))
    ]
    seat, phase, actor = fields["turn_seat"], fields["phase"], fields["actor"]
    doing = PHASE_WORDS[phase]
    if actor != usual_actor(phase, seat):
        doing += f":{ACTOR_WORDS.get(actor, actor)}"
    flags = "".join(flag for flag, name in FLAGS.items() if fields[name]) or NOTHING
    return [
        board_text(game.board),
        rules_word(game.rules),
        *seats,
        str(fields["robber"]),
        deck,
        f"{fields['turn_count'] + 1}:{seat}",
        doing,
        flags,
        *_extras(game, fields, new, usual_bank, sizes),
    ]


def _extras(
    game: Catan, fields: Mapping[str, Any], new: str, usual_bank: int, sizes: Sequence[int]
) -> list[str]:
    """Return the fields whose values are not the usual ones, as `name=value`."""
    answers = [
        f"{seat}:{short_form(CatanMove(move))}" for seat, move in enumerate(fields["answer"]) if move
    ]
    offer = short_form(CatanMove.make(c.OFFER, fields["offer"]))
    bank = fields["bank"]
    values = {
        "road": _unless(fields["road_holder"], -1),
        "army": _unless(fields["army_holder"], -1),
        "step": _unless(fields["setup_step"], 2 * game.seats),
        "last": _unless(fields["last_node"], -1),
        "new": None if new == NOTHING else new,
        "offers": _unless(fields["offers_made"], 0),
        "offer": offer if fields["offer"] else None,
        "answers": ",".join(answers) or None,
        "free": _unless(fields["free_roads"], 0),
        "victim": _unless(fields["victim"], -1),
        "discards": _discards(game.rules, fields, sizes),
        "floor": _floor(fields),
        "bank": None if bank == usual_bank else counts_text(unpack(bank), RESOURCE_LETTERS),
        "winner": _unless(fields["winner"], -1),
    }
    return [f"{name}={value}" for name, value in values.items() if value is not None]


def _discards(rules: Rules, fields: Mapping[str, Any], sizes: Sequence[int]) -> str | None:
    """Return what the seat to act owes, or what each seat owes if they discard in another order."""
    asked = fields["actor"] if 0 <= fields["actor"] < 4 else fields["turn_seat"]
    left = fields["discards"][asked]
    if fields["discards"] == usual_discards(rules, fields, left, sizes):
        return str(left) if left else None
    return ",".join(f"{seat}:{owed}" for seat, owed in enumerate(fields["discards"]) if owed) or NOTHING


def _floor(fields: Mapping[str, Any]) -> str | None:
    """Return where the list of discards goes on: for the seat to act, or by seat if there are several."""
    asked = fields["actor"] if 0 <= fields["actor"] < 4 else fields["turn_seat"]
    letters = {
        seat: RESOURCE_LETTERS[floor]
        for seat, floor in enumerate(fields["discard_floor"])
        if 0 < floor < len(RESOURCE_LETTERS)
    }
    if set(letters) <= {asked}:
        return letters.get(asked)
    return ",".join(f"{seat}:{letter}" for seat, letter in letters.items())


def _unless(value: int, usual: int) -> int | None:
    return None if value == usual else value


def _buildings(fields: Mapping[str, Any], seat: int) -> str:
    placed = [(node, "s") for node in members(fields["settlements"][seat])]
    placed += [(node, "c") for node in members(fields["cities"][seat])]
    return "".join(f"{kind}{node}" for node, kind in sorted(placed)) or NOTHING


def _roads(fields: Mapping[str, Any], seat: int) -> str:
    roads = fields["roads"]
    return trails_text(members(roads[2 * seat] | roads[2 * seat + 1] << 64))


def _seen_hand(size: int, least: int, most: int) -> str:
    certain = counts_text(unpack(least), RESOURCE_LETTERS)
    return certain if least == most else f"{size}:{certain}~{counts_text(unpack(most), RESOURCE_LETTERS)}"


def _seen_cards(known: int, unknown: int) -> str:
    return counts_text((*unpack(known), unknown), CARD_LETTERS + UNKNOWN_LETTER)
