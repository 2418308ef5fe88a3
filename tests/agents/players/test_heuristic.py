"""Martin's rules as a player: every rule of his opening, his scores as reasons, and nothing hidden read."""

from collections import Counter

import pytest
from tests.agents.seen import decide, seated, view_of

from catanlab import Catan
from catanlab.agents.base.board_values import BoardValues
from catanlab.agents.base.situation import Situation
from catanlab.agents.decisions.martin_opening import (
    FITTING_RESOURCE_FACTOR,
    PAIR_FACTOR,
    PENALTIES,
    SCARCE_RESOURCE_FACTOR,
    Opening,
)
from catanlab.agents.players.heuristic import Heuristic
from catanlab.agents.registry import make_agent
from catanlab.agents.value.heavy import Heavy
from catanlab.framework.errors import GameError
from catanlab.framework.random import Random
from catanlab.games.catan import constants as c
from catanlab.games.catan.engine.arrange import (
    give_cards,
    give_resources,
    put_city,
    put_road,
    put_settlement,
    set_robber,
    set_turn,
)
from catanlab.games.catan.grid import edge_between
from catanlab.games.catan.moves import CatanMove
from catanlab.games.gomoku import Gomoku
from catanlab.table.events import Played
from catanlab.table.random_agent import RandomAgent
from catanlab.table.table import Table

GAME = Catan(board="beginner")
OPENING = Opening(GAME.board)


def observed(*texts, seat=0):
    """Return what a seat sees after these moves on the beginners' board."""
    observer = GAME.observer(seat)
    for text in texts:
        observer.observe(CatanMove.parse(text))
    return observer.view()


def choices(view, seat=0, seeds=40, **options):
    """Return how often the agent makes which move, by other draws."""
    found = Counter()
    for seed in range(seeds):
        agent = seated(Heuristic(**options), view.game, seat, seed)
        found[decide(agent, view).text] += 1
    return found


# The opening: the scores.


@pytest.mark.parametrize(
    ("node", "score"),
    [
        (9, (5 + 2 + 3) / 3),  # sheep 2, wood 9, sheep 4: the mean distance from seven
        (36, (4 + 3 + 2) / 3),  # wood 3, wheat 4, sheep 5
        (33, (2 + 1) / 2 + PENALTIES[2]),  # wheat 9, wood 8
        (38, 1 + PENALTIES[1]),  # wood 8 alone
        (24, (3 + 4) / 2 + PENALTIES[2]),  # sheep 4, wood 3 and the desert, which is no hex
        (20, ((3 + 1) / 2 + PENALTIES[2]) * SCARCE_RESOURCE_FACTOR**2),  # clay 10, ore 8
        (13, (5 + 1 + 3) / 3 * SCARCE_RESOURCE_FACTOR),  # sheep 2, clay 6, sheep 4: clay, once
        (10, ((2 + 3) / 2 + PENALTIES[2]) * SCARCE_RESOURCE_FACTOR * PAIR_FACTOR),  # wood 9 with clay 10
        (40, (4 + 3 + 1) / 3 * SCARCE_RESOURCE_FACTOR * PAIR_FACTOR),  # ore 3 with wheat 4 and wheat 6
        (44, (4 + 2 + 1) / 3 * SCARCE_RESOURCE_FACTOR**2 * PAIR_FACTOR),  # ore 3, clay 5, wheat 6: one pair
    ],
)
def test_a_node_scores_the_mean_distance_from_seven_with_penalties_and_bonuses(node, score):
    assert OPENING.scores[node] == pytest.approx(score)


def test_fewer_hexes_are_penalised_the_more_the_fewer():
    assert PENALTIES[0] > PENALTIES[1] > PENALTIES[2] > PENALTIES[3] == 0
    assert 0.9 <= SCARCE_RESOURCE_FACTOR < 1
    assert max(PAIR_FACTOR, FITTING_RESOURCE_FACTOR) < 1


@pytest.mark.parametrize(
    ("first", "plan", "fitting"),
    [
        (39, "wood and clay", [c.WOOD, c.CLAY]),  # wood 8 and clay 5 against ore 3
        (44, "wheat and ore", [c.WHEAT, c.ORE]),  # wheat 6 and ore 3 against clay 5
        (25, "a mixture", [c.SHEEP, c.WHEAT]),  # clay 10 and wood 3 have as many throws as ore 8
        (42, "a mixture", [c.WOOD, c.CLAY, c.WHEAT, c.ORE]),  # sheep alone
    ],
)
def test_the_first_settlement_decides_on_the_strategy(first, plan, fitting):
    assert OPENING.strategy(first) == (plan, fitting)


def test_the_second_settlement_has_a_factor_for_each_resource_that_fits():
    second = OPENING.second_scores(39)
    assert second[14] == pytest.approx(OPENING.scores[14] * FITTING_RESOURCE_FACTOR**2)  # wood and clay
    assert second[13] == pytest.approx(OPENING.scores[13] * FITTING_RESOURCE_FACTOR)  # clay
    assert second[45] == pytest.approx(OPENING.scores[45])  # neither


# The opening: the moves.


def test_the_first_settlement_has_the_lowest_score_and_chance_breaks_ties():
    least = min(OPENING.scores)
    assert {node for node, score in enumerate(OPENING.scores) if score == least} == {39, 44}
    assert {*choices(observed())} == {"settlement 39", "settlement 44"}


def test_the_second_settlement_fits_the_first():
    others = ("settlement 8", "road 8-12", "settlement 19", "road 14-19", "settlement 31", "road 25-31")
    moves = ("settlement 39", "road 39-44", *others)
    again = ("settlement 28", "road 28-33", "settlement 46", "road 46-50", "settlement 17", "road 17-22")
    view = observed(*moves, *again)
    second = OPENING.second_scores(39)
    best = min((second[move.node], move.text) for move in view.legal_moves)
    assert [*choices(view, seeds=5)] == [best[1]]
    agent = seated(Heuristic(), GAME)
    decide(agent, view)
    said = agent.explain()
    assert (
        said.text
        == "Of the open nodes it scores best together with my first, which stands for wood and clay."
    )
    assert said.data["strategy"] == "wood and clay"
    assert [row["score"] for row in said.data["nodes"]] == sorted(
        row["score"] for row in said.data["nodes"]
    )
    assert said.data["nodes"][0] == {"node": int(best[1].split()[1]), "score": round(best[0], 3)}


def test_the_first_road_goes_towards_the_next_best_node():
    # The best of all nodes, 39, lies below; of the three sides of node 14 the one to 19 goes down.
    view = observed("settlement 14")
    assert [*choices(view, seeds=5)] == ["road 14-19"]
    agent = seated(Heuristic(), GAME)
    decide(agent, view)
    assert agent.explain().text == "It goes towards node 39, the next best."
    assert agent.explain().data == {"towards": 39}


def test_the_next_best_node_is_an_open_one():
    # A settlement on 39 closes 44, its equal: clay 10, wood 3 and ore 8 come next.
    view = observed("settlement 39")
    assert OPENING.next_best(Situation(view, BoardValues(GAME.board))) == 25


@pytest.mark.parametrize(
    ("first", "second", "road"),
    [
        ("road 39-44", 8, "road 8-12"),
        ("road 39-44", 41, "road 41-45"),
        ("road 34-39", 30, "road 30-35"),
    ],
)
def test_the_second_road_goes_towards_the_first(first, second, road):
    state = GAME.start()
    set_turn(state, 0, "main")
    put_settlement(state, 0, 39)
    put_road(state, 0, *map(int, first.split()[1].split("-")))
    put_settlement(state, 0, second)
    fields = state.fields() | {"phase": c.SETUP_ROAD, "last_node": second, "turn_count": 4}
    state.set_fields(fields)
    assert [*choices(view_of(state, 0), seeds=5)] == [road]


def test_an_opening_by_chance_takes_any_node_and_any_side():
    assert len(choices(observed(), seeds=60, opening="random")) > 25
    sides = choices(observed("settlement 39"), seeds=60, opening="random")
    assert {*sides} == {"road 34-39", "road 39-43", "road 39-44"}


# After the opening.


def position():
    """Return a position with a settlement of seat 0 and two roads, at whose end it may settle."""
    state = GAME.start()
    set_turn(state, 0, "main")
    put_settlement(state, 0, 40)
    put_road(state, 0, 40, 35)
    put_road(state, 0, 35, 30)
    return state


def explained(state, seat=0):
    agent = seated(Heuristic(), state.game, seat)
    return decide(agent, view_of(state, seat)).text, agent.explain()


def test_a_build_is_explained_by_the_scores_of_all_that_can_be_paid_for():
    state = position()
    give_resources(state, 0, wood=1, clay=1, sheep=2, wheat=2, ore=1)
    text, said = explained(state)
    assert text == "settlement 30"
    assert said.text == "Of what I can pay for, a settlement scores highest, 100."
    assert said.data["builds"] == [
        {"build": "settlement", "score": 100, "trades": 0},
        {"build": "card", "score": 40, "trades": 0},
    ]


def test_a_trade_names_the_build_it_leads_to():
    state = position()
    give_resources(state, 0, wheat=2, ore=2, wood=4)
    text, said = explained(state)
    assert text == "bank 4 wood for 1 ore"
    assert said.text == "It leads to the best that I can pay for, a city."
    assert said.data["builds"][0] == {"build": "city", "score": 99, "trades": 1}


def test_a_road_says_what_it_is_good_for():
    state = GAME.start()
    set_turn(state, 0, "main")
    put_settlement(state, 0, 40)
    put_road(state, 0, 40, 35)
    give_resources(state, 0, wood=1, clay=1)
    text, said = explained(state)
    assert text in ("road 30-35", "road 29-35")
    assert said.text == "Of what I can pay for, a road scores highest, 60; this one opens a place."


def test_with_nothing_to_pay_for_it_ends_the_turn():
    text, said = explained(position())
    assert (text, said.text) == ("end turn", "I can pay for nothing.")
    state = position()
    give_cards(state, 0, knight=1)
    assert explained(state)[0] == "knight"


def robber_position():
    """Return a position in which hex scores differ: others at the 6 of clay and the 8 of wood."""
    state = position()
    put_city(state, 1, 12)  # ore 10, wheat 12, clay 6
    put_settlement(state, 2, 18)  # clay 6, sheep 4, desert
    put_settlement(state, 3, 33)  # wheat 9, wood 8
    give_resources(state, 1, wood=1)
    give_resources(state, 2, wood=1)
    set_robber(state, 9)
    state.set_fields(state.fields() | {"phase": c.ROBBING})
    return state


def test_the_robber_goes_where_a_frequent_number_meets_most_buildings_of_others():
    state = robber_position()
    (clay,) = (
        hexagon
        for hexagon, (kind, number) in enumerate(zip(GAME.board.resources, GAME.board.numbers, strict=True))
        if (kind, number) == (c.CLAY, 6)
    )
    assert {*choices(view_of(state, 0))} == {f"robber {clay} from 1", f"robber {clay} from 2"}
    _, said = explained(state)
    assert said.text == "There a frequent number meets most buildings of others."
    assert said.data["hexes"][0] == {"hex": clay, "score": 15}, "a city and a settlement, five throws"
    assert Heavy().rate_hexes(state)[clay] == 15
    own = max(hexagon for hexagon in range(19) if state.fields()["hex_yields"][hexagon] & 0xFF)
    assert Heavy().rate_hexes(state)[own] < 0


def test_discards_pass_along_the_kinds():
    state = position()
    give_resources(state, 0, wood=4, sheep=3, ore=2)
    state.set_fields(state.fields() | {"phase": c.DISCARDING, "actor": 0, "discards": (4, 0, 0, 0)})
    gone = []
    while state.phase_name == "discarding":
        text, said = explained(state)
        assert said.text == "I discard one of each kind in turn, to keep the rest balanced."
        gone.append(text.split()[1])
        state.apply(CatanMove.parse(text))
    assert gone == ["ore", "sheep", "wood", "ore"]


# Honesty.


def views_of_games(count, rules="base"):
    """Yield the views of the seats to move in games with many hidden cards, none of the set-up."""
    for seed in range(count):
        agents = [
            make_agent("heuristic"),
            make_agent("greedy"),
            RandomAgent(by_group=True),
            make_agent("greedy"),
        ]
        with Table(Catan(rules=rules, seed=seed), agents, seed=seed, max_turns=200) as table:
            while not table.is_over:
                mover = table.state.to_move
                if mover in range(4) and len(table.moves) > 16:
                    yield table.view(mover), table.state
                table.step()


@pytest.mark.full
@pytest.mark.parametrize("rules", ["base", "jsettlers"])
def test_the_guess_about_hidden_cards_makes_no_difference(rules):
    policy, checked = Heavy(), Counter()
    for number, (view, truth) in enumerate(views_of_games(2, rules)):
        phase = truth.phase_name
        if number % 5 and phase in ("main", "before the roll"):
            continue
        states = [view.sample(Random(seed)) for seed in range(4)] + [truth.copy()]
        assert len({policy.pick(state, Random(7)) for state in states}) == 1
        if phase == "main":
            assert len({str(policy.rate_builds(state)) for state in states}) == 1
        checked[phase] += 1
    assert checked["main"] > 30
    assert checked["moving the robber"] > 5


def test_the_move_is_that_of_the_policy():
    for number, (view, _) in enumerate(views_of_games(1)):
        if number % 4 == 0:
            agent = seated(Heuristic(), view.game, view.seat, number)
            same = Random(number, "agent", view.seat)
            assert decide(agent, view) == Heavy().pick(view.sample(Random(0, "search")), same)


def test_ratings_are_for_plain_states_of_catan():
    for rate in (Heavy().rate_builds, Heavy().rate_roads, Heavy().rate_hexes):
        with pytest.raises(GameError, match="rates plain states of catan"):
            rate(Gomoku().start())


def test_roads_are_rated_by_edge():
    state = position()
    assert Heavy().rate_roads(state)[edge_between(24, 30)] == "opens a place"
    put_settlement(state, 0, 30)
    rated = Heavy().rate_roads(state)
    give_resources(state, 0, wood=1, clay=1)
    assert {*rated} == {move.edge for move in state.legal_moves if move.group == "road"}
    assert rated[edge_between(24, 30)] == "leads to a place"


# At the table.


@pytest.mark.parametrize("options", ["", ":opening=random", ":play=random"])
def test_it_plays_explained_and_without_incident(options):
    agents = [make_agent(f"heuristic{options}"), *(RandomAgent() for _ in range(3))]
    with Table(Catan(seed=3), agents, seed=3, max_turns=600, explain=True) as table:
        table.play()
    assert table.incidents == []
    own = [event for event in table.events if isinstance(event, Played) and event.seat == 0]
    assert all(event.explanation.text.endswith(".") for event in own)
    by_chance = [event.explanation.text == "Chance decides." for event in own]
    assert by_chance[:4] == [options == ":opening=random"] * 4
    assert by_chance[4:] == [options == ":play=random"] * (len(own) - 4)


@pytest.mark.full
def test_it_beats_three_random_players():
    wins = 0
    for seed in range(12):
        agents = [RandomAgent() for _ in range(4)]
        agents[seed % 4] = make_agent("heuristic")
        with Table(Catan(seed=seed), agents, seed=seed, max_turns=1500) as table:
            wins += table.play().winner == seed % 4
        assert table.incidents == []
    assert wins >= 10
