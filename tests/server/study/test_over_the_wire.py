"""A study of games over the real wire tells what the clients know that they did."""

import json
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from tests.server.logs import url
from tests.server.players import OPTIONS, seat, serving
from tests.server.wire.running import run

from catanlab.benchmarks.scripted_person import ScriptedPerson
from catanlab.cli.main import main
from catanlab.cli.record_files import load_records
from catanlab.server import wire
from catanlab.server.rooms.experiments import Experiment
from catanlab.server.study import negotiation
from catanlab.server.study.recorded import Recorded, open_database, read_database

pytestmark = [pytest.mark.full, pytest.mark.usefixtures("both_databases")]


class CountingPerson(ScriptedPerson):
    """A scripted person who counts what the server takes."""

    def __init__(self, like: ScriptedPerson, seed: int, done: Counter[str]) -> None:
        super().__init__(like.client, like.room, seed)
        self.taken = done

    async def do(self, act: wire.AnyAct) -> bool:
        was_done = await super().do(act)
        if was_done:
            self.taken[act.move.split()[0] if isinstance(act, wire.Move) else type(act).__name__] += 1
        return was_done


async def play(folder: Path) -> dict[str, Counter[str]]:
    """Play two games of four people, and return what the people of each room did, by their own account.

    Chat is just chat there: a client is not told what the server understood.
    """
    options = msgspec.structs.replace(OPTIONS, rules="trading,points_to_win=5", words=False)
    told: dict[str, Counter[str]] = {}
    async with serving(folder) as server:
        server.hub.services.experiment = Experiment("counter-button")
        for number in range(2):
            table = await seat(
                server.url, options, people=4, seed=number + 1, called=f"Room {number} person"
            )
            done: Counter[str] = Counter()
            table.people = [
                CountingPerson(person, 10 * number + place, done)
                for place, person in enumerate(table.people)
            ]
            await table.play()
            await table.leave()
            told[table.room] = done
    return told


def study(folder: Path) -> Recorded:
    with open_database(url(folder)) as database:
        return read_database(database)


def test_what_the_clients_did_is_what_the_study_tells(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = run(play(tmp_path))
    recorded = study(tmp_path)
    assert {game.room for game in recorded.games} == set(told)
    assert recorded.unfinished == 0
    for game in recorded.games:
        done = told[game.room]
        made = negotiation.offers(game) + negotiation.counters(game)
        assert made == done["offer"] + done["counter"] + done["Propose"]
        assert negotiation.rejects(game) == done["reject"]
        assert negotiation.accepts(game) == done["accept"] + done["take"] + done["Take"]
        assert negotiation.deals(game) == done["confirm"] + done["take"] + done["Take"]
        assert sum(game.bank_trades) == done["bank"]
        assert sum(game.statements) == done["Say"]
        assert sum(game.chat) == done["Chat"]
        assert (sum(game.asks), sum(game.replies)) == (done["Ask"], done["Reply"])
        assert game.turns == done["end"] + 1
        assert game.counter_button == (game.arm == "with")
        assert done["counter"] == 0 or game.arm == "with"
        assert all(each.seconds is None or each.seconds >= 0 for each in game.decisions)
    assert sum(done["offer"] for done in told.values()) > 10
    # The command tells the same, and the moments that it finds lead into the records that it writes.
    database = url(tmp_path)
    assert main(["study", database]) == 0
    text = capsys.readouterr().out
    assert "2 games of 4 people" in text
    turns = sum(done["end"] + 1 for done in told.values())
    [line] = [line for line in text.splitlines() if line.startswith("turns a game ")][:1]
    assert line.split()[3] == f"{turns / 2:.1f}"
    assert main(["study", database, "--find", "deals", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["games"]
    assert main(["study", database, "--export-records", str(tmp_path / "records")]) == 0
    for each in found:
        [record] = load_records(tmp_path / "records" / f"{each['room']}.record")
        for note in each["hits"][0]["notes"]:
            assert str(record.moves[note["at"]["ply"] - 1]).split()[0] in ("confirm", "take", "deal")
