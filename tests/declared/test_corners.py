"""The corners of the rules: each is arranged in both games, walked through, and left by a random walk."""

import random

import pytest
from tests.declared.arranged import arranged

from catanlab.framework.declared import hexagonal
from catanlab.games.catan import constants as c
from catanlab.games.catan.grid import edge_nodes

# Trails from coast to coast, one below the other: no two touch, and none crosses another.
NORTH = (3, 0, 4, 1, 5, 2, 6)
MIDDLE = (21, 16, 22, 17, 23, 18, 24, 19, 25, 20, 26)
SOUTH = (38, 43, 39, 44, 40, 45, 41, 46, 42)
FAR_SOUTH = (47, 51, 48, 52, 49, 53, 50)
FIFTEEN_ROADS = ",".join("{}-{}".format(*edge_nodes(edge)) for edge in range(15))
WHEAT_SIX = (40, 45, 49, 52, 48, 44)  # the nodes of the wheat hex with a 6, on the beginners' board

BOTH_WIN_CHECKS = pytest.mark.parametrize("win_check", ["own-turn", "turn-end"])


def trail(nodes, edges):
    return "-".join(map(str, nodes[: edges + 1]))


def seat(buildings="-", roads="-", hand="-", cards="-", knights=0):
    return f"{buildings};{roads};{hand};{cards};{knights}"


def after(lockstep, *moves):
    """Play the moves, then a random walk from a copy; return the declared position after the moves."""
    for move in moves:
        lockstep.apply(move)
    reached = lockstep.play.copy()
    lockstep.walk(25)
    return reached


def test_what_a_bank_with_one_card_owes_to_several_nobody_gets():
    lockstep = arranged("base", seat("s40"), seat("s52"), seat(hand="18h"), phase="before-roll", robber=9)
    assert lockstep.play.bank[c.WHEAT] == 1
    play = after(lockstep, "roll", "dice 6")
    assert play.bank[c.WHEAT] == 1
    assert [hand[c.WHEAT] for hand in play.hands] == [0, 0, 18]


def test_a_lone_claimant_gets_what_is_left_and_then_nothing():
    lockstep = arranged("base", seat("c40c52"), seat(), seat(hand="18h"), phase="before-roll")
    for move in ("roll", "dice 6"):
        lockstep.apply(move)
    assert (lockstep.play.hands[0][c.WHEAT], lockstep.play.bank[c.WHEAT]) == (1, 0)
    play = after(lockstep, "end turn", "roll", "dice 6")
    assert (play.hands[0][c.WHEAT], play.bank[c.WHEAT]) == (1, 0)


def test_other_resources_are_paid_although_one_is_short():
    play = after(
        arranged("base", seat("s40s8"), seat("s52s18"), seat(hand="19h"), phase="before-roll"),
        "roll",
        "dice 6",
    )
    assert [hand[c.CLAY] for hand in play.hands] == [1, 1, 0]


@pytest.mark.parametrize(
    ("own", "plays"),
    [
        ("17o", ["plenty ore ore"]),
        ("18o", ["plenty ore"]),
        ("19o", []),
    ],
)
def test_year_of_plenty_with_a_short_bank(own, plays):
    lockstep = arranged("base", seat(hand=own, cards="p"), seat(hand="19w19c"), seat(hand="19s19h"))
    listed = [move for move in lockstep.declared.legal_moves if move.group == "plenty"]
    assert [move.text for move in listed] == plays
    after(lockstep, *plays)


def test_year_of_plenty_with_one_card_each_of_two():
    lockstep = arranged("base", seat(hand="18o", cards="p"), seat(hand="19w19c"), seat(hand="19s18h"))
    listed = [move.text for move in lockstep.declared.legal_moves if move.group == "plenty"]
    assert listed == ["plenty wheat ore"]
    play = after(lockstep, *listed)
    assert not any(play.bank)


def test_an_empty_deck_sells_nothing():
    lockstep = arranged("base", seat(hand="sho", cards="14k5v"), seat(cards="2r2p2m"), deck="-")
    assert "buy card" not in {move.text for move in lockstep.declared.legal_moves}
    assert [rule.code for rule in lockstep.play.failing(c.BUY_CARD << 54)] == ["deck-empty"]
    after(lockstep)


def test_each_kind_of_piece_runs_out():
    towns = "s40s45s52s49s44" + "c0c2c20c26"
    rich = seat(towns, FIFTEEN_ROADS, "9w9c9s9h9o")
    lockstep = arranged("base,points_to_win=20", rich, seat(), extras="road=0")
    groups = {move.group for move in lockstep.declared.legal_moves}
    assert not groups & {"road", "settlement", "city"}
    for number in (c.ROAD << 54 | 60, c.SETTLEMENT << 54 | 12, c.CITY << 54 | 40):
        assert "no-piece-left" in {rule.code for rule in lockstep.play.failing(number)}
        lockstep.probe(number)
    after(lockstep)


def test_a_city_gives_its_settlement_back():
    lockstep = arranged("base", seat("s40s45s52s49s47", "40-44", "3o2h9w9c9s9h"), seat())
    assert not any(move.group == "settlement" for move in lockstep.declared.legal_moves)
    play = after(lockstep, "city 40")
    assert play.left(play.settlement, 0) == 1


@pytest.mark.parametrize(("roads", "due"), [(14, 1), (13, 2)])
def test_road_building_with_few_pieces_left(roads, due):
    laid = ",".join("{}-{}".format(*edge_nodes(edge)) for edge in range(roads))
    lockstep = arranged("base", seat("s0", laid, cards="r"), seat("s40", "40-44"), extras="road=0")
    lockstep.apply("road building")
    for _ in range(due):
        lockstep.apply(next(move for move in lockstep.declared.legal_moves if move.group == "road"))
    assert lockstep.play.stack == [lockstep.play.after_the_roll]
    after(lockstep)


def test_road_building_without_a_piece_or_place_is_not_playable():
    for own in (seat("s0", FIFTEEN_ROADS, cards="r"), seat(cards="r")):
        lockstep = arranged(
            "base", own, seat("s40", "40-44"), extras="road=0" if FIFTEEN_ROADS in own else ""
        )
        assert "road building" not in {move.text for move in lockstep.declared.legal_moves}
        after(lockstep)


def test_road_building_with_a_single_place():
    # Node 0 has the edges 0-3 and 0-4; beyond 0-3, at node 3, another has built, and 0-4 is taken.
    lockstep = arranged("base", seat("s0", cards="r"), seat("s3", "0-4"), seat())
    play = after(lockstep, "road building", "road 0-3")
    assert play.stack == [play.after_the_roll]
    assert play.card_played


def test_free_roads_may_be_left_where_the_rules_allow_it():
    play = after(arranged("jsettlers", seat("s40", cards="r"), seat()), "road building", "skip")
    assert play.free_roads_due == 0
    play = after(
        arranged("jsettlers", seat("s40", cards="r"), seat()), "road building", "road 40-44", "skip"
    )
    assert play.count(play.road, 0) == 1


def cut(lengths, holder_edges=6, **options):
    """Return four seats: seat 0 holds Longest Road, seat 1 can cut it, the others have roads, too."""
    first, second, third = lengths
    return arranged(
        options.pop("rules", "base"),
        seat("s21", trail(MIDDLE, holder_edges)),
        seat("s3", f"{trail(NORTH, first)},12-17", options.pop("hand", "wcsh")),
        seat(options.pop("towns", "s38"), trail(SOUTH, second)),
        seat("s47", trail(FAR_SOUTH, third)),
        on_turn=1,
        extras="road=0",
        **options,
    )


@pytest.mark.parametrize(
    ("lengths", "holder_edges", "holder"),
    [
        ((4, 4, 4), 6, None),  # nobody has five
        ((5, 5, 5), 6, None),  # tied by three
        ((4, 5, 5), 6, None),  # tied by two
        ((4, 5, 4), 6, 2),  # one is longest
        ((5, 4, 4), 6, 1),  # who cuts is
        ((5, 5, 5), 8, 0),  # five are left, and nobody is longer
        ((6, 5, 5), 8, 1),  # five are left, but one is longer
    ],
)
def test_longest_road_after_a_cut(lengths, holder_edges, holder):
    play = after(cut(lengths, holder_edges), "settlement 17")
    assert play.longest_road == holder
    assert play.road_length[0] == max(3, holder_edges - 3)


def test_a_cut_of_the_southernmost_roads():
    lockstep = arranged(
        "base",
        seat("s47", trail(FAR_SOUTH, 6)),
        seat("s3", "44-48", "wcsh"),
        on_turn=1,
        extras="road=0",
    )
    play = after(lockstep, "settlement 48")
    assert (play.longest_road, play.road_length[0]) == (None, 4)


def test_who_was_cut_builds_on_from_both_ends_and_not_through_the_settlement():
    lockstep = arranged(
        "base",
        seat("s21", trail(MIDDLE, 6), "2w2c"),
        seat("s3", "12-17", "wcsh"),
        on_turn=1,
        extras="road=0",
    )
    for move in ("settlement 17", "end turn", "roll", "dice 12"):
        lockstep.apply(move)
    roads = [move for move in lockstep.native.legal_moves if move.group == "road"]
    assert len(roads) > 3
    after(lockstep, roads[0], "end turn")


def test_a_circle_counts_once_around():
    ring = WHEAT_SIX
    five = "-".join(map(str, ring[:6]))
    lockstep = arranged("base", seat("s40", f"{five},49-53,53-50", "wc"), seat("s8"), extras="road=0")
    assert lockstep.play.road_length[0] == 5
    play = after(lockstep, f"road {min(ring[5], ring[0])}-{max(ring[5], ring[0])}")
    assert play.road_length[0] == 8


@pytest.mark.full
def test_lengths_of_random_networks():
    chance = random.Random(3)
    graph = hexagonal(2).make()
    for _ in range(150):
        free = set(range(72))
        nodes = chance.sample(range(54), 12)
        seats = []
        for number in range(3):
            # Grown edge by edge, and dense enough for circles.
            roads = [chance.choice(sorted(free))]
            while len(roads) < 15:
                beside = {other for edge in roads[-4:] for other in graph.touching("edge", edge, "edge")}
                roads.append(chance.choice(sorted(beside & free - set(roads)) or sorted(free - set(roads))))
            free -= set(roads)
            towns = "".join(f"s{node}" for node in nodes[4 * number : 4 * number + 4])
            seats.append(seat(towns, ",".join("{}-{}".format(*edge_nodes(edge)) for edge in roads)))
        lockstep = arranged("base", *seats)
        for number in range(3):
            assert lockstep.play._longest_trail(number) == lockstep.play.road_length[number]


@BOTH_WIN_CHECKS
def test_a_win_on_the_turn_of_another(win_check):
    # Seat 2 has eight points and becomes longest by the cut of seat 1.
    lockstep = cut((4, 5, 4), rules=f"base,win_check={win_check}", towns="c38c39c40c42")
    lockstep.apply("settlement 17")
    assert lockstep.play.score(2) == 10
    assert not lockstep.declared.is_over
    lockstep.apply("end turn")
    assert lockstep.declared.returns == [0, 0, 1, 0]


def test_points_on_the_turn_of_another_may_be_lost_before_ones_own():
    lockstep = cut((4, 5, 4), towns="c38c39c40c42", hand="3w3csh")
    lockstep.apply("settlement 17")
    assert lockstep.play.score(2) == 10
    for move in ("road 2-5", "road 2-6", "end turn"):
        lockstep.apply(move)
    assert (lockstep.play.longest_road, lockstep.play.score(2)) == (1, 8)
    assert lockstep.declared.to_move == 2


@BOTH_WIN_CHECKS
@pytest.mark.parametrize(
    "caps", ["max_turns=9", "max_rounds=3", "max_turns=9,max_rounds=3", "max_turns=20,max_rounds=3"]
)
def test_a_cap_and_a_win_in_one_turn(win_check, caps):
    # The last turn is that of seat 2, which builds its tenth point; seat 0 has ten as well.
    lockstep = arranged(
        f"base,win_check={win_check},{caps}",
        seat("c0c2c10c12s33s36"),
        seat("s20"),
        seat("c38c40c42c50s45", "44-48,48-51", "wcsh"),
        turn=9,
        on_turn=2,
    )
    lockstep.apply("settlement 51")
    assert lockstep.declared.is_over == (win_check == "own-turn")
    if not lockstep.declared.is_over:
        lockstep.apply("end turn")
    assert lockstep.declared.returns == [0, 0, 1]


@pytest.mark.parametrize(
    ("caps", "last"),
    [("max_turns=8,max_rounds=3", 8), ("max_turns=10,max_rounds=3", 9), ("max_rounds=3", 9)],
)
def test_the_first_of_both_caps_ends_the_game(caps, last):
    lockstep = arranged(f"base,{caps}", seat("s0"), seat("s20"), seat("s40s42"), turn=8, on_turn=1)
    turns = 0
    while not lockstep.declared.is_over:
        lockstep.apply("end turn")
        turns += 1
        if not lockstep.declared.is_over:
            lockstep.apply("roll").apply("dice 2")
    assert 7 + turns == last
    assert lockstep.declared.returns == [0, 0, 1]


@pytest.mark.parametrize("turn", [9])
@BOTH_WIN_CHECKS
def test_a_tie_at_a_cap_is_shared(turn, win_check):
    rules = f"base,max_turns={turn},win_check={win_check}"
    lockstep = arranged(rules, seat("c0c2"), seat("c40s42"), seat("c10c12"), turn=turn, on_turn=2)
    lockstep.apply("end turn")
    assert lockstep.declared.returns == [0.5, 0, 0.5]


def test_of_equals_at_the_end_of_a_turn_the_first_from_the_seat_on_turn_wins():
    ten = "c0c2c10c12"
    lockstep = arranged(
        "base,win_check=turn-end",
        seat(ten, cards="2v"),
        seat("c40c42c47c49", cards="2v"),
        seat("c16c18c20c33", cards="v"),
        on_turn=1,
        turn=8,
    )
    lockstep.apply("end turn")
    assert lockstep.declared.returns == [0, 1, 0]


def test_no_hex_is_left_for_the_friendly_robber():
    # Six settlements of poor seats cover every hex but that of the robber.
    lockstep = arranged(
        "base,friendly_robber=yes", seat(cards="k"), seat("s8s14"), seat("s22s31"), seat("s39s45"), robber=9
    )
    lockstep.apply("knight")
    assert len({move.hex for move in lockstep.declared.legal_moves}) == 18
    after(lockstep)


def test_the_friendly_robber_spares_the_poor():
    lockstep = arranged(
        "base,friendly_robber=yes", seat(cards="k"), seat("s8s14"), seat("c22c31", hand="w")
    )
    lockstep.apply("knight")
    hexes = {move.hex for move in lockstep.declared.legal_moves}
    spared = {
        hexagon for node in (8, 14) for hexagon in lockstep.play.graph.touching("vertex", node, "area")
    }
    assert not hexes & spared
    assert hexes
    after(lockstep)


def test_a_seven_with_a_hand_limit_of_one():
    lockstep = arranged(
        "base,hand_limit=1", seat(hand="w"), seat("s40", hand="2w"), seat(hand="wcs2o"), phase="before-roll"
    )
    lockstep.apply("roll").apply("dice 7")
    assert lockstep.play.owed == [0, 1, 2]
    for move in ("discard ore by 2", "discard wood", "discard wood"):
        lockstep.apply(move)
    after(lockstep)


def test_one_action_a_knight_before_the_roll_was_it():
    lockstep = arranged(
        "trading,one_action=yes",
        seat("s40", hand="wc", cards="2k"),
        seat("s8", hand="w"),
        phase="before-roll",
    )
    for move in ("knight", "robber 18", "roll", "dice 12"):
        lockstep.apply(move)
    assert lockstep.play.on_turn == 1
    after(lockstep)


def test_one_action_a_rejected_offer_was_not_it():
    lockstep = arranged("trading,one_action=yes", seat("s40", "40-44", "wc"), seat(hand="o"))
    for move in ("offer 1 wood for 1 ore to 1", "reject"):
        lockstep.apply(move)
    assert lockstep.play.on_turn == 0
    play = after(lockstep, "road 40-45")
    assert play.on_turn == 1


@pytest.mark.parametrize(
    "moves",
    [
        ["offer 1 wood for 1 ore to 1", "accept", "confirm 1"],
        ["offer 1 wood for 1 ore to 1", "counter 1 ore for 2 wood", "take 1"],
        ["deal 1 wood for 1 ore with 1"],
        ["bank 4 clay for 1 ore"],
        ["buy card", "draw knight"],
        ["monopoly ore"],
        ["road building", "road 40-45", "road 44-48"],
    ],
)
def test_one_action_ends_the_turn(moves):
    lockstep = arranged(
        "trading,one_action=yes", seat("s40", "40-44", "2w4csho", "rm"), seat(hand="2o"), deck="12krppm"
    )
    play = after(lockstep, *moves)
    assert play.on_turn == 1


def test_no_offers_a_turn():
    lockstep = arranged("trading,offers_per_turn=0", seat(hand="wc"), seat(hand="o"))
    assert {move.group for move in lockstep.declared.legal_moves} == {"end turn"}
    play = after(lockstep, "deal 1 wood for 1 ore with 1")
    assert play.hands[0][c.ORE] == 1


def test_a_counter_equal_to_the_offer():
    lockstep = arranged("trading", seat(hand="2w"), seat(hand="2o"), seat(hand="o"))
    lockstep.apply("offer 1 wood for 1 ore to 1 2")
    equal = lockstep.native.game.move_type.parse("counter 1 ore for 1 wood")
    assert not lockstep.probe(int(equal))
    assert {rule.code for rule in lockstep.play.failing(int(equal))} == {"same-as-offer"}
    after(lockstep, "counter 2 ore for 1 wood")


def test_a_counter_that_nobody_can_pay():
    lockstep = arranged("trading", seat(hand="w"), seat(hand="o"))
    for move in ("offer 1 wood for 1 ore to 1", "counter 1 ore for 3 wood + 1 clay"):
        lockstep.apply(move)
    assert [move.text for move in lockstep.declared.legal_moves] == ["cancel"]
    after(lockstep, "cancel")


def test_a_counter_and_then_the_first_to_accept():
    lockstep = arranged("trading,trade_settlement=first", seat(hand="2w"), seat(hand="2o"), seat(hand="o"))
    play = after(lockstep, "offer 1 wood for 1 ore to 1 2", "counter 1 ore for 2 wood", "accept")
    assert (play.hands[0][c.ORE], play.hands[2][c.ORE], play.offer) == (1, 0, None)


def test_the_seat_on_turn_need_not_wait_for_all_answers():
    lockstep = arranged("trading", seat(hand="2w"), seat(hand="2o"), seat(hand="o"))
    play = after(lockstep, "offer 1 wood for 1 ore to 1 2", "accept by 2", "confirm 2")
    assert play.hands[0][c.ORE] == 1
    lockstep = arranged("trading", seat(hand="2w"), seat(hand="2o"), seat(hand="o"))
    assert after(lockstep, "offer 1 wood for 1 ore to 1 2", "cancel").offer is None


def test_an_addressee_without_cards():
    lockstep = arranged("trading", seat(hand="2w"), seat(), seat(hand="o"))
    lockstep.apply("offer 1 wood for 1 ore to 1")
    assert [move.text for move in lockstep.declared.legal_moves] == ["reject"]
    after(lockstep, "reject")


def test_bundles_of_31_and_hands_of_more():
    lockstep = arranged(
        "thomas,trade_settlement=choose", seat(hand="40w"), seat(hand="35o"), seat(hand="33o")
    )
    lockstep.apply("offer 31 wood for 31 ore to 1 2")
    for move in ("accept", "accept", "confirm 2"):
        lockstep.apply(move)
    assert (lockstep.play.hands[0], lockstep.play.hands[2]) == ([9, 0, 0, 0, 31], [31, 0, 0, 0, 2])
    after(lockstep, "deal 9 wood for 31 ore with 1")


def test_a_bank_without_limit_stops_where_no_more_cards_fit():
    lockstep = arranged("thomas", seat("c40c52"), seat("s45"), seat(hand="508h"), phase="before-roll")
    play = after(lockstep, "roll", "dice 6")
    assert play.hands[2][c.WHEAT] + play.hands[0][c.WHEAT] + play.hands[1][c.WHEAT] <= c.MAX_IN_PLAY


def test_a_bank_without_limit_gives_the_last_card_that_fits():
    lockstep = arranged("thomas", seat("s40", hand="8o"), seat("s8"), seat(hand=f"{c.MAX_IN_PLAY - 1}h"))
    lockstep.apply("bank 4 ore for 1 wheat")
    assert not any(move.text.endswith("for 1 wheat") for move in lockstep.native.legal_moves)
    assert lockstep.play.hands[0][c.WHEAT] == 1


def test_a_year_of_plenty_from_a_bank_without_limit_takes_what_fits():
    hoard = f"{c.MAX_IN_PLAY - 1}h"
    lockstep = arranged(
        "thomas", seat("s40", hand="8o", cards="p"), seat("s8"), seat(hand=hoard), deck="14k2r1p2m5v"
    )
    texts = {move.text for move in lockstep.native.legal_moves}
    assert "plenty wheat ore" in texts
    assert "plenty wheat wheat" not in texts
    play = after(lockstep, "plenty wheat ore")
    assert play.hands[0][c.WHEAT] == 1


def test_everybody_sees_what_a_monopoly_takes():
    lockstep = arranged(
        "base", seat(hand="o", cards="m"), seat(hand="2o"), seat(hand="w"), seat(hand="3ow")
    )
    for viewer in (0, 1, 2, 3, None):
        assert lockstep.declared.seen("monopoly ore", viewer).text == "monopoly ore took 0 2 0 3"
    play = after(lockstep, "monopoly ore")
    assert play.hands[0][c.ORE] == 6


def test_a_card_bought_this_turn_is_not_played():
    lockstep = arranged("base", seat("s40", hand="sho"), seat("s8", hand="o"))
    for move in ("buy card", "draw knight"):
        lockstep.apply(move)
    assert not any(move.group == "knight" for move in lockstep.declared.legal_moves)
    assert "card-bought-this-turn" in {rule.code for rule in lockstep.play.failing(c.PLAY_KNIGHT << 54)}
    after(lockstep)


def test_largest_army_wins_before_the_robber_moves():
    lockstep = arranged("base", seat("c0c2c10c12", cards="k", knights=2), seat("s40", hand="o"))
    lockstep.apply("knight")
    assert lockstep.declared.is_over


def test_equal_knights_leave_largest_army_where_it_is():
    lockstep = arranged(
        "base", seat(cards="2k", knights=2), seat("s40", hand="o", knights=3), extras="army=1"
    )
    lockstep.apply("knight")
    assert lockstep.play.largest_army == 1
    after(lockstep)


def test_a_port_of_a_cut_coast_serves_its_ratio():
    lockstep = arranged("base", seat("s5s47", hand="3w3c3s3h3o"), seat())
    ratios = {lockstep.play.ratio(0, resource) for resource in range(5)}
    assert ratios & {2, 3}
    after(lockstep)


def test_no_sevens_in_the_first_rounds():
    early = arranged(
        "base,no_sevens_rounds=3", seat("s40"), seat("s8"), seat(), turn=9, phase="before-roll", on_turn=2
    )
    late = arranged(
        "base,no_sevens_rounds=3", seat("s40"), seat("s8"), seat(), turn=10, phase="before-roll", on_turn=0
    )
    for lockstep, sums in ((early, 10), (late, 11)):
        assert len(lockstep.apply("roll").declared.outcomes) == sums
        after(lockstep)


@pytest.mark.parametrize("when", ["any", "knight", "none"])
def test_cards_before_the_roll(when):
    lockstep = arranged(
        f"base,cards_before_roll={when}", seat("s40", cards="krpm"), seat("s8"), phase="before-roll"
    )
    groups = {move.group for move in lockstep.declared.legal_moves}
    assert (
        groups
        == {
            "any": {"roll", "knight", "road building", "plenty", "monopoly"},
            "knight": {"roll", "knight"},
            "none": {"roll"},
        }[when]
    )
    after(lockstep)
