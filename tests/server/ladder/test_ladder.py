"""Ratings of the players of a server: which games count, what they change, and that they are repeatable."""

import asyncio
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from openskill.models import PlackettLuce
from sqlalchemy import select
from tests.server.ladder.results import add_game, add_person
from tests.server.logs import url

from catanlab.cli.main import main
from catanlab.server.database.database import Database
from catanlab.server.database.people_queries import change_person
from catanlab.server.database.ratings import RatingRow, ladder
from catanlab.server.database.tables import GAMES, RATINGS
from catanlab.server.database.writer import LogWriter
from catanlab.server.ladder.keeper import LadderKeeper
from catanlab.server.ladder.ladder import rebuild_ratings, update_ratings
from catanlab.server.ladder.skill import Place, Skill, rated

pytestmark = pytest.mark.usefixtures("both_databases")

PEOPLE = ("ann", "bob", "cyd", "dan")


@pytest.fixture
def database(tmp_path: Path, both_databases: None) -> Iterator[Database]:
    """A database with four people and a bot."""
    with Database(url(tmp_path)) as database:
        for person in PEOPLE:
            add_person(database, person, person.title())
        add_person(database, "hal", "Hal", kind="bot")
        yield database


def all_ratings(database: Database) -> list[tuple[object, ...]]:
    with database.reader.connect() as connection:
        return [tuple(row) for row in connection.execute(select(RATINGS).order_by(*RATINGS.primary_key))]


def numbers(database: Database) -> dict[str, tuple[bool, int | None]]:
    with database.reader.connect() as connection:
        rows = connection.execute(select(GAMES.c.room, GAMES.c.rated, GAMES.c.rating_number))
        return {room: (done, number) for room, done, number in rows}


def play_some(database: Database, games: int, *, seed: int = 1, first: int = 0) -> None:
    """Add games of people, bots and robots at tables of all sizes."""
    random = Random(seed)
    for number in range(first, first + games):
        size = random.choice((2, 3, 4))
        others = [*PEOPLE, "bot:hal", "robot:greedy", "robot:greedy", "robot:random"]
        seats = random.sample(others, size)
        scores = random.sample(range(2, 11), size)
        hurt = random.choice((None, None, 0))
        add_game(database, f"r{number}", seats, scores, ended_at=random.randrange(50), substituted=hurt)


def test_the_model_is_openskills_with_ranks_by_share_and_then_points() -> None:
    places = [Place("ann", 0.0, 9), Place("bob", 1.0, 10), Place("cyd", 0.0, 9), Place("dan", 0.0, 3)]
    model = PlackettLuce()
    teams = [[model.rating()] for _ in places]
    expected = model.rate(teams, ranks=[1, 0, 1, 2])
    after = rated(places, {})
    for place, [rating] in zip(places, expected, strict=True):
        assert place.who is not None
        assert (after[place.who].mu, after[place.who].sigma) == (rating.mu, rating.sigma)
    # Who won has the first place, however many points others have.
    assert rated([Place("ann", 1.0, 8), Place("bob", 0.0, 9)], {})["ann"].mu > 25


def test_equal_robots_at_a_table_are_one_player_who_learns_the_mean_of_its_seats() -> None:
    places = [Place("ann", 1.0, 10), Place("robot:x", 0.0, 8), Place("robot:x", 0.0, 6)]
    alone = rated([places[0], Place("a", 0.0, 8), Place("b", 0.0, 6)], {})
    after = rated(places, {})
    assert after["robot:x"].mu == (alone["a"].mu + alone["b"].mu) / 2
    assert after["robot:x"].sigma == (alone["a"].sigma + alone["b"].sigma) / 2
    assert after["robot:x"].games == 1
    assert after["ann"] == alone["ann"]


def test_somebody_without_an_id_counts_as_new_and_is_not_kept() -> None:
    after = rated([Place(None, 1.0, 10), Place("ann", 0.0, 5)], {"ann": Skill(30.0, 2.0, 8)})
    assert set(after) == {"ann"}
    assert after["ann"].mu < 30.0
    assert after["ann"].games == 9


def test_only_games_with_a_person_and_without_a_substitute_are_rated(database: Database) -> None:
    add_game(database, "people", ["ann", "robot:greedy"], [10, 4], ended_at=1)
    add_game(database, "hurt", ["ann", "bob"], [10, 4], ended_at=2, substituted=1)
    add_game(database, "robots", ["robot:greedy", "bot:hal"], [10, 4], ended_at=3)
    assert update_ratings(database) == 3
    assert numbers(database) == {"people": (True, 1), "hurt": (True, None), "robots": (True, None)}
    assert [(row.who, row.games) for row in ladder(database, size=2)] == [("ann", 1), ("robot:greedy", 1)]
    assert update_ratings(database) == 0


def test_every_table_size_has_a_ladder_of_its_own(database: Database) -> None:
    add_game(database, "two", ["ann", "bob"], [10, 4], ended_at=1)
    add_game(database, "three", ["bob", "ann", "cyd"], [10, 4, 2], ended_at=2)
    update_ratings(database)
    assert [row.who for row in ladder(database, size=2)] == ["ann", "bob"]
    assert [row.who for row in ladder(database, size=3)] == ["bob", "ann", "cyd"]
    assert ladder(database, size=4) == []


def test_the_ladder_has_the_names_of_now_and_nobody_who_was_deleted(database: Database) -> None:
    add_game(database, "one", ["ann", "nobody", "bot:hal", "robot:greedy"], [10, 8, 6, 4], ended_at=1)
    update_ratings(database)
    with database.writing() as connection:
        change_person(connection, "ann", name="Anna")
    assert [row.name for row in ladder(database, size=4)] == ["Anna", "Hal", "greedy"]
    assert [row.name for row in ladder(database, size=4, kind="robot")] == ["greedy"]
    assert [row.name for row in ladder(database, size=4, kind="bot")] == ["Hal"]
    assert [row.name for row in ladder(database, size=4, limit=1)] == ["Anna"]


def test_long_names_of_robots_are_rated_under_a_short_id(database: Database) -> None:
    spec = "uct:" + "x" * 300
    add_game(database, "one", ["ann", f"robot:{spec.replace(':', '-')}"], [4, 10], ended_at=1)
    update_ratings(database)
    first: RatingRow = ladder(database, size=2)[0]
    assert first.kind == "robot"
    assert len(first.who) == len("robot:") + 64
    assert len(first.name) == 240


@pytest.mark.full
def test_rebuilt_ratings_are_the_same_to_the_last_digit_in_whatever_order_games_came(
    database: Database,
) -> None:
    play_some(database, 40)
    while update_ratings(database, limit=7):
        pass
    # These ended before most of the others, and are rated after them.
    play_some(database, 20, seed=2, first=40)
    while update_ratings(database, limit=3):
        pass
    before = all_ratings(database)
    assert before
    rated_games = [number for _, number in numbers(database).values() if number is not None]
    assert sorted(rated_games) == list(range(1, len(rated_games) + 1))
    assert rebuild_ratings(database) == len(rated_games)
    assert all_ratings(database) == before


@pytest.mark.full
def test_two_processes_rate_every_game_once(database: Database, tmp_path: Path) -> None:
    play_some(database, 60)
    other = Database(url(tmp_path))
    done: list[int] = []

    def work(mine: Database) -> None:
        while count := update_ratings(mine, limit=2):
            done.append(count)

    threads = [threading.Thread(target=work, args=(mine,)) for mine in (database, other)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(done) == 60
    before = all_ratings(database)
    rebuild_ratings(other)
    assert all_ratings(database) == before
    other.close()


def test_the_keeper_rates_what_ended_before_its_start_and_what_ends_later(database: Database) -> None:
    async def until(games: int) -> None:
        async with asyncio.timeout(30):
            while sum(done for done, _ in numbers(database).values()) < games:
                await asyncio.sleep(0.001)

    async def test() -> None:
        add_game(database, "one", ["ann", "bob"], [10, 4], ended_at=1)
        async with LogWriter(database) as writer:
            keeper = LadderKeeper(writer)
            keeper.start()
            await until(1)
            await writer.run(lambda: add_game(database, "two", ["ann", "bob"], [10, 4], ended_at=2))
            keeper.wake()
            await until(2)
            await keeper.close()
        assert [row.games for row in ladder(database, size=2)] == [2, 2]

    asyncio.run(test())


def test_the_command_rates_and_lists(
    database: Database, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = url(tmp_path)
    add_game(database, "one", ["ann", "robot:greedy"], [10, 4], ended_at=1)
    assert main(["ladder", file, "--size", "2"]) == 0
    assert capsys.readouterr().out == (
        "rank  name    kind    rating         skill  games\n"
        "   1  Ann     person    3.44  27.64 ± 8.07      1\n"
        "   2  greedy  robot    -1.83  22.36 ± 8.07      1\n"
    )
    assert main(["ladder", file, "--size", "2", "--rebuild", "--kind", "robot", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert listed["players"] == [
        {
            "rank": 1,
            "name": "greedy",
            "kind": "robot",
            "who": "robot:greedy",
            "rating": -1.83,
            "mu": 22.36,
            "sigma": 8.07,
            "games": 1,
        }
    ]
    assert main(["ladder", file]) == 0
    assert capsys.readouterr().out == "Nobody is rated at tables of 4 yet.\n"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["missing.db"], "missing.db does not exist"),
        (["sqlite://"], "path"),
        ([], "catanlab.db does not exist"),
        (["x.db", "--size", "5"], "--size"),
        (["x.db", "--kind", "cat"], "--kind"),
    ],
)
def test_the_command_says_in_one_line_what_is_wrong(
    words: list[str],
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["ladder", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert says in captured.err
