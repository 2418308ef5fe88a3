"""Declarations that cannot work are refused when the class is made, with the line of the mistake."""

import inspect
import re

import pytest

from catanlab.framework import declared
from catanlab.framework.errors import DeclarationError

BODY = """
class Wrong(Declaration):
    name, summary, seats = "wrong", "a game that cannot work", 2
    pass_on = NextGameState()
    waiting = GameState([pass_on])
    play = Cycle([waiting])
    end = Cycle()

    @end.when
    def it_is_over(self):
        "The game ends after some turns."
        return self.turns > 5
"""


def declare(*more, body=BODY):
    """Make the class with more lines; they begin at line 13."""
    source = body + "".join(f"    {line}\n" for line in more)
    namespace = {name: getattr(declared, name) for name in declared.__all__} | {"__name__": __name__}
    exec(compile(source, "wrong_game.py", "exec"), namespace)
    return namespace["Wrong"]


def test_the_class_without_a_mistake_works():
    state = declare().Game().start()
    assert [str(move) for move in state.legal_moves] == ["pass on"]
    for _ in range(6):
        state.apply("pass on")
    assert state.returns == [0.5, 0.5]


MISTAKES = {
    "a placeable on a missing kind of element": (
        ['map = free(vertices=["a", "b"], edges=[("a", "b")])', "tile = Placeable(map.areas)"],
        14,
        r"the placeable tile is for a board without such elements \(area\); it has: vertex, edge",
    ),
    "a placeable of a board that is not the game's": (
        ["stone = Placeable(hexagonal(2).areas)"],
        13,
        "the placeable stone is for a board that the game does not declare",
    ),
    "costs in unknown resources": (
        ["map = hexagonal(1)", 'stone = Placeable(map.areas, cost=next(iter(Resources("gold"))))'],
        14,
        "the placeable stone costs 1 gold, resources that the game does not declare",
    ),
    "a state without actions": (
        ["empty = GameState([])"],
        13,
        "the game state empty has no actions: nobody could do anything in it",
    ),
    "a state in no cycle": (
        ["lost = GameState([pass_on])"],
        13,
        "the game state lost is in no cycle, so that no turn ever comes to it",
    ),
    "a state that is never left": (
        ["stay = Action()", "stuck = GameState([stay])", "more = Cycle([stuck])", "last = Cycle()"],
        7,
        "the cycle end has no states, which is the end of the game, but another cycle follows",
    ),
    "an interrupt without return": (
        ["answer = Action()", "asking = Interrupt([answer])"],
        14,
        "the interrupt asking never returns",
    ),
    "an interrupt without actions": (
        ["asking = Interrupt([], once=True)"],
        13,
        "the interrupt asking has no actions",
    ),
    "an action that nobody can do": (
        ["dream = Action()"],
        13,
        "the action dream is in no game state and no interrupt, so that nobody can do it",
    ),
    "an action without a name": (
        ["asking = Interrupt([Action(group='answer')], once=True)"],
        13,
        "the interrupt asking uses an action that the game does not declare by a name",
    ),
    "chance without outcomes": (
        ["luck = Chance(target=Number(1, 6))"],
        13,
        "the chance luck has no `weights`: it does not say what can come",
    ),
    "a deck of cards without number": (
        ["joker = Logic()", "cards = Deck([joker])"],
        13,
        "the logic joker is in the deck cards but does not say how many copies there are",
    ),
    "exchanges that are never listed": (
        [
            'goods = Resources("gold", "salt")',
            "swap = BankTrade(goods)",
            "asking = Interrupt([swap], once=True)",
        ],
        14,
        "the bank trade swap has no `listed`",
    ),
    "two sets of resources": (
        ['goods = Resources("gold")', 'others = Resources("salt")'],
        14,
        "the resources others are a second set",
    ),
    "a rule without a sentence": (
        ["@play.turn_ended", "def nothing(self): pass"],
        13,
        "nothing is a rule without a sentence: it needs a docstring",
    ),
    "two actions of one group in a state": (
        ["again = NextGameState(group='pass on')", "asking = Interrupt([pass_on, again], once=True)"],
        14,
        "the interrupt asking has two actions of the group 'pass on'",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_refused_with_its_line(mistake):
    lines, line, complaint = MISTAKES[mistake]
    with pytest.raises(DeclarationError, match=complaint) as caught:
        declare(*lines)
    assert re.match(rf"wrong_game\.py:{line}: ", str(caught.value)), str(caught.value)


def test_a_cycle_that_is_never_left():
    body = BODY.split("    @end.when")[0]
    with pytest.raises(DeclarationError, match=r"wrong_game\.py:6: the cycle play can never be left"):
        declare(body=body)


def test_a_state_that_is_never_left():
    with pytest.raises(
        DeclarationError, match=r"wrong_game\.py:5: the game state waiting can never be left"
    ):
        declare(body=BODY.replace("NextGameState()", "Action()"))


def test_a_game_that_could_never_end():
    body = BODY.split("    end = Cycle()")[0]
    with pytest.raises(
        DeclarationError, match=r"wrong_game\.py:6: the cycle play is the last one and has states"
    ):
        declare(body=body)


@pytest.mark.parametrize("missing", ["name", "summary", "seats"])
def test_a_game_without_name_summary_or_seats(missing):
    body = BODY.replace(
        'name, summary, seats = "wrong", "a game that cannot work", 2',
        f"name = summary = 'x'; seats = 2; {missing} = None",
    )
    with pytest.raises(DeclarationError, match=f"Wrong has no {missing}"):
        declare(body=body)


def test_a_declared_game_is_not_subclassed():
    with pytest.raises(DeclarationError, match="variants are options"):
        type("Variant", (declare(),), {})


def test_mistakes_carry_a_stable_code():
    with pytest.raises(DeclarationError) as caught:
        declare("empty = GameState([])")
    assert caught.value.code == "bad-declaration"
    assert inspect.getdoc(DeclarationError)
