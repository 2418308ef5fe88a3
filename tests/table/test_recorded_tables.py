"""A table written down and read back: the game goes on from the text alone."""

import pytest
from tests.table.players import Cheat, First, Reporter, Slow, Talker

from catanlab import Catan
from catanlab.games.gomoku import Gomoku
from catanlab.table.clock import FakeClock
from catanlab.table.events import Ended, Incident, Said
from catanlab.table.random_agent import RandomAgent
from catanlab.table.record import Record
from catanlab.table.record_reader import read_records
from catanlab.table.table import Table


def through_text(table):
    """Return the record of a table after it was written and read."""
    [record] = read_records(Record.of_table(table).text)
    return record


def agents():
    return [RandomAgent(), Talker(["I want ore"]), Cheat(None), Reporter()]


@pytest.mark.parametrize("rules", ["base", "jsettlers"])
@pytest.mark.parametrize("stop", [0, 5, 90])
def test_an_interrupted_game_goes_on_from_its_record(rules, stop):
    options = {"seed": 4, "max_turns": 40, "max_incidents": 20, "clock": FakeClock()}
    game = Catan(seed=4, rules=rules)
    whole = Table(game, agents(), **options)
    whole.play()
    part = Table(game, agents(), **options)
    while len(part.moves) < stop and part.step():
        pass
    part.close()
    record = through_text(part)
    assert record.termination == "unfinished"
    again = Table.resume(record.game, agents(), record.events, **options)
    again.play()
    assert again.moves == whole.moves
    assert again.events == whole.events
    kinds = {type(event) for event in whole.events}
    assert {Said, Incident, Ended} <= kinds


def test_a_finished_game_is_read_back_whole():
    table = Table(Gomoku(size=5, line=4), [RandomAgent(), First()], seed=3, clock=FakeClock())
    table.play()
    record = through_text(table)
    assert record.events == table.events
    assert record.agents == ("random", "first")
    assert record.seed == 3
    assert record.replay().returns == list(table.result.shares)


def test_the_time_of_each_move_is_kept():
    clock = FakeClock()
    table = Table(Gomoku(size=3, line=3), [Slow(clock, 1.25), First()], clock=clock)
    table.play()
    assert through_text(table).events == table.events
    record = through_text(table)
    again = Table.resume(
        record.game, [Slow(clock, 1.0), First()], record.events[:3], game_seconds=9.0, clock=clock
    )
    assert again.seconds_left(0) == 6.5


def test_explanations_become_comments():
    table = Table(Gomoku(size=3, line=3), [Reporter(), First()], explain=True)
    table.step()
    assert "{0 seen, 1 heard}" in Record.of_table(table).text
    table.close()


def test_a_cut_game_is_recorded_as_cut():
    table = Table(Catan(seed=1), [First() for _ in range(4)], max_turns=3)
    table.play()
    assert through_text(table).termination == "cut"
