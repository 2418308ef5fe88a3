"""The observer of Catan: it collects the events that one seat sees, or spectators, and makes views of them.

It is given `state.seen(move, seat)` for every move and outcome, before each is played, and nothing else;
for spectators the seat is None. It keeps a state whose public part is true and whose hidden part is one
possible guess, so that the engine's own rules apply each event.
"""

import cython

from catanlab.framework.arguments import check_winner
from catanlab.framework.errors import ObservationError

if not cython.compiled:
    from catanlab.framework.state import GROUP_SHIFT, OVER, move_code
    from catanlab.games.catan.constants import *  # noqa: F403
    from catanlab.games.catan.engine import trade
    from catanlab.games.catan.hands import cards, held, unbundle
    from catanlab.games.catan.view.view import CatanView


class CatanObserver:
    """Sees a game through the eyes of one seat, or of spectators, from its beginning."""

    def __cinit__(self, game=None, seat=-1):
        # Native code comes here however an observer is made, so that none is ever empty.
        self._begin(game, seat)

    def __init__(self, game, seat):
        if not cython.compiled:
            self.before = [0] * 4
            self._begin(game, seat)

    def _begin(self, game, seat):
        """See the beginning of a game."""
        self.game = game
        self.now = CatanView(game, seat)
        self.log = []
        return 0

    @property
    def seat(self):
        """The seat through whose eyes it looks; None for spectators."""
        return self.now.seat

    @property
    def decision(self):
        """The number of the open question: how many moves and outcomes had been seen when it was put."""
        return self.now.decision

    @classmethod
    def from_view(cls, view):
        """Return an observer that goes on from a view; later moves are added to its log."""
        return _restore(view.copy())

    def view(self):
        """Return what the seat knows now."""
        view: CatanView = self.now.copy()
        # The log only grows, so the view shares it: few agents ask for it, and copies are costly.
        view.seen = self.log
        view.seen_count = len(self.log)
        view.log_tuple = None
        return view

    def copy(self):
        """Return an independent copy."""
        return _restore(self.view())

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        return (_restore, (self.view(),))

    def observe(self, move):
        """Record a move or outcome as this seat sees it.

        Raises ObservationError if it is impossible now; the observer is of no use afterwards.
        """
        seen = self.game.move_type.of(move)
        self.log.append(seen)
        self._take_in(seen)

    def finish(self, winner):
        """Record that the game is over, which hidden victory points may have decided.

        The winner is -1 if there is none. Raises ObservationError if it is not a seat.
        """
        self.now.public_state.winner = check_winner(winner, self.game.seats)
        self.now.public_state.phase = FINISHED
        self.now.public_state.actor = OVER
        for seat in range(4):
            self.now.point_limit[seat] = 99

    def _take_in(self, move):
        group = move >> GROUP_SHIFT
        argument = move & ((cython.cast(cython.longlong, 1) << GROUP_SHIFT) - 1)
        carried: cython.longlong = 0
        if group == ACCEPT or group == REJECT or group == COUNTER or group == DISCARD:
            carried = argument & SEAT_BITS
            argument &= ~SEAT_BITS
        now = self.now
        p = now.public_state
        belief = now.belief
        mover = p.mover_c(move)
        question = p.question_c()
        if group == STEAL and argument == UNKNOWN and p.phase == STEALING:
            thief = p.turn_seat
            victim = p.victim
            self._play_hidden_card(move_code(STEAL, 0), victim)
            belief.steal_hidden(thief, victim)
        elif group == STEAL and p.phase == STEALING:
            thief = p.turn_seat
            victim = p.victim
            belief.require(victim, cards(argument, 1))
            self._show_world()
            p.apply_c(move)
            belief.steal_seen(thief, victim, argument)
        elif group == DISCARD and argument == UNKNOWN and p.phase == DISCARDING:
            if mover >= p.ruleset.players or not p.discards[mover]:
                raise ObservationError(f"seat {mover} has nothing to discard")
            self._play_hidden_card(move_code(DISCARD, 0) | carried, mover)
            belief.discard_hidden(mover)
            p.discard_floor[mover] = 0  # it would depend on the guess
        elif group == DRAW and argument == UNKNOWN and p.phase == DRAWING:
            self._draw_hidden()
        else:
            self._require(group, argument, mover)
            self._show_world()
            if group == PLAY_MONOPOLY:
                argument &= 0xFF
            if group == DRAW:
                now.pool -= cards(argument, 1)
            elif PLAY_KNIGHT <= group <= PLAY_MONOPOLY:
                self._reveal(group - PLAY_KNIGHT)
            self._play_open(move_code(group, argument) | carried)
        self._show_world()
        p.deck = now.pool if now.deck_left() > 0 else 0
        self._note_limits(group)
        if question == 0 or p.question_c() != question:
            now.decision = len(self.log)
        return 0

    def _require(self, group, argument, mover):
        """Remove the worlds in which the seat could not have made the move."""
        now = self.now
        p = now.public_state
        belief = now.belief
        if mover >= p.ruleset.players:
            return 0  # no seat can have made it, which is found out when it is played
        if group == OFFER or group == COUNTER:
            belief.require(mover, unbundle(argument))
        elif group == ACCEPT:
            belief.require(mover, unbundle(p.offer >> GET_SHIFT))
        elif group == DEAL and 0 <= trade.partner(argument) < p.ruleset.players:
            belief.require(mover, unbundle(argument))
            belief.require(trade.partner(argument), unbundle(argument >> GET_SHIFT))
        elif group == TAKE_COUNTER and 0 <= argument < 4:
            belief.require(p.turn_seat, unbundle(p.answer[argument] >> GET_SHIFT))
        elif group == BANK_TRADE:
            belief.require(p.turn_seat, unbundle(argument))
        elif group == ROAD and p.phase == MAIN:
            belief.require(p.turn_seat, ROAD_COST)
        elif group == SETTLEMENT and p.phase == MAIN:
            belief.require(p.turn_seat, SETTLEMENT_COST)
        elif group == CITY:
            belief.require(p.turn_seat, CITY_COST)
        elif group == BUY_CARD:
            belief.require(p.turn_seat, CARD_COST)
        elif group == DISCARD and argument < 5:
            belief.require(mover, cards(argument, 1))
        elif group == PLAY_MONOPOLY:
            for seat in range(p.ruleset.players):
                if seat != p.turn_seat:
                    handed = (argument >> (TAKEN_SHIFT + TAKEN_BITS * seat)) & 0x7FF
                    belief.require_count(seat, argument & 0xFF, handed)
        return 0

    def _show_world(self):
        """Let the guess be the first world that is left."""
        for seat in range(4):
            self.now.public_state.hand[seat] = self.now.belief.hands.items[seat]
        return 0

    def _play_open(self, move):
        """Play an event that everybody sees; the hands change alike in every world."""
        p = self.now.public_state
        if not p.is_legal_c(move):
            text = self.game.move_type(move)
            raise ObservationError(f"{text} cannot happen in the phase '{p.phase_name}'")
        for seat in range(4):
            self.before[seat] = p.hand[seat]
        p.apply_c(move)
        for seat in range(p.ruleset.players):
            if p.hand[seat] == self.before[seat]:
                continue
            gained = lost = cython.cast(cython.ulonglong, 0)
            for resource in range(5):
                change = held(p.hand[seat], resource) - held(self.before[seat], resource)
                if change > 0:
                    gained += cards(resource, change)
                elif change < 0:
                    lost += cards(resource, -change)
            self.now.belief.shift(seat, gained, lost)
        return 0

    def _play_hidden_card(self, move, loser):
        """Let the guess of a hand lose any one card by a steal or discard of which the card is unseen."""
        p = self.now.public_state
        for resource in range(5):
            if held(p.hand[loser], resource):
                p.apply_c(move | resource)
                return 0
        raise ObservationError("a card was taken from an empty hand")

    def _draw_hidden(self):
        """Record that another seat drew a hidden card."""
        now = self.now
        p = now.public_state
        seat = p.turn_seat
        kept = p.card[seat]
        bought = p.bought_this_turn
        now.unknown[seat] += 1
        now.unknown_bought_this_turn += 1
        p.deck = FULL_DECK
        p.apply_c(move_code(DRAW, KNIGHT))
        p.card[seat] = kept
        if p.turn_seat == seat:
            p.bought_this_turn = bought
        else:
            now.unknown_bought_this_turn = 0
        return 0

    def _reveal(self, kind):
        """Let the guess hold a card that another seat plays and that was unknown."""
        now = self.now
        p = now.public_state
        seat = p.turn_seat
        if seat == now.viewer or held(p.card[seat] - p.bought_this_turn, kind):
            return 0
        if now.unknown[seat] - now.unknown_bought_this_turn <= 0 or not held(now.pool, kind):
            raise ObservationError(f"seat {seat} cannot hold the card it plays")
        now.unknown[seat] -= 1
        now.pool -= cards(kind, 1)
        p.card[seat] += cards(kind, 1)
        return 0

    def _note_limits(self, group):
        """Note how many victory point cards a seat can hold, given that it has not won."""
        now = self.now
        p = now.public_state
        if group == END_TURN:
            now.unknown_bought_this_turn = 0
        target = p.ruleset.points_to_win - 1
        if p.ruleset.win_at_turn_end:
            if group == DRAW:
                now.point_limit[p.turn_seat] = 99
            if group == END_TURN:
                for seat in range(p.ruleset.players):
                    now.point_limit[seat] = min(now.point_limit[seat], target - p.public_points[seat])
            return 0
        seat = p.turn_seat
        limit = target - p.public_points[seat]
        if group == DRAW:
            now.point_limit[seat] = limit
        else:
            now.point_limit[seat] = min(now.point_limit[seat], limit)
        return 0


def _restore(view):
    observer: CatanObserver = CatanObserver(view.game, view.seat)
    observer.log = list(view.log)
    observer.now = view
    return observer
