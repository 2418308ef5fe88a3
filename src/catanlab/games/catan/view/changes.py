"""What followed from an event, as a viewer sees it: cards that changed hands, awards, points, as JSON.

It is worked out from two views, the one before the event and the one after it, never from a state. Hands
are guesses there, so the rules carry out the event once more in a position where every seat has plenty of
everything, and what each hand gains or loses is read from that.
"""

import cython

from catanlab.framework.errors import GameError, ObservationError

if not cython.compiled:
    from catanlab.framework.buffers import lowest_bit
    from catanlab.framework.state import GROUP_SHIFT
    from catanlab.games.catan.constants import *  # noqa: F403
    from catanlab.games.catan.engine import trade
    from catanlab.games.catan.engine.state import CatanState
    from catanlab.games.catan.hands import held
    from catanlab.games.catan.view.json_buffer import CARD_NAMES, RESOURCE_NAMES, JsonBuffer
    from catanlab.games.catan.view.view import CatanView

    PLENTY_OF_ALL = 100 * ONE_EACH
    # The groups that let cards change hands in the same way whatever the others hold.
    MOVES_CARDS = (
        1 << ROAD
        | 1 << SETTLEMENT
        | 1 << CITY
        | 1 << BUY_CARD
        | 1 << PLAY_PLENTY
        | 1 << BANK_TRADE
        | 1 << ACCEPT
        | 1 << CONFIRM
        | 1 << TAKE_COUNTER
        | 1 << DISCARD
        | 1 << DICE
    )


def changes(before: CatanView, after: CatanView):
    """Return as JSON what followed from the event between two views of one seat; `{}` if nothing did.

    >>> from catanlab import Catan
    >>> observer = Catan(board="beginner").observer(0)
    >>> before = observer.view()
    >>> observer.observe("settlement 10")
    >>> changes(before, observer.view())
    b'{"points":[{"seat":0,"from":0,"to":1}]}'

    Raises GameError for views of different games or seats, ObservationError unless they are one event
    apart.
    """
    return Changes(before, after).text()


class Changes:
    """The change of every hand between two views, and the text about it."""

    def __init__(self, before: CatanView, after: CatanView):
        if not cython.compiled:
            self.change = [0] * 20
            self.unseen = [0] * 4
            self.unpaid = [0] * 20
        if before.viewer != after.viewer or (
            before.game is not after.game
            and (before.game.rules != after.game.rules or before.game.board != after.game.board)
        ):
            raise GameError("changes are between two views of one seat of one game")
        self.before = before.public_state
        self.after = after.public_state
        self.viewer = after.viewer
        self.move = _event_between(before, after)
        for i in range(20):
            self.change[i] = 0
            self.unpaid[i] = 0
        for i in range(4):
            self.unseen[i] = 0
        self.follow()

    def follow(self):
        """Find what the event did to every hand."""
        p = self.before
        group = self.move >> GROUP_SHIFT
        argument = self.move & ((cython.cast(cython.longlong, 1) << GROUP_SHIFT) - 1)
        if group == STEAL:
            self.require(p.phase == STEALING and 0 <= p.victim < p.ruleset.players)
            if argument < 5:
                self.change[5 * p.turn_seat + argument] = 1
                self.change[5 * p.victim + argument] = -1
            else:
                self.unseen[p.turn_seat] = 1
                self.unseen[p.victim] = -1
        elif group == PLAY_MONOPOLY:
            resource = argument & 0xFF
            self.require(resource < 5)
            for seat in range(p.ruleset.players):
                taken = (argument >> (TAKEN_SHIFT + TAKEN_BITS * seat)) & 0x7FF
                if seat != p.turn_seat and taken:
                    self.change[5 * seat + resource] -= taken
                    self.change[5 * p.turn_seat + resource] += taken
        elif group == DISCARD and argument & 0xFF == UNKNOWN:
            seat = p.mover_c(self.move)
            self.require(0 <= seat < p.ruleset.players)
            self.unseen[seat] = -1
        elif group == DEAL or (0 <= group < 32 and (MOVES_CARDS >> group) & 1):
            self.carry_out(group, argument)
        return 0

    def require(self, possible):
        """Raise ObservationError unless the event can happen in the first view."""
        if not possible:
            raise ObservationError(
                f"{self.before.game.move_type(self.move)} does not follow upon the first view"
            )
        return 0

    def carry_out(self, group, argument):
        """Let the rules carry out the event where everybody holds plenty, and note what each hand gains."""
        p = self.before
        then: CatanState = p.blank()
        then.take_fields(p)
        if group != DICE:
            for seat in range(p.ruleset.players):
                then.hand[seat] = PLENTY_OF_ALL
            then.card[p.turn_seat] = FULL_DECK + p.bought_this_turn
        self.require(then.is_legal_c(self.move))
        then.apply_c(self.move)
        for seat in range(p.ruleset.players):
            was = p.hand[seat] if group == DICE else PLENTY_OF_ALL
            for resource in range(5):
                self.change[5 * seat + resource] = held(then.hand[seat], resource) - held(was, resource)
        if group == DICE:
            self.claim(argument)
        return 0

    def claim(self, total):
        """Note what a roll owed to each seat and the bank could not pay."""
        p = self.before
        one: cython.uint = 1
        hexes = p.ruleset.board.hexes_by_number[total] & ~(one << p.robber)
        while hexes:
            hexagon = lowest_bit(hexes)
            hexes &= hexes - 1
            resource = p.ruleset.board.resource[hexagon]
            for seat in range(p.ruleset.players):
                self.unpaid[5 * seat + resource] += (p.hex_yields[hexagon] >> (8 * seat)) & 0xFF
        for i in range(5 * p.ruleset.players):
            self.unpaid[i] -= self.change[i]
        return 0

    # The text.

    def text(self):
        """Return everything that changed, as JSON."""
        out = JsonBuffer()
        out.put(b"{")
        self.put_hands(out)
        self.put_event(out)
        p = self.before
        q = self.after
        if p.road_holder != q.road_holder or p.army_holder != q.army_holder:
            out.put(b'"awards":{')
            if p.road_holder != q.road_holder:
                _put_change(out, b'"longest_road":{"from":', p.road_holder, q.road_holder)
            if p.army_holder != q.army_holder:
                _put_change(out, b'"largest_army":{"from":', p.army_holder, q.army_holder)
            out.end(b"},")
        self.put_numbers(out, True)
        self.put_numbers(out, False)
        if p.offer and not q.offer:
            out.put(b'"offer_closed":true,')
        if p.phase != FINISHED and q.phase == FINISHED:
            out.put(b'"winner":')
            out.seat(q.winner)
        out.end(b"}")
        return out.result()

    def put_hands(self, out):
        """Write what each hand gained and lost, and what the bank could not pay."""
        written: cython.bint = False
        for seat in range(self.before.ruleset.players):
            known: cython.bint = _any(self.change, seat)
            if not known and not self.unseen[seat]:
                continue
            if not written:
                out.put(b'"hands":[')
                written = True
            out.put(b'{"seat":')
            out.number(seat)
            if known:
                _put_counts(out, self.change, seat)
            else:
                out.put(b'"count":')
                out.number(self.unseen[seat])
            out.end(b"},")
        if written:
            out.end(b"],")
        written = False
        for seat in range(self.before.ruleset.players):
            if not _any(self.unpaid, seat):
                continue
            if not written:
                out.put(b'"unpaid":[')
                written = True
            out.put(b'{"seat":')
            out.number(seat)
            _put_counts(out, self.unpaid, seat)
            out.end(b"},")
        if written:
            out.end(b"],")
        return 0

    def put_event(self, out):
        """Write who stole from whom, who drew or played a card, or who traded what with whom."""
        p = self.before
        group = self.move >> GROUP_SHIFT
        argument = self.move & ((cython.cast(cython.longlong, 1) << GROUP_SHIFT) - 1)
        if group == STEAL:
            out.put(b'"theft":{"by":')
            out.number(p.turn_seat)
            out.put(b'"from":')
            out.number(p.victim)
            out.put(b'"card":')
            out.put(RESOURCE_NAMES[argument] if argument < 5 else b"null,")
            out.end(b"},")
        elif group == DRAW:
            out.put(b'"drawn":{"seat":')
            out.number(p.turn_seat)
            out.put(b'"card":')
            out.put(CARD_NAMES[argument] if argument < 5 else b"null,")
            out.end(b"},")
        elif PLAY_KNIGHT <= group <= PLAY_MONOPOLY:
            out.put(b'"played":{"seat":')
            out.number(p.turn_seat)
            out.put(b'"card":')
            out.put(CARD_NAMES[group - PLAY_KNIGHT])
            out.end(b"},")
        elif group == BANK_TRADE:
            self.put_trade(out, -1)
        elif group == CONFIRM or group == TAKE_COUNTER:
            self.put_trade(out, argument)
        elif group == ACCEPT and _any(self.change, p.turn_seat):
            self.put_trade(out, p.mover_c(self.move))
        elif group == DEAL:
            self.put_trade(out, trade.partner(argument))
        return 0

    def put_trade(self, out, partner):
        """Write an exchange from the side of the seat on turn; a negative partner is the bank."""
        seat = self.before.turn_seat
        out.put(b'"trade":{"by":')
        out.number(seat)
        out.put(b'"with":')
        out.seat(partner)
        out.put(b'"give":[')
        for resource in range(5):
            out.number(max(-self.change[5 * seat + resource], 0))
        out.end(b"],")
        out.put(b'"get":[')
        for resource in range(5):
            out.number(max(self.change[5 * seat + resource], 0))
        return out.end(b"]},")

    def put_numbers(self, out, points):
        """Write the points of each seat that changed, as far as the viewer knows them, or road lengths."""
        p = self.before
        q = self.after
        written: cython.bint = False
        for seat in range(p.ruleset.players):
            if points:
                was = self.points_of(p, seat)
                now = self.points_of(q, seat)
            else:
                was = p.road_length[seat]
                now = q.road_length[seat]
            if was == now:
                continue
            if not written:
                out.put(b'"points":[' if points else b'"road_lengths":[')
                written = True
            out.put(b'{"seat":')
            out.number(seat)
            _put_change(out, b'"from":', was, now)
        if written:
            out.end(b"],")
        return 0

    def points_of(self, p, seat):
        """Return the points of a seat that the viewer knows of."""
        shown: cython.bint = seat == self.viewer or p.ruleset.open_hands
        return p.public_points[seat] + (held(p.card[seat], VICTORY_POINT) if shown else 0)


def _event_between(before, after):
    """Return the event that the second view has seen and the first has not; 0 if they have seen the same.

    The end of a game may be told without an event. Raises ObservationError if they are further apart.
    """
    count = before.seen_count
    more = after.seen_count - count
    if not 0 <= more <= 1 or (before.seen is not after.seen and before.seen[:count] != after.seen[:count]):
        raise ObservationError("the second view has not seen one event more than the first")
    return after.seen[count] if more else 0


def _any(counts, seat):
    """Say whether a seat has any count that is not 0."""
    for resource in range(5):
        if counts[5 * seat + resource]:
            return True
    return False


def _put_counts(out, counts, seat):
    """Write the five counts of a seat."""
    out.put(b'"cards":[')
    for resource in range(5):
        out.number(counts[5 * seat + resource])
    return out.end(b"],")


def _put_change(out, beginning, was, now):
    """Write what something was and what it is now; a negative number is nobody."""
    out.put(beginning)
    out.seat(was)
    out.put(b'"to":')
    out.seat(now)
    return out.end(b"},")
