"""The help page for a person at the table, and the commands that are not moves."""

from __future__ import annotations

from collections.abc import Mapping

from catanlab.framework.game import Game
from catanlab.games.catan.game import Catan

COMMANDS: Mapping[str, str] = {
    "?": "this page",
    "moves": "all moves with their numbers",
    "table": "position and moves again, as Enter does where it makes no move",
    "map": "the position again",
    "log": "what happened so far: log, or log 50",
    "say": "a statement to the table, three a turn: say good luck",
    "why": "the reasons of the others for their last moves",
    "save": "the game to a file: save, or save FILE",
    "quit": "leave; the game is saved after each move and can be resumed",
}
"""The commands that are not moves, in any game."""
CATAN_COMMANDS: Mapping[str, str] = {
    **COMMANDS,
    "moves": "all moves with notes that help to choose, or some of them: moves build",
    "table": "the whole screen again, as Enter does where it makes no move",
    "map": "the board with the numbers of all nodes and hexes",
    "say": "a statement to the table, three a turn: say anyone selling ore?",
    "costs": "what everything costs, and what you lack",
    "hint": "a move that a good player would make, and why",
    "ask": "which offers to be asked about: ask payable (declines others), ask all",
}
"""The commands that are not moves, in Catan."""
_CATAN = (
    "  settlement 12   road 12-17   city 12   buy card   roll   end turn",
    "  bank wood for ore   offer 1 wood for 1 ore to 1 2   (without to: to all)",
    "  accept   reject   counter 2 wood for 1 ore   confirm 2   take 2   cancel",
    "  knight   road building   plenty wood ore   monopoly sheep   robber 7 from 2",
    "  discard 2 wood 1 clay",
    "Costs: road wood, clay; settlement wood, clay, sheep, wheat; city 2 wheat,",
    "3 ore; development card sheep, wheat, ore. The command costs says what you lack.",
    "Columns: pts points, crd cards in hand, dev development cards, kni knights",
    "played, rd longest road, ? unknown cards; you pay: cards for one at the bank.",
    "On the map a number is a node, s1 a settlement of seat 1, C1 a city, * robber.",
    "A name at sea is a port; the nodes at both ends of its :: trade there.",
)
_TALK = (
    "Agents that negotiate understand what you say about cards, and may answer:",
    "  say is anyone selling wheat?   say seat 2, do you want ore?   say I want ore",
    "  say I have wood to spare   say no clay   say yes   say seat 1 is winning",
)
"""Examples of statements where players trade."""


def commands(game: Game) -> Mapping[str, str]:
    """Return the commands that are not moves, each with its effect."""
    return CATAN_COMMANDS if isinstance(game, Catan) else COMMANDS


def help_page(game: Game) -> list[str]:
    """Return the lines of the help page.

    >>> from catanlab.games.sos import Sos
    >>> help_page(Sos())[2]
    'A move is switch and a number 0 to 9, such as switch 1, or the number alone.'
    """
    if isinstance(game, Catan):
        lines = ["Type a move, or its number. Tab completes what you type.", *_CATAN]
        if game.rules.player_trade:
            lines += _TALK
    else:
        form = f"A move is {game.move_form}." if game.move_form else "Type a move, or its number."
        lines = [*game.guide, form, "Tab completes what you type."]
    listed = [f"  {name:<6} {meaning}" for name, meaning in commands(game).items()]
    return [*lines, "Besides moves there are:", *listed]
