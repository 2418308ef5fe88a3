"""The state whose moves are whole turns: a wrapper around the state of Catan.

In the main phase of a turn it lists compound turns; every other decision, and chance, is as inside.
"""

import cython

from catanlab.framework.errors import GameError, IllegalMoveError
from catanlab.games.catan.turns.moves import TurnMove, plain_steps

if not cython.compiled:
    from catanlab.framework.adapter import Wrapper
    from catanlab.framework.buffers import MoveBuffer
    from catanlab.framework.state import CHANCE, GROUP_SHIFT, OVER, Sampler, State
    from catanlab.games.catan.constants import MAIN, OFFER
    from catanlab.games.catan.turns.groups import COMBINATION, FIRST_TURN_GROUP
    from catanlab.games.catan.turns.kind import Kind, situation
    from catanlab.games.catan.turns.sequences import MAX_SEQUENCES, Memo

__all__ = ["TurnSampler", "TurnState"]


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

    def legal(self, out):
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

    def random_move(self, random, out):
        if self.plain.phase != MAIN:
            return self.plain.random_move(random, out)
        self.refresh()
        chosen = random.pick(self.memo.count) if self.memo.count > 1 else 0
        out.items[0] = self.memo.codes.items[self.memo.start + chosen]
        return 1

    def random_by_group(self, random, out):
        if self.plain.phase != MAIN:
            return self.plain.random_by_group(random, out)
        return State.random_by_group(self, random, out)

    def random_weighted(self, random, weights, out):
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
