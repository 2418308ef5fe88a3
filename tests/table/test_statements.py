"""Statements: anyone may speak, so much a turn, and every seat hears it."""

import pytest
from tests.table.players import Crash, First, Reporter, Reserved, Spy, Talker

from catanlab import Catan
from catanlab.framework.errors import TableError
from catanlab.games.gomoku import Gomoku
from catanlab.table.events import Played, Said
from catanlab.table.table import Table

BOARD = Gomoku(size=3, line=3)


def said_by(events, seat):
    return [event.text for event in events if isinstance(event, Said) and event.seat == seat]


def test_every_seat_hears_a_statement_the_speaker_too_and_it_is_kept():
    talker, spy = Talker(["who sells ore?"]), Spy()
    table = Table(BOARD, [talker, spy])
    table.step()
    assert table.events[0] == Said(0, "who sells ore?")
    assert spy.events[0] == Said(0, "who sells ore?")
    assert talker.events[0] == Said(0, "who sells ore?")
    table.close()


def test_statements_are_capped_in_each_turn():
    class Many(Talker):
        def say(self, view):
            return [f"{len(view.log)}: {i}" for i in range(5)]

    game = Catan(seed=1)
    talker = Many([])
    table = Table(game, [talker, Spy(), First(), First()], max_turns=12, statements_per_turn=3)
    turns = {}
    while not table.is_over:
        turn = table.state.turn
        before = len(table.events)
        table.step()
        turns[turn] = turns.get(turn, 0) + len(said_by(table.events[before:], 0))
    assert all(count == 3 for turn, count in turns.items() if turn < 12)
    assert table.incidents == []


def test_a_seat_is_asked_once_between_two_moves():
    class Counting(Talker):
        asked = 0

        def say(self, view):
            self.asked += 1
            return []

    talker = Counting([])
    table = Table(BOARD, [First(), talker])
    table.play()
    assert talker.asked == len(table.moves)


def test_nobody_speaks_where_no_statements_are_allowed():
    table = Table(BOARD, [Talker(["a"]), First()], statements_per_turn=0)
    table.play()
    assert said_by(table.events, 0) == []
    table = Table(BOARD, [First(), First()], statements_per_turn=0)
    assert table.say(0, "hello") is False


def test_a_statement_is_one_printable_line_of_limited_length():
    lines = ["  I want\tore\n", "", "   ", "\x1b[31mred\x00", "long " * 200]
    table = Table(BOARD, [Talker(lines), First()], statements_per_turn=9)
    table.step()
    said = said_by(table.events, 0)
    assert said[:2] == ["I want ore", "[31mred"]
    assert len(said) == 3
    assert len(said[2]) == 200
    assert all(text.isprintable() for text in said)
    table.close()


@pytest.mark.parametrize("lines", ["abc", None, [1], [None], {"a": 1}, 5])
def test_what_is_no_list_of_texts_is_an_incident(lines):
    table = Table(BOARD, [Talker(lines), First()])
    table.play()
    assert {incident.kind for incident in table.incidents} == {"speech"}
    assert said_by(table.events, 0) == []


def test_a_person_can_speak_from_outside():
    spy = Spy()
    table = Table(BOARD, [First(), spy], statements_per_turn=2)
    assert table.say(0, "I have no ore")
    assert table.say(0, "nor wheat")
    assert not table.say(0, "nor anything")
    assert [event.text for event in spy.events] == ["I have no ore", "nor wheat"]
    with pytest.raises(TableError, match="some text"):
        table.say(1, " ")
    with pytest.raises(TableError, match="is a text"):
        table.say(1, None)
    table.close()


class Answering(Spy):
    """Answers whatever it has heard last."""

    def say(self, view):
        heard = [event.text for event in self.events if hasattr(event, "text")]
        return [f"you said {heard[-1]}"] if heard else []


def test_others_may_answer_a_person_at_once_but_once_before_the_next_move():
    first, second = Answering(), Answering()
    table = Table(Catan(seed=1), [First(), first, First(), second], statements_per_turn=3)
    assert table.say(0, "hello")
    assert table.events == [
        Said(0, "hello"),
        Said(1, "you said hello"),
        Said(3, "you said you said hello"),
    ]
    assert table.say(0, "again")
    assert table.events[3:] == [Said(0, "again")]
    table.close()


def test_a_statement_before_an_interruption_is_not_made_twice():
    game = Catan(seed=1)

    def agents():
        return [Talker([f"I am {seat}"]) for seat in range(4)]

    whole = Table(game, agents(), seed=2, max_moves=30)
    whole.play()
    for stop in range(1, len(whole.events)):
        if isinstance(whole.events[stop - 1], Said):
            again = Table.resume(game, agents(), whole.events[:stop], seed=2, max_moves=30)
            again.play()
            assert list(map(timeless, again.events)) == list(map(timeless, whole.events))


def timeless(event):
    return (event.move, event.seat) if isinstance(event, Played) else event


def test_who_fails_to_speak_still_moves():
    table = Table(BOARD, [Crash("say"), First()], max_incidents=2)
    table.play()
    assert [incident.kind for incident in table.incidents] == ["raised", "raised", "retired"]


# Who listens and who speaks.


def test_an_agent_listens_and_speaks_if_its_class_overrides_the_methods():
    for agent, listens, speaks in (
        (First(), False, False),
        (Spy(), True, False),
        (Talker([]), True, True),
        (Reserved(), False, False),
    ):
        assert (agent.listens, agent.speaks) == (listens, speaks)


@pytest.mark.parametrize("isolate", [False, [0]])
@pytest.mark.parametrize(("kind", "hears"), [(Reporter, True), (Reserved, False)])
def test_only_an_agent_that_listens_and_speaks_is_asked_to(kind, hears, isolate):
    with Table(BOARD, [kind(), First()], explain=True, max_moves=3, isolate=isolate) as table:
        table.play()
    last = [event for event in table.events if isinstance(event, Played) and event.seat == 0][-1]
    # Two moves, and its own statements: one before each choice of any seat.
    assert last.explanation.text == f"2 seen, {5 if hears else 0} heard"
    assert bool(said_by(table.events, 0)) is hears
