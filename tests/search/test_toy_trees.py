"""Values of trees that are known exactly: chance, hidden worlds, virtual wins and groups."""

import pytest
from tests.search.searching import counts, open_view, search
from tests.search.toys import HiddenView, Toy, chance, choice, end

from catanlab.agents.registry import make_agent
from catanlab.framework.errors import ArgumentError
from catanlab.framework.random import Random
from catanlab.search.search import Search
from catanlab.search.settings import Settings
from catanlab.search.tree import Tree

WON, LOST = end(1.0, 0.0), end(0.0, 1.0)
EVEN = end(0.5, 0.5)


def values(result):
    return {move.move.text: move.value for move in result.moves}


def toy_search(tree, spec, seats=2, seed=1):
    return search(open_view(Toy(tree, seats).start()), spec, seed)


@pytest.mark.parametrize("model", ["nodes", "sampled", "grouped", "open"])
def test_expectations(model):
    # a0 is worth 0.9 * 0.5 + 0.1 * 1 = 0.55 with the better move after each outcome; a1 is worth 0.5.
    often = choice(0, b0=EVEN, b1=LOST)
    seldom = choice(0, c0=WON, c1=LOST)
    tree = choice(0, a0=chance(a0=(0.9, often), a1=(0.1, seldom)), a1=EVEN)
    result = toy_search(tree, f"uct:iterations=5000,chance={model},hidden=open")
    assert result.best.text == "a0"
    assert values(result)["a0"] == pytest.approx(0.55, abs=0.03)


@pytest.mark.full
@pytest.mark.parametrize("model", ["nodes", "sampled", "open"])
def test_a_rare_world_does_not_weigh_more_than_it_is_worth(model):
    """The chance of the outcome depends on what is hidden: certain in one world of fifty, else nil."""
    rare = choice(0, a0=end(0.1, 0.9), a1=chance(b1=(1.0, WON)))
    usual = choice(0, a0=end(0.1, 0.9), a1=chance(b0=(1.0, LOST)))
    view = HiddenView([(0.02, rare), (0.98, usual)])
    for seed in range(20):
        result = search(view, f"uct:iterations=1000,chance={model},c=0.4", seed)
        assert result.best.text == "a0"
        assert values(result)["a1"] < 0.1


def test_the_literal_grouped_model_weighs_twice():
    # Both outcomes win; drawn with 0.5 each and weighed by 0.5 once more, a sure win is worth a half.
    tree = choice(0, a0=chance(a0=(0.5, choice(1, b0=WON)), a1=(0.5, choice(1, b0=WON))), a1=EVEN)
    result = toy_search(tree, "uct:iterations=400,chance=grouped-literal,hidden=open")
    assert values(result)["a0"] == pytest.approx(0.5)


@pytest.mark.parametrize("backup", ["average", "max", "mix"])
def test_virtual_wins_are_won_whatever_the_backup(backup):
    tree = choice(0, a0=EVEN, b0=EVEN)
    result = toy_search(tree, f"uct:iterations=4,virtual=a*8,backup={backup},hidden=open")
    visits = counts(result)["a0"]
    assert visits >= 8
    assert values(result)["a0"] == pytest.approx((8 * 1 + (visits - 8) * 0.5) / visits)


@pytest.mark.parametrize("backup", ["average", "max", "mix"])
def test_virtual_wins_stay_where_a_decision_follows(backup):
    tree = choice(0, a0=choice(1, c0=EVEN, c1=EVEN), b0=LOST)
    result = toy_search(tree, f"uct:iterations=12,virtual=a*8,backup={backup},hidden=open")
    visits = counts(result)["a0"]
    assert visits > 10
    assert values(result)["a0"] == pytest.approx((8 * 1 + (visits - 8) * 0.5) / visits)


@pytest.mark.parametrize("model", ["nodes", "sampled"])
def test_virtual_wins_stay_where_chance_follows(model):
    tree = choice(0, a0=chance(c0=(0.5, EVEN), c1=(0.5, EVEN)), b0=LOST)
    result = toy_search(tree, f"uct:iterations=12,virtual=a*8,chance={model},hidden=open")
    visits = counts(result)["a0"]
    assert values(result)["a0"] == pytest.approx((8 * 1 + (visits - 8) * 0.5) / visits)


def test_each_seat_maximises_its_own_value():
    # Seat 1 prefers c1, which gives seat 0 little; to spite or help seat 0, it would choose c0 or c2.
    second = choice(1, c0=end(0.0, 0.3, 0.7), c1=end(0.2, 0.6, 0.2), c2=end(0.9, 0.1, 0.0))
    tree = choice(0, a0=second, a1=end(0.4, 0.3, 0.3))
    assert toy_search(tree, "uct:iterations=2000,c=0.5", seats=3).best.text == "a1"


@pytest.mark.parametrize("backup", ["max", "mix"])
def test_a_greatest_child_that_chance_must_grant_is_refused(backup):
    with pytest.raises(ArgumentError, match="needs chance=nodes"):
        make_agent(f"uct:backup={backup},chance=grouped")


def test_priors_reach_the_groups():
    moves = {f"{group}{i}": EVEN for group in "abc" for i in range(3)}
    result = toy_search(choice(0, **moves), "puct:iterations=300,groups=yes,prior=b*50+c*0,hidden=open")
    visits = counts(result)
    assert sum(visits[f"b{i}"] for i in range(3)) > 250
    assert sum(visits.get(f"c{i}", 0) for i in range(3)) < 10


def test_groups_that_are_not_side_by_side_do_no_harm():
    moves = {f"{'ab'[i % 2]}{i}": EVEN for i in range(2000)}
    result = toy_search(choice(0, **moves), "uct:iterations=50,groups=yes")
    assert result.iterations == 50


@pytest.mark.full
@pytest.mark.usefixtures("processor_time")
def test_an_ensemble_keeps_its_time():
    view = open_view(Toy(choice(0, a0=EVEN, a1=WON)).start())
    running = Search(
        view, Settings(iterations=None, seconds=0.2, hidden="ensemble", worlds=2000), Random(1)
    )
    result = running.run()
    assert result.seconds < 1.0


@pytest.mark.usefixtures("processor_time")
def test_robust_max_is_looked_for_in_the_time_that_is_left():
    view = open_view(Toy(choice(0, a0=EVEN, a1=end(0.5, 0.5), a2=WON)).start())
    result = Search(view, Settings(iterations=None, seconds=0.1, final="robust-max"), Random(1)).run()
    assert result.best.text == "a2"
    assert result.seconds < 0.5


def test_nothing_is_found_before_the_first_simulation():
    view = open_view(Toy(choice(0, a0=EVEN, a1=WON)).start())
    with pytest.raises(ArgumentError, match="nothing has been searched yet"):
        Search(view, Settings(), Random(1)).result()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"final": "x"}, "final is 'x'; it must be robust, max"),
        ({"hidden": "x"}, "hidden is 'x'"),
        ({"groups": 3}, "groups is 3; it must be yes, no or a word"),
        ({"seconds": "x"}, "seconds is 'x'"),
        ({"secure_weight": float("nan")}, "secure_weight is nan"),
        ({"policy": 3}, "policy is 3"),
        ({"reuse": True, "hidden": "ensemble"}, "does not go with hidden=ensemble"),
    ],
)
def test_settings_of_the_wrong_kind_are_refused(options, words):
    with pytest.raises(ArgumentError) as error:
        Settings(**options)
    assert words in str(error.value)


@pytest.mark.parametrize("final", ["robust", "max", "secure"])
def test_kept_groups_that_cannot_be_chosen_now_are_left_out(final):
    """After a0 the move c0 may come or not: the kept tree knows a group that this position lacks."""
    first = choice(0, b0=EVEN, b1=LOST, c0=WON)
    other = choice(0, b0=EVEN, b1=LOST)
    tree = choice(0, a0=chance(a0=(0.5, first), a1=(0.5, other)), a1=LOST)
    view = open_view(Toy(tree).start())
    settings = Settings(iterations=400, groups=True, chance="open", reuse=True, final=final)
    running = Search(view, settings, Random(1))
    running.run()
    state = Toy(tree).start().apply("a0")
    trees = running.follow([(0, view.legal_moves[0])])
    assert trees
    later = Search(open_view(state.apply("a1")), settings, Random(2), trees=trees)
    assert later.run(50).best.text == "b0"


def test_a_kept_variation_begins_with_a_move_that_can_be_made():
    first = choice(0, b0=EVEN, b1=LOST, c0=WON)
    other = choice(0, b0=EVEN, b1=LOST)
    tree = choice(0, a0=chance(a0=(0.9, first), a1=(0.1, other)), a1=LOST)
    view = open_view(Toy(tree).start())
    for groups in (False, True):
        settings = Settings(iterations=400, groups=groups, chance="open", reuse=True)
        running = Search(view, settings, Random(1))
        running.run()
        state = Toy(tree).start().apply("a0")
        trees = running.follow([(0, view.legal_moves[0])])
        later = Search(open_view(state.apply("a1")), settings, Random(2), trees=trees)
        assert [step.move.text for step in later.run(1).variation] == ["b0"]


def test_a_sampled_choice_is_no_simulation():
    """However often the result is asked for, what could be chosen has been counted once a simulation."""
    view = HiddenView([(0.5, choice(0, a0=WON, a1=LOST)), (0.5, choice(0, a0=LOST, a1=WON))])
    running = Search(view, Settings(iterations=50, final="sample"), Random(1))
    running.run()
    for _ in range(20):
        running.result()
    assert [move.available for move in running.moves()] == [49, 49]


@pytest.mark.parametrize(
    ("tree", "options"),
    [
        (Tree(2), {"policy": "rave"}),
        (Tree(2, 2), {}),
        (Tree(2), {"backup": "max"}),
        (Tree(2, 0, 1000, True), {}),
        (Tree(1), {}),
    ],
)
def test_a_tree_that_was_grown_for_something_else_is_refused(tree, options):
    view = open_view(Toy(choice(0, a0=EVEN, a1=WON)).start())
    with pytest.raises(ArgumentError, match="the tree does not fit the search"):
        Search(view, Settings(**options), Random(1), trees=[tree])
