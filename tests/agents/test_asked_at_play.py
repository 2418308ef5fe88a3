"""Agents are asked in any order, take deals that were proposed, and read logs of such games."""

import pytest

from catanlab import Catan, make_agent
from catanlab.framework.errors import IllegalMoveError, TableError
from catanlab.framework.random import Random
from catanlab.games.catan.constants import RESOURCES
from catanlab.games.catan.position import Phase
from catanlab.table.clock import Deadline, SystemClock
from catanlab.table.in_process_seat import InProcessSeat
from catanlab.table.play import Play

TABLES = [
    ("trading", ["greedy", "jsettlers-smart", "thomas-trade", "greedy:trade=principled"]),
    ("jsettlers", ["jsettlers-fast", "jsettlers-smart", "thomas-plan:trade=principled", "heuristic"]),
    ("trading", ["greedy:trade=batna", "wood-clay:trade=panousis", "uct:iterations=20", "random"]),
    ("thomas", ["thomas-trade", "random:trade=principled", "jsettlers-smart", "ore-grain"]),
]


def tell(seats, step):
    for seat, event in zip(seats, step.seen, strict=True):
        if seat.listens and event is not None:
            seat.hear(event)
    for other in step.followed:
        tell(seats, other)


def propose(play, random):
    """Let a random seat propose a random deal, and the seat on turn take it if it can."""
    give = random.below(5)
    get = (give + 1 + random.below(4)) % 5
    seat = random.below(4)
    steps = []
    try:
        steps.append(play.propose(seat, f"1 {RESOURCES[give]} for 1 {RESOURCES[get]}"))
        steps.append(play.take(play.state.position.on_turn, seat))
    except (IllegalMoveError, TableError):
        pass
    return steps


@pytest.mark.full
@pytest.mark.parametrize(("rules", "specs"), TABLES)
@pytest.mark.parametrize("seed", [1, 2])
def test_agents_play_whole_games_in_any_order(rules, specs, seed):
    play, random = Play(Catan(rules=rules, seed=seed), seed=seed, max_turns=60), Random(seed)
    seats = [
        InProcessSeat(make_agent(spec), play.sealed, number, seed) for number, spec in enumerate(specs)
    ]
    for seat in seats:
        seat.start()
        seat.get_ready()
    deadline = Deadline(SystemClock())
    deals = out_of_order = 0
    while not play.is_over:
        if play.is_chance:
            tell(seats, play.draw())
            continue
        for number, seat in enumerate(seats):
            if seat.speaks and play.statements_left(number):
                for line in seat.say(play.observer(number), len(play.moves))[:1]:
                    tell(seats, play.say(number, line))
        if play.state.position.phase == Phase.MAIN:
            steps = propose(play, random)
            deals += len(steps) > 1
            for step in steps:
                tell(seats, step)
        number = play.deciders[random.below(len(play.deciders))]
        out_of_order += number != play.state.to_move
        asked, ply = seats[number], len(play.moves)
        if play.state.position.phase == Phase.DISCARDING:
            for move in asked.choose_discards(play.observer(number), ply, deadline):
                tell(seats, play.move(number, move))
        else:
            tell(seats, play.move(number, asked.choose(play.observer(number), ply, deadline)))
    assert out_of_order > 3
    assert deals > 3
