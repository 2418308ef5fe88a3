"""A simple legal move, for a seat whose robot failed."""

from __future__ import annotations

from catanlab.framework.random import Random
from catanlab.games.catan.constants import RESOURCES
from catanlab.games.catan.moves import CatanMove, MoveKind
from catanlab.server.rooms import moving
from catanlab.server.rooms.robot_asks import Ask
from catanlab.server.rooms.room import Room

_QUIET = frozenset({MoveKind.END_TURN, MoveKind.ROLL, MoveKind.REJECT, MoveKind.CANCEL})
"""Moves that do no harm, for a seat whose robot failed or whose person is out of time."""


def play_simply(room: Room, ask: Ask) -> None:
    """Make a simple legal move for a seat whose robot failed."""
    play = room.running_game()
    view = room.view_of(ask.seat)
    if ask.task == "discards":
        hand = list(view.position.own.certain)
        cards = []
        for _ in range(view.position.own.discards_owed):
            most = hand.index(max(hand))
            hand[most] -= 1
            cards.append(RESOURCES[most])
        moving.choose_discards(room, ask.seat, f"discard {' '.join(cards)}", ask.decision, late=ask.late)
        return
    moves = view.as_decider().legal_moves
    quiet = [move for move in moves if CatanMove(move).kind in _QUIET]
    random = Random(ask.ply, "play", ask.seat)
    move = quiet[0] if quiet else moves[random.below(len(moves))]
    moving.play_move(
        room, play, ask.seat, CatanMove(play.check(ask.seat, move)), thought=0.0, late=ask.late
    )
