"""Where the greedy agent puts the robber, and why it plays a knight."""

from catanlab.agents.players.greedy.robbery import rate_robbery, why_knight
from catanlab.framework.moves import GROUP_SHIFT
from catanlab.games.catan import constants as c
from catanlab.games.catan.moves import CatanMove


def test_the_robber_goes_to_the_leader_and_never_to_me(reading):
    reading.output = tuple(1 << 8 * (hexagon % 4) for hexagon in range(19))
    reading.land.hex_rates[:] = [0.1] * 19
    reading.public_points = (3, 3, 8, 3)
    reading.hand_sizes = (2, 2, 2, 2)
    rated = {
        (hexagon, seat): rate_robbery(
            reading, CatanMove(c.ROBBER << GROUP_SHIFT | hexagon | (seat + 1) << c.VICTIM_SHIFT)
        )
        for hexagon, seat in ((4, -1), (5, 1), (6, 2), (7, 3))
    }
    assert max(rated, key=rated.get) == (6, 2)
    assert rated[4, -1] < 0


def test_a_knight_has_a_reason(reading):
    reading.army_holder = -1
    reading.knights = (0, 0, 0, 0)
    reading.robber = reading.land.hex_rates.index(0.0)
    reading.playable[c.KNIGHT] = 1
    reading.cards = (1, 0, 0, 0, 0)
    assert why_knight(reading) is None
    reading.playable[c.KNIGHT] = 2
    assert "another one" in why_knight(reading)
    reading.playable[c.KNIGHT] = 1
    reading.knights = (2, 0, 0, 0)
    assert "Largest Army" in why_knight(reading)
    reading.knights = (0, 0, 0, 0)
    reading.robber = next(h for h in range(19) if reading.output[h] & 0xFF and reading.land.hex_rates[h])
    assert "robber" in why_knight(reading)
