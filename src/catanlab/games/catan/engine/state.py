"""The native state of Catan: it ties the families of rules to the State contract."""

import cython

from catanlab.framework.errors import GameError
from catanlab.games.catan import constants
from catanlab.games.catan.engine.illegal_reasons import illegal_reason
from catanlab.games.catan.position import describe

if not cython.compiled:
    from catanlab.framework.state import CHANCE, GROUP_SHIFT, move_code
    from catanlab.games.catan.constants import *  # noqa: F403
    from catanlab.games.catan.engine import (
        cards,
        legal_moves,
        production_and_robber,
        roads_and_buildings,
        trade,
        turn_order,
    )
    from catanlab.games.catan.engine.position import Position, total_points
    from catanlab.games.catan.hands import held, size


class CatanState(Position):
    """A position of Catan under the State contract."""

    def to_move_c(self):
        return self.actor

    def legal(self, out):
        return legal_moves.list_legal_moves(self, out)

    def random_move(self, random, out):
        legal_moves.draw_move(self, random, out)
        return 1

    def random_by_group(self, random, out):
        legal_moves.draw_by_group(self, random, out)
        return 1

    def random_weighted(self, random, weights, out):
        legal_moves.draw_weighted(self, random, weights, out)
        return 1

    def is_legal_c(self, move):
        argument = move & ((cython.cast(cython.longlong, 1) << GROUP_SHIFT) - 1)
        return legal_moves.is_legal(self, move >> GROUP_SHIFT, argument)

    def apply_c(self, move):
        group = move >> GROUP_SHIFT
        argument = move & ((cython.cast(cython.longlong, 1) << GROUP_SHIFT) - 1)
        if group == ROLL:
            # Here and not in the family: a call for two assignments is half a percent of a playout.
            self.phase = ROLLING
            self.actor = CHANCE
        elif group == DICE:
            production_and_robber.take_dice(self, argument)
        elif group == END_TURN:
            turn_order.end_turn(self)
        elif group == ROAD:
            roads_and_buildings.place_road(self, argument)
        elif group == SETTLEMENT:
            roads_and_buildings.place_settlement(self, argument)
        elif group == CITY:
            roads_and_buildings.place_city(self, argument)
        elif group == SKIP_ROADS:
            roads_and_buildings.skip_free_roads(self)
        elif group == BUY_CARD:
            cards.buy_card(self)
        elif group == DRAW:
            cards.draw_card(self, argument)
        elif group == PLAY_KNIGHT:
            cards.play_knight(self)
        elif group == PLAY_ROAD_BUILDING:
            cards.play_road_building(self)
        elif group == PLAY_PLENTY:
            cards.play_plenty(self, argument)
        elif group == PLAY_MONOPOLY:
            cards.play_monopoly(self, argument)
        elif group == DISCARD:
            production_and_robber.discard(self, argument)
        elif group == ROBBER:
            production_and_robber.move_robber(self, argument)
        elif group == STEAL:
            production_and_robber.steal(self, argument)
        elif group == BANK_TRADE:
            trade.trade_with_bank(self, argument)
        elif group == OFFER:
            trade.make_offer(self, argument)
        elif group == ACCEPT or group == REJECT or group == COUNTER:
            trade.give_answer(self, move)
        elif group == CONFIRM:
            trade.confirm(self, argument)
        elif group == TAKE_COUNTER:
            trade.take_counter(self, argument)
        elif group == CANCEL:
            trade.close_offer(self)
        elif group == DEAL:
            trade.make_deal(self, argument)
        return 0

    # Several seats may be asked at once: for answers to an offer, and for discards.

    def deciders_c(self):
        if self.actor >= CHANCE:
            return 0
        seats = 0
        if self.phase == DISCARDING:
            for seat in range(self.ruleset.players):
                if self.discards[seat]:
                    seats |= 1 << seat
            return seats
        if self.phase == ANSWERING or self.phase == CHOOSING:
            for seat in range(self.ruleset.players):
                if seat == self.turn_seat or trade.owes_answer(self, seat):
                    seats |= 1 << seat
            return seats
        return 1 << self.actor

    def question_c(self):
        if self.phase == ANSWERING or self.phase == CHOOSING:
            return 1 + 2 * self.offers_made
        return 2 if self.phase == DISCARDING else 0

    def mover_c(self, move):
        group = move >> GROUP_SHIFT
        if group == ACCEPT or group == REJECT or group == COUNTER:
            return trade.answerer(self, move)
        if group == DISCARD:
            return production_and_robber.discarder(self, move)
        if group == CONFIRM or group == TAKE_COUNTER or group == CANCEL:
            return self.turn_seat
        return self.actor

    def by_c(self, move, seat, out):
        group = move >> GROUP_SHIFT
        out.items[0] = move
        if group == ACCEPT or group == REJECT or group == COUNTER or group == DISCARD:
            code: cython.longlong = seat + 1
            carried = move & SEAT_BITS
            if carried == 0 or carried == code << SEAT_SHIFT:
                out.items[0] = move & ~SEAT_BITS
                if seat != self.actor:
                    out.items[0] |= code << SEAT_SHIFT
        return 1

    def ask_c(self, seat):
        if self.phase == ANSWERING or self.phase == CHOOSING:
            self.phase = CHOOSING if seat == self.turn_seat else ANSWERING
        self.actor = seat
        return 0

    # Chance: the dice, or a card from the deck or from a hand.

    def chance_kind_c(self):
        if self.phase == DRAWING:
            return DRAW
        return STEAL if self.phase == STEALING else DICE

    def outcomes_c(self, out, probabilities):
        probabilities.reserve(16)
        kind = self.chance_kind_c()
        if kind == DICE:
            return production_and_robber.list_dice(self, out, probabilities)
        return cards.list_random_cards(kind, cards.hidden_stack(self), out, probabilities)

    def sample(self, random, out):
        if self.phase == ROLLING:
            out.items[0] = move_code(DICE, production_and_robber.draw_dice(self, random))
        else:
            drawn = cards.draw_random_card(cards.hidden_stack(self), random)
            out.items[0] = move_code(DRAW if self.phase == DRAWING else STEAL, drawn)
        return 1

    # The rest of the contract.

    def returns_c(self, out):
        out.reserve(4)
        best = -1
        sharing = 0
        for seat in range(self.ruleset.players):
            points = total_points(self, seat)
            if points > best:
                best = points
                sharing = 1
            elif points == best:
                sharing += 1
        for seat in range(self.ruleset.players):
            if self.winner >= 0:
                out.items[seat] = 1.0 if seat == self.winner else 0.0
            else:
                out.items[seat] = 1.0 / sharing if total_points(self, seat) == best else 0.0
        return 0

    def seats_c(self):
        return self.ruleset.players

    def score(self, seat):
        return total_points(self, seat)

    def turn_c(self):
        return self.turn_count

    def seen_c(self, move, seat, out):
        group = move >> GROUP_SHIFT
        hidden: cython.bint = False
        if not self.ruleset.open_hands:
            if group == DRAW:
                hidden = seat != self.turn_seat
            elif group == STEAL:
                hidden = seat < 0 or (seat != self.turn_seat and seat != self.victim)
            elif group == DISCARD:
                discarder = production_and_robber.discarder(self, move)
                hidden = self.ruleset.hidden_discards and seat != discarder
        out.items[0] = move
        if hidden:
            # Who discards is seen, but not what.
            out.items[0] = move_code(group, UNKNOWN) | (move & SEAT_BITS if group == DISCARD else 0)
        if group == PLAY_MONOPOLY:
            # Everybody sees how many cards each other seat hands over.
            resource = move & 0xFF
            for other in range(self.ruleset.players):
                if other == self.turn_seat:
                    continue
                count: cython.longlong = held(self.hand[other], resource)
                out.items[0] |= count << (TAKEN_SHIFT + TAKEN_BITS * other)
        return 1

    def copy_from(self, other):
        if other.game is not self.game:
            with cython.gil:
                raise GameError("only a state of the same game can be copied")
        self.take_fields(cython.cast(Position, other))
        return 0

    def blank(self):
        return CatanState(self.game, self.ruleset)

    # The Python face of Catan.

    @property
    def phase_name(self):
        """The decision that the seat to move, or chance, has to make, in words."""
        return constants.PHASES[self.phase]

    @property
    def position(self):
        """The whole position as typed data."""
        players = self.ruleset.players
        bounds = [(self.hand[seat], self.hand[seat]) for seat in range(players)]
        nothing = [0] * players
        return self.typed(None, bounds, nothing, self.deck, 0, size(self.deck), nothing)

    def illegal_reason(self, move):
        """Return in a few words why the rules forbid the move now."""
        return illegal_reason(self, self.game.move_type.of(move))

    def _repr_svg_(self):
        """Return the picture that a notebook shows."""
        from catanlab.games.catan.draw import svg

        return svg(self, hands=True)

    def __repr__(self):
        return describe(self.position)

    def __eq__(self, other):
        if not isinstance(other, CatanState):
            return NotImplemented
        same_game = self.game is other.game or (
            self.game.rules == other.game.rules and self.game.board == other.game.board
        )
        return same_game and self.fields() == other.fields()

    __hash__ = None

    def __reduce__(self):
        return (_restore, (self.game, self.fields()))


def _restore(game, fields):
    state = game.start()
    state.set_fields(fields)
    return state
