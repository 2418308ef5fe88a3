"""Games in which random seats act in random order, for the tests of Play."""

from __future__ import annotations

from catanlab.framework.errors import CatanlabError
from catanlab.framework.moves import Move
from catanlab.framework.random import Random
from catanlab.games.catan.constants import RESOURCES
from catanlab.table.events import Incident
from catanlab.table.play import Play


def choose_move(play: Play, seat: int, random: Random) -> Move:
    """Return a random move of a seat that may decide, from its own view."""
    view = play.view(seat).as_decider()
    return view.sample(random).draw_move(random, by_group=True)


def advance(play: Play, random: Random) -> None:
    """Let chance or a random decider act."""
    if play.is_chance:
        play.draw()
    else:
        seat = play.deciders[random.below(len(play.deciders))]
        play.move(seat, choose_move(play, seat, random), decision=play.decision)


def random_deal(random: Random) -> str:
    """Return a deal of two random resources."""
    give = random.below(5)
    get = (give + 1 + random.below(4)) % 5
    return f"1 {RESOURCES[give]} for {1 + random.below(2)} {RESOURCES[get]}"


def act(play: Play, random: Random) -> None:
    """Do anything that a person or robot may try, lawful or not; what is refused changes nothing."""
    seat, other = random.below(play.game.seats), random.below(play.game.seats)
    before = (list(play.events), play.state.copy(), play.decision, dict(play.proposals))
    try:
        match random.below(20):
            case 0:
                play.say(seat, f"I am {seat}")
            case 1 | 2 | 3:
                play.propose(seat, random_deal(random))
            case 4:
                play.withdraw(seat)
            case 5 | 6:
                play.take(other, seat)
            case 7:
                play.sit(seat, f"person {seat}")
            case 8:
                play.note(Incident(seat, "late", "too late"))
            case _:
                advance(play, random)
    except CatanlabError:
        assert before == (play.events, play.state, play.decision, dict(play.proposals))


def random_play(play: Play, acts: int, seed: int) -> Play:
    """Return the play after so many acts, after a set-up so that there is something to do."""
    random = Random(seed)
    while play.state.turn < 4 and not play.is_over:
        advance(play, random)
    for _ in range(acts):
        if play.is_over:
            break
        act(play, random)
    return play
