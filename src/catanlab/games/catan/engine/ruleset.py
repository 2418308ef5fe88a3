"""Board and rules of one game as native numbers, shared by all its positions."""

import cython

from catanlab.framework.errors import BoardError

if not cython.compiled:
    from catanlab.games.catan.board import Board  # noqa: F401


class Setup:
    """What never changes during a game; native code reads it without asking Python."""

    def __init__(self, rules, board):
        self.rules = rules
        self.lay(_checked(board))
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

    def lay(self, board):
        """Take the board."""
        if not cython.compiled:
            self.hexes_by_resource = [0] * 6
        one: cython.uint = 1
        self.board = board
        for resource in range(6):
            self.hexes_by_resource[resource] = 0
        for hexagon in range(19):
            self.hexes_by_resource[self.board.resource[hexagon]] |= one << hexagon

    def on(self, board):
        """Return the same rules on another board."""
        other: Setup = Setup.__new__(Setup)
        other.lay(_checked(board))
        other.rules = self.rules
        other.bank_counts = self.bank_counts
        other.players = self.players
        other.points_to_win = self.points_to_win
        other.turn_limit = self.turn_limit
        other.hand_limit = self.hand_limit
        other.no_sevens_turns = self.no_sevens_turns
        other.offers_per_turn = self.offers_per_turn
        other.win_at_turn_end = self.win_at_turn_end
        other.one_action = self.one_action
        other.skip_free_roads = self.skip_free_roads
        other.friendly_robber = self.friendly_robber
        other.player_trade = self.player_trade
        other.first_accepts = self.first_accepts
        other.counter_offers = self.counter_offers
        other.open_hands = self.open_hands
        other.hidden_discards = self.hidden_discards
        other.knight_before_roll = self.knight_before_roll
        other.cards_before_roll = self.cards_before_roll
        return other


def _checked(board):
    """Return the board; raises BoardError for None, which native code does not look out for."""
    if board is None:
        raise BoardError("a game is played on a Board, not on None")
    return board
