"""Trees that have no room left: what they know stays right, and they keep their size."""

import resource

import pytest
from tests.search.searching import open_view
from tests.search.toys import Toy, chance, choice, end

from catanlab.framework.random import Random
from catanlab.search.search import Search
from catanlab.search.settings import Settings

WON, LOST = end(1.0, 0.0), end(0.0, 1.0)
EVEN = end(0.5, 0.5)
SMALL = 1000


def full(tree, iterations, c=1.0, **options):
    """Return a search whose tree may have a thousand nodes."""
    view = open_view(Toy(tree).start())
    settings = Settings(iterations=1, nodes=SMALL, **options)
    running = Search(view, settings, Random(1), policy_options={"c": c})
    running.run(iterations)
    return running


@pytest.mark.full
def test_a_full_tree_keeps_right_values_and_its_size():
    moves = {
        f"a{i}": chance(b0=(0.5, choice(1, c0=end(0.8, 0.2), c1=end(0.8, 0.2))), b1=(0.5, EVEN))
        for i in range(600)
    }
    running = full(choice(0, **moves), 20_000, hidden="open")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    result = running.run(20_000)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 4096
    assert all(0.5 <= move.value <= 0.8 for move in result.moves)
    assert result.nodes <= SMALL


@pytest.mark.full
@pytest.mark.parametrize("backup", ["average", "max"])
def test_outcomes_without_a_node_count(backup):
    """The tree has room for some outcomes of each move; half of them win."""
    outcomes = {f"b{k}": (0.1, WON if k % 2 else LOST) for k in range(10)}
    moves = {f"a{i}": chance(**outcomes) for i in range(300)}
    result = full(choice(0, **moves), 30_000, backup=backup, c=20.0).result()
    assert result.refused
    for move in result.moves:
        assert move.visits > 80
        assert move.value == pytest.approx(0.5, abs=0.25)


@pytest.mark.full
@pytest.mark.parametrize("backup", ["average", "max"])
def test_a_node_gets_all_its_children_or_none(backup):
    """There is room for nine more nodes; the answers that win for seat 1 come after the first nine."""
    answers = choice(1, **{f"b{k}": WON if k < 9 else LOST for k in range(20)})
    moves = {f"a{i}": answers for i in range(990)}
    running = full(choice(0, **moves), 20_000, backup=backup)
    tree = running.simulations[0].tree
    assert len(tree) == 991
    assert all(not tree.children(child) for child in tree.children())
    assert max(move.value for move in running.moves() if move.visits >= 20) < 0.9


@pytest.mark.full
def test_groups_are_chosen_although_their_moves_have_no_room():
    """Group b has no moves but those that win for seat 1, which learns that from what the groups bring."""
    answers = choice(1, a0=WON, a1=WON, b0=LOST, b1=LOST)
    moves = {f"a{i}": answers for i in range(330)}
    running = full(choice(0, **moves), 60_000, groups=True, policy="uct")
    tree = running.simulations[0].tree
    assert len(tree) <= SMALL
    checked = 0
    (group,) = tree.children()
    for child in tree.children(group):
        for answer in tree.children(child):
            facts = tree.facts(answer)
            if not facts["children"] and facts["visits"] > 5:
                assert facts["values"][1] == facts["move"] >> 54
                checked += 1
    assert checked > 50


@pytest.mark.full
def test_the_root_always_gets_its_children():
    moves = {f"a{i}": EVEN for i in range(2000)}
    for groups in (False, True):
        result = full(choice(0, **moves), 3000, groups=groups).result()
        assert len(result.moves) == 2000


@pytest.mark.full
def test_a_kept_tree_grows_again_where_it_was_full():
    """Nodes that found no room get their children once the tree has some."""
    last = choice(0, a0=WON, b0=LOST)
    for groups in (False, True):
        # With a root, the nodes of two groups if there are any, and these moves, it is exactly full.
        second = choice(1, **{f"a{k}": last for k in range(337 if groups else 339)})
        tree = choice(0, **{f"a{i}": second if i == 0 else LOST for i in range(660)})
        settings = {"groups": groups, "reuse": True, "hidden": "open"}
        running = full(tree, 6000, c=0.1, **settings)
        state = running.view.sample(Random(1))
        events = []
        for seat, text in ((0, "a0"), (1, "a0")):
            events.append((seat, state.game.move_type.parse(text)))
            state.apply(text)
        kept = running.follow(events)
        assert running.result().nodes == SMALL
        assert kept[0].facts()["visits"] >= 2
        later = Search(
            open_view(state), Settings(iterations=50, nodes=SMALL, **settings), Random(2), trees=kept
        )
        assert later.run().best.text == "a0"
