"""Driving a game: outcomes by number, what agents are given, resuming, the end."""

import contextlib
from collections import Counter

import pytest
from tests.framework.tally import DRAW, LEAVE, Tally, TallyPosition, code
from tests.table.players import Crash, First, Reporter, Spy
from tests.table.random_plays import advance, random_deal

from catanlab import CHANCE, Catan, Rules, State
from catanlab.framework.errors import (
    AgentError,
    IllegalMoveError,
    MoveTextError,
    SeedError,
    TableError,
)
from catanlab.framework.random import STREAMS, Random
from catanlab.games.catan.constants import RESOURCES
from catanlab.games.gomoku import Gomoku
from catanlab.games.sos import Sos
from catanlab.table.chance import Chance
from catanlab.table.events import Ended, Outcome, Played, Said, Withdrawn
from catanlab.table.in_process_seat import agent_seed
from catanlab.table.play import Play
from catanlab.table.random_agent import RandomAgent
from catanlab.table.table import Table

RULES = ("base", "trading", "szita", "jsettlers")


def random_table(rules="base", seed=1, **options):
    game = Catan(seed=seed, rules=rules)
    return Table(game, [RandomAgent() for _ in range(4)], seed=seed, **options)


# The course of a game.


@pytest.mark.parametrize("rules", RULES)
def test_the_moves_replay_on_a_bare_state(rules):
    table = random_table(rules)
    end = table.play()
    state = table.game.start()
    for move in table.moves:
        state.apply(move)
    assert state == table.state
    assert state.is_over
    assert end == table.result == table.events[-1]
    assert end.termination == "finished"
    assert list(end.shares) == state.returns
    assert list(end.scores) == state.scores
    assert end.shares[end.winner] == 1.0
    assert table.incidents == []


def test_events_hold_each_move_with_its_seat_and_each_outcome():
    table = random_table("trading")
    state = table.game.start()
    while event := table.step():
        assert event == table.events[-1] or isinstance(table.events[-1], Ended)
        if isinstance(event, Outcome):
            assert state.to_move == CHANCE
        else:
            assert event.seat == state.to_move
            assert event.seconds >= 0
        state.apply(event.move)
    assert [event.move for event in table.events if isinstance(event, Played | Outcome)] == table.moves
    table.close()


def test_a_table_that_keeps_no_record_plays_the_same_game():
    kept, bare = random_table(), random_table(record=False)
    assert kept.play() == bare.play()
    assert kept.moves == bare.moves
    assert bare.events == [bare.result]


@pytest.mark.parametrize(
    ("game", "seats"), [(Gomoku(size=5, line=4), 2), (Sos(switches=12, seed=3), 2), (Tally(), 2)]
)
def test_any_game_of_the_framework_is_played(game, seats):
    for seed in range(10):
        table = Table(game, [RandomAgent() for _ in range(seats)], seed=seed)
        end = table.play()
        assert end.termination == "finished"
        assert sum(end.shares) == pytest.approx(1.0)
        assert not table.incidents


def test_a_shared_win_has_no_winner():
    table = Table(Gomoku(size=3, line=3), [First(), First()])
    for move in ("a1", "b1", "c1", "a2", "b2", "a3", "c2", "c3", "b3"):
        table.advance(move)
    assert (table.result.winner, table.result.shares) == (-1, (0.5, 0.5))


def test_a_game_is_cut_at_the_limit_of_moves_or_turns():
    table = random_table(max_moves=50)
    end = table.play()
    assert (end.termination, end.winner, end.shares) == ("cut", -1, None)
    assert len(table.moves) == 50
    table = random_table(max_turns=7)
    assert table.play().termination == "cut"
    assert table.state.turn == 7
    assert not table.state.is_over
    assert table.step() is None


def test_views_of_all_seats_are_finished_at_the_end():
    table = random_table()
    end = table.play()
    for seat in range(4):
        assert table.view(seat).is_over
        assert table.view(seat).position.winner == end.winner


# Chance.


def test_the_same_seed_gives_the_same_game():
    first, second, other = random_table(seed=4), random_table(seed=4), random_table(seed=5)
    assert first.play() == second.play()
    assert first.moves == second.moves
    other.play()
    assert first.moves != other.moves


def dice_by_turn(table):
    turns = {}
    while not table.is_over:
        turn = table.state.turn
        event = table.step()
        if event.move.group == "dice":
            assert turn not in turns
            turns[turn] = event.move
    return turns


def test_two_tables_with_one_seed_see_the_same_dice_whatever_the_players_do():
    game = Catan(seed=2)
    lazy = Table(game, [First() for _ in range(4)], seed=9, max_turns=150)
    busy = Table(game, [RandomAgent(by_group=True) for _ in range(4)], seed=9, max_turns=150)
    one, two = dice_by_turn(lazy), dice_by_turn(busy)
    shared = one.keys() & two.keys()
    assert len(shared) > 100
    assert all(one[turn] == two[turn] for turn in shared)
    assert lazy.moves != busy.moves


def drawn_cards(table):
    table.play()
    return [str(move) for move in table.moves if move.group == "draw"]


def test_two_tables_with_one_seed_draw_the_same_cards_off_the_deck():
    game = Catan(seed=2)
    one = drawn_cards(Table(game, [RandomAgent() for _ in range(4)], seed=9))
    two = drawn_cards(Table(game, [RandomAgent(by_group=True) for _ in range(4)], seed=9))
    shared = min(len(one), len(two))
    assert shared > 5
    assert one[:shared] == two[:shared]


def test_outcome_n_of_a_group_comes_from_place_n_of_its_stream():
    table = random_table(seed=3)
    counts = {}
    while not table.is_over:
        state = table.state
        if state.is_chance:
            group = state.outcomes[0][0] >> 54
            stream = Random(3, STREAMS["chance"] + group)
            stream.skip(counts.get(group, 0))
            expected = state.draw_outcome(stream)
            assert table.step() == Outcome(expected)
            counts[group] = counts.get(group, 0) + 1
        else:
            table.step()
    assert len(counts) == 3


class MixedChance(TallyPosition):
    """Begins with an outcome of one of two groups, 500 of each."""

    def outcomes(self):
        return [(code(group, number), 0.001) for group in (LEAVE, DRAW) for number in range(500)]


def test_each_outcome_has_its_own_place_even_where_groups_are_mixed():
    chance, state = Chance(1), Tally(MixedChance).start()
    drawn = []
    for _ in range(50):
        drawn.append(chance.draw(state))
        assert chance.draw(state) == drawn[-1]
        chance.note(state)
    assert len(set(drawn)) > 40
    assert {move.group for move in drawn} == {"leave", "draw"}


# What agents are given.


@pytest.mark.full
def test_agents_are_given_views_and_never_the_state():
    spies = [Spy() for _ in range(4)]
    table = Table(Catan(seed=1, rules="trading"), spies, seed=1)
    table.play()
    for seat, spy in enumerate(spies):
        assert spy.views
        for view in spy.views:
            assert view.seat == view.to_move == seat
            for name in dir(view):
                if not name.startswith("_"):
                    assert not isinstance(getattr(view, name), State), name
        assert vars(spy).keys() == {"views", "events", "draws", "game", "seat", "random"}


@pytest.mark.full
def test_agents_hear_what_their_seat_sees_and_no_more():
    spies = [Spy() for _ in range(4)]
    table = Table(Catan(seed=1, rules="jsettlers"), spies, seed=1)
    table.play()
    hidden = 0
    for spy in spies:
        heard = [event for event in spy.events if isinstance(event, Played | Outcome)]
        assert [event.move for event in heard] == list(table.view(spy.seat).log)
        hidden += sum(event.move != move for event, move in zip(heard, table.moves, strict=True))
        assert all(event.explanation is None for event in heard if isinstance(event, Played))
        assert spy.events[-1] == table.result
    assert hidden > 0


def test_each_agent_draws_from_its_own_stream_at_each_ply():
    spies = [Spy() for _ in range(4)]
    table = Table(Catan(seed=1), spies, seed=8)
    table.play()
    for seat, spy in enumerate(spies):
        for view, draw in zip(spy.views, spy.draws, strict=True):
            place = Random(agent_seed(8, seat), STREAMS["agent"] + seat, 2 * len(view.log) + 1)
            assert place.below(1000) == draw


def test_explanations_are_kept_with_the_moves():
    table = Table(Gomoku(size=3, line=3), [Reporter({"depth": 3}), First()], explain=True)
    table.play()
    moves = [event for event in table.events if isinstance(event, Played)]
    assert moves[0].explanation.text == "0 seen, 1 heard"
    assert moves[0].explanation.data == {"depth": 3}
    assert moves[2].explanation.text.startswith("2 seen")
    assert moves[1].explanation is None


def test_nobody_is_asked_for_an_explanation_that_is_not_wanted():
    table = Table(Gomoku(size=3, line=3), [Reporter(), Crash("explain")])
    table.play()
    assert all(event.explanation is None for event in table.events if isinstance(event, Played))
    assert table.incidents == []


# Stopping and going on.


def agents_with_memory():
    return [RandomAgent(), Reporter(), Spy(), RandomAgent(by_group=True)]


@pytest.mark.full
@pytest.mark.parametrize("stop", [0, 1, 17, 250, 999])
def test_a_resumed_game_goes_on_as_if_never_interrupted(stop):
    game = Catan(seed=6, rules="trading")
    whole = Table(game, agents_with_memory(), seed=6, max_turns=60, explain=True)
    whole.play()
    part = Table(game, agents_with_memory(), seed=6, max_turns=60, explain=True)
    while len(part.moves) < stop and part.step():
        pass
    part.close()
    again = Table.resume(game, agents_with_memory(), part.events, seed=6, max_turns=60, explain=True)
    again.play()
    assert again.moves == whole.moves
    assert [*map(text_of, again.events)] == [*map(text_of, whole.events)]
    assert again.result == whole.result


def text_of(event):
    """An event without its time, which no two games share."""
    if isinstance(event, Played):
        return (event.move, event.seat, event.explanation and event.explanation.text)
    return event


@pytest.mark.full
def test_bare_moves_are_enough_to_go_on():
    whole = random_table("jsettlers", seed=6)
    whole.play()
    texts = [move.text for move in whole.moves[:200]]
    agents = [RandomAgent() for _ in range(4)]
    again = Table.resume(whole.game, agents, texts, seed=6)
    again.play()
    assert again.moves == whole.moves


def test_only_lawful_moves_can_be_resumed():
    game = Gomoku(size=3, line=3)
    with pytest.raises(IllegalMoveError):
        Table.resume(game, [First(), First()], ["a1", "a1"])
    with pytest.raises(MoveTextError):
        Table.resume(game, [First(), First()], ["a1", "nonsense"])
    with pytest.raises(TableError, match="ended"):
        Table.resume(game, [First(), First()], ["a1", "b1", "a2", "b2", "a3", "b3"])


def test_a_move_can_come_from_outside():
    spies = [Spy(), Spy()]
    with Table(Gomoku(size=3, line=3), spies) as table:
        assert table.advance("b2", seconds=2.5) == Played(table.moves[0], 0, 2.5)
        with pytest.raises(IllegalMoveError):
            table.advance("b2")
        assert len(table.moves) == 1
        table.step()
        assert spies[1].views[0].log == (table.moves[0],)


def test_a_closed_table_plays_no_more():
    table = random_table()
    table.step()
    table.close()
    table.close()
    for action in (table.step, lambda: table.advance("end turn"), lambda: table.say(0, "hello")):
        with pytest.raises(TableError, match="closed"):
            action()
    assert len(table.moves) == 1


def test_ctrl_c_leaves_a_table_that_can_be_resumed():
    class Leaving(First):
        def choose(self, view, deadline):
            if len(view.log) > 20:
                raise KeyboardInterrupt
            return super().choose(view, deadline)

    game = Catan(seed=1)
    table = Table(game, [Leaving(), First(), First(), First()])
    with pytest.raises(KeyboardInterrupt):
        table.play()
    assert not table.is_over
    assert len(table.moves) > 20
    with Table.resume(game, [First() for _ in range(4)], table.events) as again:
        again.step()
        assert again.moves[:-1] == table.moves


# What cannot be.


def test_a_table_that_cannot_be_is_refused():
    game = Catan(seed=1)
    four = [First() for _ in range(4)]
    with pytest.raises(TableError, match="4 seats here, but 3 agents were given"):
        Table(game, four[:3])
    with pytest.raises(TableError, match="two seats"):
        Table(game, [four[0]] * 4)
    with pytest.raises(TableError, match="is not an Agent"):
        Table(game, ["random"] * 4)
    with pytest.raises(TableError, match="fallback"):
        Table(game, four, fallback="best")
    with pytest.raises(TableError, match="isolate names seat 4"):
        Table(game, four, isolate=[4])
    with pytest.raises(SeedError):
        Table(game, four, seed=-1)
    with Table(game, four) as table:
        for ask in (table.view, table.seconds_left, lambda seat: table.say(seat, "hello")):
            for seat in (-1, 4):
                with pytest.raises(TableError, match="is not a seat from 0 to 3"):
                    ask(seat)
    for option in ("max_moves", "max_turns", "max_incidents", "statements_per_turn"):
        with pytest.raises(ValueError, match=option):
            Table(game, four, **{option: -1})


def test_an_agent_that_does_not_play_the_game_is_refused():
    class Chess(First):
        name = "chess"
        games = ("chess", "draughts")

    with pytest.raises(AgentError, match="chess plays chess, draughts, not catan"):
        Table(Catan(seed=1, rules=Rules(players=2)), [Chess(), First()])


def test_a_table_says_what_it_is():
    table = Table(Gomoku(size=3, line=3), [First(), RandomAgent()])
    assert repr(table) == "<table of gomoku with first, random: 0 moves, going on>"
    table.play()
    assert repr(table).endswith("moves, over>")
    assert not any(isinstance(event, Said) for event in table.events)


class Seer(First):
    """Says what seeds it can find."""

    def choose(self, view, deadline):
        self.found = (self.game.seed, view.game.seed, view.sample(self.random).game.seed)
        return super().choose(view, deadline)

    def say(self, view):
        return () if view.log else [f"I found {self.game.seed} and {view.game.seed}"]


@pytest.mark.full
@pytest.mark.parametrize("isolate", [False, [0]])
def test_no_agent_is_given_a_seed_from_which_it_could_foretell_the_dice(isolate):
    """Game and table often share a seed; who knows it knows every die, card and theft to come."""
    game = Catan(seed=77)
    agents = [Seer(), First(), First(), First()]
    with Table(game, agents, seed=77, isolate=isolate) as table:
        table.step()
    said = [event.text for event in table.events if isinstance(event, Said)]
    assert said == ["I found None and None"]
    if not isolate:
        assert agents[0].found == (None, None, None)
    assert game.seed == 77


@pytest.mark.parametrize("error", [BaseException, GeneratorExit, SystemExit])
def test_whatever_an_agent_raises_is_an_incident(error):
    with Table(Gomoku(size=3, line=3), [Crash(error=error), First()]) as table:
        table.play()
    assert table.incidents
    assert all(incident.kind == "raised" for incident in table.incidents)


# What comes from outside.


def test_no_outcome_comes_in_as_a_move():
    table = random_table()
    while not table.state.is_chance:
        table.step()
    for outcome in ("dice 12", table.state.outcomes[0][0]):
        with pytest.raises(TableError, match="chance decides next"):
            table.advance(outcome)
    table.close()


def test_an_agent_cannot_bring_a_deal_or_the_move_of_another_about():
    class Greedy(First):
        def choose(self, view, deadline):
            hand = view.position.own.hand
            for give in range(5):
                if view.position.phase.name == "MAIN" and hand[give]:
                    other = (self.seat + 1) % 4
                    return f"deal 1 {RESOURCES[give]} for 1 {RESOURCES[(give + 1) % 5]} with {other}"
            return view.legal_moves[-1]

    with Table(
        Catan(rules="trading", seed=1), [Greedy() for _ in range(4)], seed=1, max_moves=300
    ) as table:
        table.play()
    assert table.incidents
    assert {incident.kind for incident in table.incidents} == {"illegal"}
    assert not any(move.group == "deal" for move in table.moves)


def test_a_table_goes_on_with_the_log_of_a_game_that_people_drove():
    play, random = Play(Catan(rules="trading", seed=3), seed=3), Random(3)
    play.sit(0, "Ann")
    while play.state.turn < 9 or not play.proposals:
        if not play.is_chance and play.state.position.phase.name == "MAIN":
            for seat in range(4):
                with contextlib.suppress(IllegalMoveError, TableError):
                    play.propose(seat, random_deal(random))
        advance(play, random)
    spies = [Spy() for _ in range(4)]
    with Table.resume(play.game, spies, play.events, seed=3, max_turns=play.state.turn + 1) as table:
        assert table.events == play.events
        assert table.state == play.state
        kinds = Counter(type(event) for event in spies[1].events)
        assert kinds == Counter(type(event) for event in play.events)
        table.play()
    assert isinstance(table.events[-2], Withdrawn)
    assert [event for event in spies[2].events if isinstance(event, Withdrawn)][-1] == table.events[-2]
