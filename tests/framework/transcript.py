"""Plays games and searches and reports everything about them; run as a program it prints that as JSON.

The same lines come from the native modules and from their sources run as plain Python.
"""

import json
import sys
import zlib

import numpy as np

from catanlab.agents.value.building_plans import Plans
from catanlab.agents.value.heavy import Heavy
from catanlab.framework.random import Random
from catanlab.framework.state import FixedSampler
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.rules import Rules
from catanlab.games.catan.turns import TurnGame
from catanlab.games.gomoku import Gomoku
from catanlab.games.sos import Sos
from catanlab.playout.evaluations import Leader, PlainEvaluation, Points
from catanlab.playout.games import NativeMatch, play_out
from catanlab.playout.policies import GroupFirst, PlainPolicy, Uniform, Weighted
from catanlab.search.backup import Rewards
from catanlab.search.candidates import GroupPriors
from catanlab.search.move_groups import read_groups
from catanlab.search.one_level_tree import OneLevelTree
from catanlab.search.simulation import Simulation
from catanlab.search.tree_policies.base import PlainTreePolicy
from catanlab.search.tree_policies.registry import read_tree_policy

GAMES = {
    "catan for two": Catan(rules=Rules(players=2), seed=1),
    "catan for three": Catan(rules=Rules(players=3), seed=2),
    "catan for four": Catan(rules=Rules(), board="beginner", seed=3),
    "trading for two": Catan(rules=Rules(players=2, player_trade=True, max_turns=40), seed=4),
    "trading for three": Catan(rules=Rules.thomas().replace(players=3, max_turns=40), seed=5),
    "trading for four": Catan(rules=Rules.trading().replace(max_turns=100), seed=6),
    "jsettlers": Catan(rules=Rules.jsettlers().replace(max_turns=150), seed=7),
    "roelofs": Catan(rules=Rules.roelofs().replace(max_turns=200), seed=8),
    "options": Catan(
        rules=Rules(
            one_action=True,
            friendly_robber=True,
            no_sevens_rounds=2,
            skip_free_roads=True,
            bank_limit=False,
            max_rounds=100,
        ),
        seed=9,
    ),
    "turns by martin": TurnGame(
        Catan(rules=Rules(players=3, max_turns=100), seed=10), "martin", trade_only_to_build=False
    ),
    "turns by panousis": TurnGame(Catan(rules=Rules.trading().replace(max_turns=60), seed=11), "panousis"),
    "turns by panousis, without cards": TurnGame(
        Catan(rules=Rules(players=3, max_turns=60), seed=13), "panousis", cards=False, unplayed=1, cap=64
    ),
    "turns by tuma": TurnGame(Catan(rules=Rules(players=2, max_turns=60), seed=12), "tuma", draws=2),
    "gomoku": Gomoku(size=6, line=4),
    "sos": Sos(switches=9, seed=4),
}

SEARCHED = {
    "sos": (Sos(switches=7, seed=4), 0, {}),
    "gomoku": (Gomoku(size=4, line=3), 0, {"by_group": True}),
    "catan": (Catan(rules=Rules(players=2), seed=1), 60, {"cut": 2}),
    "catan, open loop": (Catan(rules=Rules(players=2), seed=1), 60, {"cut": 2, "chance": "open"}),
    "catan, by group": (Catan(rules=Rules(players=2), seed=1), 60, {"cut": 2, "by_group": True}),
    "catan, groups that share a node": (
        Catan(rules=Rules(players=2), seed=1),
        60,
        {
            "cut": 2,
            "by_group": True,
            "groups": read_groups("roelofs", CatanMove),
            "expand_after": 0,
            "chance": "open",
        },
    ),
}
"""What is searched, after how many moves and outcomes, and with which options."""

PLAIN = "plain"
TREE_POLICIES = (
    "uct:c=0.7",
    "uct:total=yes",
    "ucb-tuned",
    "bayes:support=9",
    "bayes:spread=none",
    "bayes:spread=expected",
    "bayes:spread=mean,alpha=0.5",
    "vpi",
    "vpi:form=sampled,samples=2,support=3",
    "thompson:a=0.5",
    "thompson:reshape=yes",
    "rave:schedule=mse",
    "uct-rave:k=20",
    "puct:fpu=0.1",
    "bias",
    "widening",
    PLAIN,
)


class LeastTried:
    """A tree policy in plain Python."""

    def choose(self, children, parent, random):
        fewest = min(child.visits for child in children)
        fresh = [i for i, child in enumerate(children) if child.visits == fewest]
        return fresh[random.below(len(fresh))]


def transcript(name):
    """Return every move and outcome of a game, what else was listed, and how it ended."""
    game = GAMES[name]
    state = game.start()
    random = Random(11, "play", len(name))
    lines = []
    while not state.is_over:
        if state.is_chance:
            listed = state.outcomes
            move = state.draw_outcome(random)
        else:
            listed = state.legal_moves
            move = state.draw_move(random, by_group=len(lines) % 2 == 1)
        seen = [str(state.seen(move, seat)) for seat in range(state.seats)]
        lines.append([state.to_move, str(move), int(move), seen, len(listed), digest(listed)])
        state.apply(move)
    fields = state.fields() if isinstance(game, Catan) else repr(state)
    lines.append([state.returns, state.scores, state.turn, fields, repr(random)])
    return json.loads(json.dumps(lines))


def any_order(name):
    """Return the moves of a game in which any decider may be next, and what seat 0 and spectators see."""
    game = GAMES[name]
    state = game.start()
    observers = [game.observer(0), game.observer(None)]
    random = Random(12, "play", len(name))
    lines = []
    while not state.is_over and len(lines) < 400:
        if state.is_chance:
            move = state.draw_outcome(random)
        else:
            seat = state.deciders[random.below(len(state.deciders))]
            move = state.by(state.as_decider(seat).draw_move(random, by_group=True), seat)
        for observer in observers:
            observer.observe(state.seen(move, observer.seat))
        views = [observer.view() for observer in observers]
        seen = [[view.decision, view.deciders, len(view.as_decider().legal_moves)] for view in views]
        lines.append([str(move), state.mover(move), state.question, state.deciders, seen])
        state.apply(move)
    fields = state.fields() if isinstance(game, Catan) else repr(state)
    return json.loads(json.dumps([*lines, fields]))


def playouts(name):
    """Return what comes of games played in one native loop, by policies and evaluations of all kinds."""
    game = GAMES[name]
    arrays = [
        np.zeros((2, game.seats)),
        np.zeros((2, game.seats), np.int32),
        np.zeros(2, np.int32),
        np.zeros(2, np.int64),
    ]
    # Every turn of these games lists all sequences of moves, which takes plain Python long.
    turns = 6 if isinstance(game, TurnGame) else 20
    policies = (GroupFirst(), weighted(game), PlainPolicy(last_listed))
    judges = (None, Leader(), Points(7), PlainEvaluation(by_seat))
    rows = []
    for policy in policies:
        for judge in judges:
            play_out([game.start()] * 2, 5, 3, policy, turns, *arrays, judge)
            rows.append([array.tolist() for array in arrays])
    return rows


def weighted(game):
    """Return a policy that prefers the later groups, and has no use for the first that is played."""
    groups = game.move_type.groups
    weights = {name: number * 0.75 for number, name in enumerate(groups)}
    return Weighted(weights if len(groups) > 1 else "", game.move_type)


def last_listed(state, random):
    """Choose one of the last two moves."""
    return state.legal_moves[-1 - random.below(min(2, len(state.legal_moves)))]


def by_seat(state):
    """Value the seats in their order."""
    return [(seat + 1) / (state.seats + 1) for seat in range(state.seats)]


def samples(name):
    """Return what is sampled from the view of seat 0 some way into a game."""
    game = GAMES[name]
    state = game.start()
    observer = game.observer(0)
    random = Random(3, "play", len(name))
    while not state.is_over and len(observer.view().log) < 60:
        move = state.draw_outcome(random) if state.is_chance else state.draw_move(random)
        observer.observe(state.seen(move, 0))
        state.apply(move)
    sampler, drawn = observer.view().sampler(), observer.view().game.start()
    states = []
    for _ in range(5):
        sampler.sample_into(drawn, random)
        states.append(drawn.fields() if isinstance(game, Catan) else repr(drawn))
    return json.loads(json.dumps(states))


def native_match(name):
    """Return the moves of a game between native policies."""
    game = GAMES[name]
    policies = [Uniform(), weighted(game), *([Heavy(), Plans()] if isinstance(game, Catan) else [])]
    seating = [(seat + 1) % len(policies) for seat in range(game.seats)]
    return NativeMatch(policies).moves(game.start(), 2**63 + 7, seating, 60)


def searched(policy, name):
    """Return what a search finds out about the moves of a game, and a digest of its whole tree."""
    game, plies, options = SEARCHED[name]
    state = game.start()
    random = Random(4, "play")
    while plies > 0 or state.is_chance:
        state.apply(state.draw_outcome(random) if state.is_chance else state.draw_move(random))
        plies -= 1
    simulation = Simulation(
        state=state.blank(),
        seat=state.to_move,
        sampler=FixedSampler(state),
        tree_policy=tree_policy(policy),
        policy=Uniform(),
        rewards=Rewards("mixed", Leader(), state.to_move),
        random=Random(5, "search", len(policy)),
        priors=GroupPriors([1.0, 2.0], [0.0, 0.0, 3.0]),
        **options,
    )
    simulation.run(200)
    tree = simulation.tree
    nodes = [tree.facts(node) for node in range(len(tree))]
    return json.loads(json.dumps([[nodes[child] for child in tree.children()], len(nodes), digest(nodes)]))


def pulled(policy):
    """Return what is known of the arms of a bandit after some pulls."""
    trial = OneLevelTree(tree_policy(policy), 4)
    trial.run([0.3, 0.5, 0.4, 0.6], 300, Random(6, "search", len(policy)))
    return json.loads(json.dumps([trial.facts(arm) for arm in range(4)]))


def tree_policy(spec):
    return PlainTreePolicy(LeastTried()) if spec == PLAIN else read_tree_policy(spec)


def searches(policy):
    """Return what a tree policy finds out in every game that is searched, and on a bandit."""
    return {"bandit": pulled(policy), **{name: searched(policy, name) for name in SEARCHED}}


def digest(listed):
    return zlib.crc32(repr(listed).encode())


def all_games():
    """Return the transcripts, playouts, native matches and samples of all games."""
    return {
        name: {
            part.__name__: part(name) for part in (transcript, any_order, playouts, native_match, samples)
        }
        for name in GAMES
    }


def all_searches():
    """Return what every tree policy finds out."""
    return {policy: searches(policy) for policy in TREE_POLICIES}


if __name__ == "__main__":
    found = {"games": all_games, "searches": all_searches}[sys.argv[1]]()
    files = {name: module.__file__ for name, module in sys.modules.items() if name.startswith("catanlab.")}
    json.dump({"files": files, "found": found}, sys.stdout)
