"""The state whose moves are whole turns, a wrapper around the state of Catan, and the base of their kinds.

In the main phase of a turn it lists the compound turns of its kind; every other decision, and chance, is as
in the state inside.
"""

import cython

from catanlab.framework.errors import GameError, IllegalMoveError
from catanlab.games.catan.turns.moves import TurnMove, plain_steps

if not cython.compiled:
    from catanlab.framework.adapter import Wrapper
    from catanlab.framework.buffers import MoveBuffer
    from catanlab.framework.state import CHANCE, GROUP_SHIFT, OVER, Sampler, State, move_code
    from catanlab.games.catan.constants import BEFORE_ROLL, MAIN, MAX_IN_PLAY, OFFER, ROLL
    from catanlab.games.catan.engine.legal_moves import list_group, open_groups
    from catanlab.games.catan.engine.position import total_points
    from catanlab.games.catan.engine.state import CatanState
    from catanlab.games.catan.engine.trade import bank_stock
    from catanlab.games.catan.hands import held, size
    from catanlab.games.catan.turns.groups import COMBINATION, FIRST_TURN_GROUP
    from catanlab.games.catan.turns.sequences import MAX_SEQUENCES, MIX_SEED, Draft, Memo, mixed

    LEVELS = 40

__all__ = ["Kind", "TurnSampler", "TurnState"]


class Kind:
    """A way to make turns out of moves; each wrapper has one of its own."""

    def __init__(self, game, options):
        self.game = game
        self.options = dict(options)
        self.offers = options["offers"]
        self.lists_cards = True
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
                count = list_group(p, group, self.moves, 0)
                for i in range(count):
                    self.draft.add(self.moves.items[i])
        return 0


def has_won(p):
    """Say whether the points of the seat on turn have just ended the game."""
    return not p.ruleset.win_at_turn_end and total_points(p, p.turn_seat) >= p.ruleset.points_to_win


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
    hash_ = mixed(hash_, p.bought_this_turn)
    hash_ = mixed(hash_, bank_stock(p))
    for other in range(p.ruleset.players):
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
        if p.ruleset.bank_counts:
            stock[resource] = held(p.bank, resource)
        else:
            in_play = 0
            for seat in range(p.ruleset.players):
                in_play += held(p.hand[seat], resource)
            stock[resource] = max(MAX_IN_PLAY - in_play, 0)


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


class TurnState(Wrapper):
    """A position of Catan whose moves are turns; `game.start()` or `turns()` makes one."""

    def __init__(self, game, plain, kind: Kind):
        Wrapper.__init__(self, game, plain)
        self.plain = plain
        self.kind = kind
        self.memo = Memo()

    # The native face.

    def refresh(self):
        """Have the memo point to the list of this position's turns."""
        key = situation(self.plain)
        if self.memo.find(key):
            return 0
        if self.kind.draft.table.count >= MAX_SEQUENCES:
            self.kind.draft.table.clear()
            self.memo.clear()
        self.kind.make_list(self.plain)
        self.kind.draft.sort()
        return self.memo.store(key, self.kind.draft.sorted, self.kind.draft.count)

    def must_roll(self):
        """Say whether nothing but the roll is listed: cards may be left to others than the tree."""
        return self.plain.phase == BEFORE_ROLL and not self.kind.lists_cards

    def legal(self, out):
        if self.must_roll():
            out.items[0] = move_code(ROLL, 0)
            return 1
        if self.plain.phase != MAIN:
            return self.plain.legal(out)
        self.refresh()
        out.reserve(self.memo.count)
        for i in range(self.memo.count):
            out.items[i] = self.memo.codes.items[self.memo.start + i]
        return self.memo.count

    def is_legal_c(self, move):
        if self.plain.phase != MAIN:
            return self.plain.is_legal_c(move)
        if move >> GROUP_SHIFT == OFFER and self.kind.offers:
            return self.plain.is_legal_c(move)
        self.refresh()
        for i in range(self.memo.start, self.memo.start + self.memo.count):
            if self.memo.codes.items[i] == move:
                return 1
        return 0

    def mover_c(self, move):
        if move >> GROUP_SHIFT < FIRST_TURN_GROUP:
            return self.plain.mover_c(move)
        return self.plain.to_move_c()

    def by_c(self, move, seat, out):
        return self.plain.by_c(move, seat, out)

    def random_move(self, random, out):
        if self.must_roll():
            return self.legal(out)
        if self.plain.phase != MAIN:
            return self.plain.random_move(random, out)
        self.refresh()
        chosen = random.pick(self.memo.count) if self.memo.count > 1 else 0
        out.items[0] = self.memo.codes.items[self.memo.start + chosen]
        return 1

    def random_by_group(self, random, out):
        if self.must_roll():
            return self.legal(out)
        if self.plain.phase != MAIN:
            return self.plain.random_by_group(random, out)
        return State.random_by_group(self, random, out)

    def random_weighted(self, random, weights, out):
        if self.must_roll():
            return self.legal(out)
        if self.plain.phase != MAIN:
            return self.plain.random_weighted(random, weights, out)
        return State.random_weighted(self, random, weights, out)

    def apply_c(self, move):
        if move >> GROUP_SHIFT < FIRST_TURN_GROUP:
            return self.plain.apply_c(move)
        length = self.write_steps(move)
        for i in range(length):
            if self.plain.to_move_c() == OVER:
                break
            self.plain.apply_c(self.kind.draft.steps.items[i])
        return 0

    def write_steps(self, move):
        """Write the plain moves of a turn of this position into the draft; return how many.

        Raises IllegalMoveError if it is no turn of this position.
        """
        if move >> GROUP_SHIFT == COMBINATION:
            return self.kind.unfold(self.plain, move)
        length = self.kind.draft.table.read(move, self.kind.draft.steps)
        if length == 0:
            self.kind.make_list(self.plain)
            length = self.kind.draft.table.read(move, self.kind.draft.steps)
            if length == 0:
                with cython.gil:
                    raise IllegalMoveError(f"{move} is no turn of this position")
        return length

    def unfold(self, move, out):
        if move >> GROUP_SHIFT < FIRST_TURN_GROUP:
            out.items[0] = move
            return 1
        length = self.write_steps(move)
        for i in range(length):
            out.items[i] = self.kind.draft.steps.items[i]
        return length

    def seen_c(self, move, seat, out):
        if move >> GROUP_SHIFT < FIRST_TURN_GROUP:
            return self.plain.seen_c(move, seat, out)
        out.items[0] = move
        return 1

    def copy_from(self, other):
        if other.game is not self.game:
            with cython.gil:
                raise GameError("only a state of the same game can be copied")
        self.plain.take_fields(cython.cast(TurnState, other).plain)
        return 0

    def blank(self):
        # Its own table of turns, so that it may go to another thread.
        return TurnState(self.game, self.plain.blank(), self.kind.twin())

    # The Python face.

    def steps(self, move):
        """Return the plain moves of a turn of this position, in order; of a plain move, that alone.

        Raises MoveTextError or IllegalMoveError if it is no move of this position.
        """
        number = TurnMove.of(move)
        if not self.is_legal(number):
            raise IllegalMoveError(f"{number}: {self.illegal_reason(number)}")
        return self._steps(number)

    def _steps(self, number):
        out = MoveBuffer()
        return plain_steps([out.items[i] for i in range(self.unfold(number, out))])

    def _named(self, number):
        """Return a move of this position with its text."""
        if number >> GROUP_SHIFT < FIRST_TURN_GROUP:
            return TurnMove(number)
        return TurnMove(number, self._steps(number))

    @property
    def legal_moves(self):
        """The turns, or other moves, listed for the seat to move; empty at chance and at the end."""
        if self.to_move_c() >= CHANCE:
            return []
        out = MoveBuffer()
        return [self._named(out.items[i]) for i in range(self.legal(out))]

    def draw_move(self, random, by_group=False):
        """Return a random legal move: uniform, or uniform over groups first.

        Raises IllegalMoveError if no seat is to move.
        """
        return self._named(State.draw_move(self, random, by_group))

    def seen(self, move, seat):
        """Return this move or outcome as the seat would see it if it were played now.

        Of a turn it learns every plain move as it sees it. Raises MoveTextError or IllegalMoveError if
        it is no move of this position, or there is no such seat.
        """
        number = TurnMove.of(move)
        if 0 <= number < 2**63 and number >> GROUP_SHIFT < FIRST_TURN_GROUP:
            return TurnMove(self.plain.seen(int(number), seat))
        seen = []
        position = self.plain.copy()
        for step in self.steps(number):
            seen.append(position.seen(step, seat))
            position.apply(step)
        return TurnMove(number, plain_steps(seen))

    def illegal_reason(self, move):
        """Return in a few words why the move is not allowed now."""
        if self.plain.phase == MAIN:
            return "not a turn that is listed here"
        return self.plain.illegal_reason(move)

    def __repr__(self):
        return f"<turns by {self.game.kind} of {self.plain!r}>"

    def __eq__(self, other):
        if not isinstance(other, TurnState):
            return NotImplemented
        mine: TurnState = self
        theirs: TurnState = other
        return mine.game == theirs.game and mine.plain == theirs.plain

    __hash__ = None

    def __reduce__(self):
        return (_restore, (self.game, self.plain))


def _restore(game, plain):
    return game.around(plain)


class TurnSampler(Sampler):
    """Draws into the state inside a wrapper by a sampler of the plain game."""

    def __init__(self, sampler):
        if not isinstance(sampler, Sampler):
            raise GameError(f"positions are drawn by a sampler of the plain game, not by {sampler!r}")
        Sampler.__init__(self, sampler.game)
        self.sampler = sampler

    def draw(self, state, random):
        return self.sampler.draw(cython.cast(TurnState, state).plain, random)

    def takes(self, state):
        """Say whether positions can be drawn into this state."""
        return isinstance(state, TurnState) and self.sampler.takes(state.inner)
