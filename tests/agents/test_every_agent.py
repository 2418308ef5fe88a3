"""What holds for each agent in the list: it finishes every game it plays, lawfully and repeatably."""

import copy
import pickle
import sys

import pytest
from tests.agents.seen import guessed_anew, is_same_guess

from catanlab import Catan, Rules
from catanlab.agents.players.mcts.presets import SEARCHES
from catanlab.agents.registry import AGENTS, agent_games, make_agent
from catanlab.framework.random import Random
from catanlab.games.catan.moves import CatanMove
from catanlab.games.gomoku import Gomoku
from catanlab.games.sos import Sos
from catanlab.table.agent import Agent
from catanlab.table.clock import Deadline, SystemClock
from catanlab.table.events import Played
from catanlab.table.table import Table

GAMES = (Gomoku(size=6, line=4), Sos())


def players_of(game):
    """Return the agents that play a game by themselves."""
    names = [name for name in AGENTS.names if name != "human"]
    return [name for name in names if not agent_games(name) or game in agent_games(name)]


SEARCHING = {entry.name for entry in SEARCHES}
OTHERS = [name for name in players_of("catan") if name not in SEARCHING]
# One search of each kind: the others differ from them in options only.
SOME = ("uct", "roelofs-groups-gcm", "martin", "panousis-uct")
QUICKLY = ("random", "greedy", "thomas-trade")
"""What `make check` looks at; the others only in the full tests."""


def mostly_full(names):
    return [name if name in QUICKLY else pytest.param(name, marks=pytest.mark.full) for name in names]


PLAYING = mostly_full([*OTHERS, *SOME])
PLANNERS = mostly_full([name for name in OTHERS if name.startswith(("thomas", "jsettlers"))])


def make_agents(names):
    """Return the agents of these names, those that search with a small budget."""
    budget = ":iterations=3,seconds=none,cut_turns=4,at_cut=leader"
    return [make_agent(f"{name}{budget}" if name in SEARCHING else name) for name in names]


def play(game, names, seed, **options):
    table = Table(game, make_agents(names), seed=seed, **options)
    table.play()
    return table


@pytest.mark.full
@pytest.mark.parametrize(
    ("name", "game"),
    [(name, game) for game in GAMES for name in players_of(game.name)],
    ids=lambda value: value if isinstance(value, str) else value.name,
)
def test_it_plays_the_small_games_if_it_plays_any(name, game):
    table = play(game, [name] * 2, seed=1)
    assert table.result.termination == "finished"
    assert table.incidents == []


@pytest.mark.full
@pytest.mark.parametrize("name", PLAYING)
def test_the_same_seed_gives_the_same_game_and_the_same_explanations(name):
    game = Catan(rules="trading", seed=5)
    one, two = (play(game, [name] * 4, seed=5, max_turns=60, explain=True) for _ in range(2))
    assert one.moves == two.moves
    assert [*map(_said, one.events)] == [*map(_said, two.events)]


@pytest.mark.parametrize("name", PLAYING)
@pytest.mark.parametrize("stop", [60, *(pytest.param(at, marks=pytest.mark.full) for at in (3, 333))])
def test_it_goes_on_after_an_interruption_as_if_there_had_been_none(name, stop):
    game = Catan(rules="trading", seed=7)
    whole = play(game, [name] * 4, seed=7, max_turns=60, explain=True)
    agents = make_agents([name] * 4)
    again = Table.resume(game, agents, whole.moves[:stop], seed=7, max_turns=60, explain=True)
    again.play()
    assert again.moves == whole.moves


@pytest.mark.full
@pytest.mark.parametrize("name", PLANNERS)
def test_it_goes_on_after_an_interruption_amid_its_discards(name):
    # Small hands have to be discarded from often; that the aim changes in between is not so frequent.
    game = Catan(rules=Rules.trading().replace(hand_limit=4), seed=11)
    whole = play(game, [name] * 4, seed=11, max_turns=60)
    moves = whole.moves
    discards = [at for at, move in enumerate(moves) if move.text.startswith("discard")]
    stops = [at for at in discards if at - 1 in discards]
    assert len(stops) > 5
    for at in stops:
        with Table.resume(game, make_agents([name] * 4), moves[:at], seed=11, max_turns=60) as again:
            again.step()
            assert again.moves[at] == moves[at]


@pytest.mark.full
@pytest.mark.parametrize("name", ["jsettlers-smart", "jsettlers-fast"])
def test_it_goes_on_after_an_interruption_amid_its_bargaining(name):
    game = Catan(rules="jsettlers", seed=5)
    moves = play(game, [name] * 4, seed=5, max_turns=60).moves
    stops, offered = [], False
    for at, move in enumerate(moves):
        offered = move.group != "end turn" and (offered or move.group == "offer")
        if offered:
            stops.append(at + 1)
    assert len(stops) > 40
    for at in stops[::2]:
        with Table.resume(game, make_agents([name] * 4), moves[:at], seed=5, max_turns=60) as again:
            again.step()
            assert again.moves == moves[: at + 1]


@pytest.mark.full
@pytest.mark.parametrize("name", ["jsettlers-smart", "jsettlers-fast"])
def test_copies_made_at_any_time_decide_the_same(name):
    compared = 0
    with Table(Catan(rules="jsettlers", seed=2), make_agents([name] * 4), seed=2, max_turns=40) as table:
        while not table.is_over:
            if table.state.is_chance:
                table.step()
                continue
            seat = table.state.to_move
            twin = pickle.loads(pickle.dumps(table.agents[seat]))
            twin.random = Random(5)
            choice = twin.choose(table.view(seat), Deadline(SystemClock()))
            table.step()
            if table.moves[-1].group != "discard":  # by chance, without a plan
                assert CatanMove.of(choice) == table.moves[-1]
                compared += 1
    assert compared > 100


@pytest.mark.full
@pytest.mark.parametrize("name", PLAYING)
def test_it_can_be_isolated(name):
    game = Catan(rules="jsettlers", seed=8)
    near = play(game, [name] * 4, seed=8, max_turns=8, explain=True)
    far = play(game, [name] * 4, seed=8, max_turns=8, explain=True, isolate=[2])
    assert far.moves == near.moves
    assert [*map(_said, far.events)] == [*map(_said, near.events)]
    assert far.incidents == []


@pytest.mark.parametrize("name", PLAYING)
def test_it_can_be_copied_in_the_middle_of_a_game(name):
    game = Catan(rules="jsettlers", seed=9)
    with Table(game, make_agents([name] * 4), seed=9) as table:
        while len(table.moves) < 40 or table.state.is_chance:
            table.step()
        seat = table.state.to_move
        agent = table.agents[seat]
        twin = pickle.loads(pickle.dumps(agent))
        choices = []
        for each in (agent, twin):
            each.random = Random(5, "search")
            choices.append(each.choose(table.view(seat), Deadline(SystemClock())))
        assert choices[0] == choices[1]


class Doubter(Agent):
    """Two agents of a kind, of which the second sees another guess at what is hidden; they must agree."""

    games = ("catan",)

    def __init__(self, name):
        self.name = name
        self.pair = make_agents([name] * 2)
        self.doubts = 0

    def start(self, game, seat, random):
        super().start(game, seat, random)
        for agent in self.pair:
            agent.start(game, seat, random)

    def hear(self, event):
        for agent in self.pair:
            agent.hear(event)

    def choose(self, view, deadline):
        other = guessed_anew(view, Random(len(view.log), "search"))
        self.doubts += not is_same_guess(view, other)
        found = []
        for agent, seen in zip(self.pair, (view, other), strict=True):
            agent.random = copy.deepcopy(self.random)
            found.append((agent.choose(seen, deadline), agent.explain()))
        assert found[0] == found[1]
        return found[0][0]


SCHEMES = ("batna", "haggle", "jsettlers", "panousis", "principled")


@pytest.mark.parametrize(
    "trade", ["own", *(pytest.param(scheme, marks=pytest.mark.full) for scheme in SCHEMES)]
)
@pytest.mark.parametrize("name", [*PLANNERS, "haggler", "heuristic", "ore-grain", "wood-clay"])
def test_what_it_cannot_see_does_not_matter(name, trade):
    # Small hands are discarded from often, and unseen.
    game = Catan(rules=Rules.jsettlers().replace(hand_limit=4), seed=3)
    doubter = Doubter(f"{name}:trade={trade}")
    others = make_agents(["ore-grain", "thomas-trade", "heuristic"])
    table = Table(game, [doubter, *others], seed=3, max_turns=60)
    table.play()
    assert doubter.doubts > 10
    assert table.incidents == []


class Resampler(Doubter):
    """Two agents of a kind that move in different states sampled from the same view; they must agree."""

    def __init__(self, name, monkeypatch):
        super().__init__(name)
        self.monkeypatch = monkeypatch
        self.module = sys.modules[type(self.pair[0]).__module__]

    def choose(self, view, deadline):
        states, found = [], []
        for seed, agent in enumerate(self.pair):
            agent.random = copy.deepcopy(self.random)
            with self.monkeypatch.context() as patch:
                patch.setattr(self.module, "Random", lambda _, *names, seed=seed: Random(seed, *names))
                found.append((agent.choose(view, deadline), agent.explain()))
            states.append(view.sample(Random(seed, "search")))
        self.doubts += states[0] != states[1]
        assert found[0] == found[1]
        return found[0][0]


@pytest.mark.full
@pytest.mark.parametrize(
    "spec", ["expectimax", "expectimax:evaluation=linear", "one-ply", "one-ply:evaluation=net"]
)
def test_the_state_that_it_samples_does_not_matter(spec, monkeypatch):
    game = Catan(rules=Rules.jsettlers().replace(hand_limit=4), seed=3)
    resampler = Resampler(spec, monkeypatch)
    others = make_agents(["ore-grain", "thomas-trade", "heuristic"])
    table = Table(game, [resampler, *others], seed=3, max_turns=60)
    table.play()
    assert resampler.doubts > 10
    assert table.incidents == []


def _said(event):
    return event.explanation if isinstance(event, Played) else event
