"""Mistakes that a newcomer makes are refused with their line; states with one move wait for its end."""

import re

import pytest
from tests.declared.test_mistakes import BODY, declare

from catanlab.framework.check import check_game
from catanlab.framework.declared import (
    AcquirePlaceable,
    Action,
    Cycle,
    Declaration,
    Dice,
    GameState,
    NextGameState,
    Placeable,
    PlacePlaceable,
    per_seat,
    square,
)
from catanlab.framework.declared.book import read_book
from catanlab.framework.errors import ConformanceError, DeclarationError, IllegalMoveError

MISTAKES = {
    "a refusal without a code": (
        ["@pass_on.when", "def is_late(self, seat):", "    'One passes late.'", "    return True"],
        13,
        "is_late is hung on the next game state of line 4 without the code of its refusal: write it as in",
    ),
    "a code where nothing is refused": (
        ["@end.when('over')", "def is_late(self):", "    'It ends late.'", "    return True"],
        13,
        "a rule of the cycle of line 7 is hung with 'over', but it refuses nothing and has no code",
    ),
    "an argument too few": (
        ["@pass_on.done", "def is_late(self):", "    'One passes late.'"],
        13,
        r"is_late hangs on pass_on.done, which gives it \(self, seat\); its own arguments do not fit",
    ),
    "an argument too many": (
        ["@waiting.activated", "def waits(self, seat):", "    'One waits.'"],
        13,
        r"waits hangs on waiting.activated, which gives it \(self\); its own arguments do not fit",
    ),
    "a rule that forgets the target": (
        [
            "say = Action(target=Choice(['yes', 'no']))",
            "asking = Interrupt([say], once=True)",
            "@say.where('rude')",
            "def is_polite(self, seat):",
            "    'One is polite.'",
            "    return True",
        ],
        15,
        r"is_polite hangs on say.where, which gives it \(self, seat, target\); its own arguments do not",
    ),
    "a name that every position has": (
        ["turns = Action()", "asking = Interrupt([turns], once=True)"],
        13,
        "the name turns is that of something every position has; take another",
    ),
    "a rule with such a name": (
        ["@pass_on.done", "def count(self, seat):", "    'One counts.'"],
        13,
        "the name count is that of something every position has; take another",
    ),
    "places in quotation marks": (
        ["board = square(3, 3)", "stone = Placeable('areas')"],
        14,
        r"the placeable \(unnamed\) is for 'areas': write the places of a board, as in board.areas",
    ),
    "a cost in quotation marks": (
        ["board = square(3, 3)", "stone = Placeable(board.areas, cost={'wood': 2})"],
        14,
        r"the placeable stone costs {'wood': 2}: write it with the resources, as in 2 \* wood \+ clay",
    ),
    "a list that positions would share": (
        ["hands = value([])"],
        13,
        r"positions would share the list \[\]: declare an immutable value, such as a tuple",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_refused_with_its_line(mistake):
    lines, line, complaint = MISTAKES[mistake]
    with pytest.raises(DeclarationError, match=complaint) as caught:
        declare(*lines)
    assert re.match(rf"wrong_game\.py:{line}: ", str(caught.value)), str(caught.value)


@pytest.mark.parametrize("seats", ["5", "option(2, 'Seats.', limits=(2, 6))"])
def test_more_than_four_seats(seats):
    body = BODY.replace(
        'name, summary, seats = "wrong", "a game that cannot work", 2', 'name = summary = "wrong"'
    )
    with pytest.raises(DeclarationError, match=r"Wrong has [56] seats; allowed is 1 to 4"):
        declare(f"seats = {seats}", body=body)


class OneThrow(Declaration):
    """One throw each, or none, three times round."""

    name, summary, seats = "one-throw", "one throw each", 2
    points = per_seat(0)
    die = Dice(1, 2)
    throw = Action()
    leave = NextGameState()
    throwing = GameState([throw, leave], once=True)
    play = Cycle([throwing])
    end = Cycle()

    @throw.done
    def die_is_thrown(self, seat):
        """Who throws throws one die."""
        self.begin(self.die)

    @die.fell
    def face_counts(self, face):
        """The face counts for the seat on turn."""
        self.points[self.on_turn] += face

    @end.when
    def three_rounds_are_over(self):
        """The game ends after three rounds."""
        return self.turns == 6

    def score(self, seat):
        """Return the points."""
        return self.points[seat]


def test_a_state_with_one_move_waits_for_the_chance_that_it_began():
    state = OneThrow.Game().start()
    state.apply("throw")
    assert state.is_chance
    assert (state.turn, state.position.on_turn) == (0, 0)
    state.apply("die 2")
    assert (state.turn, state.to_move, state.scores) == (1, 1, [2, 0])


def test_a_state_with_one_move_is_left_once_by_a_move_that_leaves_it():
    state = OneThrow.Game().start()
    state.apply("leave")
    assert (state.turn, state.to_move) == (1, 1)
    state.apply("leave")
    assert (state.turn, state.to_move) == (2, 0)


def meadow(over=(), doubled=False):
    """Return a game in which each of two seats sows and then grazes, wherever it may."""

    class Meadow(Declaration):
        """A meadow, for two."""

        name, summary, seats = "meadow", "a meadow for two", 2
        board = square(2, 2)
        crop = Placeable(board.areas)
        goat = Placeable(board.areas, over=crop if over == "crop" else over)
        sow = PlacePlaceable(crop)
        graze = PlacePlaceable(goat)
        sowing = GameState([sow], once=True)
        grazing = GameState([graze], once=True)
        play = Cycle([sowing, grazing])
        end = Cycle()

        @end.when
        def both_have_moved(self):
            """The game ends after a turn of each."""
            return self.turns == 2

        if doubled:

            @crop.placed
            def a_goat_comes_too(self, seat, place):
                """A goat comes wherever something is sown."""
                self.put(self.goat, place, seat)

    return Meadow.Game()


def test_one_piece_lies_on_a_place_unless_it_is_declared():
    state = meadow().start().apply("crop a1")
    assert "goat a1" not in map(str, state.legal_moves)
    with pytest.raises(IllegalMoveError, match=r"goat a1: No other piece lies on the place"):
        state.apply("goat a1")
    assert len(state.apply("goat a2").legal_moves) == 2  # neither on a1 nor on a2
    shared = meadow("crop").start().apply("crop a1")
    assert len(shared.legal_moves) == 4
    assert [len(shared.apply("goat a1").legal_moves), len(shared.apply("crop b1").legal_moves)] == [3, 3]
    for over in ((), "crop", "any"):
        check_game(meadow(over), games=4)


def test_a_rule_that_puts_a_piece_on_another_is_reported():
    complaint = r"goat would lie on \w\d together with crop of seat 0: one piece lies on a place unless"
    with pytest.raises(ConformanceError) as found:
        check_game(meadow(doubled=True), games=1)
    assert re.search(complaint, str(found.value.__cause__))


def test_a_piece_lies_over_pieces_of_the_game_for_the_same_places():
    with pytest.raises(DeclarationError, match=r"the placeable goat is over .*: write a piece of the game"):
        meadow((Placeable(square(2, 2).areas),))


def land(reach="board", supply=None):
    """Return a game whose pieces go beside own ones, the first anywhere, with rules of this reach."""

    class Land(Declaration):
        """Land, for two."""

        name, summary, seats = "land", "land for two", 2
        board = square(4, 4)
        fence = Placeable(board.areas, reach=reach, supply=supply)
        build = AcquirePlaceable(fence)
        rest = NextGameState()
        building = GameState([build, rest], once=True)
        play = Cycle([building])
        end = Cycle()

        @fence.where("not-beside")
        def is_beside(self, seat, place):
            """A fence goes beside an own one, the first anywhere."""
            own = self.places_of(self.fence, seat)
            near = self.graph.touching("area", place, "area")
            return self.owner(self.fence, place) is None and (not own or any(own >> at & 1 for at in near))

        @end.when
        def six_rounds_are_over(self):
            """The game ends after six rounds."""
            return self.turns == 12

    return Land.Game()


def test_a_placement_rule_that_looks_further_than_it_may_is_found():
    assert check_game(land(), games=2).games == 2
    complaint = (
        r"land, seed 0, game 0, ply \d+: fence \w\d of seat \d is now refused: A fence goes beside an own "
        r'one, the first anywhere\. .* needs Placeable\(\.\.\., reach="board"\)'
    )
    with pytest.raises(ConformanceError, match=complaint):
        check_game(land("near"), games=2)


def test_the_book_speaks_of_a_supply_only_where_there_is_one():
    def texts(game):
        chapters = read_book(game.declaration).chapters
        return [sentence.text for chapter in chapters for sentence in chapter.sentences]

    used_up = "The player must have a fence left."
    assert used_up in texts(land(supply=5))
    assert used_up not in texts(land())
    assert check_game(land(supply=2), games=2).longest_game == 12
