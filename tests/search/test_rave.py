"""All-moves-as-first statistics: which children are credited with a simulation."""

from tests.framework.tally import Tally

from catanlab.framework.moves import GROUP_SHIFT, OVER, Move
from catanlab.framework.plain import PlainGame, Position
from catanlab.framework.random import Random
from catanlab.framework.state import FixedSampler
from catanlab.games.catan.game import Catan
from catanlab.games.sos import Sos
from catanlab.playout.evaluations import Nothing
from catanlab.playout.policies import Uniform
from catanlab.search.backup import Rewards
from catanlab.search.simulation import Simulation
from catanlab.search.tree_policies.registry import make_tree_policy

LEFT, RIGHT = 1 << GROUP_SHIFT, 2 << GROUP_SHIFT


def simulation(game, name="uct-rave", seed=1, **options):
    state = game.start()
    return Simulation(
        state=state.blank(),
        seat=0,
        sampler=FixedSampler(state),
        tree_policy=make_tree_policy(name),
        policy=Uniform(),
        rewards=Rewards("win", Nothing(), 0),
        random=Random(seed, "search"),
        **options,
    )


def children(tree, node=0):
    """Return what is known of a node's children, by their moves."""
    return {tree.facts(child)["move"]: tree.facts(child) | {"node": child} for child in tree.children(node)}


def test_one_simulation_counts_for_all_moves_of_the_seat():
    """In sum of switches with three, seat 0 makes two of the three moves, and seat 1 the other."""
    for seed in range(10):
        search = simulation(Sos(switches=3), seed=seed)
        search.run(1)
        known = children(search.tree)
        credited = {move for move, facts in known.items() if facts["extras"][0]}
        visited = {move for move, facts in known.items() if facts["visits"]}
        assert len(credited) == 2
        assert len(visited) == 1
        assert visited < credited
        # Switches are worth 0, 1 and 2: seat 0 wins with any two but 0 and 1.
        reward = float(credited != {0, 1})
        assert [facts["extras"] for move, facts in known.items() if move in credited] == [[1.0, reward]] * 2


def test_values_add_up_over_many_simulations():
    search = simulation(Sos(switches=3))
    search.run(400)
    tree = search.tree
    known = children(tree)
    assert sum(facts["extras"][0] for facts in known.values()) == 2 * 400
    # With switch 2 seat 0 always wins.
    assert known[2]["extras"][1] == 1.0
    won = sum(count * mean for count, mean in (facts["extras"] for facts in known.values()))
    assert abs(won - 2 * 400 * tree.facts(0)["values"][0]) < 1e-6
    # Seat 1 makes one move only: only the child that was chosen is credited.
    for move in range(3):
        for facts in children(tree, known[move]["node"]).values():
            assert facts["extras"][0] == facts["visits"]
            assert abs(facts["extras"][1] - facts["values"][1]) < 1e-9


class Turn(Position):
    """One seat moves twice: left 0, left 1 or right first, then right."""

    def __init__(self, made=()):
        self.made = made

    def to_move(self):
        return OVER if len(self.made) == 2 else 0

    def legal(self):
        return [RIGHT] if self.made else [LEFT, LEFT | 1, RIGHT]

    def apply(self, move):
        self.made += (move,)

    def returns(self):
        return (float(self.made[0] == LEFT),)

    def turn(self):
        return len(self.made)

    def copy(self):
        return type(self)(self.made)


class Turns(PlainGame):
    """A game of one seat with two groups, one of which has a move of the group's own number."""

    name = "turns"
    summary = "a toy"
    move_type = Move
    seats = 1

    def first_position(self):
        return Turn()


def test_groups_are_kept_apart_from_their_moves():
    search = simulation(Turns(), by_group=True)
    search.run(60)
    tree = search.tree
    left, right = children(tree)[LEFT], children(tree)[RIGHT]
    assert left["kind"] == right["kind"] == "group"
    # Right is made in every simulation, sooner or later; left only by choosing it here.
    assert right["extras"][0] == 60
    assert left["extras"][0] == left["visits"] < 60
    for move, facts in children(tree, left["node"]).items():
        assert facts["extras"] == [facts["visits"], float(move == LEFT)]
    (only,) = children(tree, right["node"]).values()
    assert only["extras"][0] == only["visits"]


def test_chance_nodes_have_no_rave_values():
    """In tally chance draws, then seat 0 moves first: six moves of both seats, four to choose from."""
    search = simulation(Tally())
    search.run(500)
    tree = search.tree
    outcomes = [tree.facts(node) for node in range(len(tree)) if tree.facts(node)["chooser"] is None]
    assert len(outcomes) > 3
    assert all(facts["extras"] == [0.0, 0.0] for facts in outcomes)
    for drawn in tree.children():
        for facts in children(tree, drawn).values():
            assert facts["visits"] < facts["extras"][0] <= tree.facts(drawn)["visits"]


def test_a_long_playout_is_remembered_whole():
    """With a thousand switches each seat makes five hundred moves, all of them different."""
    search = simulation(Sos(switches=1000))
    search.run(3)
    counts = [facts["extras"][0] for facts in children(search.tree).values()]
    assert len(counts) == 1000
    assert sum(counts) == 3 * 500
    assert max(counts) <= 3


def test_a_settlement_counts_whenever_it_is_built():
    search = simulation(Catan(rules="players=2", seed=1), name="rave")
    search.run(50)
    credited = children(search.tree)
    assert len(credited) == 54
    assert all(facts["extras"][0] >= facts["visits"] for facts in credited.values())
    # Two in the set-up, and more in the game.
    assert sum(facts["extras"][0] for facts in credited.values()) > 2 * 50
