"""Tuma's turns: one of 64 combinations of trade, road, settlement, city, purchase and card.

The thesis leaves the targets open. Here they are drawn at random, each among those possible when its part
comes. The place of the draws follows from the seed, from all that the seat on turn knows of the position,
and from the number of the combination: the same combination in the same position is always the same turn.
More `draws` list each combination several times, with other targets.
"""

import cython

from catanlab.framework.random import STREAMS

if not cython.compiled:
    from catanlab.framework.random import Random
    from catanlab.framework.state import move_code
    from catanlab.games.catan.constants import *  # noqa: F403
    from catanlab.games.catan.engine.legal_moves import list_group, open_groups
    from catanlab.games.catan.engine.state import CatanState
    from catanlab.games.catan.turns.groups import (
        BUY_PART,
        CITY_PART,
        COMBINATION,
        COMBINATIONS,
        DRAW_SHIFT,
        PLAY_PART,
        ROAD_PART,
        SETTLEMENT_PART,
        TRADE_PART,
    )
    from catanlab.games.catan.turns.state import Kind, situation

__all__ = ["Tuma"]


class Tuma(Kind):
    """Combinations; with `check_first` only those are listed of which every part is possible."""

    def __init__(self, game, options):
        Kind.__init__(self, game, options)
        self.random = Random()
        self.stream = STREAMS["search"]
        self.seed = options["seed"]
        self.draws = options["draws"]
        self.check_first = options["check_first"]

    def make_list(self, p):
        self.draft.begin()
        if p.bought_this_turn:
            # The combination with the purchase was played: nothing of it is left.
            return self.draft.add(move_code(END_TURN, 0))
        self.add_plain(p, 1 << OFFER)
        self.draft.add(move_code(END_TURN, 0))
        for parts in range(1, COMBINATIONS):
            if p.card_played and parts & PLAY_PART:
                continue
            for number in range(self.draws):
                code = move_code(COMBINATION, parts | (number << DRAW_SHIFT))
                if self.check_first:
                    self.unfold(p, code)
                    if self.missing:
                        continue
                self.draft.add(code)
        return 0

    def unfold(self, p, code):
        parts = code & (COMBINATIONS - 1)
        self.random.place(self.seed ^ situation(p), self.stream, code)
        self.missing = 0
        self.draft.length = 0
        cython.cast(CatanState, self.levels[0]).take_fields(p)
        card = self.draw_card(p) if parts & PLAY_PART else 0
        if parts & PLAY_PART and card == 0:
            self.missing += 1
        if card == PLAY_PLENTY or card == PLAY_ROAD_BUILDING:
            self.take(cython.cast(CatanState, self.levels[0]), card)
            while cython.cast(CatanState, self.levels[0]).phase == FREE_ROADS:
                self.take(cython.cast(CatanState, self.levels[0]), ROAD)
        if parts & TRADE_PART:
            self.take(cython.cast(CatanState, self.levels[0]), BANK_TRADE)
        if parts & ROAD_PART:
            self.take(cython.cast(CatanState, self.levels[0]), ROAD)
        if parts & SETTLEMENT_PART:
            self.take(cython.cast(CatanState, self.levels[0]), SETTLEMENT)
        if parts & CITY_PART:
            self.take(cython.cast(CatanState, self.levels[0]), CITY)
        # The outcome of a knight or a monopoly is not known before: the seat chooses again after it.
        if card == PLAY_MONOPOLY or card == PLAY_KNIGHT:
            self.take(cython.cast(CatanState, self.levels[0]), card)
            if card == PLAY_KNIGHT:
                self.take(cython.cast(CatanState, self.levels[0]), ROBBER)
            return self.draft.length
        if parts & BUY_PART:
            self.take(cython.cast(CatanState, self.levels[0]), BUY_CARD)
        if cython.cast(CatanState, self.levels[0]).phase == MAIN:
            self.draft.push(move_code(END_TURN, 0))
        return self.draft.length

    def take(self, p, group):
        """Make a random move of the group, if there is one and the game is not over."""
        if p.phase == FINISHED or not (open_groups(p) >> group) & 1:
            self.missing += p.phase != FINISHED
            return 0
        move = self.draw(p, group)
        p.apply_c(move)
        self.draft.push(move)
        return 0

    def draw(self, p, group):
        """Return a random move of an open group."""
        count = list_group(p, group, self.moves, 0)
        return self.moves.items[self.random.pick(count)]

    def draw_card(self, p):
        """Return the group of a random card that may be played, or 0."""
        groups = open_groups(p)
        found = 0
        chosen = 0
        for group in range(PLAY_KNIGHT, PLAY_MONOPOLY + 1):
            if (groups >> group) & 1:
                found += 1
                if self.random.pick(found) == 0:
                    chosen = group
        return chosen
