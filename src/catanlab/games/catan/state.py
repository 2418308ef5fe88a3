"""The native state of Catan: it ties the families of rules to the State contract."""

import cython

from catanlab.framework.errors import GameError
from catanlab.games.catan import constants
from catanlab.games.catan.details import describe, details
from catanlab.games.catan.refusals import refusal

if not cython.compiled:
    from catanlab.framework.bits import popcount
    from catanlab.framework.state import CHANCE, GROUP_SHIFT, move_code
    from catanlab.games.catan.bank import (
        allows_bank_trade,
        count_bank_trades,
        list_bank_trades,
        trade_with_bank,
    )
    from catanlab.games.catan.buildings import (
        build_city,
        build_settlement,
        collect_start,
        list_cities,
        list_settlements,
        may_pay_city,
        may_pay_settlement,
        open_nodes,
        setup_nodes,
    )
    from catanlab.games.catan.cards import (
        allows_plenty,
        buy_card,
        count_plenty,
        draw_card,
        draw_chances,
        list_monopoly,
        list_plenty,
        may_buy_card,
        may_play,
        play_knight,
        play_monopoly,
        play_plenty,
        play_road_building,
    )
    from catanlab.games.catan.constants import *  # noqa: F403
    from catanlab.games.catan.grid import NODE_EDGES
    from catanlab.games.catan.hands import held
    from catanlab.games.catan.phases import check_win, end_turn, next_setup_step, resume
    from catanlab.games.catan.position import Position, total_points
    from catanlab.games.catan.production import produce
    from catanlab.games.catan.roads import (
        allows_road,
        build_road,
        count_roads,
        list_roads,
        list_setup_roads,
        may_pay_road,
        roads_left,
    )
    from catanlab.games.catan.robber import (
        allows_robber,
        discard,
        list_discards,
        list_robber,
        move_robber,
        start_robbery,
        steal,
    )
    from catanlab.games.catan.shares import draw_blindly, list_shares
    from catanlab.games.catan.trade import (
        allows_confirm,
        allows_counter,
        allows_offer,
        allows_take,
        close_offer,
        confirm,
        count_choices,
        count_counters,
        count_offers,
        draw_counter,
        draw_offer,
        give_answer,
        list_choices,
        list_counters,
        list_offers,
        make_offer,
        may_accept,
        may_offer,
        take_counter,
    )

    DICE_SUMS = [0] * 36
    WAYS = [0] * 13
    LIST_ROOM = 512

for _i, _sum in enumerate(constants.DICE_SUMS):
    DICE_SUMS[_i] = _sum
    WAYS[_sum] += 1


class CatanState(Position):
    """A position of Catan under the State contract."""

    def __init__(self, game, setup):
        Position.__init__(self, game, setup)
        if not cython.compiled:
            self.menu = [0] * 19
            self.open_group = [0] * 19

    def mover(self):
        return self.actor

    # Listing. In most phases a menu counts the open moves of each group; listing them all and drawing
    # one at random both read it. The other phases have few moves, which are simply listed.

    def count_menu(self):
        """Count the open moves of each group; return how many groups there are, 0 without a menu."""
        if self.phase == MAIN or self.phase == BEFORE_ROLL:
            return self.count_actions()
        if self.phase == ANSWERING:
            n = self.enter(0, ACCEPT, may_accept(self))
            n = self.enter(n, REJECT, 1)
            return self.enter(n, COUNTER, count_counters(self))
        if self.phase == CHOOSING:
            n = self.enter(0, CONFIRM, count_choices(self, CONFIRM))
            n = self.enter(n, TAKE_COUNTER, count_choices(self, TAKE_COUNTER))
            return self.enter(n, CANCEL, 1)
        return 0

    def enter(self, n, group, count):
        """Enter a group with its moves as the n-th of the menu, unless it has none."""
        self.menu[group] = count
        self.open_group[n] = group
        return n + 1 if count else n

    def count_actions(self):
        """Count what the seat on turn may do before the roll or in the main phase."""
        seat = self.turn_seat
        if self.phase == MAIN:
            n = self.enter(0, END_TURN, 1)
            if self.hand[seat]:
                if may_pay_road(self):
                    n = self.enter(n, ROAD, count_roads(self))
                if may_pay_settlement(self):
                    n = self.enter(n, SETTLEMENT, popcount(open_nodes(self)))
                if may_pay_city(self):
                    n = self.enter(n, CITY, popcount(self.settlements[seat]))
                n = self.enter(n, BUY_CARD, may_buy_card(self))
        else:
            n = self.enter(0, ROLL, 1)
        if not self.card_played and (self.card[seat] - self.fresh) & PLAYABLE:
            n = self.enter(n, PLAY_KNIGHT, may_play(self, KNIGHT))
            n = self.enter(n, PLAY_ROAD_BUILDING, may_play(self, ROAD_BUILDING))
            if may_play(self, YEAR_OF_PLENTY):
                n = self.enter(n, PLAY_PLENTY, count_plenty(self))
            if may_play(self, MONOPOLY):
                n = self.enter(n, PLAY_MONOPOLY, 5)
        if self.phase == MAIN and self.hand[seat]:
            n = self.enter(n, BANK_TRADE, count_bank_trades(self))
            if may_offer(self):
                n = self.enter(n, OFFER, count_offers(self))
        return n

    def list_group(self, group, out, n):
        """List the moves of one group of the menu."""
        if group == ROAD:
            return list_roads(self, out, n)
        if group == SETTLEMENT:
            return list_settlements(self, open_nodes(self), out, n)
        if group == CITY:
            return list_cities(self, out, n)
        if group == PLAY_PLENTY:
            return list_plenty(self, out, n)
        if group == PLAY_MONOPOLY:
            return list_monopoly(self, out, n)
        if group == BANK_TRADE:
            return list_bank_trades(self, out, n)
        if group == OFFER:
            return list_offers(self, out, n)
        if group == COUNTER:
            return list_counters(self, out, n)
        if group == CONFIRM or group == TAKE_COUNTER:
            return list_choices(self, group, out, n)
        out.items[n] = move_code(group, 0)
        return n + 1

    def list_phase(self, out):
        """List the moves of a phase without a menu."""
        if self.phase == SETUP_SETTLEMENT:
            return list_settlements(self, setup_nodes(self), out, 0)
        if self.phase == SETUP_ROAD:
            return list_setup_roads(self, out, 0)
        if self.phase == DISCARDING:
            return list_discards(self, out, 0)
        if self.phase == ROBBING:
            return list_robber(self, out, 0)
        n = list_roads(self, out, 0)
        if self.setup.skip_free_roads:
            out.items[n] = move_code(SKIP_ROADS, 0)
            n += 1
        return n

    def legal(self, out):
        out.reserve(LIST_ROOM)
        groups = self.count_menu()
        if groups == 0:
            return self.list_phase(out)
        n = 0
        for i in range(groups):
            n = self.list_group(self.open_group[i], out, n)
        return n

    def random_move(self, random, out):
        groups = self.count_menu()
        if groups == 0:
            return self.random_in_phase(random, out)
        count = 0
        for i in range(groups):
            count += self.menu[self.open_group[i]]
        k = random.pick(count) if count > 1 else 0
        i = 0
        while k >= self.menu[self.open_group[i]]:
            k -= self.menu[self.open_group[i]]
            i += 1
        self.draw_in_group(self.open_group[i], k, out)
        return 1

    def random_by_group(self, random, out):
        groups = self.count_menu()
        if groups == 0:
            if self.phase == FREE_ROADS:
                return Position.random_by_group(self, random, out)
            return self.random_in_phase(random, out)
        group = self.open_group[random.pick(groups) if groups > 1 else 0]
        count = self.menu[group]
        self.draw_in_group(group, random.pick(count) if count > 1 else 0, out)
        return 1

    def draw_in_group(self, group, k, out):
        """Write the move with number k of a group of the menu."""
        if out.capacity < LIST_ROOM:
            out.reserve(LIST_ROOM)
        if group == OFFER:
            draw_offer(self, k, out)
        elif group == COUNTER:
            draw_counter(self, k, out)
        else:
            self.list_group(group, out, 0)
            out.items[0] = out.items[k]
        return 0

    def random_in_phase(self, random, out):
        """Draw a move in a phase without a menu; discards are cards drawn blindly."""
        if self.phase == DISCARDING:
            out.items[0] = move_code(DISCARD, draw_blindly(self.hand[self.actor], random))
            return 1
        if out.capacity < LIST_ROOM:
            out.reserve(LIST_ROOM)
        count = self.list_phase(out)
        if count > 1:
            out.items[0] = out.items[random.pick(count)]
        return 1

    # Chance.

    def chances(self, out, probabilities):
        out.reserve(LIST_ROOM)
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

    def allows(self, move):
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

    def play(self, move):
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

    def payoffs(self, out):
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

    def points(self, seat):
        return total_points(self, seat)

    def turns(self):
        return self.turn_count

    def seen_by(self, move, seat, out):
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
    def details(self):
        """Everything in the position, as plain data."""
        return details(self)

    def why_not(self, move):
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
