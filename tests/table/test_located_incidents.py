"""A failing agent can be located: incidents have a traceback, ply and turn; or the error is raised."""

import pickle
import traceback

import pytest
from tests.table.players import Cheat, Crash, Deep, Dying, First, Impolite, Slow

from catanlab import Catan, Record, read_records
from catanlab.framework.errors import AgentFailedError, TableError
from catanlab.games.gomoku import Gomoku
from catanlab.table.agent_traceback import MAX_TRACEBACK_CHARACTERS
from catanlab.table.clock import FakeClock
from catanlab.table.events import Incident
from catanlab.table.table import Table

BOARD = Gomoku(size=3, line=3)


def first_incident(agent, **options):
    table = Table(BOARD, [First(), agent], **options)
    table.play()
    return table.incidents[0]


def check_frames(text):
    """The agent's own frames are there, with the source of the failing line, and no frame of the table."""
    assert text.startswith("Traceback (most recent call last):\n")
    assert "# the bug" in text
    assert "raise KeyError" in text
    assert text.endswith("KeyError: 'no such move'\n")
    assert "direct cause" in text  # the agent's own chain of errors
    assert "catanlab/table" not in text


def test_a_traceback_has_the_agents_own_frames():
    incident = first_incident(Deep())
    check_frames(incident.traceback)
    assert (incident.ply, incident.turn) == (3, 3)


@pytest.mark.full
def test_so_has_that_of_an_isolated_agent():
    incident = first_incident(Deep(), isolate={1})
    check_frames(incident.traceback)
    assert incident == first_incident(Deep())


@pytest.mark.parametrize("where", ["start", "hear", "say", "explain"])
def test_errors_beside_the_move_have_one_too(where):
    incident = first_incident(Crash(where), explain=True)
    assert f'in {where}\n    self.act("{where}")' in incident.traceback
    assert incident.ply >= 0


def test_an_error_before_the_first_line_has_its_words():
    assert "Impolite.choose() takes 2 positional arguments" in first_incident(Impolite()).traceback


def test_what_was_not_raised_has_no_traceback():
    incident = first_incident(Cheat("nowhere"))
    assert (incident.kind, incident.traceback, incident.ply) == ("nonsense", "", 1)


def test_a_long_traceback_keeps_its_beginning_and_its_end():
    def fall(depth):
        return fall_on(depth - 1) if depth else [][depth]

    def fall_on(depth):
        return fall(depth)

    class Faller(First):
        def choose(self, view, deadline):
            return fall(100)

    text = first_incident(Faller()).traceback
    assert len(text) <= MAX_TRACEBACK_CHARACTERS
    assert "return fall(100)" in text
    assert text.endswith("IndexError: list index out of range\n")


def test_an_error_without_words_does_no_harm():
    class Mute(Exception):  # noqa: N818 - it is what the agent raises
        def __str__(self):
            raise RuntimeError("no words")

    class Raiser(First):
        def choose(self, view, deadline):
            raise Mute

    incident = first_incident(Raiser())
    assert incident.text == "Mute"
    assert "raise Mute" in incident.traceback


def test_ply_and_turn_are_those_of_the_position():
    game = Catan(seed=2, rules="max_turns=6")
    table = Table(game, [Crash(), First(), First(), First()], seed=2)
    table.play()
    record = Record.of_table(table)
    assert len({incident.turn for incident in table.incidents}) > 1
    for incident in table.incidents:
        state = record.state_at(incident.ply)
        assert (state.to_move, state.turn) == (0, incident.turn)
        assert record.moves[incident.ply] == incident.fallback


def test_records_and_resumed_tables_keep_ply_and_turn():
    agents = [First(), Crash(error=ValueError)]
    table = Table(BOARD, agents)
    table.play()
    [again] = read_records(Record.of_table(table).text)
    assert [event for event in again.events if isinstance(event, Incident)] == table.incidents
    resumed = Table.resume(BOARD, [First(), First()], again.events)
    assert resumed.incidents == table.incidents
    assert table.incidents[0].traceback not in Record.of_table(table).text


def test_incidents_that_were_pickled_before_they_had_a_place_are_read():
    new = Incident(1, "late", "2 s", None, "Traceback", 5, 2)
    assert pickle.loads(pickle.dumps(new)) == new
    assert pickle.loads(pickle.dumps(new)).traceback == "Traceback"
    old = Incident.__new__(Incident)
    old.__setstate__([1, "late", "2 s", None])
    assert old == Incident(1, "late", "2 s")
    assert old.traceback == ""


# Errors raised.


def raised(agent, error, **options):
    table = Table(BOARD, [First(), agent], on_error="raise", **options)
    with pytest.raises(error) as caught:
        table.play()
    return table, caught.value


def test_the_error_itself_is_raised_with_a_note_of_where():
    table, error = raised(Deep(), KeyError)
    assert error.__notes__ == ["raised by deep in seat 1 at ply 3, turn 3"]
    printed = "".join(traceback.format_exception(error))
    assert "# the bug" in printed
    assert "During handling" not in printed
    assert printed.index("direct cause") < printed.index("raise KeyError")
    assert traceback.extract_tb(error.__traceback__)[-1].name == "dig"
    assert len(table.moves) == 3
    assert [incident.kind for incident in table.incidents] == ["raised"]


@pytest.mark.parametrize("where", ["start", "hear", "say", "explain"])
def test_errors_beside_the_move_are_raised_too(where):
    _, error = raised(Crash(where), RuntimeError, explain=True)
    assert "raised by crash in seat 1 at ply" in error.__notes__[0]


def test_failures_without_an_error_are_raised_as_one():
    _, error = raised(Cheat("nowhere"), AgentFailedError)
    assert str(error).startswith("cheat in seat 1 at ply 1, turn 1: nonsense: ")
    assert error.__cause__ is None
    clock = FakeClock()
    _, late = raised(Slow(clock, 3.0), AgentFailedError, clock=clock, move_seconds=1.0)
    assert "turn 1: late: 3 s, but 1 s were allowed" in str(late)


def test_an_agent_that_ends_the_program_is_reported_instead():
    _, error = raised(Crash(error=SystemExit), AgentFailedError)
    assert "SystemExit: I fell over in choose" in str(error)
    assert 'self.act("choose")' in error.__notes__[0]


@pytest.mark.full
def test_errors_of_isolated_agents_are_raised_with_their_traceback():
    _, error = raised(Deep(), AgentFailedError, isolate={1})
    check_frames(error.__notes__[0] + "\n")
    _, died = raised(Dying(3, every=1), AgentFailedError, isolate={1})
    assert "died: its process is gone: exit code 3" in str(died)


def test_an_unknown_way_is_refused():
    with pytest.raises(TableError, match="on_error is 'stop'; allowed are 'fallback' and 'raise'"):
        Table(BOARD, [First(), First()], on_error="stop")
