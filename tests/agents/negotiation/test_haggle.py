"""The haggling negotiator: what it offers, counters, takes and refuses."""

import pytest
from tests.agents.negotiation.positions import CITY, Position, cards, moved

from catanlab import Catan, Table
from catanlab.agents.negotiation.haggle import Haggle
from catanlab.agents.players.haggler import Haggler
from catanlab.agents.registry import make_agent
from catanlab.framework.errors import AgentError, ArgumentError
from catanlab.games.catan import constants as c
from catanlab.games.catan.moves import CatanMove

MINE = cards(wood=1, wheat=2, ore=2)
"""What a city needs but for one ore, and a wood."""
THEIRS = cards(clay=1, ore=1)


def haggling(hands=(MINE, THEIRS), model="any", **given):
    options = {name: given.pop(name) for name in list(given) if name in OPTIONS}
    position = Position(hands, aims=(CITY, CITY, CITY, CITY), **given)
    return position, position.seat(Haggle(model=model, **options))


OPTIONS = ("least_chance", "least_gain", "most_offers", "patience", "counters")


def offered(*args, **given):
    position, negotiator = haggling(*args, **given)
    return position.offer(negotiator)


def test_it_asks_for_all_that_the_model_would_let_go():
    assert moved(offered()) == "offer 1 wood for 1 clay + 1 ore to 1"


def test_it_asks_for_nothing_that_nobody_can_hold():
    assert offered((MINE, cards(), cards())) is None
    assert moved(offered((MINE, cards(ore=1)))) == "offer 1 wood for 1 ore to 1"


def test_all_who_should_take_it_are_asked():
    assert moved(offered((MINE, THEIRS, THEIRS))) == "offer 1 wood for 1 clay + 1 ore to 1 2"


def test_cards_that_a_seat_may_hold_count_by_their_chance():
    either = {"hands": (MINE, cards(ore=1)), "or_hands": (MINE, cards(clay=1))}
    assert moved(offered(**either)) == "offer 1 wood for 1 ore to 1"
    assert offered(**either, least_chance=0.6) is None


def test_a_refused_deal_is_not_repeated_nor_a_worse_one():
    log = ("dice 8", "offer 1 wood for 1 ore to 1", "reject")
    assert offered(log=log, offers_made=1) is None
    both = (cards(wood=2, wheat=2, ore=2), THEIRS)
    assert moved(offered(both)) == "offer 1 wood for 1 clay + 1 ore to 1"
    assert moved(offered(both, log=log, offers_made=1)) == "offer 2 wood for 1 clay + 1 ore to 1"


def test_patience_ends_after_so_many_refusals():
    log = ("dice 8", "offer 1 wheat for 1 clay to 1", "reject")
    assert offered(log=log, offers_made=1, patience=1) is None
    assert offered(log=log, offers_made=1, patience=2) is not None


def test_it_makes_no_more_offers_than_it_may():
    assert offered(offers_made=2) is not None
    assert offered(offers_made=2, most_offers=2) is None


@pytest.mark.parametrize(("points", "made"), [(7, True), (8, False)])
def test_it_does_not_deal_with_whom_lacks_two_points(points, made):
    assert (offered(points=(6, points, 3, 3)) is not None) is made


def answered(text, hands=(MINE, THEIRS), **given):
    position, negotiator = haggling(hands, on_turn=1, **given)
    return position.answer(negotiator, text)


def test_it_accepts_what_helps_and_refuses_what_does_not():
    assert moved(answered("1 ore for 1 wood", counters=False)) == "accept"
    assert moved(answered("1 clay for 1 ore", counters=False)) == "reject"


def test_it_cannot_give_what_it_has_not():
    choice = answered("1 ore for 1 sheep", counters=False)
    assert (moved(choice), choice.reason) == ("reject", "I do not have 1 sheep")


def test_it_counters_if_that_promises_more():
    assert moved(answered("1 ore for 1 wood")) == "counter 1 wood for 1 clay + 1 ore"


def test_a_leader_gets_no_deal_that_does_not_cost_it_cards():
    choice = answered("1 ore for 1 wood", points=(3, 6, 3, 3), counters=False)
    assert choice.reason == "seat 1 leads, and the deal would help it"


def test_of_the_answers_it_takes_the_one_that_gains_most():
    position, negotiator = haggling((MINE, THEIRS, cards(sheep=1, ore=1)))
    answers = {1: "reject", 2: "counter 1 sheep + 1 ore for 1 wood"}
    assert moved(position.settle(negotiator, "1 wood for 1 clay + 1 ore", answers)) == "take 2"


def test_it_cancels_if_no_answer_helps():
    position, negotiator = haggling((MINE, THEIRS, THEIRS))
    answers = {1: "reject", 2: "counter 1 clay for 1 ore"}
    assert moved(position.settle(negotiator, "1 wood for 1 ore", answers)) == "cancel"


class Strict:
    """An appraiser of hands that can be held."""

    def appraise(self, view, situation):
        def value(hand):
            assert min(hand) >= 0
            return 1.0 + hand[c.ORE]

        return value


def test_counters_that_it_cannot_pay_are_not_valued():
    position, negotiator = haggling((MINE, THEIRS, THEIRS))
    negotiator.appraiser = Strict()
    answers = {1: "reject", 2: "counter 1 ore for 2 sheep"}
    assert moved(position.settle(negotiator, "1 wood for 1 ore", answers)) == "cancel"


def test_a_proposal_is_judged_as_an_answer_is():
    position, negotiator = haggling()
    assert position.judge(negotiator, 1, "1 ore for 1 wood").takes
    assert not position.judge(negotiator, 1, "1 clay for 1 ore").takes


def test_the_reason_names_whom_it_expects_to_accept_and_the_data_the_chances():
    choice = offered()
    assert choice.reason == "seat 1 should take it, and 1 clay + 1 ore for 1 wood helps me"
    assert choice.data["chances"] == {"1": 1.0}


def test_wrong_options_are_refused_in_a_sentence():
    with pytest.raises(AgentError, match="any, batna, greedy, jsettlers or learned"):
        make_agent("haggler:model=x")
    with pytest.raises(ArgumentError, match="least_chance"):
        Haggle(least_chance=2)
    with pytest.raises(ArgumentError, match="trade_patience"):
        make_agent("uct:trade=haggle,trade_patience=0")


class Watched(Haggler):
    """A haggler whose offers are checked when it makes them."""

    offers = 0

    def choose(self, view, deadline):
        move = CatanMove.of(super().choose(view, deadline))
        if move.kind == c.OFFER:
            type(self).offers += 1
            for seat in move.addressees:
                held = view.position.seats[seat]
                assert sum(move.deal.get) <= held.hand_size
                assert all(a <= b for a, b in zip(move.deal.get, held.possible, strict=True))
                assert held.public_points <= 7
            assert (move.deal, view.turn) not in self.made
            self.made.add((move.deal, view.turn))
        return move

    def start(self, game, seat, random):
        super().start(game, seat, random)
        self.made = set()


@pytest.mark.full
@pytest.mark.parametrize("model", ["any", "batna", "greedy", "jsettlers", "learned"])
def test_in_whole_games_it_asks_only_for_what_can_be_given_and_not_twice_in_a_turn(model):
    Watched.offers = 0
    others = [make_agent(name) for name in ("greedy", "jsettlers-smart", "thomas-trade")]
    table = Table(Catan(rules="jsettlers", seed=4), [Watched(model=model), *others], seed=4)
    table.play()
    assert table.incidents == []
    assert Watched.offers > 5


@pytest.mark.full
@pytest.mark.parametrize("name", ["thomas-plan", "heuristic", "ore-grain"])
def test_any_agent_can_haggle(name):
    agents = [make_agent(f"{name}:trade=haggle"), *map(make_agent, ("jsettlers-smart",) * 3)]
    table = Table(Catan(rules="jsettlers", seed=2), agents, seed=2, max_turns=60)
    table.play()
    assert table.incidents == []
    assert any(
        event.seat == 0 and event.move.kind == c.OFFER
        for event in table.events
        if hasattr(event, "move") and hasattr(event, "seat")
    )
