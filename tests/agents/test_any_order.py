"""Agents that are asked in any order: through `as_decider` they answer and discard before their turn."""

import pytest

from catanlab.agents.registry import make_agent
from catanlab.framework.random import Random
from catanlab.games.catan.game import Catan
from catanlab.games.catan.moves import CatanMove
from catanlab.games.catan.rules import Rules
from catanlab.table.clock import Deadline, SystemClock
from catanlab.table.events import Outcome, Played

pytestmark = pytest.mark.full
RULES = Rules.trading().replace(max_turns=40, hand_limit=4)
AGENTS = (
    "greedy",
    "heuristic",
    "thomas-trade",
    "jsettlers-smart",
    "thomas-plan:trade=principled",
    "thomas-plan:trade=panousis",
    "uct:iterations=20",
    "uct:iterations=20,reuse=yes",
)


@pytest.mark.parametrize("spec", AGENTS)
def test_an_agent_answers_and_discards_whenever_its_seat_may(spec):
    """Three of a kind and one that offers much; at each question a seat is drawn and moves as itself."""
    early = {}
    for seed in range(3):
        play(spec, seed, early)
    assert {"answering an offer", "discarding"} <= set(early)


def play(spec, seed, early):
    """Play a game, and count the phases in which a seat moved before it was its turn to be asked."""
    game = Catan(rules=RULES, seed=seed)
    state, random = game.start(), Random(seed)
    observers = [game.observer(seat) for seat in range(4)]
    agents = [make_agent(name) for name in (spec, "greedy", spec, spec)]
    for seat, agent in enumerate(agents):
        agent.start(game.sealed(), seat, Random(seed, "agent", seat))
    while not state.is_over:
        if state.is_chance:
            move, seat = state.draw_outcome(random), None
        else:
            seat = chosen(state, random)
            view = observers[seat].view().as_decider()
            assert view.to_move == seat
            agents[seat].random = Random(100 * seed + seat, "agent", len(view.log))
            answer = CatanMove.of(agents[seat].choose(view, Deadline(SystemClock())))
            assert view.is_legal(answer)
            assert state.is_legal(answer, seat)
            if seat != state.to_move:
                early[state.phase_name] = early.get(state.phase_name, 0) + 1
            move = state.by(answer, seat)
        for other, agent in enumerate(agents):
            seen = state.seen(move, other)
            observers[other].observe(seen)
            if agent.listens:
                agent.hear(Outcome(seen) if seat is None else Played(seen, seat, 0.0))
        state.apply(move)


def chosen(state, random):
    """Draw a decider; the seat on turn chooses among answers only if somebody would trade."""
    position = state.position
    willing = any(answer is not None and answer.group != "reject" for answer in position.answers)
    seats = [
        seat for seat in state.deciders if len(state.deciders) == 1 or seat != position.on_turn
        or position.offer is None or willing
    ]  # fmt: skip
    return seats[random.below(len(seats))]
