"""Agents with negotiators at the table: legal, rare, repeatable, and the same after a break."""

import pickle
from collections import Counter

import pytest
from tests.table.players import First, Talker

from catanlab import Catan, Explanation, Table, make_agent
from catanlab.agents.negotiation.negotiator import Negotiator, Refuser
from catanlab.agents.negotiation.registry import SCHEMES, make_negotiator, scheme_options
from catanlab.agents.negotiation.trader import Trader, without_offers
from catanlab.agents.registry import AGENTS, agent_options
from catanlab.framework.errors import AgentError, ArgumentError
from catanlab.framework.moves import GROUP_SHIFT
from catanlab.framework.random import Random
from catanlab.framework.registry import Entry
from catanlab.games.catan import constants as c
from catanlab.games.gomoku import Gomoku
from catanlab.lab.code import code_key
from catanlab.table.agent import Agent
from catanlab.table.events import Played, Said
from catanlab.table.random_agent import RandomAgent

TRADES = ("offer", "accept", "reject", "counter", "confirm", "take", "cancel")
TALKING = [name for name in SCHEMES.names if name != "none"]
MIXED = [f"greedy:trade={name}" for name in ("batna", "principled", "jsettlers", "panousis")]


def play(specs, seed, rules="trading", **options):
    game = Catan(rules=rules, seed=seed)
    with Table(game, [make_agent(spec) for spec in specs], seed=seed, **options) as table:
        table.play()
    assert table.incidents == []
    return table


def timeless(events):
    return [
        (event.move, event.seat, event.explanation) if isinstance(event, Played) else event
        for event in events
    ]


@pytest.mark.full
@pytest.mark.parametrize("rules", ["trading", "thomas", "jsettlers", "trading,counter_offers=no,players=2"])
@pytest.mark.parametrize("name", SCHEMES.names)
def test_games_with_a_negotiator_go_on_without_incident(name, rules):
    seats = Catan(rules=rules).seats
    groups: Counter[str] = Counter()
    for seed in range(1, 13 if name != "none" else 2):
        if groups["offer"]:
            break  # with two players offers are rare
        table = play([f"thomas-plan:trade={name}"] * seats, seed, rules, explain=True, max_turns=400)
        assert table.result.termination == "finished"
        groups.update(move.group for move in table.moves)
    assert (groups["offer"] > 0) is (name != "none")


@pytest.mark.full
@pytest.mark.parametrize("name", TALKING)
def test_deals_are_made_and_offers_are_rare(name):
    table = play([f"greedy:trade={name}"] * 4, 5, max_turns=60)
    groups = Counter(move.group for move in table.moves)
    assert groups["confirm"] + groups["take"] >= 1
    assert groups["offer"] < 60


@pytest.mark.full
@pytest.mark.parametrize("name", TALKING)
def test_no_offer_is_repeated_within_a_round(name):
    table = play([f"greedy:trade={name}"] * 4, 6, max_turns=60)
    made = {}
    offer = None
    turn = seat = 0
    for event in table.events:
        if not isinstance(event, Played):
            continue
        group = event.move.group
        if group == "end turn":
            turn += 1
        elif group == "offer":
            seat, offer = event.seat, str(event.move).partition(" to ")[0]
            assert turn - made.pop((seat, offer), -9) > 4
            made[seat, offer] = turn
        elif group in ("confirm", "take"):
            made.pop((seat, offer), None)


@pytest.mark.full
@pytest.mark.parametrize("stop", [40, 130, 260])
def test_a_game_that_is_taken_up_again_goes_on_the_same(stop):
    whole = play(MIXED, 8, max_turns=50, explain=True)
    assert any(isinstance(event, Said) for event in whole.events)
    agents = [make_agent(spec) for spec in MIXED]
    again = Table.resume(whole.game, agents, whole.events[:stop], seed=8, max_turns=50, explain=True)
    again.play()
    assert timeless(again.events) == timeless(whole.events)


@pytest.mark.full
def test_it_goes_on_the_same_after_any_statement():
    specs = ["greedy:trade=principled"] * 4
    whole = play(specs, 9, max_turns=24)
    stops = [at + 1 for at, event in enumerate(whole.events) if isinstance(event, Said)]
    assert len(stops) > 10
    for stop in stops:
        agents = [make_agent(spec) for spec in specs]
        again = Table.resume(whole.game, agents, whole.events[:stop], seed=9, max_turns=24)
        again.play()
        assert timeless(again.events) == timeless(whole.events)


@pytest.mark.full
def test_it_can_be_isolated():
    near = play(MIXED, 10, max_turns=20)
    far = play(MIXED, 10, max_turns=20, isolate=[1, 2])
    assert timeless(far.events) == timeless(near.events)


# Who decides what.


class Offering(Agent):
    """Offers whenever it may, as does a search; else it makes the first move listed."""

    name = "offering"
    games = ("catan",)

    def choose(self, view, deadline):
        offers = [move for move in view.legal_moves if move.group == "offer"]
        ends = [move for move in view.legal_moves if move.group == "end turn"]
        return (offers or ends or view.legal_moves)[0]


def test_the_agents_own_offers_are_left_out():
    game = Catan(rules="trading", seed=1)
    agents = [Trader(Offering(), Refuser()) for _ in range(4)]
    with Table(game, agents, seed=1, max_turns=12) as table:
        table.play()
    assert table.incidents == []
    assert not {move.group for move in table.moves} & set(TRADES)


@pytest.mark.full
def test_a_greedy_agent_keeps_its_own_trade_unless_another_is_given():
    own = play(["greedy"] * 4, 4, max_turns=40)
    said = play(["greedy:trade=own"] * 4, 4, max_turns=40)
    assert said.moves == own.moves
    assert type(make_agent("greedy:trade=own")) is type(make_agent("greedy"))
    none = play(["greedy:trade=none"] * 4, 4, max_turns=40)
    assert not {move.group for move in none.moves} & set(TRADES)


def test_the_view_without_offers_differs_in_nothing_else():
    game = Catan(rules="trading", seed=1)
    table = Table(game, [RandomAgent(by_group=True) for _ in range(4)], seed=1)
    while not any(move.group == "offer" for move in table.state.legal_moves):
        table.step()
    view = table.view(table.state.to_move)
    closed = without_offers(view)
    assert [m for m in closed.legal_moves if m.group == "offer"] == []
    assert closed.legal_moves == [m for m in view.legal_moves if m.group != "offer"]
    assert closed.log == view.log
    assert closed._facts() == view._facts() | {"offers_made": 3}
    assert any(move.group == "offer" for move in view.legal_moves)
    table.close()


@pytest.mark.full
def test_the_negotiator_explains_its_moves_and_the_agent_its_own():
    table = play(["thomas-plan:trade=batna"] * 4, 5, max_turns=60, explain=True)
    played = [event for event in table.events if isinstance(event, Played)]
    offers = [event.explanation for event in played if event.move.group == "offer"]
    reasons = ("to spare", "less easily", "brings me nearer")
    assert offers
    assert all(any(reason in why.text for reason in reasons) for why in offers)
    assert all(why.data["rolls_after"] < why.data["batna_rolls"] for why in offers)
    assert all(isinstance(event.explanation, Explanation) for event in played)


def test_nobody_is_made_to_listen_or_speak_for_nothing():
    batna, principled = make_negotiator("batna"), make_negotiator("principled")
    for agent, negotiator, listens, speaks in (
        (First(), batna, False, False),
        (make_agent("uct"), batna, True, False),
        (First(), principled, True, True),
        (Talker(["hello"]), batna, True, True),
    ):
        trader = Trader(agent, negotiator)
        assert (trader.listens, trader.speaks) == (listens, speaks)


def test_what_the_agent_has_to_say_is_said():
    game = Catan(rules="trading", seed=1)
    agents = [Trader(Talker(["hello"]), make_negotiator("batna")), First(), First(), First()]
    table = Table(game, agents, seed=1)
    table.step()
    assert Said(0, "hello") in table.events
    table.close()


def test_it_can_be_pickled():
    agent = pickle.loads(pickle.dumps(make_agent("greedy:trade=principled,trade_threshold=9")))
    assert agent.negotiator.threshold == 9


def test_it_plays_no_other_game():
    agent = make_agent("random:trade=batna")
    assert agent.games == ("catan",)
    with pytest.raises(AgentError, match="trades in catan, not in gomoku"):
        agent.check(Gomoku(size=3, line=3))


@pytest.mark.full
def test_a_search_can_have_a_negotiator():
    spec = "uct:iterations=20,seconds=none,cut_turns=4,at_cut=leader,trade=batna"
    table = play([spec, *["thomas-plan:trade=batna"] * 3], 3, max_turns=30)
    groups = Counter(
        event.move.group for event in table.events if isinstance(event, Played) and not event.seat
    )
    assert groups["roll"]


def test_the_code_of_an_agent_from_elsewhere_counts_behind_a_negotiator(tmp_path, monkeypatch):
    source = tmp_path / "outside_bot.py"
    source.write_text(
        "from catanlab.table.random_agent import RandomAgent as Bot\n\n\nclass Own(Bot): pass\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    spec = "outside_bot.Own:trade=batna"
    before = code_key([spec])
    source.write_text(source.read_text() + "another = 1\n")
    assert code_key([spec]) != before


# By name.


def test_options_of_the_scheme_go_with_it():
    agent = make_agent("random:by_group=yes,trade=jsettlers,trade_threshold=30,trade_untested=no")
    assert agent.name == "random:by_group=yes,trade=jsettlers,trade_threshold=30,trade_untested=no"
    assert agent.agent.by_group is True
    assert agent.negotiator.threshold == 30
    assert agent.negotiator.untested is False


def test_an_agent_in_the_list_may_have_a_scheme_by_default(monkeypatch):
    monkeypatch.setattr(AGENTS, "_entries", dict(AGENTS._entries))
    defaults = {"trade": "batna", "trade_threshold": 30}
    AGENTS.add(Entry("bargainer", "haggles", "catanlab.table.random_agent.RandomAgent", defaults))
    assert make_agent("bargainer").negotiator.threshold == 30
    assert make_agent("bargainer:trade_threshold=9").negotiator.threshold == 9
    assert make_agent("bargainer:trade=principled").negotiator.asks is True
    assert type(make_agent("bargainer:trade=own")) is RandomAgent


@pytest.mark.parametrize("name", SCHEMES.names)
def test_every_option_has_a_meaning_and_can_be_given(name):
    options = agent_options(f"greedy:trade={name}")
    ours = [option for option in options if option.name.startswith("trade_")]
    assert [option.name for option in ours] == [f"trade_{each}" for each in scheme_options(name)]
    assert all(option.meaning for option in ours)
    spec = ",".join([f"trade={name}", *(f"{option.name}={option.default}" for option in ours)])
    assert vars(make_agent(f"greedy:{spec}").negotiator) == vars(make_negotiator(name))


def test_every_scheme_is_among_the_values_of_the_option():
    (trade,) = [option for option in agent_options("greedy") if option.name == "trade"]
    assert trade.default == "own"
    assert all(name in trade.takes.replace(",", "").split() for name in SCHEMES.names)
    for entry in SCHEMES.entries:
        scheme = entry.load()
        assert issubclass(scheme, Negotiator)
        assert (entry.name, entry.summary) == (scheme.name, scheme.summary)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        (
            "greedy:trade=clever",
            "trade is 'clever'; it must be own, batna, haggle, jsettlers, none, panousis or",
        ),
        ("greedy:trade_threshold=9", "greedy has no option 'trade_threshold'"),
        ("greedy:trade=batna,trade_speed=9", "its options are offers, trade, trade_threshold"),
        ("greedy:trade=batna,trade_threshold=-1", "threshold is -1"),
        ("greedy:trade=batna,trade_counters=perhaps", "it must be yes or no"),
    ],
)
def test_invalid_specs_are_refused_with_the_valid_words(spec, words):
    with pytest.raises((AgentError, ArgumentError)) as caught:
        make_agent(spec)
    assert words in str(caught.value)


class Watcher(Agent):
    """An agent that notes what it is shown, and makes any move."""

    name = "watcher"

    def __init__(self):
        self.seen = []

    def choose(self, view, deadline):
        self.seen.append(view)
        return view.legal_moves[-1]


def test_who_does_not_decide_phase_by_phase_is_shown_a_game_without_trade():
    watcher = Watcher()
    agents = [
        Trader(watcher, make_negotiator("jsettlers")),
        *(make_agent("greedy") for _ in range(3)),
    ]
    with Table(Catan(rules="jsettlers", seed=3), agents, seed=3, max_turns=60) as table:
        table.play()
    assert table.incidents == []
    assert len(watcher.seen) > 30
    assert len({id(view.game) for view in watcher.seen}) == 1
    assert not watcher.game.rules.player_trade
    for view in watcher.seen:
        assert not view.game.rules.player_trade
        assert not any(move >> GROUP_SHIFT == c.OFFER for move in view.legal_moves)
        view.sample(Random(1))  # a position of that game
