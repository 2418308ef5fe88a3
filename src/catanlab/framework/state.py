"""The State contract: what every game offers to tables, searches and people.

A state is a position of a game: small, quickly copied, without history and without randomness. A move is
one choice of a seat, an outcome is one decision of chance; both are 64-bit numbers whose top bits, from
GROUP_SHIFT on, name their group (build a road, buy a card, roll the dice, ...).

The contract has two faces over the same rules. The native face is for loops without Python. It trusts its
caller: a move must be legal, a seat must exist. Its methods return -1 for an error and write their
results into buffers. The Python face checks what it is given, takes moves as numbers or text, and raises
errors that say what is wrong. A game in plain Python implements `plain.Position`, and
`adapter.PlainState` makes a State of it. The three use these names:

    native                        Python                       plain
    ----------------------------  ---------------------------  --------------
    to_move_c                     to_move, is_chance, is_over  to_move
    deciders_c                    deciders                     deciders
    question_c                    question                     question
    mover_c                       mover                        mover
    by_c                          by                           by
    ask_c                         as_decider                   ask
    legal                         legal_moves                  legal
    is_legal_c                    is_legal                     is_legal
    -                             illegal_reason               illegal_reason
    apply_c                       apply                        apply
    outcomes_c                    outcomes                     outcomes
    chance_kind_c                 chance_kind                  -
    sample                        draw_outcome                 -
    random_move, random_by_group  draw_move                    -
    random_weighted               -                            -
    returns_c                     returns                      returns
    score                         scores                       score
    turn_c                        turn, round                  turn
    seats_c                       seats                        -
    seen_c                        seen                         seen
    copy_from                     assign, copy                 copy
    blank                         blank                        -

A native game overrides every native method but `chance_kind_c`, the three random draws, `seats_c`,
`seen_c` and the five about several deciders, whose defaults here suit most games. `check_game` plays a game
at random and checks each promise.

Most games ask one seat at a time: the seat to move. Where a question is put to several seats at once (an
offer, discards), each of these deciders may answer it before the others have. `to_move` and `legal` then
keep to one order of asking, the canonical one, so that trees have one branch for each answer and not one
for each order. A decider that is not next in this order makes a move that carries its seat.

A Sampler draws states: a search of a game with hidden information begins each time at a position that could
be the true one.
"""

import cython

from catanlab.framework.errors import GameError, IllegalMoveError
from catanlab.framework.random import check_random

if not cython.compiled:
    from catanlab.framework.buffers import MoveBuffer, ValueBuffer

    CHANCE = 100
    OVER = 101
    GROUP_SHIFT = 54
    MAX_GROUPS = 512

    def move_code(group, argument):
        return (group << GROUP_SHIFT) | argument


class State:
    """A position of a game, with a native and a Python face: see the table at the top of this file."""

    def __init__(self, game):
        self.game = game

    # The native face.

    def to_move_c(self):
        """Return who decides next: a seat, CHANCE or OVER.

        A seat is a number from 0. CHANCE means that an outcome follows, which `outcomes_c` lists and
        `sample` draws. OVER means that the game has ended: no move or outcome is legal any more.
        """
        with cython.gil:
            raise NotImplementedError("to_move_c")

    def deciders_c(self):
        """Return the seats that may decide now, as a bit set: 0 at chance and at the end.

        The seat to move is one of them; by default it is the only one.
        """
        seat = self.to_move_c()
        return 0 if seat >= CHANCE else 1 << seat

    def question_c(self):
        """Return a number above 0 that stays equal while one question is open to several seats, else 0.

        It differs from the number of a question that a single move can lead to from here. So whoever
        follows the game knows which moves answer the same question. By default it is 0.
        """
        return 0

    def mover_c(self, move):
        """Return the seat that makes this move, which is legal now; CHANCE makes outcomes.

        By default it is the seat to move.
        """
        return self.to_move_c()

    def by_c(self, move, seat, out):
        """Write this move as the seat makes it now, and return 1.

        It carries the seat only if without it it would be the move of another. A move that carries the
        number of another seat, or that is not about a question to several, stays as it is. By default
        every move does. The move need not be legal.
        """
        out.items[0] = move
        return 1

    def ask_c(self, seat):
        """Let this seat, which is one of the deciders, be the one to move, and return 0.

        Nothing else changes: the seat may do what it may do anyway, now as moves that `legal` lists. By
        default there is nothing to change, as the only decider is the seat to move.
        """
        return 0

    def legal(self, out):
        """List moves of the seat to move into `out` and return how many.

        Call it only if a seat is to move; there is at least one move. Moves of one group stand side by
        side. The list is bounded: it may leave out legal moves where there are too many (offers) or where
        their order does not matter (discards), but never all. A game that may list more than the 512
        moves that fit into every buffer reserves room first.
        """
        with cython.gil:
            raise NotImplementedError("legal")

    def is_legal_c(self, move):
        """Return 1 if the rules allow this very move or outcome now, else 0.

        This is the rule itself: it accepts every legal move of every decider, listed or not. Any
        non-negative number may be asked about, but not after the end of the game.
        """
        with cython.gil:
            raise NotImplementedError("is_legal_c")

    def outcomes_c(self, out, probabilities):
        """List the possible outcomes into `out`, their probabilities likewise, and return how many.

        Call it only if chance decides next. The probabilities sum to one.
        """
        with cython.gil:
            raise NotImplementedError("outcomes_c")

    def chance_kind_c(self):
        """Return the group of the outcome that chance decides next.

        Call it only if chance decides next. Streams of random numbers go by this kind, so that the n-th
        roll of the dice does not depend on the cards drawn before it. By default it is the group of the
        first outcome listed.
        """
        with cython.gil:
            out = MoveBuffer()
            self.outcomes_c(out, ValueBuffer())
            return out.items[0] >> GROUP_SHIFT

    def sample(self, random, out):
        """Draw one outcome by its probability into `out` and return 1.

        Call it only if chance decides next. It draws from the same distribution as `outcomes_c` lists.
        """
        with cython.gil:
            raise NotImplementedError("sample")

    def random_move(self, random, out):
        """Draw a move for a playout into `out`, uniformly over those that `legal` lists, and return 1.

        A game may draw from another distribution where its list is a selection: Catan draws discards as
        random cards of the hand.
        """
        count = self.legal(out)
        if count > 1:
            out.items[0] = out.items[random.pick(count)]
        return 1

    def random_by_group(self, random, out):
        """Draw a group uniformly from those listed, then one of its moves uniformly, into `out`; return 1.

        So a group with many moves (offers) is drawn no more often than one with a single move (end the
        turn).
        """
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
        """Draw a group by weight from those listed, then one of its moves uniformly, into `out`; return 1.

        `weights` has MAX_GROUPS entries, indexed by group. If all listed groups weigh nothing, they are
        equally likely.
        """
        count = self.legal(out)
        groups = 0
        group = -1
        total = 0.0
        for i in range(count):
            if out.items[i] >> GROUP_SHIFT != group:
                group = out.items[i] >> GROUP_SHIFT
                groups += 1
                total += weights.items[group & (MAX_GROUPS - 1)]
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
            weight = weights.items[group & (MAX_GROUPS - 1)] if total > 0.0 else 1.0
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
        """Carry out a move or outcome that is legal, and return 0.

        Nothing is checked: an illegal move leaves the state undefined. A move completes at most one turn.
        """
        with cython.gil:
            raise NotImplementedError("apply_c")

    def returns_c(self, out):
        """Write each seat's share of the win into `out` and return 0.

        At the end of the game the shares sum to one: 1 for the only winner, equal parts if several share
        it.
        """
        with cython.gil:
            raise NotImplementedError("returns_c")

    def copy_from(self, other):
        """Become equal to another state of the same game, and return 0.

        Searches call this once per iteration, so it should cost nanoseconds. It raises GameError if the
        other state belongs to another game.
        """
        with cython.gil:
            raise NotImplementedError("copy_from")

    def seats_c(self):
        """Return how many seats the game has; by default what the game object says."""
        with cython.gil:
            return self.game.seats

    def score(self, seat):
        """Return the seat's score, its own hidden points included; it is never negative.

        Evaluations and cut-off playouts read it. A game without scores returns 0.
        """
        with cython.gil:
            raise NotImplementedError("score")

    def turn_c(self):
        """Return how many turns have been completed.

        It never falls, and a move raises it by one at most. Limits on playouts and rounds count by it.
        """
        with cython.gil:
            raise NotImplementedError("turn_c")

    def seen_c(self, move, seat, out):
        """Write this move or outcome as the seat sees it if it is applied now, and return 1.

        Call it before the move is applied. Hidden parts (a card drawn or stolen) are replaced by unknown
        ones. Observers are fed with nothing else. The seat -1 is a spectator, who sees what everybody
        sees. By default all see everything.
        """
        out.items[0] = move
        return 1

    def blank(self):
        """Return another state of the same game to copy into; its own position is unspecified.

        Each thread of a search works on states that it made so: they share no mutable memory.
        """
        raise NotImplementedError("blank")

    # The Python face.

    @property
    def seats(self):
        """How many seats the game has."""
        return self.game.seats

    @property
    def to_move(self):
        """The seat that decides next, or CHANCE, or OVER at the end of the game."""
        return self.to_move_c()

    @property
    def deciders(self):
        """The seats that may decide now, ascending; empty at chance and at the end."""
        seats = self.deciders_c()
        return tuple([seat for seat in range(self.game.seats) if (seats >> seat) & 1])

    @property
    def question(self):
        """A number that stays equal while one question is open to several seats; 0 if it is to one."""
        return self.question_c()

    def mover(self, move):
        """Return the seat that makes this move (text or number), or CHANCE for an outcome.

        Raises MoveTextError or IllegalMoveError if it is not a legal move.
        """
        number = self.game.move_type.of(move)
        self._refuse_illegal(number)
        return self.mover_c(number)

    def by(self, move, seat):
        """Return the move (text or number) as the seat makes it now: it carries the seat if it must.

        Raises MoveTextError or IllegalMoveError if it is no move, or there is no such seat.
        """
        number = self.game.move_type.of(move)
        if not 0 <= number < 2**63:
            raise IllegalMoveError(f"{number}: there is no such move")
        self._check_seat(seat)
        out = MoveBuffer()
        self.by_c(number, seat, out)
        return number if out.items[0] == number else self.game.move_type(out.items[0])

    def as_decider(self, seat):
        """Return a copy in which this seat is the one to move.

        Raises IllegalMoveError if the seat may not decide now.
        """
        if seat not in self.deciders:
            raise IllegalMoveError(f"seat {seat} has nothing to decide now")
        twin: State = self.copy()
        twin.ask_c(seat)
        return twin

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
        """The possible outcomes with their probabilities; empty unless chance decides next."""
        if self.to_move_c() != CHANCE:
            return []
        out = MoveBuffer()
        probabilities = ValueBuffer()
        move = self.game.move_type
        return [
            (move(out.items[i]), probabilities.items[i]) for i in range(self.outcomes_c(out, probabilities))
        ]

    @property
    def chance_kind(self):
        """The group of the outcome that chance decides next; None if a seat does, or at the end."""
        return self.chance_kind_c() if self.to_move_c() == CHANCE else None

    def is_legal(self, move, seat=None):
        """Say whether the rules allow this move (text or number) now: to the seat, or without one to any.

        For a seat the move need not carry it, and an outcome is never legal. Raises MoveTextError if the
        text is not a move at all.
        """
        number = self.game.move_type.of(move)
        if not 0 <= number < 2**63 or self.to_move_c() == OVER:
            return False
        if seat is None:
            return self.is_legal_c(number) != 0
        if seat not in self.deciders:
            return False
        out = MoveBuffer()
        self.by_c(number, seat, out)
        return self.is_legal_c(out.items[0]) != 0 and self.mover_c(out.items[0]) == seat

    def apply(self, move):
        """Play a move or outcome, given as text or number, and return this state.

        Raises MoveTextError or IllegalMoveError, with the reason; the state is then unchanged.
        """
        number = self.game.move_type.of(move)
        self._refuse_illegal(number)
        self.apply_c(number)
        return self

    def _refuse_illegal(self, number):
        """Raise IllegalMoveError, with the reason, unless the move is legal."""
        if self.to_move_c() == OVER:
            raise IllegalMoveError(f"{number}: the game is over")
        if not (0 <= number < 2**63 and self.is_legal_c(number)):
            raise IllegalMoveError(f"{number}: {self.illegal_reason(number)}")

    def _check_seat(self, seat):
        """Raise IllegalMoveError if there is no such seat."""
        if not 0 <= seat < self.game.seats:
            raise IllegalMoveError(f"{seat} is not a seat from 0 to {self.game.seats - 1}")

    def illegal_reason(self, move):
        """Return in a few words why the rules forbid the move now."""
        return "not legal here"

    def draw_outcome(self, random):
        """Return one outcome drawn by its probability.

        Raises IllegalMoveError unless chance decides next.
        """
        if self.to_move_c() != CHANCE:
            raise IllegalMoveError("chance does not decide here")
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
        """Return this move or outcome as the seat would see it if it were played now.

        For None it is what a spectator sees. Raises MoveTextError or IllegalMoveError if it is no move, or
        there is no such seat.
        """
        number = self.game.move_type.of(move)
        if not 0 <= number < 2**63:
            raise IllegalMoveError(f"{number}: there is no such move")
        if seat is not None:
            self._check_seat(seat)
        out = MoveBuffer()
        self.seen_c(number, -1 if seat is None else seat, out)
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
