"""The State contract: what every game offers to tables, searches and people.

A state is a position: small, quickly copied, without history and without randomness. It has two faces
over the same rules. The native one is for loops without Python: `mover`, `legal`, `allows`, `chances`,
`due`, `sample`, `random_move`, `random_by_group`, `random_weighted`, `play`, `payoffs`, `copy_from`,
`seat_count`, `points`, `turns`, `seen_by`, `blank`. It trusts its caller: `play` takes only what is
lawful. Results go into buffers, so that errors can travel as -1. The Python one checks, and speaks text:
`to_move`, `legal_moves`, `is_legal`, `outcomes`, `chance_kind`, `apply`, `returns`, `copy`, `scores`,
`turn`, `round`, `seen`.
"""

import cython

from catanlab.framework.errors import GameError, IllegalMoveError
from catanlab.framework.random import check_random

if not cython.compiled:
    from catanlab.framework.buffers import MoveBuffer, ValueBuffer

    CHANCE = 100
    OVER = 101
    GROUP_SHIFT = 54
    MOST_GROUPS = 512

    def move_code(group, argument):
        return (group << GROUP_SHIFT) | argument


class State:
    """A position of a game; see the module for its two faces."""

    def __init__(self, game):
        self.game = game

    # The native face. A game overrides all but those with a body.

    def to_move_c(self):
        """Return the seat that chooses, CHANCE if an outcome is due, or OVER."""
        with cython.gil:
            raise NotImplementedError("to_move_c")

    def legal(self, out):
        """List moves, equal groups side by side; it may list fewer than are lawful. Return the count."""
        with cython.gil:
            raise NotImplementedError("legal")

    def is_legal_c(self, move):
        """Say whether the rules allow this very move (or outcome) now."""
        with cython.gil:
            raise NotImplementedError("is_legal_c")

    def outcomes_c(self, out, probabilities):
        """List the outcomes that are due and their probabilities. Return the count."""
        with cython.gil:
            raise NotImplementedError("outcomes_c")

    def chance_kind_c(self):
        """Return the group of the outcome that is due; of several, that of the first listed."""
        with cython.gil:
            out = MoveBuffer()
            self.outcomes_c(out, ValueBuffer())
            return out.items[0] >> GROUP_SHIFT

    def sample(self, random, out):
        """Draw one outcome into `out`."""
        with cython.gil:
            raise NotImplementedError("sample")

    def random_move(self, random, out):
        """Draw a move uniformly from the legal ones into `out`."""
        count = self.legal(out)
        if count > 1:
            out.items[0] = out.items[random.pick(count)]
        return 1

    def random_by_group(self, random, out):
        """Draw a group uniformly from the legal ones, then one of its moves, into `out`."""
        count = self.legal(out)
        groups = 0
        group = -1
        for i in range(count):
            if out.items[i] >> GROUP_SHIFT != group:
                group = out.items[i] >> GROUP_SHIFT
                groups += 1
        chosen = random.pick(groups) if groups > 1 else 0
        group = -1
        start = 0
        for i in range(count):
            if out.items[i] >> GROUP_SHIFT != group:
                if chosen < 0:
                    count = i
                    break
                group = out.items[i] >> GROUP_SHIFT
                start = i
                chosen -= 1
        count -= start
        out.items[0] = out.items[start + (random.pick(count) if count > 1 else 0)]
        return 1

    def random_weighted(self, random, weights, out):
        """Draw a group by weight from the legal ones, then one of its moves, into `out`.

        `weights` has MOST_GROUPS of them, by the number of the group. If all that are legal weigh nothing,
        they are as likely as each other.
        """
        count = self.legal(out)
        groups = 0
        group = -1
        total = 0.0
        for i in range(count):
            if out.items[i] >> GROUP_SHIFT != group:
                group = out.items[i] >> GROUP_SHIFT
                groups += 1
                total += weights.items[group & (MOST_GROUPS - 1)]
        rest: cython.double = 0.0
        if groups > 1:
            rest = random.uniform() * (total if total > 0.0 else groups)
        start = 0
        end = 0
        i = 0
        while i < count:
            first = i
            group = out.items[i] >> GROUP_SHIFT
            while i < count and out.items[i] >> GROUP_SHIFT == group:
                i += 1
            weight = weights.items[group & (MOST_GROUPS - 1)] if total > 0.0 else 1.0
            if weight > 0.0:
                # Should rounding leave a little of `rest`, it belongs to the last that can be drawn.
                start = first
                end = i
                rest -= weight
                if rest < 0.0:
                    break
        count = end - start
        out.items[0] = out.items[start + (random.pick(count) if count > 1 else 0)]
        return 1

    def apply_c(self, move):
        """Carry out a lawful move or outcome, unchecked."""
        with cython.gil:
            raise NotImplementedError("apply_c")

    def returns_c(self, out):
        """Write each seat's share of the win; they sum to one at the end of the game."""
        with cython.gil:
            raise NotImplementedError("returns_c")

    def copy_from(self, other):
        """Become equal to a state of the same game."""
        with cython.gil:
            raise NotImplementedError("copy_from")

    def seats_c(self):
        """Return how many seats the game has."""
        with cython.gil:
            return self.game.seats

    def score(self, seat):
        """Return the seat's score, its own hidden points included; it is never negative."""
        with cython.gil:
            raise NotImplementedError("score")

    def turn_c(self):
        """Return how many turns have been completed; a move completes one at most."""
        with cython.gil:
            raise NotImplementedError("turn_c")

    def seen_c(self, move, seat, out):
        """Write what the seat learns when the move is about to be played; hidden parts are blanked."""
        out.items[0] = move
        return 1

    def blank(self):
        """Return a state of the same game to copy into; its own position is unspecified."""
        raise NotImplementedError("blank")

    # The Python face.

    @property
    def seats(self):
        """How many seats the game has."""
        return self.game.seats

    @property
    def to_move(self):
        """The seat that chooses; CHANCE if an outcome is due; OVER at the end."""
        return self.to_move_c()

    @property
    def is_chance(self):
        """Whether chance decides next."""
        return self.to_move_c() == CHANCE

    @property
    def is_over(self):
        """Whether the game has ended."""
        return self.to_move_c() == OVER

    @property
    def legal_moves(self):
        """The moves listed for the seat to move; empty at chance and at the end."""
        if self.to_move_c() >= CHANCE:
            return []
        out = MoveBuffer()
        move = self.game.move_type
        return [move(out.items[i]) for i in range(self.legal(out))]

    @property
    def outcomes(self):
        """What chance may decide now, with probabilities; empty unless chance is due."""
        if self.to_move_c() != CHANCE:
            return []
        out = MoveBuffer()
        chances = ValueBuffer()
        move = self.game.move_type
        return [(move(out.items[i]), chances.items[i]) for i in range(self.outcomes_c(out, chances))]

    @property
    def chance_kind(self):
        """The group of the outcome that is due, or None unless chance is to decide."""
        return self.chance_kind_c() if self.to_move_c() == CHANCE else None

    def is_legal(self, move):
        """Say whether the rules allow this move (text or number) now.

        Raises MoveTextError if the text is not a move at all.
        """
        number = self.game.move_type.of(move)
        return 0 <= number < 2**63 and self.to_move_c() != OVER and self.is_legal_c(number) != 0

    def apply(self, move):
        """Play a move or outcome, given as text or number, and return this state.

        Raises MoveTextError or IllegalMoveError, with the reason; the state is then unchanged.
        """
        number = self.game.move_type.of(move)
        if self.to_move_c() == OVER:
            raise IllegalMoveError(f"{number}: the game is over")
        if not (0 <= number < 2**63 and self.is_legal_c(number)):
            raise IllegalMoveError(f"{number}: {self.illegal_reason(number)}")
        self.apply_c(number)
        return self

    def illegal_reason(self, move):
        """Return in a few words why the rules forbid the move now."""
        return "not legal here"

    def draw_outcome(self, random):
        """Return one outcome drawn by its probability; raises IllegalMoveError if none is due."""
        if self.to_move_c() != CHANCE:
            raise IllegalMoveError("no outcome is due here")
        check_random(random)
        out = MoveBuffer()
        self.sample(random, out)
        return self.game.move_type(out.items[0])

    def draw_move(self, random, by_group=False):
        """Return a random legal move: uniform, or uniform over groups first.

        Raises IllegalMoveError if no seat is to move.
        """
        if self.to_move_c() >= CHANCE:
            raise IllegalMoveError("no seat is to move here")
        check_random(random)
        out = MoveBuffer()
        if by_group:
            self.random_by_group(random, out)
        else:
            self.random_move(random, out)
        return self.game.move_type(out.items[0])

    @property
    def returns(self):
        """Each seat's share of the win once the game is over, else None."""
        if self.to_move_c() != OVER:
            return None
        values = ValueBuffer()
        self.returns_c(values)
        return [values.items[i] for i in range(self.game.seats)]

    @property
    def scores(self):
        """The score of every seat, hidden points included."""
        return [self.score(seat) for seat in range(self.game.seats)]

    @property
    def turn(self):
        """How many turns have been completed."""
        return self.turn_c()

    @property
    def round(self):
        """How many rounds (one turn for every seat) have been completed."""
        return self.turn_c() // self.game.seats

    def seen(self, move, seat):
        """Return what the seat would learn of this move or outcome if it were played now.

        Raises MoveTextError or IllegalMoveError if it is no move, or there is no such seat.
        """
        number = self.game.move_type.of(move)
        if not 0 <= number < 2**63:
            raise IllegalMoveError(f"{number}: there is no such move")
        if not 0 <= seat < self.game.seats:
            raise IllegalMoveError(f"{seat} is not a seat from 0 to {self.game.seats - 1}")
        out = MoveBuffer()
        self.seen_c(number, seat, out)
        return self.game.move_type(out.items[0])

    def assign(self, other):
        """Become equal to another state of the same game; raises GameError if it is of another."""
        if type(other) is not type(self):
            raise GameError("only a state of the same game can be copied")
        self.copy_from(other)

    def copy(self):
        """Return an independent copy."""
        twin = self.blank()
        twin.copy_from(self)
        return twin

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()


class Sampler:
    """Draws positions of a game; each thread has its own."""

    def __init__(self, game):
        self.game = game

    def draw(self, state, random):
        """Make `state`, which is of the same game, a position drawn from what may be the case."""
        with cython.gil:
            raise NotImplementedError("draw")

    def takes(self, state):
        """Say whether positions can be drawn into this state."""
        return isinstance(state, State) and type(state) is not State and state.game is self.game

    def sample_into(self, state, random):
        """Do what `draw` does, for Python: raises GameError if the state is not one of the same game."""
        if not self.takes(state):
            raise GameError("only a state of the same game can be sampled into")
        check_random(random)
        self.draw(state, random)


class FixedSampler(Sampler):
    """Always one and the same position."""

    def __init__(self, state):
        if not isinstance(state, State):
            raise GameError(f"a sampler is of a state, not of {state!r}")
        Sampler.__init__(self, state.game)
        self.state = state.copy()

    def draw(self, state, random):
        return state.copy_from(self.state)

    def takes(self, state):
        """Say whether positions can be drawn into this state."""
        return type(state) is type(self.state) and state.game is self.game


class PlainSampler(Sampler):
    """Asks the `sample` of a view that is plain Python, under the GIL."""

    def __init__(self, view):
        Sampler.__init__(self, view.game)
        self.view = view

    def draw(self, state, random):
        with cython.gil:
            drawn = self.view.sample(random)
            state.assign(drawn)
            return 0
