"""The native state of Catan: it ties the families of rules to the State contract."""

import cython

from catanlab.framework.errors import GameError
from catanlab.games.catan import constants
from catanlab.games.catan.details import describe, details
from catanlab.games.catan.engine.illegal_reasons import refusal

if not cython.compiled:
    from catanlab.framework.state import CHANCE, GROUP_SHIFT, move_code
    from catanlab.games.catan.constants import *  # noqa: F403
    from catanlab.games.catan.engine.cards import (
        allows_plenty,
        buy_card,
        draw_blindly,
        draw_card,
        draw_chances,
        list_shares,
        may_buy_card,
        may_play,
        play_knight,
        play_monopoly,
        play_plenty,
        play_road_building,
    )
    from catanlab.games.catan.engine.legal_moves import draw_by_group, draw_move, draw_weighted, list_menu
    from catanlab.games.catan.engine.position import Position, total_points
    from catanlab.games.catan.engine.production_and_robber import (
        allows_robber,
        discard,
        move_robber,
        produce,
        start_robbery,
        steal,
    )
    from catanlab.games.catan.engine.roads_and_buildings import (
        allows_road,
        build_city,
        build_road,
        build_settlement,
        collect_start,
        count_roads,
        may_pay_city,
        may_pay_road,
        may_pay_settlement,
        open_nodes,
        roads_left,
        setup_nodes,
    )
    from catanlab.games.catan.engine.trade import (
        allows_bank_trade,
        allows_confirm,
        allows_counter,
        allows_offer,
        allows_take,
        close_offer,
        confirm,
        give_answer,
        make_offer,
        may_accept,
        take_counter,
        trade_with_bank,
    )
    from catanlab.games.catan.engine.turn_order import check_win, end_turn, next_setup_step, resume
    from catanlab.games.catan.grid import NODE_EDGES
    from catanlab.games.catan.hands import held, size

    DICE_SUMS = [0] * 36
    WAYS = [0] * 13

for _i, _sum in enumerate(constants.DICE_SUMS):
    DICE_SUMS[_i] = _sum
    WAYS[_sum] += 1


class CatanState(Position):
    """A position of Catan under the State contract."""

    def to_move_c(self):
        return self.actor

    def legal(self, out):
        return list_menu(self, out)

    def random_move(self, random, out):
        draw_move(self, random, out)
        return 1

    def random_by_group(self, random, out):
        draw_by_group(self, random, out)
        return 1

    def random_weighted(self, random, weights, out):
        draw_weighted(self, random, weights, out)
        return 1

    # Chance.

    def outcomes_c(self, out, probabilities):
        probabilities.reserve(16)
        if self.phase == DRAWING:
            return draw_chances(self, out, probabilities)
        if self.phase == STEALING:
            return list_shares(STEAL, self.hand[self.victim], out, probabilities)
        n = 0
        sevens: cython.bint = self.turn_count >= self.setup.no_sevens_turns
        for total in range(2, 13):
            if total != 7 or sevens:
                out.items[n] = move_code(DICE, total)
                probabilities.items[n] = WAYS[total] / (36.0 if sevens else 30.0)
                n += 1
        return n

    def chance_kind_c(self):
        if self.phase == DRAWING:
            return DRAW
        return STEAL if self.phase == STEALING else DICE

    def sample(self, random, out):
        if self.phase == DRAWING:
            out.items[0] = move_code(DRAW, draw_blindly(self.deck, random))
        elif self.phase == STEALING:
            out.items[0] = move_code(STEAL, draw_blindly(self.hand[self.victim], random))
        else:
            sevens: cython.bint = self.turn_count >= self.setup.no_sevens_turns
            out.items[0] = move_code(DICE, DICE_SUMS[random.pick(36 if sevens else 30)])
        return 1

    # The rules for one move.

    def is_legal_c(self, move):
        group = move >> GROUP_SHIFT
        argument = move & ((cython.cast(cython.longlong, 1) << GROUP_SHIFT) - 1)
        if self.phase == MAIN:
            return self.allows_action(group, argument)
        if self.phase == BEFORE_ROLL:
            if group == ROLL:
                return argument == 0
            return PLAY_KNIGHT <= group <= PLAY_MONOPOLY and self.allows_action(group, argument)
        if self.phase == SETUP_SETTLEMENT:
            return group == SETTLEMENT and argument < 54 and (setup_nodes(self) >> argument) & 1
        if self.phase == SETUP_ROAD or self.phase == FREE_ROADS:
            if group == SKIP_ROADS:
                return argument == 0 and self.phase == FREE_ROADS and self.setup.skip_free_roads
            if group != ROAD or argument >= 72:
                return False
            return (
                allows_road(self, argument)
                if self.phase == FREE_ROADS
                else self.allows_setup_road(argument)
            )
        if self.phase == DISCARDING:
            return group == DISCARD and argument < 5 and held(self.hand[self.actor], argument) > 0
        if self.phase == ROBBING:
            return group == ROBBER and allows_robber(self, argument)
        if self.phase == ANSWERING:
            if group == ACCEPT:
                return argument == 0 and may_accept(self)
            if group == REJECT:
                return argument == 0
            return group == COUNTER and allows_counter(self, argument)
        if self.phase == CHOOSING:
            if group == CONFIRM:
                return allows_confirm(self, argument)
            if group == TAKE_COUNTER:
                return allows_take(self, argument)
            return group == CANCEL and argument == 0
        if self.phase == ROLLING:
            if group != DICE or not 2 <= argument <= 12:
                return False
            return argument != 7 or self.turn_count >= self.setup.no_sevens_turns
        if self.phase == DRAWING:
            return group == DRAW and argument < 5 and held(self.deck, argument) > 0
        if self.phase == STEALING:
            return group == STEAL and argument < 5 and held(self.hand[self.victim], argument) > 0
        return False

    def allows_setup_road(self, edge):
        """Say whether the edge is free and at the settlement just placed."""
        for slot in range(3):
            if NODE_EDGES[self.last_node * 3 + slot] == edge:
                return not (self.taken[edge >> 6] >> (edge & 63)) & 1
        return False

    def allows_action(self, group, argument):
        """Say whether the seat on turn may take this action in its turn."""
        if group == ROAD:
            return argument < 72 and may_pay_road(self) and allows_road(self, argument)
        if group == SETTLEMENT:
            return argument < 54 and may_pay_settlement(self) and (open_nodes(self) >> argument) & 1
        if group == CITY:
            if argument >= 54 or not may_pay_city(self):
                return False
            return (self.settlements[self.turn_seat] >> argument) & 1
        if group == BANK_TRADE:
            return allows_bank_trade(self, argument)
        if group == OFFER:
            return allows_offer(self, argument)
        if group == PLAY_PLENTY:
            return may_play(self, YEAR_OF_PLENTY) and allows_plenty(self, argument)
        if group == PLAY_MONOPOLY:
            return argument < 5 and may_play(self, MONOPOLY)
        if argument != 0:
            return False
        if group == END_TURN:
            return True
        if group == BUY_CARD:
            return may_buy_card(self)
        if group == PLAY_KNIGHT:
            return may_play(self, KNIGHT)
        return group == PLAY_ROAD_BUILDING and may_play(self, ROAD_BUILDING)

    def apply_c(self, move):
        group = move >> GROUP_SHIFT
        argument = move & ((cython.cast(cython.longlong, 1) << GROUP_SHIFT) - 1)
        if group == ROLL:
            self.phase = ROLLING
            self.actor = CHANCE
        elif group == DICE:
            self.rolled = True
            if argument == 7:
                start_robbery(self)
            else:
                produce(self, argument)
                resume(self)
        elif group == END_TURN:
            end_turn(self)
        elif group == ROAD:
            self.place_road(argument)
        elif group == SETTLEMENT:
            self.place_settlement(argument)
        elif group == CITY:
            self.pay(CITY_COST)
            build_city(self, self.turn_seat, argument)
            check_win(self)
            resume(self)
        elif group == BANK_TRADE:
            trade_with_bank(self, argument)
        elif group == BUY_CARD:
            buy_card(self)
        elif group == DRAW:
            draw_card(self, argument)
        elif group == DISCARD:
            discard(self, argument)
        elif group == ROBBER:
            move_robber(self, argument)
        elif group == STEAL:
            steal(self, argument)
        elif group == PLAY_KNIGHT:
            play_knight(self)
        elif group == PLAY_ROAD_BUILDING:
            play_road_building(self)
        elif group == PLAY_PLENTY:
            play_plenty(self, argument)
        elif group == PLAY_MONOPOLY:
            play_monopoly(self, argument)
        elif group == OFFER:
            make_offer(self, argument)
        elif group == ACCEPT or group == REJECT or group == COUNTER:
            give_answer(self, move)
        elif group == CONFIRM:
            confirm(self, argument)
        elif group == TAKE_COUNTER:
            take_counter(self, argument)
        elif group == CANCEL:
            close_offer(self)
        elif group == SKIP_ROADS:
            self.free_roads = 0
            resume(self)
        return 0

    def pay(self, cost):
        """Pay a cost to the bank; it makes the action count as taken."""
        self.hand[self.turn_seat] -= cost
        self.bank += cost & self.setup.bank_counts
        self.acted = True

    def place_road(self, edge):
        """Build a road: in the set-up, free by a card, or paid for."""
        if self.phase == SETUP_ROAD:
            build_road(self, self.turn_seat, edge)
            next_setup_step(self)
            return
        if self.phase == MAIN:
            self.pay(ROAD_COST)
            build_road(self, self.turn_seat, edge)
            check_win(self)
            resume(self)
            return
        build_road(self, self.turn_seat, edge)
        self.free_roads -= 1
        check_win(self)
        if self.phase == FINISHED:
            return
        if self.free_roads == 0 or roads_left(self, self.turn_seat) == 0 or count_roads(self) == 0:
            self.free_roads = 0
            resume(self)

    def place_settlement(self, node):
        """Build a settlement: in the set-up, or paid for."""
        if self.phase == SETUP_SETTLEMENT:
            build_settlement(self, self.turn_seat, node)
            if self.setup_step >= self.setup.players:
                collect_start(self, self.turn_seat, node)
            self.last_node = node
            self.phase = SETUP_ROAD
            return
        self.pay(SETTLEMENT_COST)
        build_settlement(self, self.turn_seat, node)
        check_win(self)
        resume(self)

    # The rest of the contract.

    def returns_c(self, out):
        out.reserve(4)
        best = -1
        sharing = 0
        for seat in range(self.setup.players):
            points = total_points(self, seat)
            if points > best:
                best = points
                sharing = 1
            elif points == best:
                sharing += 1
        for seat in range(self.setup.players):
            if self.winner >= 0:
                out.items[seat] = 1.0 if seat == self.winner else 0.0
            else:
                out.items[seat] = 1.0 / sharing if total_points(self, seat) == best else 0.0
        return 0

    def seats_c(self):
        return self.setup.players

    def score(self, seat):
        return total_points(self, seat)

    def turn_c(self):
        return self.turn_count

    def seen_c(self, move, seat, out):
        group = move >> GROUP_SHIFT
        hidden: cython.bint = False
        if not self.setup.open_hands:
            if group == DRAW:
                hidden = seat != self.turn_seat
            elif group == STEAL:
                hidden = seat != self.turn_seat and seat != self.victim
            elif group == DISCARD:
                hidden = self.setup.hidden_discards and seat != self.actor
        out.items[0] = move_code(group, UNKNOWN) if hidden else move
        if group == PLAY_MONOPOLY:
            # Everybody sees how many cards each other seat hands over.
            resource = move & 0xFF
            for other in range(self.setup.players):
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
        return CatanState(self.game, self.setup)

    # The Python face of Catan.

    @property
    def phase_name(self):
        """What the seat to move, or chance, has to decide."""
        return constants.PHASES[self.phase]

    @property
    def position(self):
        """The whole position as typed data."""
        players = self.setup.players
        bounds = [(self.hand[seat], self.hand[seat]) for seat in range(players)]
        nothing = [0] * players
        return self.typed(None, bounds, nothing, self.deck, 0, size(self.deck), nothing)

    @property
    def details(self):
        """Everything in the position, as plain data."""
        return details(self)

    def illegal_reason(self, move):
        """Return in a few words why the rules forbid the move now."""
        return refusal(self, self.game.move_type.of(move))

    def _repr_svg_(self):
        """Return the picture that a notebook shows."""
        from catanlab.games.catan.draw import svg

        return svg(self, hands=True)

    def __repr__(self):
        return describe(self)

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
