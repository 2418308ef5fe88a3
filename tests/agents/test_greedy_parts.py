"""The parts of the greedy agent, each by itself: goals, roads, trades, cards, the robber."""

import pytest

from catanlab import Catan
from catanlab.agents.greedy.cards import card_to_play
from catanlab.agents.greedy.goals import CARD, CITY, ROAD, SETTLEMENT, Goal, goals, rate_goals, survey
from catanlab.agents.greedy.memory import BOTH_SIDES, ROUNDS, refused_offers
from catanlab.agents.greedy.opening import rate_road, rate_start
from catanlab.agents.greedy.paths import spots, way_to_longest_road
from catanlab.agents.greedy.robbery import rate_robbery, why_knight
from catanlab.agents.greedy.trade import GAIN, answer, bank_trade, offer, settle
from catanlab.agents.greedy.worth import growth, worth
from catanlab.agents.land import Land
from catanlab.agents.reading import Reading
from catanlab.framework.moves import GROUP_SHIFT
from catanlab.games.catan import constants as c
from catanlab.games.catan.grid import edge_nodes
from catanlab.games.catan.hands import pack, unpack
from catanlab.games.catan.moves import CatanMove
from catanlab.table.random_agent import RandomAgent
from catanlab.table.table import Table

FOUR = (4,) * 5
PLENTY = pack((9,) * 5)


def table_of_random(seed=1, rules="trading"):
    game = Catan(seed=seed, rules=rules)
    return Table(game, [RandomAgent(by_group=True) for _ in range(4)], seed=seed, max_turns=120)


@pytest.fixture
def reading():
    """Read seat 0's view in the middle of a game; fields can then be set as a test needs them."""
    table = table_of_random()
    while table.state.turn < 20:
        table.step()
    read = Reading(table.view(0), Land(table.game.board))
    read.on_turn = 0
    read.hand = (0,) * 5
    read.hand_size = 0
    read.bank = (19,) * 5
    read.ratios = FOUR
    read.rates = [0.1] * 5
    read.public_points = (3, 3, 3, 3)
    read.points = 3
    read.card_played = False
    read.playable = [0] * 5
    read.bounds = ((0, 0),) + ((0, PLENTY),) * 3
    return read


def goal(need, *, kind="city", rolls=5.0, node=7, roads=()):
    return Goal(kind, need, 1.0, rolls, node, roads)


def give(reading, *hand):
    reading.hand = hand
    reading.hand_size = sum(hand)


def on_turn_with_plenty(state, seat):
    """Return a copy of a state in which a seat is on turn and can pay for anything."""
    fields = state.fields()
    hand = list(fields["hand"])
    hand[seat] = PLENTY
    fields |= {
        "phase": c.MAIN,
        "actor": seat,
        "turn_seat": seat,
        "rolled": True,
        "hand": tuple(hand),
    }
    copy = state.copy()
    copy.set_fields(fields)
    return copy


# Reading.


def test_a_reading_agrees_with_the_details_of_the_view():
    table = table_of_random()
    while not table.is_over:
        table.step()
        if len(table.moves) % 97:
            continue
        for seat in range(4):
            view = table.view(seat)
            read, facts = Reading(view, Land(table.game.board)), view.details
            own = facts.seats[seat]
            assert read.hand == tuple(facts.resources.values())
            assert read.cards == tuple(facts.cards.values())
            assert read.ratios == tuple(own.ratios.values())
            assert read.points == own.points
            assert read.roads_left == 15 - len(own.roads)
            assert read.settlements_left == 5 - len(own.settlements)
            assert read.cities_left == 4 - len(own.cities)
            assert read.deck_size == facts.deck_size
            assert read.knights_lacking >= (facts.largest_army != seat)
            for other in range(4):
                for resource, name in enumerate(c.RESOURCES):
                    least, most = (
                        facts.seats[other].certain[name],
                        facts.seats[other].possible[name],
                    )
                    assert least <= read.expected(other, resource) <= most
                    assert read.may_hold(other, resource, most)
                    assert not read.may_hold(other, resource, most + 1)


def test_rates_are_the_expected_cards_of_a_roll():
    table = table_of_random()
    while not table.is_over:
        table.step()
        state = table.state
        if len(table.moves) % 199 or state.phase_name == "finished":
            continue
        read = Reading(table.view(2), Land(table.game.board))
        fields = state.fields()
        fields |= {"phase": c.ROLLING, "actor": 100, "bank": c.FULL_BANK, "robber": state.game.board.desert}
        expected = [0.0] * 5
        for total in range(2, 13):
            if total == 7:
                continue
            roll = state.copy()
            roll.set_fields(fields)
            before = unpack(roll.fields()["hand"][2])
            roll.apply(f"dice {total}")
            after = unpack(roll.fields()["hand"][2])
            for resource in range(5):
                expected[resource] += (after[resource] - before[resource]) * (6 - abs(7 - total)) / 36
        assert read.rates == pytest.approx(expected)


# Worth and roads.


def test_a_port_makes_production_worth_more():
    rates = (0.3, 0.1, 0.1, 0.1, 0.1)
    assert worth(rates, (2, 4, 4, 4, 4)) > worth(rates, (3,) * 5) > worth(rates, FOUR)


def test_growth_is_the_difference_in_worth():
    land = Land(Catan(seed=4).board)
    rates, ratios = [0.1, 0.0, 0.2, 0.0, 0.3], (4, 4, 3, 4, 4)
    for node in range(54):
        after = [rate + more for rate, more in zip(rates, land.yields[node], strict=True)]
        port = land.ports[node]
        better = [
            2 if port == resource else min(3, ratio) if port == c.ANY_PORT else ratio
            for resource, ratio in enumerate(ratios)
        ]
        gain = worth(after, better) - worth(rates, ratios)
        assert growth(land, node, rates, ratios) == pytest.approx(gain)


def test_spots_can_be_reached_by_their_roads_and_built_on():
    table = table_of_random(seed=2)
    checked = 0
    while not table.is_over:
        table.step()
        if len(table.moves) < 16 or len(table.moves) % 61:
            continue
        for seat in range(4):
            read = Reading(table.view(seat), Land(table.game.board))
            for spot in spots(read):
                if len(spot.roads) > read.roads_left or not read.settlements_left:
                    continue
                state = on_turn_with_plenty(table.state, seat)
                for edge in spot.roads:
                    state.apply("road {}-{}".format(*edge_nodes(edge)))
                    if state.is_over:
                        break
                    state = on_turn_with_plenty(state, seat)
                if not state.is_over:
                    assert state.is_legal(f"settlement {spot.node}")
                checked += 1
    assert checked > 50


def test_the_way_to_longest_road_brings_it_with_its_last_road():
    found = 0
    for seed in range(3):
        table = table_of_random(seed)
        while not table.is_over:
            table.step()
            if len(table.moves) < 16 or len(table.moves) % 31:
                continue
            for seat in range(4):
                view = table.view(seat)
                way = way_to_longest_road(view, Reading(view, Land(table.game.board)))
                if way is None:
                    continue
                found += 1
                state = table.state
                for edge in way:
                    assert state.fields()["road_holder"] != seat
                    state = on_turn_with_plenty(state, seat)
                    state.apply("road {}-{}".format(*edge_nodes(edge)))
                assert state.fields()["road_holder"] == seat
    assert found > 10


def test_the_holder_of_longest_road_looks_for_none(reading):
    reading.road_holder = 0
    assert way_to_longest_road(None, reading) is None


def test_the_first_settlement_goes_where_the_dice_fall():
    game = Catan(board="beginner")
    land = Land(game.board)
    read = Reading(game.observer(0).view(), land)
    best = max(range(54), key=lambda node: rate_start(read, node))
    assert 36 * sum(land.yields[best]) >= 11
    assert rate_road(read, 0) >= 0


# Goals.


def test_every_goal_names_its_full_cost(reading):
    table = table_of_random()
    while table.state.turn < 20:
        table.step()
    view = table.view(0)
    read = Reading(view, Land(table.game.board))
    found = goals(read, survey(view, read))
    assert {"city", "card"} <= {one.kind for one in found}
    assert [one.value for one in found] == sorted((one.value for one in found), reverse=True)
    base = {"city": CITY, "card": CARD, "settlement": SETTLEMENT, "longest road": (0,) * 5}
    for one in found:
        roads = len(one.roads)
        assert one.need == tuple(n + roads * r for n, r in zip(base[one.kind], ROAD, strict=True))
        assert one.text


def test_what_wins_comes_first(reading):
    table = table_of_random()
    while table.state.turn < 20:
        table.step()
    view = table.view(0)
    read = Reading(view, Land(table.game.board))
    read.points = 9
    assert goals(read, survey(view, read))[0].kind != "card"


def test_nothing_is_a_goal_for_which_pieces_are_missing(reading):
    table = table_of_random()
    while table.state.turn < 20:
        table.step()
    view = table.view(0)
    read = Reading(view, Land(table.game.board))
    surveyed = survey(view, read)
    read.deck_size = 0
    read.settlements = (0b11111, 0, 0, 0)
    read.cities = (0b1111 << 10, 0, 0, 0)
    assert {one.kind for one in goals(read, surveyed)} <= {"longest road"}


# Trade.


def test_the_bank_is_used_if_that_completes_the_goal(reading):
    give(reading, 4, 0, 0, 2, 2)
    move, why, _ = bank_trade(reading, goal(CITY))
    assert str(move) == "bank 4 wood for 1 ore"
    assert "ore is for a city at node 7" in why


def test_the_bank_is_left_alone_if_the_goal_stays_out_of_reach(reading):
    give(reading, 4, 0, 0, 2, 1)
    assert bank_trade(reading, goal(CITY)) is None
    assert bank_trade(reading, goal(CITY), in_any_case=True) is not None


def test_needed_cards_are_not_traded_away(reading):
    give(reading, 0, 0, 0, 4, 1)
    assert bank_trade(reading, goal(CITY), in_any_case=True) is None


def test_the_bank_cannot_give_what_it_has_not(reading):
    give(reading, 4, 0, 0, 2, 2)
    reading.bank = (19, 19, 19, 19, 0)
    assert bank_trade(reading, goal(CITY)) is None


def sides(text):
    return CatanMove.parse(text) & BOTH_SIDES


@pytest.fixture
def miners(reading):
    """The same, with others who make much ore and no wood, and may hold anything."""
    reading.rates_of = lambda seat: [0.0, 0.1, 0.1, 0.1, 0.2]
    return reading


def test_an_offer_gives_what_is_left_over_for_what_is_missing(miners):
    give(miners, 2, 0, 0, 2, 2)
    move, *_ = offer(miners, [goal(CITY)], ())
    assert str(move) == "offer 1 wood for 1 ore to 1 2 3"
    again, *_ = offer(miners, [goal(CITY)], [sides("offer 1 wood for 1 ore to 1")])
    assert str(again) == "offer 2 wood for 1 ore to 1 2 3"
    assert offer(miners, [goal(CITY)], [move & BOTH_SIDES, again & BOTH_SIDES]) is None


def test_an_offer_goes_to_those_who_may_have_the_card_and_are_not_about_to_win(miners):
    give(miners, 1, 0, 0, 2, 2)
    miners.bounds = ((0, 0), (0, 0), (0, PLENTY), (0, PLENTY))
    miners.public_points = (3, 3, 3, 8)
    move, *_ = offer(miners, [goal(CITY)], ())
    assert str(move) == "offer 1 wood for 1 ore to 2"
    miners.public_points = (3, 3, 8, 8)
    assert offer(miners, [goal(CITY)], ()) is None


def test_one_for_one_is_offered_if_somebody_makes_more_of_that_card_and_may_lack_mine(miners):
    give(miners, 2, 0, 0, 2, 2)
    wood = pack((1, 0, 0, 0, 0))
    miners.bounds = ((0, 0), (wood, PLENTY), (0, PLENTY), (0, PLENTY))
    miners.rates_of = lambda seat: [0.3 if seat == 2 else 0.0, 0, 0, 0, 0.2]
    move, *_ = offer(miners, [goal(CITY)], ())
    assert str(move) == "offer 1 wood for 1 ore to 1 2 3"
    miners.bounds = ((0, 0), (wood, PLENTY), (0, PLENTY), (wood, PLENTY))
    move, *_ = offer(miners, [goal(CITY)], ())
    assert str(move) == "offer 2 wood for 1 ore to 1 2 3"


def test_what_would_not_be_confirmed_is_not_offered(miners):
    give(miners, 2, 0, 0, 2, 2)
    far = goal((0, 0, 0, 2, 99), rolls=500.0)
    assert settle_gain(miners, far) < GAIN
    assert offer(miners, [far], ()) is None


def settle_gain(reading, wanted):
    hand = (reading.hand[0] - 1, *reading.hand[1:4], reading.hand[4] + 1)
    return rate_goals([wanted], reading, hand) / rate_goals([wanted], reading, reading.hand)


def refused(reading, *texts):
    return refused_offers([CatanMove.parse(text) for text in texts], reading)


def test_offers_that_nobody_took_are_remembered(reading):
    wood, sheep = "offer 1 wood for 1 ore to 1 2", "offer 1 sheep for 1 ore to 1"
    assert refused(reading, wood, "reject", "reject", sheep, "reject") == {sides(wood), sides(sheep)}
    assert refused(reading, wood, "accept", "reject", "confirm 1") == set()
    assert refused(reading, wood, "accept", "reject", "cancel") == {sides(wood)}
    assert refused(reading, wood, "reject", "counter 2 ore for 1 wood", "take 2") == set()
    reading.rules = reading.rules.replace(trade_settlement="first")
    assert refused(reading, wood, "reject", "accept", sheep, "reject") == {sides(sheep)}


def test_only_my_own_refused_offers_of_the_last_rounds_count(reading):
    wood = ("offer 1 wood for 1 ore to 1 2", "reject", "reject")
    round_later = ["end turn"] * 4
    assert refused(reading, *wood, *round_later * ROUNDS) == {sides(wood[0])}
    assert refused(reading, *wood, *round_later * ROUNDS, *round_later) == set()
    assert refused(reading, *wood, "end turn", "end turn", "end turn") == set()


def asked(reading, text):
    reading.on_turn = 1
    reading.offer = CatanMove.parse(text) & ((1 << GROUP_SHIFT) - 1)


def test_an_offer_that_helps_is_accepted(reading):
    give(reading, 1, 0, 0, 2, 2)
    asked(reading, "offer 1 ore for 1 wood to 0")
    assert str(answer(reading, [goal(CITY)])[0]) == "accept"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("offer 1 wood for 1 ore to 0", "does not bring my next build nearer"),
        ("offer 1 ore for 1 sheep to 0", "do not have"),
        ("offer 1 ore for 2 wood to 0", "do not have"),
    ],
)
def test_an_offer_that_does_not_help_is_rejected(reading, text, why):
    give(reading, 1, 0, 0, 2, 2)
    asked(reading, text)
    move, reason, _ = answer(reading, [goal(CITY)])
    assert str(move) == "reject"
    assert why in reason


@pytest.mark.parametrize("points", [8, 9, 6])
def test_who_is_about_to_win_or_far_ahead_gets_nothing(reading, points):
    give(reading, 1, 0, 0, 2, 2)
    reading.public_points = (3, points, 3, 3)
    asked(reading, "offer 1 ore for 1 wood to 0")
    move, reason, _ = answer(reading, [goal(CITY)])
    assert (str(move), reason) == ("reject", "seat 1 is too near to winning")


def test_without_a_goal_no_trade_helps(reading):
    give(reading, 1, 0, 0, 2, 2)
    asked(reading, "offer 1 ore for 1 wood to 0")
    assert str(answer(reading, [])[0]) == "reject"


def answers(reading, **texts):
    reading.answers = tuple(
        CatanMove.parse(texts[f"seat{seat}"]) if f"seat{seat}" in texts else 0 for seat in range(4)
    )


def test_of_two_who_accept_the_weaker_one_gets_the_trade(reading):
    give(reading, 1, 0, 0, 2, 2)
    reading.offer = CatanMove.parse("offer 1 wood for 1 ore to 1 2 3") & ((1 << GROUP_SHIFT) - 1)
    reading.public_points = (3, 5, 2, 3)
    answers(reading, seat1="accept", seat2="accept", seat3="reject")
    assert str(settle(reading, [goal(CITY)])[0]) == "confirm 2"


def test_a_better_counter_offer_is_taken(reading):
    give(reading, 2, 0, 0, 2, 1)
    reading.offer = CatanMove.parse("offer 1 wood for 1 sheep to 1 2 3") & ((1 << GROUP_SHIFT) - 1)
    answers(reading, seat1="accept", seat3="counter 2 ore for 1 wood")
    assert str(settle(reading, [goal(CITY)])[0]) == "take 3"


def test_a_counter_offer_that_cannot_be_paid_or_does_not_help_is_not_taken(reading):
    give(reading, 1, 0, 0, 2, 2)
    reading.offer = CatanMove.parse("offer 1 wood for 1 ore to 1 2 3") & ((1 << GROUP_SHIFT) - 1)
    answers(reading, seat1="counter 1 ore for 3 wood", seat3="counter 1 sheep for 1 ore")
    assert str(settle(reading, [goal(CITY)])[0]) == "cancel"


# Cards.


def test_year_of_plenty_completes_a_goal(reading):
    give(reading, 0, 0, 0, 1, 2)
    reading.playable[c.YEAR_OF_PLENTY] = 1
    assert str(card_to_play(reading, [goal(CITY)])[0]) == "plenty wheat ore"
    give(reading, 0, 0, 0, 2, 2)
    reading.rates = [0.1, 0.1, 0.0, 0.1, 0.1]
    assert str(card_to_play(reading, [goal(CITY)])[0]) == "plenty sheep ore"
    give(reading, 0, 0, 0, 0, 2)
    assert card_to_play(reading, [goal(CITY)]) is None


def test_year_of_plenty_waits_if_the_bank_is_short(reading):
    give(reading, 0, 0, 0, 2, 1)
    reading.playable[c.YEAR_OF_PLENTY] = 1
    reading.bank = (5, 5, 5, 5, 1)
    assert card_to_play(reading, [goal(CITY)]) is None


def test_monopoly_takes_what_the_others_hold_and_the_goal_needs(reading):
    give(reading, 0, 0, 0, 2, 1)
    reading.playable[c.MONOPOLY] = 1
    held = pack((0, 0, 0, 0, 2))
    reading.bounds = ((0, 0),) + ((held, held),) * 3
    assert str(card_to_play(reading, [goal(CITY)])[0]) == "monopoly ore"
    held = pack((1, 1, 1, 1, 1))
    reading.bounds = ((0, 0),) + ((0, held),) * 3
    assert card_to_play(reading, [goal(CITY)]) is None


def test_road_building_is_played_when_roads_are_wanted(reading):
    reading.playable[c.ROAD_BUILDING] = 1
    assert card_to_play(reading, [goal(CITY)]) is None
    wanted = goal(SETTLEMENT, kind="settlement", roads=(3,))
    assert str(card_to_play(reading, [wanted])[0]) == "road building"


def test_one_card_a_turn(reading):
    reading.playable = [1] * 5
    reading.card_played = True
    assert card_to_play(reading, [goal(SETTLEMENT, kind="settlement", roads=(3,))]) is None
    assert card_to_play(reading, []) is None


# The robber.


def test_the_robber_goes_to_the_leader_and_never_to_me(reading):
    reading.output = tuple(1 << 8 * (hexagon % 4) for hexagon in range(19))
    reading.land.hex_rates[:] = [0.1] * 19
    reading.public_points = (3, 3, 8, 3)
    reading.hand_sizes = (2, 2, 2, 2)
    rated = {
        (hexagon, seat): rate_robbery(
            reading, CatanMove(c.ROBBER << GROUP_SHIFT | hexagon | (seat + 1) << c.VICTIM_SHIFT)
        )
        for hexagon, seat in ((4, -1), (5, 1), (6, 2), (7, 3))
    }
    assert max(rated, key=rated.get) == (6, 2)
    assert rated[4, -1] < 0


def test_a_knight_has_a_reason(reading):
    reading.army_holder = -1
    reading.knights = (0, 0, 0, 0)
    reading.robber = reading.land.hex_rates.index(0.0)
    reading.playable[c.KNIGHT] = 1
    reading.cards = (1, 0, 0, 0, 0)
    assert why_knight(reading) is None
    reading.playable[c.KNIGHT] = 2
    assert "another one" in why_knight(reading)
    reading.playable[c.KNIGHT] = 1
    reading.knights = (2, 0, 0, 0)
    assert "Largest Army" in why_knight(reading)
    reading.knights = (0, 0, 0, 0)
    reading.robber = next(h for h in range(19) if reading.output[h] & 0xFF and reading.land.hex_rates[h])
    assert "robber" in why_knight(reading)
