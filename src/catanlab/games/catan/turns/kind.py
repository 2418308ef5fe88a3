"""What every kind of compound turn stands on: room to try moves, and what can be paid for."""

import cython

if not cython.compiled:
    from catanlab.framework.buffers import MoveBuffer
    from catanlab.games.catan.constants import *  # noqa: F403
    from catanlab.games.catan.engine.bank import bank_stock
    from catanlab.games.catan.engine.legal_moves import _list_group, open_groups
    from catanlab.games.catan.engine.position import total_points
    from catanlab.games.catan.engine.state import CatanState
    from catanlab.games.catan.hands import held, size
    from catanlab.games.catan.turns.draft import Draft
    from catanlab.games.catan.turns.sequences import MIX_SEED, mixed

    LEVELS = 40

__all__ = ["Kind"]


class Kind:
    """A way to make turns out of moves; each wrapper has one of its own."""

    def __init__(self, game, options):
        self.game = game
        self.options = dict(options)
        self.offers = options["offers"]
        self.draft = Draft(options["cap"])
        self.moves = MoveBuffer()
        self.states = [game.start() for _ in range(LEVELS)]
        if cython.compiled:
            state: CatanState
            for i in range(LEVELS):
                state = self.states[i]
                self.levels[i] = cython.cast(cython.p_void, state)
        else:
            self.levels = self.states

    def make_list(self, p):
        """List the turns of a position in the main phase in the draft."""
        with cython.gil:
            raise NotImplementedError("make_list")

    def unfold(self, p, code):
        """Write the moves of a combination as the turn of the draft."""
        with cython.gil:
            raise NotImplementedError("unfold")

    def twin(self):
        """Return another of the same game and options, for another wrapper."""
        return type(self)(self.game, self.options)

    def add_plain(self, p, groups):
        """List the plain moves of those groups that are open."""
        groups &= open_groups(p)
        if not self.offers:
            groups &= ~(1 << OFFER)
        for group in range(32):
            if (groups >> group) & 1:
                count = _list_group(p, group, self.moves, 0)
                for i in range(count):
                    self.draft.add(self.moves.items[i])
        return 0


def has_won(p):
    """Say whether the points of the seat on turn have just ended the game."""
    return not p.setup.win_at_turn_end and total_points(p, p.turn_seat) >= p.setup.points_to_win


def situation(p):
    """Return a hash of all that the turns of the seat on turn depend on, which it knows itself."""
    seat = p.turn_seat
    flags: cython.ulonglong = (
        p.phase
        | (seat << 4)
        | (p.card_played << 7)
        | ((p.deck != 0) << 8)
        | (p.robber << 9)
        | ((p.road_holder + 1) << 15)
        | ((p.army_holder + 1) << 19)
        | (p.offers_made << 23)
    )
    hash_ = mixed(MIX_SEED, flags)
    hash_ = mixed(hash_, p.turn_count)
    hash_ = mixed(hash_, p.hand[seat])
    hash_ = mixed(hash_, p.card[seat])
    hash_ = mixed(hash_, p.fresh)
    hash_ = mixed(hash_, bank_stock(p))
    for other in range(p.setup.players):
        hash_ = mixed(hash_, p.settlements[other])
        hash_ = mixed(hash_, p.cities[other])
        hash_ = mixed(hash_, p.roads[2 * other])
        hash_ = mixed(hash_, p.roads[2 * other + 1])
        held_cards: cython.ulonglong = size(p.hand[other])
        played: cython.ulonglong = p.knights[other]
        hash_ = mixed(hash_, held_cards | (played << 16))
    return hash_


def stock_of(p, stock):
    """Write how many cards of each resource the bank can give in a row."""
    for resource in range(5):
        if p.setup.bank_counts:
            stock[resource] = held(p.bank, resource)
        else:
            in_play = 0
            for seat in range(p.setup.players):
                in_play += held(p.hand[seat], resource)
            stock[resource] = max(MOST_IN_PLAY - in_play, 0)


def can_fund(hand, ratio, stock, cost, floor, keep):
    """Say whether a hand pays a cost, trading with the bank what the cost itself leaves over.

    Only resources from `floor` on may be asked of the bank, and none of the set `keep` given to it.
    """
    lacking = 0
    for resource in range(5):
        short = held(cost, resource) - held(hand, resource)
        if short > 0:
            if short > stock[resource] or resource < floor:
                return False
            lacking += short
    if lacking == 0:
        return True
    for resource in range(5):
        spare = held(hand, resource) - held(cost, resource)
        if spare > 0 and not (keep >> resource) & 1:
            lacking -= spare // held(ratio, resource)
    return lacking <= 0
