"""A worker's robots: they play as at a table, however often they are made anew."""

import pytest
from tests.server.robots.asking import Asker
from tests.server.robots.recorded import heard_game

from catanlab.games.catan.constants import RESOURCES
from catanlab.games.catan.game import Catan
from catanlab.server.robots.messages import restored, shortened
from catanlab.table.events import Outcome, Played, Said

FULL = pytest.mark.full
SPECS = (
    "greedy",
    "thomas-trade",
    pytest.param("thomas-plan:trade=principled", marks=FULL),
    pytest.param("jsettlers-smart", marks=FULL),
    pytest.param("uct:iterations=20", marks=FULL),
)


def follow(heard, ask):
    """Ask for every decision of a game, with one list of events that grows."""
    events = []
    for decision in heard.decisions:
        events += heard.events[len(events) : decision.heard]
        yield decision, ask(heard.question(decision, events))


@pytest.mark.parametrize("spec", SPECS)
def test_a_kept_robot_chooses_as_at_a_table(spec):
    heard = heard_game(spec, turns=8 if spec.startswith("uct") else 24)
    for decision, reply in follow(heard, Asker().ask):
        assert reply.failure is None
        assert reply.moves == (decision.move,)


@pytest.mark.parametrize("spec", SPECS)
def test_a_robot_made_anew_chooses_as_one_that_heard_everything(spec):
    heard = heard_game(spec, turns=8 if spec.startswith("uct") else 24)
    for decision in heard.decisions[::5]:
        assert Asker().ask(heard.question(decision)).moves == (decision.move,)


@FULL
def test_a_robot_made_anew_remembers_what_was_said():
    heard = heard_game("thomas-plan:trade=principled", seed=3)
    assert any(isinstance(event, Said) for event in heard.events)
    kept = Asker()
    events = []
    lines = []
    for decision in heard.decisions:
        events += heard.events[len(events) : decision.heard]
        said = kept.ask(heard.question(decision, events, task="say")).lines
        assert Asker().ask(heard.question(decision, task="say")).lines == said
        lines += said
    assert lines


def test_events_survive_their_short_form():
    heard = heard_game("thomas-plan:trade=principled", seed=3)
    assert restored(shortened(heard.events), heard.game) == list(heard.events)


def test_a_dropped_robot_leaves_the_worker():
    heard = heard_game("greedy")
    asker = Asker()
    for number in range(3):
        asker.ask(heard.question(heard.decisions[0], key=f"room {number}"))
    asker.station.kept.drop_room("room 0")
    asker.station.kept.drop(("room 2", 1))
    asker.ask(heard.question(heard.decisions[0], key="room 1"))
    assert len(asker.worker._robots) == 1


@FULL
def test_a_reduced_budget_reaches_the_search():
    heard = heard_game("uct:iterations=20", turns=8)
    decision = next(d for d in heard.decisions if d.move.startswith("settlement"))
    question = heard.question(decision, agent="uct:iterations=1000")
    whole, reduced = (Asker().ask(question, budget=budget) for budget in (1.0, 0.0625))
    assert "of 1000 simulations" in whole.why
    assert "of 62 simulations" in reduced.why


def test_a_robot_that_may_not_offer_makes_no_offer():
    heard = heard_game("greedy", seed=2, turns=40)
    offers = [decision for decision in heard.decisions if decision.move.startswith("offer")]
    assert offers
    for decision in offers[:10]:
        reply = Asker().ask(heard.question(decision, may_offer=False))
        assert reply.failure is None
        assert not reply.moves[0].startswith("offer")


def test_impossible_events_are_a_failure_and_not_the_end_of_the_worker():
    heard = heard_game("greedy")
    asker = Asker()
    reply = asker.ask(heard.question(heard.decisions[5], events=list(heard.events[3:9])))
    assert reply.failure.kind == "raised"
    assert "ObservationError" in reply.failure.text
    assert asker.ask(heard.question(heard.decisions[0])).failure is None


def test_an_agent_that_does_not_play_the_game_is_a_failure():
    heard = heard_game("greedy")
    reply = Asker().ask(heard.question(heard.decisions[0], agent="uct:playout=uniform,iterations=0"))
    assert reply.failure.kind == "raised"
    assert Catan.name == "catan"


DEALS = tuple(f"1 {give} for 1 {get}" for give in RESOURCES for get in RESOURCES if give != get)


@FULL
@pytest.mark.parametrize("spec", SPECS)
def test_a_robot_weighs_deals_as_it_considers_each_and_plays_on_unmoved(spec):
    """Deals that the other seat cannot pay, as far as the robot knows, are left out."""
    heard = heard_game(spec, turns=8 if spec.startswith("uct") else 24)
    kept = Asker()
    events, agreed = [], 0
    for decision in heard.decisions[::3]:
        events += heard.events[len(events) : decision.heard]
        observer = heard.game.observer(heard.seat)
        for event in events:
            if isinstance(event, Played | Outcome):
                observer.observe(event.move)
        possible = observer.view().position.seats[2].possible
        payable = [deal for deal in DEALS if possible[RESOURCES.index(deal.split()[1])]]
        found = kept.ask(heard.question(decision, events, task="weigh", proposer=2, deals=DEALS))
        assert found.failure is None
        taken = [
            deal
            for deal in payable
            if Asker().ask(heard.question(decision, task="consider", proposer=2, deal=deal)).takes
        ]
        assert sorted(found.moves) == sorted(taken)
        assert found.reason is None
        assert found.why is None
        agreed += len(taken)
        assert kept.ask(heard.question(decision, events)).moves == (decision.move,)
    assert agreed or spec.startswith("uct")
