"""Proposals of seats that are not on turn: the seat on turn takes what helps it, and nothing else."""

import pytest
from tests.agents.negotiation.positions import CITY, SETTLEMENT, Position, cards
from tests.agents.seen import view_of

from catanlab.agents.base.proposal import own_side
from catanlab.agents.negotiation.registry import SCHEMES, make_negotiator
from catanlab.agents.registry import make_agent
from catanlab.framework.errors import MoveTextError
from catanlab.framework.random import Random
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove, Deal
from catanlab.games.catan.position import Phase
from catanlab.table.clock import Deadline, SystemClock
from catanlab.table.table import Table

TRADING = [name for name in SCHEMES.names if name != "none"]
# Seat 0 lacks one ore for a city and has wood to spare; seat 1 lacks wood for a settlement, and has ore.
MINE = cards(wood=1, wheat=2, ore=2)
THEIRS = cards(clay=1, sheep=1, wheat=1, ore=1)


def judge(scheme, text, hands=(MINE, THEIRS), proposer=1, **options):
    position = Position(hands, **options)
    return position.judge(position.seat(make_negotiator(scheme)), proposer, text)


@pytest.mark.parametrize("scheme", TRADING)
def test_a_proposal_that_completes_the_aim_is_taken(scheme):
    verdict = judge(scheme, "1 ore for 1 wood")
    assert verdict.takes
    assert "ore" in verdict.reason


@pytest.mark.parametrize("scheme", TRADING)
def test_a_proposal_that_does_not_bring_the_aim_nearer_is_refused(scheme):
    verdict = judge(scheme, "1 sheep for 1 wood")
    assert not verdict.takes
    words = {"haggle": "1 sheep for 1 wood does not help me enough"}
    assert verdict.reason == words.get(scheme, "it does not bring me nearer to a city at node 7")


@pytest.mark.parametrize("scheme", TRADING)
def test_a_proposal_that_costs_what_the_aim_needs_is_refused(scheme):
    assert not judge(scheme, "1 clay for 1 wheat").takes


@pytest.mark.parametrize("scheme", TRADING)
def test_what_cannot_be_paid_is_refused(scheme):
    verdict = judge(scheme, "1 ore for 2 wood")
    assert not verdict.takes
    assert verdict.reason == "I do not have 2 wood"


@pytest.mark.parametrize("scheme", ["batna", "principled", "jsettlers"])
def test_nothing_is_taken_from_a_seat_that_could_soon_win(scheme):
    verdict = judge(scheme, "1 ore for 1 wood", wins=(80, 5, 80, 80))
    assert not verdict.takes
    assert verdict.reason == "seat 1 could win in 5 rolls: no trade"


def test_panousis_gives_nothing_to_build_with_to_a_seat_near_to_winning():
    hands = (MINE, cards(clay=1, sheep=1, wheat=1, ore=1))
    assert not judge("panousis", "1 ore for 1 wood", hands, points=(3, 9, 3, 3)).takes


@pytest.mark.parametrize("scheme", TRADING)
def test_without_an_aim_nothing_is_taken(scheme):
    assert not judge(scheme, "1 ore for 1 wood", aims=(None, SETTLEMENT)).takes


def test_who_does_not_trade_takes_nothing():
    assert not judge("none", "1 ore for 1 wood", aims=(CITY, SETTLEMENT)).takes


def test_a_proposal_is_read_from_the_other_side():
    assert own_side("2 wood for 1 ore") == Deal(give=cards(ore=1), get=cards(wood=2))
    with pytest.raises(MoveTextError):
        own_side("all my ore")


def test_the_robot_of_jsettlers_keeps_what_it_remembers_when_it_judges():
    position = Position((MINE, THEIRS))
    negotiator = position.seat(make_negotiator("jsettlers"))
    before = negotiator.opponent_plans
    position.judge(negotiator, 1, "1 ore for 1 wood")
    assert negotiator.opponent_plans is before
    assert not negotiator.opponent_plans._aims.keys() - {0}


# Real positions: a proposal is judged as a counter-offer of the same seat is.


def chances(spec):
    """Yield states of a game in which the seat on turn may trade, and a deal that another seat proposes."""
    with Table(Catan(rules="trading", seed=5), [make_agent(spec) for _ in range(4)], seed=5) as table:
        random = Random(1, "play")
        found = 0
        while found < 40 and table.step() is not None:
            state = table.state
            position = state.position
            me = position.to_move
            if position.phase != Phase.MAIN or position.offers_made:
                continue
            mine = [r for r in range(5) if position.seats[me].certain[r]]
            seats = [s for s in range(4) if s != me and position.seats[s].hand_size]
            if not mine or not seats:
                continue
            other = seats[random.below(len(seats))]
            theirs = [r for r in range(5) if position.seats[other].certain[r]]
            give, get = theirs[random.below(len(theirs))], mine[random.below(len(mine))]
            if give != get:
                found += 1
                yield state.copy(), other, Deal(_one(give), _one(get))


def _one(resource):
    return tuple(int(r == resource) for r in range(5))


def seated(spec, state, seat):
    agent = make_agent(spec)
    agent.start(state.game.sealed(), seat, Random(0, "agent"))
    return agent


@pytest.mark.full
@pytest.mark.parametrize(
    "spec",
    [
        "greedy",
        "ore-grain",
        "thomas-trade",
        "thomas-plan:trade=principled",
        "thomas-plan:trade=panousis",
        "jsettlers-smart",
        "uct:iterations=5,trade=batna",
    ],
)
def test_in_real_positions_a_proposal_is_judged_as_a_counter_offer(spec):
    taken = refused = 0
    for state, other, deal in chances("greedy"):
        me = state.to_move
        takes = seated(spec, state, me).consider(view_of(state, me), other, deal.text)
        offered = next((m for m in offers(state, other, deal)), None)
        if offered is None:
            continue
        state.apply(offered)
        state.apply(CatanMove.counter(*deal))
        view = view_of(state, me)
        choice = seated(spec, state, me).choose(view, Deadline(SystemClock()))
        assert takes == (str(choice) == f"take {other}")
        taken += takes
        refused += not takes
    assert taken
    assert refused


def offers(state, other, deal):
    """Yield offers to a seat that it may answer with a counter-offer."""
    mine = state.position.seats[state.to_move].certain
    for give in range(5):
        for get in range(5):
            if give != get and mine[give] and Deal(_one(give), _one(get)) != deal.reversed:
                move = CatanMove.offer(_one(give), _one(get), [other])
                if state.is_legal(move) and state.copy().apply(move).is_legal(CatanMove.counter(*deal)):
                    yield move


@pytest.mark.full
@pytest.mark.parametrize(
    "spec", ["greedy", "thomas-trade", "thomas-plan:trade=principled", "jsettlers-smart"]
)
def test_in_real_positions_nothing_is_taken_that_cannot_be_paid(spec):
    for state, other, deal in chances("greedy"):
        me = state.to_move
        held = state.position.seats[me].certain
        missing = next(r for r in range(5) if not deal.get[r]) if all(held) else held.index(0)
        dear = tuple(held[r] + 1 if r == missing else 0 for r in range(5))
        text = Deal(tuple(0 if dear[r] else n for r, n in enumerate((3, 3, 3, 3, 3))), dear).text
        assert not seated(spec, state, me).consider(view_of(state, me), other, text)


def test_the_verdict_is_explained():
    for state, other, deal in chances("greedy"):
        agent = seated("greedy", state, state.to_move)
        agent.consider(view_of(state, state.to_move), other, deal.text)
        assert agent.explain().text.endswith(".")
        break


def test_other_agents_take_nothing():
    for state, other, deal in chances("greedy"):
        for spec in ("random", "thomas-plan", "heuristic", "uct:iterations=5"):
            agent = seated(spec, state, state.to_move)
            assert not agent.consider(view_of(state, state.to_move), other, deal.text)
        break
