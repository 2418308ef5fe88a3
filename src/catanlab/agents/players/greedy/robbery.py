"""Where the greedy agent moves the robber, and when it plays a knight."""

from __future__ import annotations

from catanlab.agents.base.situation import Situation
from catanlab.games.catan import constants as c
from catanlab.games.catan.moves import CatanMove


def rate_robbery(situation: Situation, move: CatanMove) -> float:
    """Return the value of a move of the robber: what it costs the others, weighted by their threat."""
    hexagon, victim = move.hex, move.victim
    assert hexagon is not None
    harm = 0.0
    for seat in range(situation.players):
        claim = situation.hex_yields[seat][hexagon]
        if claim:
            cost = claim * situation.board_values.hex_rates[hexagon]
            harm += cost * (-3.0 if seat == situation.me else threat(situation, seat))
    if victim is not None and situation.hand_sizes[victim]:
        harm += 0.1 * threat(situation, victim) * min(situation.hand_sizes[victim], 4) / 4
    return harm


def threat(situation: Situation, seat: int) -> float:
    """Return the threat of a seat, which grows with the square of its points."""
    return 0.2 + (situation.public_points[seat] / situation.target) ** 2 * 2


def leader(situation: Situation) -> int:
    """Return the other seat with the most points, and of equals the most cards."""
    others = (seat for seat in range(situation.players) if seat != situation.me)
    return max(others, key=lambda seat: (situation.public_points[seat], situation.hand_sizes[seat]))


def why_knight(situation: Situation) -> str | None:
    """Return the reason to play a knight now, or None."""
    if situation.knights_lacking == 1:
        return "it brings Largest Army"
    if situation.blocked:
        return "the robber blocks one of my hexes"
    if situation.playable[c.KNIGHT] >= 2:
        return "there is another one in my hand"
    if situation.knights_lacking - situation.cards[c.KNIGHT] in (0, 1):
        return "it counts towards Largest Army"
    return None
