"""The groups of compound turns, above those of plain moves; `codes.pxd` repeats them for native code.

A turn of several moves is in the group of the best that it builds. One of a single move is that move,
in its own group.
"""

FIRST_TURN_GROUP = 25
(
    TRADE_TURN,
    ROAD_TURN,
    CARD_TURN,
    SETTLEMENT_TURN,
    CITY_TURN,
    GRAND_TURN,
    COMBINATION,
) = range(FIRST_TURN_GROUP, FIRST_TURN_GROUP + 7)

TURN_GROUPS = (
    "turn without building",
    "turn with roads",
    "turn with a card",
    "turn with a settlement",
    "turn with a city",
    "turn with settlement and city",
    "combination",
)

# The parts of a combination (Tuma), bit by bit.
PARTS = ("trade", "road", "settlement", "city", "buy", "play")
(
    TRADE_PART,
    ROAD_PART,
    SETTLEMENT_PART,
    CITY_PART,
    BUY_PART,
    PLAY_PART,
) = (1 << bit for bit in range(6))
COMBINATIONS = 64
DRAW_SHIFT = 6
"""The number of the draw of targets sits above the parts of a combination, from this bit on."""
