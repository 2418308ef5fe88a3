"""Routes: its rules, what each seat sees, and that searches play it."""

import pytest

from catanlab import Table, make_agent
from catanlab.framework.check import check_game
from catanlab.framework.errors import IllegalMoveError
from catanlab.framework.random import Random
from catanlab.games.registry import game_from_text
from catanlab.games.routes import WAGONS, Routes
from catanlab.games.routes_map import GOALS, JOURNEYS, LINES, NAMES, PLACES, PRICES, shortest_way


def begun(players=2):
    """Return a game after its set-up: seat n has the goals 2n and 2n + 1, and three red cards."""
    state = Routes.Game(players=players).start()
    for colour in ("red", "blue", "yellow"):
        state.apply(f"open card {colour}")
    for seat in range(players):
        for _ in range(3):
            state.apply("blind card red")
        for goal in (2 * seat, 2 * seat + 1, 11):
            state.apply(f"goal {GOALS[goal]}")
        state.apply(f"put back {GOALS[11]}")
    return state


def edge(name):
    return [f"{a}-{b}" for a, b, _ in LINES].index(name)


def walked(players, seed):
    """Yield the states of a random game, each with the observers of the seats."""
    game = Routes.Game(players=players)
    state, random = game.start(), Random(seed, "play", 0)
    observers = [game.observer(seat) for seat in range(players)]
    while not state.is_over:
        move = state.draw_outcome(random) if state.is_chance else state.draw_move(random)
        for observer in observers:
            observer.observe(state.seen(move, observer.seat))
        state.apply(move)
        yield state, observers


# The map.


def test_the_map_joins_every_town_with_every_other():
    assert all(shortest_way(NAMES[0], town) < 99 for town in NAMES)
    assert len(PLACES) == len(NAMES)
    assert {sum(price) for price in PRICES} == {1, 2, 3, 4}
    assert len(set(JOURNEYS)) == len(JOURNEYS)


# Set-up.


def test_everyone_has_three_cards_and_two_goals_and_three_cards_are_open():
    state = begun(players=3)
    assert state.to_move == 0
    assert state.turn == 0
    assert [sum(hand) for hand in state.position.hands] == [3, 3, 3]
    assert [sum(goals) for goals in state.position.held] == [2, 2, 2]
    assert sum(state.position.on_display) == 3


def test_a_goal_that_is_put_back_can_be_drawn_again():
    state = begun()
    state.apply("seek")
    assert f"goal {GOALS[11]}" in [str(outcome) for outcome, _ in state.outcomes]
    assert f"goal {GOALS[0]}" not in [str(outcome) for outcome, _ in state.outcomes]


# A turn.


def test_a_turn_is_two_cards():
    state = begun()
    state.apply("take blue")
    state.apply("open card green")
    assert state.to_move == 0
    with pytest.raises(
        IllegalMoveError, match="A player who has taken a card takes a second one and does nothing else"
    ):
        state.apply("line Corran-Farrow")
    state.apply("draw")
    state.apply("blind card yellow")
    assert state.to_move == 1
    assert state.position.hands[0] == [3, 1, 0, 1]
    assert state.position.known[0] == (0, 1, 0, 0)


def test_only_open_cards_are_taken():
    with pytest.raises(IllegalMoveError, match="An open card is taken from the display"):
        begun().apply("take green")


def test_a_line_costs_cards_and_wagons_and_counts_by_its_length():
    state = begun()
    state.apply("line Ambel-Brook")
    assert state.position.hands[0] == [1, 0, 0, 0]
    assert state.position.wagons == [WAGONS - 2, WAGONS]
    assert state.scores == [2, 0]
    assert state.to_move == 1
    with pytest.raises(IllegalMoveError, match="Every line can be built once"):
        state.apply("line Ambel-Brook")
    with pytest.raises(IllegalMoveError, match="A line costs cards of its colours, as many as it is long"):
        state.apply("line Brook-Corran")


def test_a_line_needs_wagons():
    state = begun()
    state.position.wagons[0] = 2
    with pytest.raises(IllegalMoveError, match="A line takes as many wagons as it is long"):
        state.apply("line Marsk-Norrey")


def test_a_goal_takes_the_turn():
    state = begun()
    state.apply("seek")
    state.apply(f"goal {GOALS[5]}")
    assert state.to_move == 1
    assert state.position.held[0][5] == 1


# The end.


def test_a_goal_counts_when_own_lines_join_its_towns():
    state = begun()
    position = state.position
    for name in ("Ambel-Brook", "Brook-Corran", "Corran-Garth", "Dunmar-Garth"):
        assert state.scores[0] == 0
        position.put(position.line, edge(name), 0)
    assert state.scores[0] == shortest_way("Ambel", "Dunmar")
    assert position.public_score(0) == 0


def test_when_wagons_run_out_everyone_has_one_more_turn_and_unfinished_goals_cost():
    state = begun()
    state.position.wagons[0] = 4
    state.position.points = [30, 0]
    state.apply("line Ambel-Brook")
    for _ in range(2):
        assert not state.is_over
        for _ in range(2):
            state.apply("draw")
            state.apply("blind card blue")
    assert state.is_over
    assert state.scores[0] == 32 - shortest_way(*JOURNEYS[0]) - shortest_way(*JOURNEYS[1])
    assert state.scores[1] == 0
    assert state.returns == [1, 0]


def test_the_game_ends_when_nobody_has_wagons_for_a_free_line():
    state = begun()
    state.position.wagons = [2, 1]
    position = state.position
    for number, price in enumerate(PRICES):
        if sum(price) <= 2 and number != edge("Ambel-Brook"):
            position.put(position.line, number, 1)
    state.apply("line Ambel-Brook")
    assert state.is_over


# What others see.


@pytest.mark.full
@pytest.mark.parametrize("players", [2, 3])
def test_a_view_shows_what_is_public_and_what_is_ones_own(players):
    for state, observers in walked(players, seed=3):
        for seat, observer in enumerate(observers):
            assert str(observer.view()) == "\n".join(state.position.lines((seat,)))


def test_cards_and_goals_of_others_are_hidden():
    state = begun()
    text = "\n".join(state.position.lines((1,)))
    assert "seat 0: 0 points, 14 wagons; 3 cards; 2 goals" in text
    assert f"3 red; goals {GOALS[2]}, {GOALS[3]}" in text
    assert GOALS[0] not in text


def test_samples_keep_what_was_seen_and_vary_in_what_was_not():
    hands, goals, random = set(), set(), Random(1)
    for number, (state, observers) in enumerate(walked(3, seed=5)):
        if number % 10:
            continue
        true = state.position
        for _ in range(3):
            world = observers[0].view().sample(random).position
            assert world.hands[0] == true.hands[0]
            assert world.held[0] == true.held[0]
            assert [sum(hand) for hand in world.hands] == [sum(hand) for hand in true.hands]
            for seat in (1, 2):
                pairs = zip(world.known[seat], world.hands[seat], strict=True)
                assert all(known <= held for known, held in pairs)
            hands.add(world.hands[1] == true.hands[1])
            goals.add(world.held[1] == true.held[1])
    assert hands == {True, False}
    assert False in goals


def test_a_line_that_was_built_was_paid_in_every_sample():
    """Another seat draws blindly and builds: the cards must have been among those."""
    game = Routes.Game(players=2)
    state, watching = begun(), game.observer(1)
    start = game.start()
    for move in ("open card red", "open card blue", "open card yellow"):
        watching.observe(start.game.move_type.parse(move))
    for seat in range(2):
        for _ in range(3):
            watching.observe("blind card red" if seat else "blind card unknown")
        for goal in (2, 3, 11):
            watching.observe(f"goal {GOALS[goal]}" if seat else "goal unknown")
        watching.observe(f"put back {GOALS[11]}" if seat else "put back unknown")
    watching.observe("line Marsk-Norrey")
    state.apply("line Marsk-Norrey")
    for number in range(20):
        world = watching.view().sample(Random(number)).position
        assert world.hands[0] == [0, 0, 0, 0]
        assert world.points == state.position.points


# Everything that plays.


@pytest.mark.full
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_promise_of_the_contract_holds(players):
    assert check_game(game_from_text(f"routes:players={players}"), games=2).games == 2


@pytest.mark.full
@pytest.mark.parametrize(
    "agents",
    [
        ("uct", "puct", "rave", "bayes-uct"),
        ("vpi", "thompson", "uct:hidden=ensemble,worlds=2", "random"),
    ],
)
def test_every_search_plays_it(agents):
    specs = [
        spec if spec == "random" else f"{spec}{',' if ':' in spec else ':'}iterations=4" for spec in agents
    ]
    with Table(Routes.Game(players=4), [make_agent(s) for s in specs], seed=2, max_turns=4) as table:
        table.play()
    assert not table.incidents
