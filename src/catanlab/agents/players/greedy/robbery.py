"""The robber: where it hurts the right player, and when a knight should send it away."""

from __future__ import annotations

from catanlab.agents.base.situation import Reading
from catanlab.games.catan import constants as c
from catanlab.games.catan.moves import CatanMove

_HEX = 0xFF


def rate_robbery(reading: Reading, move: CatanMove) -> float:
    """Return how good it is to move the robber so: what it costs the others, by how near they are."""
    hexagon = move & _HEX
    victim = (move >> c.VICTIM_SHIFT & 0x7) - 1
    claims = reading.output[hexagon]
    harm = 0.0
    for seat in range(reading.players):
        claim = claims >> 8 * seat & _HEX
        if claim:
            cost = claim * reading.land.hex_rates[hexagon]
            harm += cost * (-3.0 if seat == reading.me else threat(reading, seat))
    if victim >= 0 and reading.hand_sizes[victim]:
        harm += 0.1 * threat(reading, victim) * min(reading.hand_sizes[victim], 4) / 4
    return harm


def threat(reading: Reading, seat: int) -> float:
    """Return how much a seat is to be feared: points count more the nearer they are to the end."""
    return 0.2 + (reading.public_points[seat] / reading.target) ** 2 * 2


def leader(reading: Reading) -> int:
    """Return the other seat with the most points, of equals the one with the most cards."""
    others = (seat for seat in range(reading.players) if seat != reading.me)
    return max(others, key=lambda seat: (reading.public_points[seat], reading.hand_sizes[seat]))


def why_knight(reading: Reading) -> str | None:
    """Return the reason to play a knight now, or None."""
    if reading.knights_lacking == 1:
        return "it brings Largest Army"
    if reading.blocked:
        return "the robber blocks one of my hexes"
    if reading.playable[c.KNIGHT] >= 2:
        return "there is another one in my hand"
    if reading.knights_lacking - reading.cards[c.KNIGHT] in (0, 1):
        return "it counts towards Largest Army"
    return None
