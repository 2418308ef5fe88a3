"""The panel next to the map: whose turn it is, points and cards of every seat, the bank."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from catanlab.cli.catan_position import Moment, cards_of, count_of, seats_of
from catanlab.cli.control_characters import escape_control_characters
from catanlab.cli.terminal.board_map import SEAT_STYLES, Lines
from catanlab.framework.moves import CHANCE
from catanlab.games.catan.details import Seat
from catanlab.games.catan.view.details import SeenSeat, ViewDetails

PANEL_COLUMNS = 31
_DIM = "grey58"
_TASKS = {
    "set-up settlement": "place a settlement",
    "set-up road": "place a road at node {node}",
    "before the roll": "roll the dice",
    "main": "build, trade or end turn",
    "discarding": "discard half the hand",
    "moving the robber": "move the robber",
    "free roads": "place a free road",
    "answering an offer": "answer the offer",
    "choosing a trade": "choose a partner",
    "rolling": "the dice roll",
    "drawing a card": "a card is drawn",
    "stealing": "a card is stolen",
    "finished": "the game is over",
}


def task(moment: Moment) -> str:
    """Return what is to be done, in a few words."""
    text = _TASKS[moment.facts.phase]
    return text.format(node=_bare_settlement(moment)) if "{" in text else text


def _bare_settlement(moment: Moment) -> int:
    """Return the node of the settlement that was just placed: the one without a road."""
    seat = seats_of(moment.facts)[moment.to_move]
    ends = {node for road in seat.roads for node in road}
    return next(node for node in seat.settlements if node not in ends)


def panel(moment: Moment, names: Sequence[str], lines: Lines) -> list[Text]:
    """Return the lines of the panel, at most 31 columns wide."""
    facts = moment.facts
    own = facts.seat if isinstance(facts, ViewDetails) else None
    head = Text(f"Turn {facts.turn_number}", style="bold")
    head.append(f", {_who(facts.seat_on_turn, own)} on turn")
    doing = "" if moment.to_move >= CHANCE else f"{_who(moment.to_move, own)}: "
    table = [
        head,
        Text(f"{doing}{task(moment)}", style="bold" if moment.to_move == own else ""),
        Text(),
        Text(f"{'seat':<10} pts crd dev kni  rd ", style=_DIM),
    ]
    for seat, held in enumerate(seats_of(facts)):
        name = "you" if seat == own else escape_control_characters(names[seat]) if names else ""
        army, road = ("+" if seat == h else " " for h in (facts.largest_army, facts.longest_road))
        shown = f"{lines.roads[seat][0]} {seat} {name:<6.6}{held.points:>4}{count_of(held):>4}"
        shown += f"{_dev(held):>4}{held.knights:>4}{army}{held.road_length:>3}{road}"
        table.append(Text(shown, style=SEAT_STYLES[seat]))
    table += [Text(), Text(f"{'':<10} wo cl sh wh or  ?", style=_DIM)]
    for seat, held in enumerate(seats_of(facts)):
        sure = cards_of(held)
        unknown = count_of(held) - sum(sure.values())
        label = "you hold" if seat == own else f"seat {seat}"
        text = f"{label:<10}{_counts(sure)}{unknown or '':>3}"
        table.append(Text(text.rstrip(), style=SEAT_STYLES[seat]))
    table.append(Text(f"{'bank':<10}{_counts(facts.bank)}"))
    if own is not None:
        table.append(Text(f"{'you pay':<10}{_counts(facts.seats[own].ratios)}"))
    deck = facts.deck_size if isinstance(facts, ViewDetails) else sum(facts.deck.values())
    table += [Text(), Text(f"Deck {deck}  +award *robber :port", style=_DIM)]
    if isinstance(facts, ViewDetails):
        table += _wrapped(f"Your cards: {_cards(facts.cards)}")
    return table


def _who(seat: int, own: int | None) -> str:
    return "you" if seat == own else f"seat {seat}"


def _dev(seat: Seat | SeenSeat) -> int:
    return seat.card_count if isinstance(seat, SeenSeat) else sum(seat.cards.values())


def _counts(cards: dict[str, int]) -> str:
    return "".join(f"{min(count, 99):>3}" for count in cards.values())


def _cards(cards: dict[str, int]) -> str:
    held = [name if count == 1 else f"{count} {name}" for name, count in cards.items() if count]
    return ", ".join(held) or "none"


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
