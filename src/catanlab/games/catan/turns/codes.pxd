# The numbers of groups.py for native code; tests/turns/test_codes.py keeps the two equal.
from catanlab.framework.types cimport u64

cdef enum:
    FIRST_TURN_GROUP = 25
    TRADE_TURN = 25
    ROAD_TURN = 26
    CARD_TURN = 27
    SETTLEMENT_TURN = 28
    CITY_TURN = 29
    GRAND_TURN = 30
    COMBINATION = 31

    TRADE_PART = 1
    ROAD_PART = 2
    SETTLEMENT_PART = 4
    CITY_PART = 8
    BUY_PART = 16
    PLAY_PART = 32
    COMBINATIONS = 64
    DRAW_SHIFT = 6

    MAX_STEPS = 255         # moves of one sequence
    MAX_SEQUENCES = 65536   # in a table before it is emptied

cdef extern from * nogil:
    """
    #define CATANLAB_MIXER 0x9E6C63D0676A9A99ULL
    #define CATANLAB_MIX_SEED 0x2545F4914F6CDD1DULL
    """
    u64 MIXER "CATANLAB_MIXER"
    u64 MIX_SEED "CATANLAB_MIX_SEED"
