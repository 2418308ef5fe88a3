"""Words at fitting moments: what robots remark, how often, and that it gives nothing away."""

import pytest
from tests.agents.seen import view_of

from catanlab.agents.negotiation.statements import parse
from catanlab.agents.registry import make_agent
from catanlab.framework.random import Random
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove
from catanlab.server.robots import talk
from catanlab.server.robots.talk import remark
from catanlab.table.events import Ended, Outcome, Played, Said, Seated
from catanlab.table.table import Table

GAME = Catan(rules="trading", board="beginner")
DRAWS = range(40)


def position(points=(2, 2, 2, 2), **fields):
    """Return a view of seat 1, with these public points."""
    state = GAME.start()
    state.set_fields(state.fields() | {"public_points": points} | fields)
    return view_of(state, 1)


VIEW = position()


def played(text, seat):
    return Played(CatanMove.parse(text), seat)


def rolled(*totals):
    return [Outcome(CatanMove.parse(f"dice {total}")) for total in totals]


def remarks(events, view=VIEW, seat=1):
    """Return what a robot may say to the last event, over many draws of its own."""
    said = {remark(events, view, Random(draw, "play"), seat=seat) for draw in DRAWS}
    return said - {None}


def test_a_run_of_one_number_is_noticed():
    assert remarks(rolled(8, 8, 8)) >= {"8 once more!", "8 for the third time in a row."}
    assert remarks(rolled(8, 8)) == set()
    assert remarks(rolled(8, 5, 8, 8)) == set()


def test_a_seven_is_noticed_now_and_then():
    lines = [remark(rolled(7), VIEW, Random(draw, "play"), seat=1) for draw in range(600)]
    assert set(lines) == {*talk.SEVENS, None}
    assert 60 < sum(line is not None for line in lines) < 140


def test_a_robbed_seat_complains_about_the_hex_and_not_about_a_card():
    lines = remarks([played("robber 7 from 1", 0)])
    terrain = talk.TERRAIN[GAME.board.resources[7]]
    assert f"Not my {terrain} again!" in lines
    assert "I will remember this, seat 0." in lines
    assert not any(name in line for line in lines for name in ("wood", "clay", "sheep", "wheat", "ore"))


def test_who_is_not_robbed_does_not_complain():
    assert remarks([played("robber 7 from 2", 0)]) == set()
    assert remarks([played("robber 7", 0)]) == set()


def test_who_is_close_to_winning_is_named_in_words_that_negotiators_understand():
    (line,) = remarks([played("city 12", 2)], position((2, 2, 8, 2)))
    assert line == "Seat 2 is close to winning."
    (statement,) = parse(line)
    assert (statement.kind, statement.to) == ("leader", (2,))


def test_nobody_is_named_who_is_not_close_or_has_not_just_built():
    assert remarks([played("city 12", 2)], position((2, 2, 7, 2))) == set()
    assert remarks([played("end turn", 2)], position((2, 2, 8, 2))) == set()
    assert remarks([played("city 12", 1)], position((2, 8, 2, 2))) == set()


def test_a_leader_is_not_named_twice_in_a_round():
    named = [Said(3, "Seat 2 is close to winning."), played("city 12", 2)]
    assert remarks(named, position((2, 2, 8, 2))) == set()
    round_later = [named[0], *[played("end turn", seat) for seat in (2, 3, 0, 1, 2)], named[1]]
    assert remarks(round_later, position((2, 2, 8, 2)))


def test_a_seat_that_is_named_defends_itself_with_the_points_of_another():
    lines = remarks([Said(0, "Seat 1 is close to winning.")], position((2, 8, 8, 9)))
    assert lines == {"Seat 2 has 8 points, I have 8.", "Seat 3 has 9 points, I have 8."}


def test_a_leader_points_at_the_awards_of_others():
    view = position((2, 8, 4, 4), road_holder=2, army_holder=3)
    assert view.position.longest_road == 2
    lines = remarks([Said(0, "dont trade with player 1")], view)
    assert lines == {
        "Look at seat 2: Longest Road is theirs.",
        "Look at seat 3: Largest Army is theirs.",
    }


def test_a_leader_without_excuse_names_its_own_points():
    lines = remarks([Said(0, "seat 1 is winning")], position((2, 8, 4, 4)))
    assert lines == {"Only 8 points so far, all on the board."}


def test_nobody_defends_another_or_answers_itself():
    view = position((2, 8, 9, 2))
    assert remarks([Said(0, "Seat 2 is close to winning.")], view) == set()
    assert remarks([Said(1, "Seat 1 is close to winning.")], view) == set()
    assert remarks([Said(0, "Does anyone want ore?")], view) == set()


def test_a_defence_does_not_go_on_for_ever():
    view = position((2, 8, 9, 2))
    accused = Said(0, "Seat 1 is close to winning.")
    told = [accused, Said(1, "Seat 2 has 9 points, I have 8.")]
    assert remarks([*told, accused], view)
    assert remarks([*told, *told, accused], view) == set()
    assert remarks([*told, *told, played("end turn", 0), accused], view)


def test_robots_greet_once():
    assert remarks([played("settlement 10", 1)]) == set(talk.GREETINGS)
    assert remarks([played("settlement 10", 1), played("settlement 20", 1)]) == set()


def test_robots_welcome_who_sits_down_in_a_game():
    state = GAME.start()
    log = [CatanMove.parse("settlement 10")]
    view = view_of(state, 1, log=log)
    assert "Hello, Ada." in remarks([Seated(2, "Ada")], view)
    assert remarks([Seated(1, "greedy")], view) == set()
    assert remarks([Seated(2, "Ada")]) == set()
    assert remarks([Seated(2, "I want ore")], view) == set()


def test_robots_congratulate_and_thank():
    over = Ended(2, (0.0, 0.0, 1.0, 0.0), (5, 6, 10, 7), "finished")
    assert remarks([over]) == {line.format(2) for line in talk.CONGRATULATIONS}
    assert remarks([over], seat=2) == set(talk.THANKS)
    assert remarks([Ended(-1, None, (5, 6, 9, 7), "cut")]) == set()


def test_a_robot_makes_one_remark_a_turn():
    said = Said(1, "Seven. Of course.")
    assert remarks([said, *rolled(8, 8, 8)]) == set()
    assert remarks([said, played("end turn", 0), *rolled(8, 8, 8)])


def test_a_robot_falls_silent_at_some_time():
    turn = [Said(1, "Oh, come on."), played("end turn", 0)]
    assert remarks([*turn * (talk.REMARKS_PER_GAME - 1), *rolled(8, 8, 8)])
    assert remarks([*turn * talk.REMARKS_PER_GAME, *rolled(8, 8, 8)]) == set()


LINES = (
    *talk.GREETINGS,
    *(line.format("Ada") for line in talk.WELCOMES),
    *talk.SEVENS,
    *(line.format(8, "third") for line in talk.RUNS),
    *(line.replace("{}", terrain) for line in talk.ROBBED[1:2] for terrain in talk.TERRAIN),
    *(line.format(2) for line in (*talk.ROBBED[:1], *talk.ROBBED[2:], *talk.CONGRATULATIONS)),
    *talk.THANKS,
    "Seat 2 has 8 points, I have 8.",
    "Look at seat 2: Longest Road is theirs.",
    "Look at seat 3: Largest Army is theirs.",
    "And what about the 3 hidden cards of seat 2?",
    "Only 8 points so far, all on the board.",
)


@pytest.mark.parametrize("line", LINES)
def test_agents_take_no_remark_for_a_statement_of_interest(line):
    assert parse(line) == ()
    assert len(line) <= 200


@pytest.mark.full
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_everybody_could_have_made_the_remark(seed):
    # A remark of seat 1 is computed from what seat 1 knows, and from what every other seat knows. If both
    # are equal, it follows from what all know, and is the same in all worlds that others cannot tell apart.
    spec = "thomas-plan:trade=principled"
    game = Catan(rules="trading", seed=seed)
    with Table(game, [make_agent(spec) for _ in range(4)], seed=seed) as table:
        table.play()
    state = game.start()
    observers = [game.sealed().observer(seat) for seat in range(4)]
    heard = [[] for _ in range(4)]
    said = 0
    for number, event in enumerate(table.events):
        for seat in range(4):
            if isinstance(event, Played | Outcome):
                seen = state.seen(event.move, seat)
                observers[seat].observe(seen)
                new = Played(seen, event.seat) if isinstance(event, Played) else Outcome(seen)
            else:
                new = event
            heard[seat].append(new)
        if isinstance(event, Played | Outcome):
            state.apply(event.move)
        for draw in range(4):
            lines = {
                remark(heard[seat], observers[seat].view(), Random(draw, "play", number), seat=1)
                for seat in range(4)
            }
            assert len(lines) == 1
            said += lines != {None}
    assert said > 20
