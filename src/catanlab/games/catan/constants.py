"""The numbers of the game: resources, cards, costs, pieces, phases, groups of moves.

`codes.pxd` repeats them for native code.
"""

RESOURCES = ("wood", "clay", "sheep", "wheat", "ore")
WOOD, CLAY, SHEEP, WHEAT, ORE = range(5)
DESERT = 5
ANY_PORT = 5
CARDS_PER_RESOURCE = 19

CARDS = ("knight", "road building", "year of plenty", "monopoly", "victory point")
KNIGHT, ROAD_BUILDING, YEAR_OF_PLENTY, MONOPOLY, VICTORY_POINT = range(5)
DECK_COUNTS = (14, 2, 2, 2, 5)
"""How many of each of `CARDS` the full deck has."""

UNKNOWN = 7
"""Stands for a resource or card that a seat did not see."""

ROADS_EACH, SETTLEMENTS_EACH, CITIES_EACH = 15, 5, 4
LONGEST_ROAD_MINIMUM = 5
LARGEST_ARMY_MINIMUM = 3
AWARD_POINTS = 2

# Packed hands: a lane of twelve bits for each resource, or for each kind of card; see hands.py.
ONE_EACH = 0x0001001001001001
FOUR_EACH = 0x0004004004004004
PLAYABLE = 0x0000FFFFFFFFFFFF
FULL_DECK = 0x000500200200200E
FULL_BANK = 0x0013013013013013
ROAD_COST = 0x0000000000001001
SETTLEMENT_COST = 0x0000001001001001
CITY_COST = 0x0003002000000000
CARD_COST = 0x0001001001000000

PHASES = (
    "set-up settlement",
    "set-up road",
    "before the roll",
    "main",
    "discarding",
    "moving the robber",
    "free roads",
    "answering an offer",
    "choosing a trade",
    "rolling",
    "drawing a card",
    "stealing",
    "finished",
)
(
    SETUP_SETTLEMENT,
    SETUP_ROAD,
    BEFORE_ROLL,
    MAIN,
    DISCARDING,
    ROBBING,
    FREE_ROADS,
    ANSWERING,
    CHOOSING,
    ROLLING,
    DRAWING,
    STEALING,
    FINISHED,
) = range(13)

GROUPS = (
    "none",
    "end turn",
    "roll",
    "road",
    "settlement",
    "city",
    "buy card",
    "knight",
    "road building",
    "plenty",
    "monopoly",
    "bank",
    "offer",
    "accept",
    "reject",
    "counter",
    "confirm",
    "take",
    "cancel",
    "discard",
    "robber",
    "skip",
    "dice",
    "draw",
    "steal",
)
(
    END_TURN,
    ROLL,
    ROAD,
    SETTLEMENT,
    CITY,
    BUY_CARD,
    PLAY_KNIGHT,
    PLAY_ROAD_BUILDING,
    PLAY_PLENTY,
    PLAY_MONOPOLY,
    BANK_TRADE,
    OFFER,
    ACCEPT,
    REJECT,
    COUNTER,
    CONFIRM,
    TAKE_COUNTER,
    CANCEL,
    DISCARD,
    ROBBER,
    SKIP_ROADS,
    DICE,
    DRAW,
    STEAL,
) = range(1, 25)

GROUP_SETS = {
    "roelofs": "road+settlement+city/knight+road building+plenty+monopoly",
    "tuma": "knight+road building+plenty+monopoly",
}
"""Groups that theses count as one kind of action. Roelofs' actions after the roll are five: to acquire a
piece, to buy and to play a card, to trade with the bank, and to end the turn (appendix A). Tuma's are
seven, with a kind of its own for each piece (5.4).
"""

DEAL = 32
ALL_GROUPS = (*GROUPS, *("unknown",) * 7, "deal")
"""The names by number of all groups, deals included: these are never listed, counted or drawn, so that they
come after the groups of compound turns, which `turns/groups.py` has.
"""

COSTS = {
    ROAD: (1, 1, 0, 0, 0),
    SETTLEMENT: (1, 1, 1, 1, 0),
    CITY: (0, 0, 0, 2, 3),
    BUY_CARD: (0, 0, 1, 1, 1),
}
"""The price of what each of these groups buys, as counts in the order of `RESOURCES`."""

# The groups, as bit sets: those that have only one move; those whose k-th move is found without a list.
LONE_GROUPS = 0x2461C6
INDEXED_GROUPS = 0x109000

ANSWERS = (ACCEPT, REJECT, COUNTER)
"""The groups that answer an offer."""
CHOICES = (CONFIRM, TAKE_COUNTER, CANCEL)
"""The groups with which the seat on turn settles its offer."""
BY_ANY_DECIDER = (*ANSWERS, DISCARD)
"""The groups whose moves may carry their seat: what several seats are asked for at once."""

CARD_GROUPS = (PLAY_KNIGHT, PLAY_ROAD_BUILDING, PLAY_PLENTY, PLAY_MONOPOLY)
"""The groups that play a development card, in the order of `CARDS`."""

CHANCE_GROUPS = (DICE, DRAW, STEAL)
"""The groups of outcomes."""

PHASE_GROUPS = (
    (SETTLEMENT,),
    (ROAD,),
    (ROLL, *CARD_GROUPS),
    (END_TURN, ROAD, SETTLEMENT, CITY, BUY_CARD, *CARD_GROUPS, BANK_TRADE, OFFER),
    (DISCARD,),
    (ROBBER,),
    (ROAD, SKIP_ROADS),
    (ACCEPT, REJECT, COUNTER, CONFIRM, TAKE_COUNTER, CANCEL),
    (CONFIRM, TAKE_COUNTER, CANCEL),
    (DICE,),
    (DRAW,),
    (STEAL,),
    (),
)
"""The groups that belong to each phase, in the order of `PHASES`; in no other phase are they legal.

Deals belong to the main phase as well.
"""

# A move's bits: cards given 0-24 and got 25-49 (five counts of five bits), addressees 50-53, group
# from 54. Moves about one place or thing keep it in the lowest bits; a robber's victim + 1 sits above.
# An answer or discard of a seat that is not next, and a deal, have in place of addressees a seat + 1.
GET_SHIFT = 25
ADDRESSEE_SHIFT = 50
SEAT_SHIFT = 50
SEAT_BITS = 0xF << SEAT_SHIFT
BUNDLE_MASK = 0x1FFFFFF
VICTIM_SHIFT = 8
# The cards that a monopoly takes, as everybody sees them: eleven bits for each seat, above the resource.
TAKEN_SHIFT = 8
TAKEN_BITS = 11
# A bank without limit stops paying a resource when this many cards of it are in play.
MAX_IN_PLAY = 511

# Every pair of dice once, as sums; the sevens last, so that leaving them out is to draw below 30.
DICE_SUMS = tuple(
    sorted((a + b for a in range(1, 7) for b in range(1, 7)), key=lambda total: (total == 7, total))
)
