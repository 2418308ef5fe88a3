"""Board and rules of one game as native numbers, shared by all its positions."""

import cython

if not cython.compiled:
    from catanlab.games.catan.board import Board  # noqa: F401


class Setup:
    """What never changes during a game; native code reads it without asking Python."""

    def __init__(self, rules, board):
        if not cython.compiled:
            self.hexes_by_resource = [0] * 6
        self.rules = rules
        self.board = board
        for resource in range(6):
            self.hexes_by_resource[resource] = 0
        for hexagon in range(19):
            self.hexes_by_resource[self.board.resource[hexagon]] |= 1 << hexagon
        self.bank_counts = 0xFFFFFFFFFFFFFFFF if rules.bank_limit else 0
        self.players = rules.players
        self.points_to_win = rules.points_to_win
        self.turn_limit = rules.turn_limit
        self.hand_limit = rules.hand_limit
        self.no_sevens_turns = rules.no_sevens_rounds * rules.players
        self.offers_per_turn = rules.offers_per_turn
        self.win_at_turn_end = rules.win_check == "turn end"
        self.one_action = rules.one_action
        self.skip_free_roads = rules.skip_free_roads
        self.friendly_robber = rules.friendly_robber
        self.player_trade = rules.player_trade
        self.first_accepts = rules.trade_settlement == "first"
        self.counter_offers = rules.counter_offers
        self.open_hands = rules.open_hands
        self.hidden_discards = rules.hidden_discards
        self.knight_before_roll = rules.cards_before_roll != "none"
        self.cards_before_roll = rules.cards_before_roll == "any"
