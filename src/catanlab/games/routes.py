"""Routes, a declared card game of lines between towns; `docs/reference/routes.md` has its rules."""

from __future__ import annotations

from collections.abc import Container, Iterable

from catanlab.framework.declared import (
    AcquireLogic,
    Action,
    Chance,
    Choice,
    Cycle,
    Deck,
    Declaration,
    GameState,
    Logic,
    Placeable,
    PlacePlaceable,
    Resources,
    free,
    members,
    option,
    per_seat,
    value,
)
from catanlab.framework.random import Random
from catanlab.games.routes_map import GOALS, JOURNEYS, LINES, NAMES, PRICES, WORTH

Cards = tuple[int, ...]

COLOURS = ("red", "blue", "green", "yellow")
NO_CARDS: Cards = (0, 0, 0, 0)
LINE_POINTS = (0, 1, 2, 4, 7)
"""Points of a line by its length."""
WAGONS = 14
FIRST_CARDS = 3
FIRST_GOALS = 3
OPEN_CARDS = 3


class Routes(Declaration):
    """Routes, a card game of lines between towns, for two to four.

    In your turn take two cards, open or blind, or build a line with cards of its colours, or draw a goal.
    Lines count 1, 2, 4 or 7 points by their length. A goal counts if your lines join its two towns; else it
    costs as much at the end. Once somebody has fewer than three wagons, all have a last turn.
    """

    name = "routes"
    summary = "Routes, a card game of lines between towns, with hidden cards and goals"
    title = "Routes"
    players = option(2, "Seats at the table.", limits=(2, 4))
    seats = players

    # Map, cards and goals

    island = free(vertices=NAMES, edges=[(a, b) for a, b, _ in LINES])
    red, blue, green, yellow = colours = Resources(*COLOURS)
    line = Placeable(island.edges)

    north, east, south, west, straits, river, hills, coast, moor, ferry, fair, lights = journeys = tuple(
        Logic(copies=1, title=title) for title in GOALS
    )
    goals = Deck(journeys, group="goal")
    blind_card = Chance(target=Choice(COLOURS))
    open_card = Chance(target=Choice(COLOURS))

    # What a position remembers

    on_display: Cards = value(NO_CARDS)
    known = per_seat(NO_CARDS)
    wagons = per_seat(WAGONS)
    points = per_seat(0)
    drawn = value(0, each="turn")
    has_acted = value(False, each="turn")
    last_turn: int | None = value(None)

    # Actions

    put_back = Action(target=Choice(GOALS))
    take = Action(target=Choice(COLOURS))
    draw = Action()
    build = PlacePlaceable(line)
    seek = AcquireLogic(goals)

    # The course of the game

    choosing_goals = GameState([put_back], once=True)
    acting = GameState([take, draw, build, seek])
    set_up = Cycle([choosing_goals], counted=False)
    play = Cycle([acting])
    end = Cycle()

    # Set-up

    @choosing_goals.activated
    def cards_are_dealt(self) -> None:
        """Everyone is dealt three cards and three goals; three cards are turned up for all."""
        for _ in range(FIRST_GOALS):
            self.draw_from(self.goals, self.on_turn)
        for _ in range(FIRST_CARDS):
            self.begin(self.blind_card)
        if self.cycle_turn == 0:
            for _ in range(OPEN_CARDS):
                self.begin(self.open_card)

    @put_back.where("card-not-held")
    def goal_is_held(self, seat: int, goal: int) -> bool:
        """A player puts back only their own goal."""
        return self.held[seat][goal] > 0

    @put_back.done
    def goal_goes_back(self, seat: int, goal: int) -> None:
        """Everyone puts one of the first three goals back into the deck."""
        self.lose(seat, self.goals.cards[goal])
        self.left_in(self.goals)[goal] += 1

    @put_back.seen_by
    def nobody_sees_what_is_put_back(self, seat: int, goal: int) -> Iterable[int]:
        """Goals are secret, also those that are put back."""
        return (seat,)

    @set_up.until
    def everyone_has_two_goals(self) -> bool:
        """The set-up is over when everyone has put back a goal."""
        return self.cycle_turn == self.seats

    # Cards

    @take.where("not-on-display")
    def card_is_on_display(self, seat: int, colour: int) -> bool:
        """An open card is taken from the display."""
        return self.on_display[colour] > 0

    @take.done
    def open_card_is_taken(self, seat: int, colour: int) -> None:
        """Everyone sees which open card is taken; the next one is turned up."""
        self.hands[seat][colour] += 1
        self.known[seat] = _changed(self.known[seat], colour, 1)
        self.on_display = _changed(self.on_display, colour, -1)
        self.drawn += 1
        self.begin(self.open_card)

    @draw.done
    def card_is_drawn_blindly(self, seat: int) -> None:
        """A blind card comes from the pile."""
        self.drawn += 1
        self.begin(self.blind_card)

    @blind_card.weights
    @open_card.weights
    def colours_are_equally_likely(self) -> Iterable[tuple[int, int]]:
        """The pile never ends, and every colour is equally likely."""
        return [(colour, 1) for colour in range(len(COLOURS))]

    @blind_card.fell
    def card_goes_to_the_hand(self, colour: int) -> None:
        """A card that is drawn goes to the hand of the seat on turn."""
        self.hands[self.on_turn][colour] += 1

    @blind_card.seen_by
    def only_who_draws_sees_it(self, colour: int) -> Iterable[int]:
        """Only the player who draws a blind card sees it."""
        return (self.on_turn,)

    @open_card.fell
    def card_is_turned_up(self, colour: int) -> None:
        """Three open cards are on display."""
        self.on_display = _changed(self.on_display, colour, 1)

    # Lines

    @build.when("second-card")
    @seek.when("second-card")
    def turn_is_not_for_cards(self, seat: int) -> bool:
        """A player who has taken a card takes a second one and does nothing else."""
        return self.drawn == 0

    @line.where("occupied")
    def line_is_free(self, seat: int, edge: int) -> bool:
        """Every line can be built once."""
        return not self.occupied(self.line) >> edge & 1

    @build.where("no-wagons")
    def wagons_are_left(self, seat: int, edge: int) -> bool:
        """A line takes as many wagons as it is long."""
        return self.wagons[seat] >= sum(PRICES[edge])

    @build.where("cannot-pay")
    def cards_are_held(self, seat: int, edge: int) -> bool:
        """A line costs cards of its colours, as many as it is long."""
        return self.has(seat, PRICES[edge])

    @build.done
    def line_is_paid(self, seat: int, edge: int) -> None:
        """The cards go back, the wagons stay on the line, and it scores by its length."""
        price = PRICES[edge]
        self.pay(seat, price)
        known = zip(self.known[seat], price, strict=True)
        self.known[seat] = tuple(max(0, seen - paid) for seen, paid in known)
        self.wagons[seat] -= sum(price)
        self.points[seat] += LINE_POINTS[sum(price)]
        self.has_acted = True

    @seek.done
    def goal_is_drawn(self, seat: int) -> None:
        """A goal that is drawn during the game is kept, and drawing it takes the turn."""
        self.has_acted = True

    @acting.left_when
    def turn_is_used(self) -> bool:
        """A turn is two cards, a line, or a goal."""
        return self.has_acted or self.drawn == 2

    # Goals and the end

    def is_joined(self, seat: int, start: str, goal: str) -> bool:
        """A goal is reached when the player's lines connect its two towns."""
        lines = self.places_of(self.line, seat)
        lines_at = self.graph.touching_masks("vertex", "edge")
        towns_at = self.graph.touching_masks("edge", "vertex")
        reached = frontier = 1 << NAMES.index(start)
        while frontier:
            found = 0
            for town in members(frontier):
                for edge in members(lines_at[town] & lines):
                    found |= towns_at[edge]
            frontier = found & ~reached
            reached |= found
        return bool(reached >> NAMES.index(goal) & 1)

    def score(self, seat: int) -> int:
        """Lines and finished goals count; unfinished goals cost at the end, but nobody falls below zero."""
        score = self.points[seat]
        for number, count in enumerate(self.held[seat]):
            if count:
                if self.is_joined(seat, *JOURNEYS[number]):
                    score += WORTH[number]
                elif self.cycle is self.end:
                    score -= WORTH[number]
        return max(0, score)

    def public_score(self, seat: int) -> int:
        """Goals are secret: of other players only the points of their lines are known."""
        return self.points[seat]

    @play.turn_ended
    def last_turns_may_begin(self) -> None:
        """When somebody has fewer than three wagons left, everyone has one more turn."""
        if self.last_turn is None and self.wagons[self.on_turn] < 3:
            self.last_turn = self.turns + self.seats

    @end.when
    def last_turns_are_over(self) -> bool:
        """The game ends after the last turns, or when nobody has the wagons for any free line."""
        if self.last_turn is not None and self.turns >= self.last_turn:
            return True
        most = max(self.wagons)
        taken = self.occupied(self.line)
        return all(taken >> edge & 1 or sum(price) > most for edge, price in enumerate(PRICES))

    # What others know

    def make_possible(self, move: int, viewer: int | None, random: Random) -> None:
        """Let a seat that builds a line have drawn the cards for it, among those that nobody saw."""
        seat, edge = self.to_move(), move & 0xFF
        if self.game.move_type(move).group != "line" or seat in (viewer, None) or edge >= len(PRICES):
            super().make_possible(move, viewer, random)
            return
        hand, known = self.hands[seat], self.known[seat]
        lacking = [colour for colour in range(4) for _ in range(PRICES[edge][colour] - hand[colour])]
        for colour in lacking:
            kept = [max(pair) for pair in zip(known, PRICES[edge], strict=True)]
            spare = [other for other in range(4) for _ in range(hand[other] - kept[other])]
            if spare:
                hand[spare[random.below(len(spare))]] -= 1
                hand[colour] += 1

    def lines(self, seats: Container[int]) -> list[str]:
        """Show the lines with price or owner, the display, and the cards, goals and wagons of each seat."""
        cells = []
        for edge, price in enumerate(PRICES):
            owner = self.owner(self.line, edge)
            text = self.colours.text(price) if owner is None else f"seat {owner}"
            cells.append(f"{self.graph.name('edge', edge):15}{text:18}")
        rows = -(-len(cells) // 2)
        shown = ["".join(cells[row::rows]).rstrip() for row in range(rows)]
        shown.append(f"open cards: {self.colours.text(self.on_display) or 'none yet'}")
        for seat in range(self.seats):
            is_open = seat in seats
            score = self.score(seat) if is_open else self.public_score(seat)
            hand = self.colours.text(tuple(self.hands[seat])) or "no cards"
            goals = ", ".join(
                f"{card.title}{' (done)' if self.is_joined(seat, *JOURNEYS[number]) else ''}"
                for number, card in enumerate(self.goals.cards)
                if self.held[seat][number]
            )
            shown.append(
                f"seat {seat}: {_counted(score, 'point')}, "
                f"{_counted(self.wagons[seat], 'wagon')}; "
                f"{hand if is_open else _counted(sum(self.hands[seat]), 'card')}; "
                f"{'goals ' + (goals or 'none') if is_open else _counted(sum(self.held[seat]), 'goal')}"
            )
        return shown


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _changed(cards: Cards, colour: int, by: int) -> Cards:
    return tuple(count + by * (colour == other) for other, count in enumerate(cards))


RoutesGame = Routes.Game
