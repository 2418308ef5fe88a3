"""Where the greedy agent puts the robber, and why it plays a knight."""

from catanlab.agents.players.greedy.robbery import rate_robbery, why_knight
from catanlab.framework.moves import GROUP_SHIFT
from catanlab.games.catan import constants as c
from catanlab.games.catan.moves import CatanMove


def test_the_robber_goes_to_the_leader_and_never_to_me(situation):
    situation.hex_yields = tuple(bytes(hexagon % 4 == seat for hexagon in range(19)) for seat in range(4))
    situation.board_values.hex_rates[:] = [0.1] * 19
    situation.public_points = (3, 3, 8, 3)
    situation.hand_sizes = (2, 2, 2, 2)
    rated = {
        (hexagon, seat): rate_robbery(
            situation, CatanMove(c.ROBBER << GROUP_SHIFT | hexagon | (seat + 1) << c.VICTIM_SHIFT)
        )
        for hexagon, seat in ((4, -1), (5, 1), (6, 2), (7, 3))
    }
    assert max(rated, key=rated.get) == (6, 2)
    assert rated[4, -1] < 0


def test_a_knight_has_a_reason(situation):
    situation.largest_army = None
    situation.knights = (0, 0, 0, 0)
    situation.robber = situation.board_values.hex_rates.index(0.0)
    situation.playable[c.KNIGHT] = 1
    situation.cards = (1, 0, 0, 0, 0)
    assert why_knight(situation) is None
    situation.playable[c.KNIGHT] = 2
    assert "another one" in why_knight(situation)
    situation.playable[c.KNIGHT] = 1
    situation.knights = (2, 0, 0, 0)
    assert "Largest Army" in why_knight(situation)
    situation.knights = (0, 0, 0, 0)
    situation.robber = next(
        h for h in range(19) if situation.hex_yields[0][h] and situation.board_values.hex_rates[h]
    )
    assert "robber" in why_knight(situation)
