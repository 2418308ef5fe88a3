"""States that wrap a position in plain Python, or another state whose moves are shorter."""

import cython

from catanlab.framework.errors import ConformanceError, GameError

if not cython.compiled:
    from catanlab.framework.state import State

__all__ = ["PlainState", "Wrapper"]


class PlainState(State):
    """A State over a plain-Python Position."""

    def __init__(self, game, position):
        State.__init__(self, game)
        self.position = position

    def to_move_c(self):
        with cython.gil:
            return natural(self.position.to_move(), "to_move()")

    def deciders_c(self):
        with cython.gil:
            seats = 0
            for seat in self.position.deciders():
                seats |= 1 << natural(seat, "a seat of deciders()")
            return seats

    def question_c(self):
        with cython.gil:
            return natural(self.position.question(), "question()")

    def mover_c(self, move):
        with cython.gil:
            return natural(self.position.mover(move), "mover()")

    def by_c(self, move, seat, out):
        with cython.gil:
            out.items[0] = self.position.by(move, seat)
            return 1

    def ask_c(self, seat):
        with cython.gil:
            self.position.ask(seat)
            return 0

    def legal(self, out):
        with cython.gil:
            moves = self.position.legal()
            if not moves:
                raise ConformanceError("a seat is to move but the position lists no moves")
            out.reserve(len(moves))
            for i, move in enumerate(moves):
                out.items[i] = move
            return len(moves)

    def is_legal_c(self, move):
        with cython.gil:
            return 1 if self.position.is_legal(move) else 0

    def illegal_reason(self, move):
        """Return in a few words why the rules forbid the move now."""
        return self.position.illegal_reason(move)

    def outcomes_c(self, out, probabilities):
        with cython.gil:
            outcomes = self.position.outcomes()
            out.reserve(len(outcomes))
            probabilities.reserve(len(outcomes))
            for i, (outcome, probability) in enumerate(outcomes):
                out.items[i] = outcome
                probabilities.items[i] = probability
            return len(outcomes)

    def sample(self, random, out):
        with cython.gil:
            outcomes = self.position.outcomes()
            if not outcomes:
                raise ConformanceError("chance decides next but the position lists no outcomes")
            rest = random.uniform()
            for outcome, probability in outcomes:
                out.items[0] = outcome
                rest -= probability
                if rest < 0:
                    break
            return 1

    def apply_c(self, move):
        with cython.gil:
            self.position.apply(move)
            return 0

    def returns_c(self, out):
        with cython.gil:
            values = self.position.returns()
            if len(values) != self.game.seats:
                raise ConformanceError(f"returns() has {len(values)} values for {self.game.seats} seats")
            out.reserve(len(values))
            for i, value in enumerate(values):
                out.items[i] = value
            return 0

    def score(self, seat):
        with cython.gil:
            return natural(self.position.score(seat), "score()")

    def turn_c(self):
        with cython.gil:
            return natural(self.position.turn(), "turn()")

    def seen_c(self, move, seat, out):
        with cython.gil:
            out.items[0] = self.position.seen(move, None if seat < 0 else seat)
            return 1

    def copy_from(self, other):
        with cython.gil:
            if not isinstance(other, PlainState) or other.game is not self.game:
                raise GameError("only a state of the same game can be copied")
            self.position = other.position.copy()
            return 0

    def blank(self):
        return PlainState(self.game, self.position)

    def __reduce__(self):
        return (PlainState, (self.game, self.position))

    def __repr__(self):
        return f"<{self.game.name}: {self.position!r}>"

    def __str__(self):
        return str(self.position)


class Wrapper(State):
    """A state around another, `inner`, whose moves stand for one or more moves of the inner state.

    A search descends with the wrapper and may play out with `inner`, the plain state in the same position.
    A move applied to `inner` is applied to the wrapper as well: the two are one position. Everything except
    the moves of the seats is answered by `inner`.
    """

    def __init__(self, game, inner: State):
        State.__init__(self, game)
        self.inner = inner

    def unfold(self, move, out):
        """Write the moves of the inner state that a move of this position stands for; return how many."""
        out.items[0] = move
        return 1

    def to_move_c(self):
        return self.inner.to_move_c()

    def deciders_c(self):
        return self.inner.deciders_c()

    def question_c(self):
        return self.inner.question_c()

    def ask_c(self, seat):
        return self.inner.ask_c(seat)

    def outcomes_c(self, out, probabilities):
        return self.inner.outcomes_c(out, probabilities)

    def chance_kind_c(self):
        return self.inner.chance_kind_c()

    def sample(self, random, out):
        return self.inner.sample(random, out)

    def returns_c(self, out):
        return self.inner.returns_c(out)

    def seats_c(self):
        return self.inner.seats_c()

    def score(self, seat):
        return self.inner.score(seat)

    def turn_c(self):
        return self.inner.turn_c()


def natural(value, name):
    """Return the value; raises ConformanceError if it is negative, as native errors are."""
    if value < 0:
        raise ConformanceError(f"{name} is {value}; it must not be negative")
    return value
