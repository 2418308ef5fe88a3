"""The view of one seat of a game of Catan: the only thing an agent is given. Spectators have one, too.

It holds public facts, the seat's own cards, and its belief about everything else, all derived from what the
seat has seen. `sample` completes it to a full state that could be the true one; a `CatanSampler` does so
for one thread, without Python's lock.
"""

from array import array

import cython

from catanlab.framework.arguments import check_seat, whole_number
from catanlab.framework.errors import ArgumentError, GameError
from catanlab.framework.random import check_random
from catanlab.framework.refusal import general_refusal
from catanlab.games.catan import constants
from catanlab.games.catan.engine.illegal_reasons import refuse_seat
from catanlab.games.catan.view.checks import replaced_fields
from catanlab.games.catan.view.worlds import named_hands, named_worlds

if not cython.compiled:
    from catanlab.framework.buffers import MoveBuffer
    from catanlab.framework.state import GROUP_SHIFT, Sampler
    from catanlab.games.catan.constants import DEAL, DICE, VICTORY_POINT
    from catanlab.games.catan.engine.cards import draw_random_card
    from catanlab.games.catan.engine.state import CatanState
    from catanlab.games.catan.hands import cards, held, size
    from catanlab.games.catan.view.belief import Belief
    from catanlab.games.catan.view.view_json import write_counting, write_view


class CatanView:
    """The knowledge of one seat; made by an observer, or by `copy`."""

    def __cinit__(self, game=None, seat=-1):
        # Native code comes here however a view is made, so that none is ever empty.
        self._begin(game, seat)

    def __init__(self, game, seat):
        if not cython.compiled:
            self.unknown = [0] * 4
            self.point_limit = [0] * 4
            self._begin(game, seat)

    def _begin(self, game, seat):
        """See the beginning of a game."""
        start = getattr(game, "start", None)
        public_state = None if start is None else start()
        if not isinstance(public_state, CatanState):
            raise GameError(f"a view is of a game of Catan, made by game.observer(seat), not of {game!r}")
        self.game = game
        self.seen = []
        self.seen_count = 0
        self.log_tuple = None
        self.typed = None
        self.public_state = public_state
        self.viewer = -1 if seat is None else check_seat(seat, self.public_state.ruleset.players)
        self.decision = 0
        self.belief = Belief(self.public_state.ruleset.players)
        self.pool = constants.FULL_DECK
        self.unknown_bought_this_turn = 0
        for other in range(4):
            self.unknown[other] = 0
            self.point_limit[other] = 99
        self.hands = MoveBuffer(4)
        return 0

    @property
    def seat(self):
        """The seat whose view this is; None for a spectator, who sees what everybody sees."""
        return None if self.viewer < 0 else self.viewer

    @property
    def log(self):
        """Every move and outcome as this seat saw it."""
        if self.log_tuple is None:
            self.log_tuple = tuple(self.seen[: self.seen_count])
        return self.log_tuple

    def copy(self):
        """Return an independent copy."""
        twin = CatanView(self.game, self.seat)
        twin.copy_from(self)
        return twin

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        # All of it follows from what the seat saw, the guess in the public_state too.
        unknown = [self.unknown[i] for i in range(4)]
        limits = [self.point_limit[i] for i in range(4)]
        cards = (self.pool, unknown, self.unknown_bought_this_turn, limits)
        return (
            restore_view,
            (
                self.game,
                self.seat,
                array("q", self.log),
                self.public_state.fields(),
                self.belief,
                cards,
                self.decision,
            ),
        )

    def copy_from(self, other):
        self.seen = other.seen
        self.seen_count = other.seen_count
        self.log_tuple = other.log_tuple
        self.typed = None
        self.decision = other.decision
        self.public_state.copy_from(other.public_state)
        self.belief.copy_from(other.belief)
        self._take_cards(other)
        return 0

    def _take_cards(self, other):
        """Copy the knowledge of development cards from another view."""
        self.pool = other.pool
        self.unknown[:] = other.unknown
        self.unknown_bought_this_turn = other.unknown_bought_this_turn
        self.point_limit[:] = other.point_limit

    # Completing the view to a state.

    def sample(self, random):
        """Return a full state drawn from what this seat believes."""
        state = self.public_state.blank()
        self.sample_into(state, random)
        return state

    def sample_into(self, state: CatanState, random):
        """Make `state` a full state drawn from what this seat believes.

        Raises GameError if the state is of another game.
        """
        if state.game is not self.game:
            raise GameError("only a state of the same game can be sampled into")
        check_random(random)
        self.sample_native(state, random)

    def sampler(self):
        """Return what draws states as `sample` does, natively; it keeps a copy of the view to itself."""
        return CatanSampler(self)

    def sample_native(self, state, random):
        state.take_fields(self.public_state)
        self.belief.draw(random, self.hands)
        for other in range(self.belief.players):
            state.hand[other] = self.hands.items[other]
        # A seat that should already have won holds no such cards: deal again. The truth is never ruled
        # out, so that a lawful deal comes up sooner or later; the bound is for views of no real game.
        for _ in range(10_000):
            if self._deal(state, random):
                break
        return 0

    def _deal(self, state, random):
        """Deal the unseen development cards to the others and the deck; say whether nobody has won."""
        pool = self.pool
        lawful: cython.bint = True
        for other in range(self.belief.players):
            if other == self.viewer:
                continue
            state.card[other] = self.public_state.card[other]
            older = self.unknown[other]
            if other == self.public_state.turn_seat:
                older -= self.unknown_bought_this_turn
                state.bought_this_turn = self.public_state.bought_this_turn
            for i in range(self.unknown[other]):
                card = cards(draw_random_card(pool, random), 1)
                pool -= card
                state.card[other] += card
                if i >= older:
                    state.bought_this_turn += card
            if held(state.card[other], VICTORY_POINT) > self.point_limit[other]:
                lawful = False
        state.deck = pool
        return lawful

    def deck_left(self):
        """Return how many development cards the deck still has."""
        left = size(self.pool)
        for other in range(self.belief.players):
            left -= self.unknown[other]
        return left

    # The public face.

    @property
    def to_move(self):
        """The seat that decides next, or CHANCE, or OVER at the end of the game."""
        return self.public_state.to_move

    @property
    def deciders(self):
        """The seats that may decide now, ascending; empty at chance and at the end."""
        return self.public_state.deciders

    @property
    def is_over(self):
        """Whether the game has ended."""
        return self.public_state.is_over

    @property
    def legal_moves(self):
        """The moves listed for this seat; empty unless it is to move, see `as_decider`."""
        return self.public_state.legal_moves if self.public_state.to_move == self.viewer else []

    def is_legal(self, move):
        """Say whether this seat may make the move now; it need not carry the seat.

        A deal is not a move that a seat can make by itself: it takes a proposal.
        """
        number = self.game.move_type.of(move)
        if self.viewer < 0 or number >> GROUP_SHIFT == DEAL:
            return False
        return self.public_state.is_legal(number, self.viewer)

    def illegal_reason(self, move):
        """Return in a few words why the rules forbid this seat the move now."""
        refusal = self.refusal(self.game.move_type.of(move))
        return refusal.text if refusal is not None else "it is allowed"

    def mover(self, move):
        """Return the seat that makes this move as the seat sees it, if it is the next; CHANCE for outcomes.

        Raises MoveTextError if it is no move; whether it is legal is not asked.
        """
        number = self.game.move_type.of(move)
        return self.public_state.mover_c(number) if 0 <= number < 2**63 else self.public_state.actor

    def as_decider(self):
        """Return the same view, in which this seat is the one to move if it is one of the deciders.

        So every agent can be asked for its answer or discards before others have given theirs, and the
        seat on turn for its choice among the answers that have come.
        """
        seat = self.viewer
        if seat < 0 or seat == self.public_state.actor or seat not in self.public_state.deciders:
            return self
        twin: CatanView = self.copy()
        twin.public_state.ask_c(seat)
        return twin

    def refusal(self, move):
        """Return why this seat may not make the move now, with a stable code; None if it may.

        The reason is the same in every world that the seat takes for possible.
        """
        refusal = general_refusal(self, move)
        if refusal is not None or self.is_legal(move):
            return refusal
        return refuse_seat(self.public_state, self.viewer, self.game.move_type.of(move))

    @property
    def turn(self):
        """How many turns have been completed."""
        return self.public_state.turn

    @property
    def round(self):
        """How many rounds have been completed."""
        return self.public_state.round

    @property
    def scores(self):
        """The points each seat shows, and one's own hidden ones."""
        return self.public_state.scores

    @property
    def worlds(self):
        """Every joint holding of resources that fits what was seen, the likeliest first.

        Each is a `World`: the hands by seat, as resources by name, and their probability.
        """
        return named_worlds(self._packed_worlds())

    def _packed_worlds(self):
        """Return the worlds in the order the belief keeps, quickly: packed hands by seat, and probability.

        `hands.unpack` gives the five counts of a packed hand. The probabilities add up to 1.
        """
        return self.belief.worlds()

    def possible_hands(self, seat):
        """Return the possible hands of one seat, the likeliest first, as `PossibleHand`s.

        Raises ArgumentError if nobody sits there.
        """
        whole_number("seat", seat, 0, self.belief.players - 1)
        return named_hands(self._packed_worlds(), seat)

    @property
    def exact(self):
        """Whether the belief is exact; only very many hidden discards make it approximate."""
        return self.belief.exact

    @property
    def position(self):
        """Everything this seat knows of the position, as typed data."""
        if self.typed is None:
            players = self.belief.players
            self.typed = self.public_state.typed(
                self.seat,
                [self.belief.bounds(seat) for seat in range(players)],
                [self.unknown[seat] for seat in range(players)],
                self.pool,
                self.unknown_bought_this_turn,
                self.deck_left(),
                [self.point_limit[seat] for seat in range(players)],
            )
        return self.typed

    # As JSON, for pages and programs in other languages.

    def to_json(self, scores=None):
        """Return what this seat sees as compact JSON, with the moves that are open to it.

        Equal knowledge gives equal bytes. What counting cards could tell is left out: `counting_json` has
        it. After the end of a game `scores` are the final ones, which show all victory point cards.
        """
        if scores is not None and len(scores) != self.belief.players:
            raise ArgumentError(f"{self.belief.players} seats have as many scores, not {scores!r}")
        deciders = self.public_state.deciders_c()
        decides: cython.bint = self.viewer >= 0 and (deciders >> self.viewer) & 1
        decider: CatanView = self.as_decider() if decides else self
        return write_view(
            self.public_state,
            decider.public_state if decides else None,
            self.viewer,
            deciders,
            self.decision,
            self.deck_left(),
            self.unknown,
            self.unknown_bought_this_turn,
            self.last_dice(),
            scores,
        )

    def counting_json(self):
        """Return what counting cards tells of all hands, as compact JSON."""
        return write_counting(self.belief, self.point_limit, self.pool)

    def last_dice(self):
        """Return the last roll of the dice, or 0."""
        i = self.seen_count - 1
        while i >= 0:
            move: cython.longlong = self.seen[i]
            if move >> GROUP_SHIFT == DICE:
                return move & 0xFF
            i -= 1
        return 0

    def replace(self, *, game=None, hands=None, phase=None, offers_made=None):
        """Return the same view of a changed position, or of another game.

        The game must have the same board and number of players. With `hands`, five counts of resources for
        each seat, all hands are known to be these; the bank stays as it is. With `phase=Phase.MAIN` the
        seat on turn chooses as after its roll: discards, robber, free roads and an open offer are
        forgotten. `offers_made` counts the offers of this turn. Raises ArgumentError for values that the
        position cannot have, GameError for another board.
        """
        game = self.game if game is None else game
        if getattr(game, "board", None) != self.game.board or game.seats != self.game.seats:
            raise GameError("a view can only be moved to a game with the same board and as many players")
        fields = replaced_fields(self.public_state.fields(), game.rules, hands, phase, offers_made)
        twin: CatanView = CatanView(game, self.seat)
        twin.decision = self.decision
        twin.seen = self.seen
        twin.seen_count = self.seen_count
        if hands is None:
            twin.belief.copy_from(self.belief)
        else:
            twin.belief = Belief(game.seats, fields["hand"])
        twin.public_state.set_fields(fields)
        twin._take_cards(self)
        return twin

    def _facts(self):
        """Return the packed fields that a line of text holds; everything else reads `position`."""
        fields = self.public_state.fields()
        hidden = {name: fields.pop(name) for name in ("hand", "card", "deck", "bought_this_turn")}
        players = self.belief.players
        fields["own_hand"] = 0 if self.viewer < 0 else hidden["hand"][self.viewer]
        fields["known_cards"] = hidden["card"]
        fields["known_bought_this_turn"] = hidden["bought_this_turn"]
        fields["hand_sizes"] = tuple([size(hidden["hand"][i]) for i in range(players)])
        fields["bounds"] = tuple([self.belief.bounds(i) for i in range(players)])
        fields["unknown_cards"] = tuple([self.unknown[i] for i in range(players)])
        fields["unknown_bought_this_turn"] = self.unknown_bought_this_turn
        fields["unseen_cards"] = self.pool
        fields["deck_size"] = self.deck_left()
        fields["point_limits"] = tuple([self.point_limit[i] for i in range(players)])
        return fields

    def __eq__(self, other):
        if not isinstance(other, CatanView):
            return NotImplemented
        return (
            self.seat == other.seat
            and self.decision == other.decision
            and self.log == other.log
            and self._facts() == other._facts()
            and sorted(self._packed_worlds()) == sorted(other._packed_worlds())
        )

    __hash__ = None

    def _repr_svg_(self):
        """Return the picture that a notebook shows."""
        from catanlab.games.catan.draw import svg

        return svg(self, hands=True)

    def __repr__(self):
        who = "a spectator" if self.viewer < 0 else f"seat {self.viewer}"
        return f"<what {who} sees of {self.public_state.phase_name}, turn {self.turn}>"


def restore_view(game, seat, log, fields, belief, cards, decision=0):
    """Return the view of these parts: the fields of a state, with a guess where the seat knows nothing; a
    belief; of development cards the unseen ones, how many each seat holds, how many of them were bought
    this turn, and how many victory points each can hold; and the number of the decision. Raises GameError.
    """
    if not isinstance(belief, Belief):
        raise GameError(f"a view needs a Belief, not {belief!r}")
    view: CatanView = CatanView(game, seat)
    view.seen = [game.move_type(move) for move in log]
    view.seen_count = len(view.seen)
    view.decision = decision
    view.public_state.set_fields(fields)
    view.belief = belief
    view.pool, unknown, view.unknown_bought_this_turn, limits = cards
    for other in range(4):
        view.unknown[other] = unknown[other]
        view.point_limit[other] = limits[other]
    return view


class CatanSampler(Sampler):
    """Draws states as a view does, from a copy of it: what the view's owner does later changes nothing."""

    def __init__(self, view):
        if not isinstance(view, CatanView):
            raise GameError(f"a sampler of Catan needs the view of a seat, not {view!r}")
        Sampler.__init__(self, view.game)
        self.view = view.copy()

    def draw(self, state, random):
        if state.game is not self.game:
            with cython.gil:
                raise GameError("only a state of the same game can be sampled into")
        return self.view.sample_native(cython.cast(CatanState, state), random)

    def takes(self, state):
        """Say whether positions can be drawn into this state."""
        return isinstance(state, CatanState) and state.game is self.game
