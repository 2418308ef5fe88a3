"""The panel next to the map: whose turn it is, points and cards of every seat, the bank."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from catanlab.cli.control_characters import escape_control_characters
from catanlab.cli.terminal.board_map import SEAT_STYLES, Lines
from catanlab.framework.moves import CHANCE
from catanlab.games.catan.constants import CARDS
from catanlab.games.catan.moves import Counts
from catanlab.games.catan.position import CatanPosition, Phase

PANEL_COLUMNS = 31
_DIM = "grey58"
_TASKS = {
    Phase.SETUP_SETTLEMENT: "place a settlement",
    Phase.SETUP_ROAD: "place a road at node {node}",
    Phase.BEFORE_ROLL: "roll the dice",
    Phase.MAIN: "build, trade or end turn",
    Phase.DISCARDING: "discard {cards}",
    Phase.ROBBING: "move the robber",
    Phase.FREE_ROADS: "place a free road",
    Phase.ANSWERING: "answer the offer",
    Phase.CHOOSING: "choose a partner",
    Phase.ROLLING: "the dice roll",
    Phase.DRAWING: "a card is drawn",
    Phase.STEALING: "a card is stolen",
    Phase.FINISHED: "the game is over",
}


def task(position: CatanPosition) -> str:
    """Return the task of the seat to move, or of chance, in a few words."""
    owed = position.seats[position.to_move].discards_owed if position.to_move < CHANCE else 0
    cards = f"{owed} card{'s' * (owed != 1)}"
    return _TASKS[position.phase].format(node=position.last_node, cards=cards)


def panel(position: CatanPosition, names: Sequence[str], lines: Lines) -> list[Text]:
    """Return the lines of the panel, at most 31 columns wide."""
    own, to_move = position.seat, position.to_move
    head = Text(f"Turn {position.turn_number}", style="bold")
    head.append(f", {_who(position.on_turn, own)} on turn")
    doing = "" if to_move >= CHANCE else f"{_who(to_move, own)}: "
    table = [
        head,
        Text(f"{doing}{task(position)}", style="bold" if to_move == own else ""),
        Text(),
        Text(f"{'seat':<10} pts crd dev kni  rd ", style=_DIM),
    ]
    for seat, held in enumerate(position.seats):
        name = "you" if seat == own else escape_control_characters(names[seat]) if names else ""
        army, road = ("+" if seat == h else " " for h in (position.largest_army, position.longest_road))
        points = held.points if own in (None, seat) else held.public_points
        shown = f"{lines.roads[seat][0]} {seat} {name:<6.6}{points:>4}{held.hand_size:>4}"
        shown += f"{held.card_count:>4}{held.knights:>4}{army}{held.road_length:>3}{road}"
        table.append(Text(shown, style=SEAT_STYLES[seat]))
    table += [Text(), Text(f"{'':<10} wo cl sh wh or  ?", style=_DIM)]
    for seat, held in enumerate(position.seats):
        unknown = held.hand_size - sum(held.certain)
        label = "you hold" if seat == own else f"seat {seat}"
        text = f"{label:<10}{_counts(held.certain)}{unknown or '':>3}"
        table.append(Text(text.rstrip(), style=SEAT_STYLES[seat]))
    table.append(Text(f"{'bank':<10}{_counts(position.bank)}"))
    if own is not None:
        table.append(Text(f"{'you pay':<10}{_counts(position.own.ratios)}"))
    cards = [] if own is None else _wrapped(f"Your cards: {_cards(position.own.cards)}")
    # Many cards take the place of the empty line, so that the panel stays as high as the map.
    table += [Text()] * (len(cards) < 2)
    return [*table, Text(f"Deck {position.deck_size}  +award *robber :port", style=_DIM), *cards]


def _who(seat: int, own: int | None) -> str:
    return "you" if seat == own else f"seat {seat}"


def _counts(cards: Counts) -> str:
    return "".join(f"{min(count, 99):>3}" for count in cards)


def _cards(counts: Counts) -> str:
    held = zip(CARDS, counts, strict=True)
    return ", ".join(name if count == 1 else f"{count} {name}" for name, count in held if count) or "none"


def _wrapped(text: str) -> list[Text]:
    """Break a text at blanks so that it fits."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if len(longer) > PANEL_COLUMNS:
            lines.append(word)
        else:
            lines[-1] = longer
    return [Text(line) for line in lines]
