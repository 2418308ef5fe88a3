"""Can't Stop, declared: the game that `docs/tutorial/cant-stop.md` writes step by step."""

from collections.abc import Container, Sequence
from itertools import combinations_with_replacement

from catanlab.framework.declared import (
    Action,
    Choice,
    Cycle,
    Declaration,
    Dice,
    GameState,
    Interrupt,
    NextGameState,
    option,
    per_seat,
    value,
)

COLUMNS = range(2, 13)
LENGTH = [13 - 2 * abs(column - 7) for column in range(13)]
STEPS = [(column,) for column in COLUMNS] + list(combinations_with_replacement(COLUMNS, 2))
FOOT: tuple[int, ...] = (0,) * 13


class CantStop(Declaration):
    """Can't Stop, a game of dice for two to four.

    Roll four dice, make two pairs of them, and climb the columns of their sums; then roll again or stop.
    A player who cannot climb loses all steps of the turn. The first to win three columns wins.
    """

    name = "cant-stop"
    summary = "Can't Stop, a game of dice: roll again, or keep what you have"
    title = "Can't Stop"
    players = option(2, "Seats at the table.", limits=(2, 4))
    seats = players

    marks = per_seat(FOOT)
    runners = value(FOOT, each="turn")
    pairings: tuple[tuple[int, ...], ...] = value(())

    dice = Dice(4, 6, read=lambda faces: int("".join(map(str, sorted(faces)))))
    roll = Action()
    climb = Action(target=Choice(["-".join(map(str, columns)) for columns in STEPS]))
    stop = NextGameState()

    daring = GameState([roll, stop])
    climbing = Interrupt([climb], once=True)
    play = Cycle([daring])
    end = Cycle()

    @roll.done
    def dice_are_thrown(self, seat: int) -> None:
        """A roll throws four dice."""
        self.begin(self.dice)

    @dice.fell
    def dice_are_paired(self, faces: int) -> None:
        """The sums of two pairs of dice are columns; a player who can climb in none loses the turn."""
        a, b, c, d = map(int, str(faces))
        ways = ((a + b, c + d), (a + c, b + d), (a + d, b + c))
        self.pairings = tuple(tuple(sorted(way)) for way in ways)
        if any(self.runners_after(column) for way in ways for column in way):
            self.begin(self.climbing)
        else:
            self.runners = FOOT
            self.next_state()

    def runners_after(self, *columns: int) -> tuple[int, ...] | None:
        """Return the steps of the runners after one more in each column; None if that is impossible."""
        runners = [steps + columns.count(column) for column, steps in enumerate(self.runners)]
        for column in columns:
            heights = [marks[column] for marks in self.marks]
            if LENGTH[column] in heights or heights[self.on_turn] + runners[column] > LENGTH[column]:
                return None
        return tuple(runners) if sum(map(bool, runners)) <= 3 else None

    @climb.where("not-rolled")
    def columns_were_rolled(self, seat: int, steps: int) -> bool:
        """A player climbs in the columns of a pairing, or in one of the two."""
        return STEPS[steps] in self.pairings + tuple((column,) for way in self.pairings for column in way)

    @climb.where("no-way-up")
    def runners_can_climb(self, seat: int, steps: int) -> bool:
        """There are three runners; they climb to the top of columns that nobody has won."""
        return self.runners_after(*STEPS[steps]) is not None

    @climb.where("both-must-climb")
    def both_sums_count(self, seat: int, steps: int) -> bool:
        """A player who can climb in both columns of a pairing must do so."""
        mine = [way for way in self.pairings if STEPS[steps][0] in way]
        return STEPS[steps] in mine or any(self.runners_after(*way) is None for way in mine)

    @climb.done
    def runners_climb(self, seat: int, steps: int) -> None:
        """Runners climb a step in each of the columns, two if both are the same."""
        self.runners = self.runners_after(*STEPS[steps]) or self.runners

    @stop.when("nothing-to-keep")
    def runners_have_climbed(self, seat: int) -> bool:
        """A player who has not climbed yet must roll."""
        return any(self.runners)

    @daring.deactivated
    def marks_follow_the_runners(self) -> None:
        """A player who stops moves their marks to the runners; the top of a column wins it for good."""
        marks = zip(self.marks[self.on_turn], self.runners, strict=True)
        self.marks[self.on_turn] = tuple(mark + steps for mark, steps in marks)

    def score(self, seat: int) -> int:
        """Count the columns that a seat has won."""
        return sum(self.marks[seat][column] == LENGTH[column] for column in COLUMNS)

    @end.when
    def three_columns_are_won(self) -> bool:
        """The first player to win three columns wins the game."""
        return max(map(self.score, range(self.seats))) >= 3

    def lines(self, seats: Container[int]) -> list[str]:
        """Show the columns and their lengths, the marks of each seat and the steps of the runners."""
        rows: list[tuple[str, Sequence[int]]] = [
            ("column", range(13)),
            ("length", LENGTH),
            ("runners", self.runners),
        ]
        rows += [(f"seat {seat}", marks) for seat, marks in enumerate(self.marks)]
        return [name.ljust(8) + "".join(f"{row[column]:3}" for column in COLUMNS) for name, row in rows]


CantStopGame = CantStop.Game
