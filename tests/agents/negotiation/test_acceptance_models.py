"""Models of acceptance: how likely a seat is to take a deal."""

from typing import get_args

import pytest
from tests.agents.negotiation.positions import Position, cards, deal

from catanlab import Catan, Table
from catanlab.agents.base.card_counts import counts
from catanlab.agents.negotiation.haggle import Model
from catanlab.agents.negotiation.models.learned import DOUBT, MEMBERS, PRIOR_ANSWERS, Learned
from catanlab.agents.negotiation.models.registry import MODELS, make_model
from catanlab.agents.registry import make_agent
from catanlab.framework.errors import AgentError
from catanlab.games.catan import constants as c
from catanlab.games.catan.moves import CatanMove, Deal
from catanlab.table.agent import Agent
from catanlab.table.events import Played

TEN = cards(wood=2, clay=2, sheep=2, wheat=2, ore=2)


@pytest.mark.parametrize("name", MODELS.names)
def test_nobody_gives_what_it_cannot_hold(name):
    view = Position([TEN, cards(ore=1)]).view
    model = make_model(name)
    assert model.would_accept(view, 1, deal("1 wood for 3 ore")) == 0.0
    assert model.would_accept(view, 1, deal("2 ore for 1 wood")) == 0.0


def test_whoever_has_the_cards_accepts_anything_by_the_simplest_model():
    view = Position([TEN, cards(ore=2)]).view
    assert make_model("any").would_accept(view, 1, deal("2 ore for 1 wood")) == 1.0


def test_a_card_that_may_be_there_counts_by_its_probability():
    view = Position([TEN, cards(ore=1)], or_hands=[TEN, cards(sheep=1)]).view
    model = make_model("any")
    assert model.would_accept(view, 1, deal("1 ore for 1 wood")) == 0.5
    assert model.would_accept(view, 1, deal("1 clay for 1 wood")) == 0.0


@pytest.mark.full
@pytest.mark.parametrize("name", MODELS.names)
def test_a_question_has_one_answer_in_a_view(name):
    table = Table(
        Catan(rules="jsettlers", seed=1),
        [make_agent("jsettlers-smart") for _ in range(4)],
        seed=1,
        max_turns=60,
    )
    likely = 0
    while (event := table.step()) and not table.state.is_over:
        seat = table.state.to_move
        if (
            not isinstance(event, Played)
            or seat > 3
            or table.state.phase_name != "main"
            or len(table.moves) % 4
        ):
            continue
        view = table.view(seat)
        mine = view.position.own.certain
        questions = [
            (other, Deal(counts(r == get for r in range(5)), counts(r == give for r in range(5))))
            for other in range(4)
            for give in range(5)
            for get in range(5)
            if other != seat and give != get and mine[give]
        ]
        model = make_model(name)
        first = [model.would_accept(view, *question) for question in questions]
        assert [model.would_accept(view, *question) for question in questions] == first
        likely += sum(first) > 0
    assert likely > 5


def test_every_model_is_a_value_of_the_option():
    assert get_args(get_args(Model)[0]) == tuple(MODELS.names)


def test_names_of_models_are_checked():
    with pytest.raises(AgentError, match="any, batna, greedy, jsettlers, learned"):
        make_model("x")


class Witness(Agent):
    """Plays as another agent and asks models about each offer of the seat on turn before it answers."""

    games = ("catan",)

    def __init__(self, spec, asking):
        self.agent, self.asking = make_agent(spec), asking

    @property
    def name(self):
        return self.agent.name

    def start(self, game, seat, random):
        super().start(game, seat, random)
        self.agent.start(game, seat, random)

    def choose(self, view, deadline):
        self.agent.random = self.random
        move = CatanMove.of(self.agent.choose(view, deadline))
        self.asking(view, move)
        return move

    def explain(self):
        return self.agent.explain()


def agreement(model_name, spec, seed):
    """Return how often a model foresees the answers of an agent to a haggler, and how many there were."""
    model, forecasts = make_model(model_name), {}
    right = []

    def on_offer(view, move):
        if move.kind == c.OFFER:
            for seat in move.addressees:
                forecasts[seat] = model.would_accept(view, seat, move.deal.reversed)

    def on_answer(view, move):
        if view.position.on_turn == 0 and move.kind in (c.ACCEPT, c.REJECT, c.COUNTER):
            right.append((forecasts[view.seat] > 0.5) == (move.kind == c.ACCEPT))

    agents = [Witness("haggler:model=any", on_offer), *(Witness(spec, on_answer) for _ in range(3))]
    Table(Catan(rules="jsettlers", seed=seed), agents, seed=seed).play()
    return sum(right) / len(right), len(right)


@pytest.mark.full
@pytest.mark.parametrize(
    ("model", "spec", "least"),
    [("jsettlers", "jsettlers-smart", 0.9), ("greedy", "greedy", 0.75), ("batna", "thomas-trade", 0.8)],
)
def test_a_model_foresees_the_answers_of_the_agent_that_it_describes(model, spec, least):
    share, answers = agreement(model, spec, seed=3)
    assert answers > 15
    assert share >= least


def test_at_first_all_models_count_alike():
    model = Learned()
    assert model.weights(1) == dict.fromkeys(MEMBERS, 1 / len(MEMBERS))
    view = Position([TEN, cards(ore=2)]).view
    each = [make_model(name).would_accept(view, 1, deal("1 ore for 1 wood")) for name in MEMBERS]
    mean = sum(each) / len(each)
    assert model.would_accept(view, 1, deal("1 ore for 1 wood")) == pytest.approx(mean)


def test_an_answer_shifts_weight_by_bayes_to_the_models_that_foresaw_it():
    model = Learned()
    model.learn(1, [1.0, 0.0, 0.0, 1.0], accepted=False)
    weights = model.weights(1)
    assert weights["batna"] / weights["any"] == pytest.approx((1 - DOUBT) / DOUBT)
    assert sum(weights.values()) == pytest.approx(1.0)
    assert model.weights(2)["any"] == 1 / len(MEMBERS)


def test_a_seat_that_refuses_what_all_expect_it_to_take_is_expected_to_accept_less():
    model = Learned()
    for _ in range(3):
        model.learn(1, [1.0] * 4, accepted=False)
    assert model.frankness(1) == pytest.approx(PRIOR_ANSWERS / (PRIOR_ANSWERS + 3))
    assert model.frankness(2) == 1.0
