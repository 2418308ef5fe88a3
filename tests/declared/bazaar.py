"""Bazaar, a toy that uses every word of the vocabulary."""

from catanlab.framework.declared import (
    REJECTED,
    AcceptTrade,
    AcquireLogic,
    AcquirePlaceable,
    Action,
    AgreeTrade,
    BankTrade,
    Bundle,
    CancelTrade,
    Chance,
    Choice,
    ConfirmTrade,
    Counter,
    CounterTrade,
    Cycle,
    Deck,
    Declaration,
    Dice,
    GameState,
    Interrupt,
    Logic,
    ModifyResource,
    NextGameState,
    OfferTrade,
    Placeable,
    PlaceAndSeat,
    PlacePlaceable,
    PlayLogic,
    PurchaseLogic,
    PurchasePlaceable,
    RejectTrade,
    RemoveLogic,
    RemovePlaceable,
    Resources,
    Seat,
    TakeCounter,
    free,
    members,
    option,
    per_seat,
    snake,
    value,
)

ONE = ((1, 0), (0, 1))


class Bazaar(Declaration):
    """Bazaar, a toy.

    Put up stalls, trade, and have the most points after some turns.
    """

    name = "bazaar"
    summary = "a toy with all words"
    players = option(3, "Seats.", limits=(2, 4))
    length = option(12, "Turns.", limits=(2, 100))
    seats = players

    town = free(
        vertices=["gate", "well", "mill", "quay"],
        edges=[("gate", "well"), ("well", "mill"), ("mill", "quay"), ("quay", "gate")],
        areas=[("gate", "well", "mill", "quay")],
    )
    salt, silk = goods = Resources("salt", "silk")
    stall = Placeable(town.vertices, supply=2, cost=salt + silk)
    lane = Placeable(town.edges, supply=3)
    crowd = Placeable(town.vertices, shared=True, over=stall, reach="board")

    spy = Logic(copies=3)
    feast = Logic(copies=2, title="a feast")
    pile = Deck([spy, feast], group="card")
    weather = Dice(1, 3, group="weather")
    gift = Chance(target=Choice(["salt", "silk"]), group="gift")

    points = per_seat(0)
    tithe = per_seat(0)
    hears: int | None = value(None)
    told = value(0, each="turn")
    torn = value(False, each="turn")
    log: tuple[str, ...] = value(())

    wake = NextGameState()
    settle_down = AcquirePlaceable(stall, group="settle")
    build = PurchasePlaceable(stall, group="build")
    pave = AcquirePlaceable(lane, group="pave")
    tear = RemovePlaceable(lane, group="tear")
    lead = PlacePlaceable(crowd, target=PlaceAndSeat(town.vertices), group="lead")
    draw = AcquireLogic(pile, group="draw")
    hire = PurchaseLogic(pile, cost=salt, group="hire")
    drop = RemoveLogic(feast, group="drop")
    spy_on = PlayLogic(spy, target=Seat(), group="spy on")
    dine = PlayLogic(feast, target=Bundle(goods), group="dine")
    whisper = Action(target=Choice(["yes", "no"]), group="whisper")
    swap = BankTrade(goods, group="swap")
    offering = OfferTrade(goods, group="offer")
    deal = AgreeTrade(goods, group="deal")
    yes = AcceptTrade(group="yes")
    no = RejectTrade(group="no")
    rather = CounterTrade(goods, group="rather")
    settle_offer = ConfirmTrade(group="settle with")
    take = TakeCounter(group="take from")
    call_off = CancelTrade(group="call off")
    pay_tithe = ModifyResource(goods, group="tithe")
    done = NextGameState(group="done")

    first = GameState([settle_down], once=True)
    morning = GameState([wake])
    day = GameState(
        [
            build,
            pave,
            tear,
            draw,
            hire,
            drop,
            spy_on,
            dine,
            whisper,
            swap,
            offering,
            deal,
            done,
        ]
    )
    leading = Interrupt([lead], once=True)
    taxed = Interrupt([pay_tithe], then=leading)
    market = Interrupt([yes, no, rather, settle_offer, take, call_off])

    opening = Cycle([first], order=snake, counted=False)
    days = Cycle([morning, day])
    night = Cycle()

    def set_up_pieces(self):
        self.put(self.crowd, 0, 0)
        for seat in range(self.seats):
            self.receive(seat, (1, 1))

    @opening.until
    def all_have_a_stall(self):
        """Everybody begins with a stall, where one is free."""
        return self.cycle_turn == min(self.seats, 3)

    @stall.where("occupied")
    def stall_is_alone(self, seat, place):
        """A stall stands alone."""
        return not self.occupied(self.stall) >> place & 1

    @stall.payable("too-rich")
    def not_too_rich(self, seat):
        """Who has ten points builds no more."""
        return self.points[seat] < 10

    @lane.where("occupied")
    def lane_is_free(self, seat, edge):
        """A lane is paved once."""
        return not self.occupied(self.lane) >> edge & 1

    @crowd.where("stays")
    def crowd_moves(self, seat, place):
        """The crowd moves on."""
        return place != self.location(self.crowd)

    @lead.where("not-there")
    def crowd_favours_a_seat_with_a_stall(self, seat, place, favoured):
        """The crowd favours nobody, or a seat with a stall there."""
        return favoured is None or bool(self.places_of(self.stall, favoured) >> place & 1)

    @lead.done
    def crowd_brings_a_point(self, seat, place, favoured):
        """Whom the crowd favours gets a point."""
        if favoured is not None:
            self.points[favoured] += 1

    @stall.placed
    def stall_scores(self, seat, place):
        """A stall is worth two points."""
        self.points[seat] += 2

    @stall.owner_changed
    def stall_moves_points(self, seat, place, before):
        """Who takes a stall over takes its points."""
        if before is not None and seat is not None:
            self.points[seat] += 2
            self.points[before] -= 2

    @stall.neighbour_placed
    def lane_brings_guests(self, seat, place, piece, at, whose):
        """A lane at a stall brings its owner a point."""
        if piece is self.lane:
            self.points[seat] += 1

    @stall.neighbour_removed
    def guests_are_lost(self, seat, place, piece, at, whose):
        """A torn lane takes the point away."""
        if piece is self.lane and self.points[seat]:
            self.points[seat] -= 1

    @tear.when("once")
    def one_lane_a_day(self, seat):
        """One lane a day is torn up."""
        return not self.torn

    @lane.removed
    def lane_is_remembered(self, seat, edge):
        """A torn lane is remembered."""
        self.torn = True

    @stall.activated
    def stall_earns(self, seat, place):
        """A stall in the sun earns salt."""
        if self.bank[0]:
            self.receive(seat, ONE[0])

    @stall.deactivated
    def stall_is_shut(self, seat, place):
        """A stall in the rain is shut."""
        self.log = (*self.log[-3:], "shut")

    @morning.deactivated
    def weather_comes(self):
        """Every day begins with the weather."""
        self.begin(self.weather)

    @weather.where
    def no_storm_at_first(self, face):
        """On the first day there is no storm."""
        return face != 3 or self.turns > 0

    @weather.fell
    def weather_decides(self, face):
        """Sun pays, rain shuts stalls, a storm takes a tithe."""
        stalls = members(self.occupied(self.stall))
        if face == 3:
            self.tithe = [1 if sum(hand) > 2 else 0 for hand in self.hands]
            self.begin(self.taxed)
        for place in stalls:
            self.activate(self.stall, place) if face == 1 else self.deactivate(self.stall, place)

    @taxed.actors
    def those_who_owe(self):
        """Who owes the tithe pays it."""
        return [seat for seat in self.after(self.on_turn) if self.tithe[seat]]

    @pay_tithe.done
    def tithe_is_paid(self, seat, kind):
        """The tithe is one card."""
        self.tithe[seat] = 0

    @pay_tithe.seen_by
    def only_the_payer_sees(self, seat, kind):
        """Others do not see which card it was."""
        return (seat,)

    @draw.when("once")
    @hire.when("once")
    def one_card_a_day(self, seat):
        """One card a day is drawn."""
        return not any(self.acquired_this_turn[seat])

    @draw.when("too-many")
    def few_cards(self, seat):
        """Cards are for nothing while one holds none."""
        return not any(self.held[seat])

    @spy.when("new")
    def spy_is_not_new(self, seat):
        """A spy waits a day."""
        return self.held[seat][0] > self.acquired_this_turn[seat][0]

    @spy_on.where("nothing-to-find")
    def another_with_cards(self, seat, other):
        """A spy goes to another seat that has cards."""
        return other != seat and any(self.hands[other])

    @spy.played
    def spy_takes_a_card(self, seat, other):
        """A spy takes a card blindly."""
        self.hears = other
        self.begin(self.gift)

    @gift.weights
    def cards_of_the_other(self):
        """Each card is as likely as any other."""
        return enumerate(self.hands[self.hears])

    @gift.fell
    def card_changes_hands(self, kind):
        """The card goes to the owner of the spy."""
        self.exchange(self.on_turn, self.hears, (0, 0), ONE[kind])
        self.hears = None

    @gift.seen_by
    def both_see_it(self, kind):
        """Only the two see it."""
        return (self.on_turn, self.hears)

    @dine.listed
    def dinners(self, seat):
        """A dinner is a card of the bank."""
        return [(cards,) for cards in ONE if self.bank[cards.index(1)]]

    @dine.where("one")
    def dinner_is_one_card(self, seat, cards):
        """A dinner is one card that the bank has."""
        return cards in ONE and bool(self.bank[cards.index(1)])

    @feast.played
    def feast_feeds(self, seat, cards):
        """A feast brings a card, and the stall at the crowd."""
        self.receive(seat, cards)
        place = self.location(self.crowd)
        owner = self.owner(self.stall, place)
        if owner is not None and owner != seat and self.left(self.stall, seat):
            self.hand_over(self.stall, place, seat)

    @feast.acquired
    def invitation(self, seat):
        """Who gets a feast is glad."""
        self.points[seat] += 1

    @feast.lost
    def feast_is_over(self, seat):
        """And sad when it is over."""
        self.points[seat] -= 1

    @whisper.when("told")
    def once_a_day(self, seat):
        """One whispers once a day."""
        return not self.told

    @whisper.done
    def told_today(self, seat, word):
        """A whisper is a whisper."""
        self.told = 1

    @swap.listed
    def swaps(self, seat):
        """Two of one kind buy one of the other."""
        hand = self.hands[seat]
        return [((2, 0), (0, 1))] * (hand[0] > 1 and self.bank[1] > 0) + [((0, 2), (1, 0))] * (
            hand[1] > 1 and self.bank[0] > 0
        )

    @swap.where("ratio")
    def two_for_one(self, seat, give, get):
        """The bank takes two for one."""
        return (give, get) in self.swaps(seat)

    @offering.when("once")
    def one_offer(self, seat):
        """One offer a day, of a card for a card."""
        return self.told < 2

    @offering.listed
    def offers(self, seat):
        """A card for one of the other kind, to all."""
        others = tuple(other for other in range(self.seats) if other != seat)
        return [(ONE[k], ONE[1 - k], others) for k in (0, 1) if self.hands[seat][k]]

    @offering.where("unfair")
    def fair(self, seat, give, get, to):
        """Offers are fair."""
        others = [other for other in to if other < self.seats and other != seat]
        return {give, get} == set(ONE) and len(others) == len(to) > 0 and self.has(seat, give)

    @offering.done
    def others_are_asked(self, seat, give, get, to):
        """All are asked."""
        self.told = 2
        self.begin(self.market)

    @market.actors
    def unanswered(self):
        """Who has not answered is asked."""
        return self.offer.unanswered if self.offer else ()

    @market.until
    def offer_is_gone(self):
        """It is over when the offer is gone, or rejected by all."""
        return self.offer is None or all(self.offer.answers[seat] == REJECTED for seat in self.offer.to)

    @market.deactivated
    def nothing_is_open(self):
        """Then nothing is open."""
        self.offer = None

    @yes.when("cannot-pay")
    def has_it(self, seat):
        """Who accepts has it."""
        return self.has(seat, self.offer.get)

    @rather.listed
    def counters(self, seat):
        """One may ask for two."""
        return [(self.offer.get, tuple(2 * n for n in self.offer.give))] if self.has_it(seat) else []

    @rather.where("only-two")
    def counter_asks_for_two(self, seat, give, get):
        """A counter-offer asks for two."""
        return (give, get) in self.counters(seat)

    @settle_offer.where("not-accepted")
    def accepted(self, seat, other):
        """One settles with who accepted."""
        return self.offer.answers[other] == "accepted"

    @take.where("cannot-pay")
    def can_pay_two(self, seat, other):
        """One takes what one can pay."""
        answer = self.offer.answers[other]
        return isinstance(answer, Counter) and self.has(seat, answer.get)

    @deal.listed
    def no_deals(self, seat):
        """Deals are not listed."""
        return ()

    @deal.where("unfair")
    def deal_is_fair(self, seat, give, get, other):
        """A deal is a card for a card of another seat."""
        known = 0 <= other < self.seats and other != seat
        return known and {give, get} == set(ONE) and self.has(seat, give) and self.has(other, get)

    @night.when
    def days_are_over(self):
        """The bazaar closes after some days."""
        return self.turns >= self.length

    def score(self, seat):
        return max(0, self.points[seat])

    def public_score(self, seat):
        return max(0, self.points[seat] - self.held[seat][1])


BazaarGame = Bazaar.Game
