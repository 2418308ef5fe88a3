"""`catanlab study` on real databases: tables, search, files, and what it refuses."""

import json
import sqlite3
from pathlib import Path

import msgspec
import pyarrow.csv
import pyarrow.parquet
import pytest
from tests.server.study.kept import PEOPLE, SHORT, CountedRoom, facts_of, keep, play

from catanlab.cli.main import main
from catanlab.cli.record_files import load_records
from catanlab.server import wire
from catanlab.server.database.database import Database
from catanlab.server.rooms.experiments import Experiment
from catanlab.server.study.exports import GAME_COLUMNS, OFFER_COLUMNS
from catanlab.server.study.recorded import open_database, read_database

pytestmark = pytest.mark.full


def mixed(name: str, *people: str, seed: int = 1, experiment: Experiment | None = None) -> CountedRoom:
    """Return a game of people and robots that has ended."""
    room = CountedRoom(SHORT, people=PEOPLE, seed=seed, name=name, experiment=experiment)
    room.begin(*people)
    return play(room, seed=seed)


@pytest.fixture(scope="module")
def rooms(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, CountedRoom]]:
    """A database with five games in both arms of an experiment, one substituted, one that goes on."""
    experiment = Experiment("counter-button")
    made = {name: mixed(name, *PEOPLE, seed=n, experiment=experiment) for n, name in enumerate("abcd", 1)}
    made["mixed"] = mixed("mixed", "ann", "bob", seed=5)
    left = CountedRoom(SHORT, name="left", seed=6)
    left.begin(*PEOPLE)
    assert not left.act("dan", wire.Stand(id=left.id(), room="left"))
    left.run_robots()
    assert not left.sit("dan", 3)
    left.tick()
    made["left"] = play(left, seed=6)
    made["running"] = CountedRoom(SHORT, name="running", seed=7)
    made["running"].begin(*PEOPLE)
    folder = tmp_path_factory.mktemp("study")
    keep(folder, *made.values())
    return folder / "rooms.db", made


def told(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    """Return what a command prints."""
    assert main(["study", *map(str, words)]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def complaint(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    """Return the one line on stderr of a command that is refused."""
    assert main(["study", *map(str, words)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


Rooms = tuple[Path, dict[str, CountedRoom]]


def test_the_tables_are_those_of_whole_games(rooms: Rooms, capsys: pytest.CaptureFixture[str]) -> None:
    path, made = rooms
    text = told(capsys, path)
    assert max(map(len, text.splitlines())) <= 80
    assert text.startswith(
        "6 games that ended; 1 room without an end\n1 game in which a seat changed hands"
    )
    assert "table 5.1): 4 games of 4 people" in text
    assert "Experiment counter-button: 2 games without, 2 with; 4 people" in text
    data = json.loads(told(capsys, path, "--json"))
    counts = [made[name].counts for name in "abcd"]
    turns = sum(each["end"] + 1 for each in counts)
    offers = sum(each["offer"] + each["proposal"] for each in counts)
    lines = {line["name"]: line for line in data["negotiation"]["lines"]}
    assert lines["turns"]["value"]["value"] == turns / 4
    assert lines["offers"]["value"]["value"] == pytest.approx(offers / turns)
    assert lines["rejects"]["value"]["value"] == pytest.approx(
        sum(each["reject"] for each in counts) / turns
    )
    assert lines["offers"]["thomas"] == {"without": 0.54, "button": 0.58}
    assert (data["games"], data["unfinished"], data["substituted"], data["cut"]) == (6, 1, 1, 0)
    [arms] = data["experiments"]
    off = [made[name] for name in "abcd" if made[name].room.arm == "without"]
    assert all(room.counts["counter"] == 0 for room in off)
    by_name = {line["name"]: line for line in arms["lines"]}
    countering = sum(room.counts["countering proposal"] for room in off)
    turns_off = sum(room.counts["end"] + 1 for room in off)
    assert by_name["counter-offers"]["without"]["value"] == pytest.approx(countering / turns_off)
    [wins] = data["wins"]
    machine_won = made["mixed"].room.seating.seats[facts_of(made["mixed"]).winner].kind == "robot"
    assert (wins["people"], wins["games"], wins["wins"], wins["chance"]) == (2, 1, int(machine_won), 0.5)


def test_options_choose_the_games(rooms: Rooms, capsys: pytest.CaptureFixture[str]) -> None:
    path, _ = rooms

    def count(*words: str) -> tuple[int, int]:
        data = json.loads(told(capsys, path, "--json", *words))
        return data["games"], data["negotiation"]["games"]

    assert count() == (6, 4)
    assert count("--substituted") == (6, 5)
    assert count("--people", "2") == (1, 1)
    assert count("--people", "1-4") == (6, 5)
    assert count("--room", "a") == (1, 1)
    assert count("--rules", "trading") == (6, 4)
    assert count("--rules", "thomas") == (0, 0)
    assert count("--since", "2023-11-14") == (6, 4)  # the day in the fixture
    assert count("--since", "2023-11-15") == (0, 0)


def test_a_search_tells_rooms_and_moments(rooms: Rooms, capsys: pytest.CaptureFixture[str]) -> None:
    path, made = rooms
    text = told(capsys, path, "--find", "deals", "--find", "people=4, substitutions=0", "--limit", "1")
    deals = {
        name: room.counts["confirm"] + room.counts["take"] + room.counts["taken proposal"]
        for name, room in made.items()
        if name in "abcd"
    }
    best = max(deals, key=lambda name: deals[name])
    assert text.startswith(f"{best}  2023-11-14 ")
    assert f"  deals: {deals[best]}\n" in text
    assert "games more: --limit shows them" in text
    assert f"catanlab study {path} --room {best} --export-records ." in text
    assert not any(name in text for name in PEOPLE)
    named = told(capsys, path, "--find", "turns", "--names")
    assert any(f"won by {name} (seat" in named for name in PEOPLE)
    assert told(capsys, path, "--find", "turns>=100000") == "There is no such game.\n"
    found = json.loads(told(capsys, path, "--find", "people=2", "--json"))
    assert [each["room"] for each in found["games"]] == ["mixed"]
    lines = told(capsys, path, "--find", "help").splitlines()
    assert max(map(len, lines)) <= 84
    assert any(line.startswith("counter accepted") for line in lines)


@pytest.mark.parametrize("suffix", ["parquet", "csv"])
def test_tables_of_games_and_offers_are_read_back(
    suffix: str, rooms: Rooms, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, made = rooms
    games, offers = tmp_path / f"games.{suffix}", tmp_path / f"offers.{suffix}"
    text = told(capsys, path, "--export", games, "--export-offers", offers)
    assert text.startswith("6 games written to ")
    read = pyarrow.parquet.read_table if suffix == "parquet" else pyarrow.csv.read_csv
    table = read(games)
    assert table.column_names == list(GAME_COLUMNS)
    rows = {row["room"]: row for row in table.to_pylist()}
    assert set(rows) == {"a", "b", "c", "d", "mixed", "left"}
    for name, row in rows.items():
        if name in "abcd":
            counts = made[name].counts
            assert row["counter_offers"] == counts["counter"] + counts["countering proposal"]
            assert row["rejects"] == counts["reject"]
            assert row["chat"] == counts["chat"]
            assert (row["people"], row["robots"], row["arm"]) == (4, 0, made[name].room.arm)
            assert row["score0"] == made[name].play.result.scores[0]  # type: ignore[union-attr]
    assert rows["left"]["substitutions"] == 2
    assert [rows["left"][f"changed{seat}"] for seat in range(4)] == [False, False, False, True]
    assert [rows["mixed"][f"player{seat}"] for seat in range(4)] == [
        "person 1",
        "person 2",
        "greedy",
        "greedy",
    ]
    table = read(offers)
    assert table.column_names == list(OFFER_COLUMNS)
    told_offers = table.to_pylist()
    for name in "abcd":
        mine = [row for row in told_offers if row["room"] == name]
        said = [row["answer"] for row in mine if row["form"] == "offer"]
        assert said.count("reject") == made[name].counts["reject"]
        assert said.count("accept") == made[name].counts["accept"]
        assert said.count("counter") == made[name].counts["counter"]
        assert len([row for row in mine if row["form"] == "counter"]) == made[name].counts["counter"]
    assert not any(name.encode() in games.read_bytes() for name in PEOPLE)
    told(capsys, path, "--export", games, "--force", "--names")
    assert read(games).to_pylist()[0]["player0"] == "ann"


def test_a_table_can_go_to_standard_output(
    rooms: Rooms, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, _ = rooms
    games = tmp_path / "games.csv"
    told(capsys, path, "--export", games)
    assert main(["study", str(path), "--export", "-"]) == 0
    captured = capsys.readouterr()
    assert captured.out == games.read_text(encoding="utf-8")
    assert captured.err == "6 games written to standard output\n"
    assert "name the same file" in complaint(capsys, path, "--export", "-", "--export-offers", "-")


def test_records_have_no_names_and_can_be_replayed(
    rooms: Rooms, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, made = rooms
    folder = tmp_path / "records"
    assert told(capsys, path, "--export-records", folder) == f"6 records written to {folder}\n"
    assert sorted(each.name for each in folder.iterdir()) == [
        f"{name}.record" for name in ("a", "b", "c", "d", "left", "mixed")
    ]
    for name in ("a", "mixed", "left"):
        text = (folder / f"{name}.record").read_text()
        assert not any(f'"{person}"' in text for person in PEOPLE)
        [record] = load_records(folder / f"{name}.record")
        assert [str(move) for move in record.moves] == [str(move) for move in made[name].play.moves]
    assert main(["replay", str(folder / "a.record"), "--at", "20"]) == 0
    assert "After 20 of" in capsys.readouterr().out
    told(capsys, path, "--export-records", folder, "--room", "a", "--force", "--names")
    assert '"ann"' in (folder / "a.record").read_text()
    assert "is there already; --force replaces it" in complaint(capsys, path, "--export-records", folder)
    # A search chooses what is written.
    chosen = tmp_path / "chosen"
    told(capsys, path, "--find", "people=2", "--export-records", chosen)
    assert [each.name for each in chosen.iterdir()] == ["mixed.record"]


def test_a_name_in_a_csv_file_is_no_formula(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    room = CountedRoom(SHORT, people=("=1+1",))
    room.begin("=1+1")
    keep(tmp_path, play(room))
    told(capsys, tmp_path / "rooms.db", "--names", "--export", tmp_path / "games.csv")
    assert "'=1+1" in (tmp_path / "games.csv").read_text()


def test_nothing_is_told_of_a_game_that_goes_on(
    rooms: Rooms, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, _ = rooms
    says = complaint(capsys, path, "--room", "running", "--export-records", tmp_path / "records")
    assert "--room running: its game has not ended" in says
    assert not (tmp_path / "records").exists()
    assert "--room nowhere: there is no such room" in complaint(capsys, path, "--room", "nowhere")


def test_wrong_options_are_refused_in_a_sentence(
    rooms: Rooms, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, _ = rooms
    there = tmp_path / "there.csv"
    there.write_text("mine")
    cases: list[tuple[tuple[object, ...], str]] = [
        ((tmp_path / "none.db",), "none.db does not exist: name the database of catanlab serve"),
        ((tmp_path,), "is not a file: name the database"),
        ((there,), "file is not a database"),
        (("nonsense://x",), "nonsense"),
        ((path, "--people", "5"), "'5' is not a number of people from 0 to 4"),
        ((path, "--people", "3-1"), "'3-1' is not a number of people"),
        ((path, "--since", "yesterday"), "'yesterday' is not a day such as 2026-11-17"),
        ((path, "--limit", "0"), "'0' is not an integer from 1"),
        ((path, "--find", "luck"), "nothing is called 'luck' in a search"),
        ((path, "--export", tmp_path / "x.xlsx"), "the name of the file ends with .parquet or .csv"),
        ((path, "--export", tmp_path / "no" / "x.csv"), "give the name of a file in a folder that exists"),
        ((path, "--export-offers", there), "the file is there already; --force replaces it"),
        ((path, "--export-records", there), "this is not a folder"),
        (
            (path, "--export", tmp_path / "x.csv", "--export-offers", tmp_path / "x.csv"),
            "--export and --export-offers name the same file",
        ),
    ]
    for words, says in cases:
        assert says in complaint(capsys, *words)
    assert there.read_text() == "mine"
    assert [each.name for each in tmp_path.iterdir()] == ["there.csv"]


def test_a_database_of_others_stays_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE songs (name TEXT)")
    connection.close()
    before = path.read_bytes()
    assert "other.db: there are no tables: catanlab serve has never used this database" in complaint(
        capsys, path
    )
    assert path.read_bytes() == before


def test_an_empty_database_has_nothing_to_study(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Database(f"sqlite:///{tmp_path / 'rooms.db'}").close()
    path = tmp_path / "rooms.db"
    says = "0 games that ended; 0 rooms without an end\nThere is nothing to study yet.\n"
    assert told(capsys, path) == says
    assert told(capsys, f"sqlite:///{path}") == says
    assert json.loads(told(capsys, path, "--json"))["negotiation"]["games"] == 0
    assert told(capsys, path, "--find", "offers") == "There is no such game.\n"
    told(capsys, path, "--export", tmp_path / "games.parquet")
    table = pyarrow.parquet.read_table(tmp_path / "games.parquet")
    assert (table.num_rows, table.column_names) == (0, list(GAME_COLUMNS))


def test_a_log_that_cannot_be_read_is_told_and_the_rest_is_studied(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = mixed("good", "ann"), mixed("bad", "bob", seed=2)
    bad.rows[30] = msgspec.structs.replace(bad.rows[30], body=b'{"k":"moved","seat":0,"move":"road 1-9"}')
    keep(tmp_path, good, bad)
    assert main(["study", str(tmp_path / "rooms.db"), "--people", "1"]) == 0
    captured = capsys.readouterr()
    assert captured.err.startswith("catanlab study: room bad, event 31: ")
    assert captured.err.count("\n") == 1
    assert captured.out.startswith("1 game that ended;")


def test_the_facts_of_a_database_are_those_of_its_logs(rooms: Rooms) -> None:
    path, made = rooms
    with open_database(str(path)) as database:
        recorded = read_database(database)
    assert [game.room for game in recorded.games] == ["a", "b", "c", "d", "mixed", "left"]
    for game in recorded.games:
        assert game.offers == facts_of(made[game.room]).offers
        assert game.chat == facts_of(made[game.room]).chat
