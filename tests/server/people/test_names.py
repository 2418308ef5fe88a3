"""Names are one if they look alike, belong to one person at a time, and cannot be raced for."""

import asyncio
import threading
from pathlib import Path

import pytest
from tests.server.hubs import Bench, on_bench
from tests.server.logs import url

from catanlab.server import wire
from catanlab.server.database import people_queries as queries
from catanlab.server.database.database import Database
from catanlab.server.database.rows import PersonRow
from catanlab.server.people.identities import SEEN_MILLISECONDS, SESSION_MILLISECONDS
from catanlab.server.people.names import checked_key, name_key
from catanlab.server.refusals import Refused

pytestmark = pytest.mark.usefixtures("both_databases")


@pytest.mark.parametrize(
    "other",
    [
        "anna b",
        "ANNA B",
        "Anna  B",
        "\uff21nna B",  # a wide letter
        "An\u200bna B",  # a space without width
        "Anna\u00adB".replace("B", " B"),  # a soft hyphen
        "Anna\u2003B",
        "\u0410nn\u0430 B",  # Cyrillic letters
        "\u0391\u039d\u039d\u0391 \u0392",  # Greek capitals
        "Anna\ufe0f B",
        "Anna B\u2800",  # a sign of Braille without dots
        "Anna\u2800B",
    ],
)
def test_names_that_look_alike_are_one(other: str) -> None:
    assert name_key(other) == name_key("Anna B")


@pytest.mark.parametrize("other", ["Anne B", "Anna C", "AnnaB", "\u00c4nna B"])
def test_names_that_differ_are_two(other: str) -> None:
    assert name_key(other) != name_key("Anna B")


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("easy", "name-reserved"),
        ("Medium", "name-reserved"),
        ("\u0410dmin", "name-reserved"),
        ("SERVER", "name-reserved"),
        ("de\u200bleted", "name-reserved"),
        ("\u2800", "bad-name"),
        ("\ufdfa" * 24, "bad-name"),  # one letter that stands for eighteen
    ],
)
def test_some_names_are_nobodys(name: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        checked_key(name)
    assert refused.value.code == code


def test_a_name_is_a_guests_until_a_quarter_of_an_hour_after_they_were_seen(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann = await bench.guest("Ann")
        ann.session.closed()
        second = await bench.guest(" aNN".strip())
        assert isinstance(second.last, wire.Refused)
        assert second.last.code == "name-taken"
        bench.services.time += SEEN_MILLISECONDS / 1000
        second = await bench.guest("aNN")
        assert second.session.name == "aNN"
        token = ann.box.of(wire.Welcome)[0].token
        again = await bench.guest("Ann", token)
        assert isinstance(again.last, wire.Refused)
        assert again.last.code == "name-taken"
        renamed = await bench.guest("Anne", token)
        assert renamed.session.person == ann.session.person

    on_bench(tmp_path, test)


def test_a_guest_who_comes_back_in_time_has_the_name_without_a_write(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann = await bench.guest("Ann")
        token = ann.box.of(wire.Welcome)[0].token

        def no_write(*_: object) -> None:
            raise AssertionError("hello wrote something")

        bench.services.writer.run = no_write  # type: ignore[assignment, method-assign]
        again = await bench.guest("Ann", token)
        del bench.services.writer.run
        assert again.session.person == ann.session.person
        assert again.box.of(wire.Welcome)[0].token == ""

    on_bench(tmp_path, test)


def test_of_many_who_want_a_name_at_once_one_gets_it(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        guests = await asyncio.gather(*(bench.guest("Ann") for _ in range(20)))
        assert sum(bool(guest.session.person) for guest in guests) == 1

    on_bench(tmp_path, test)


def test_of_two_programs_that_take_a_name_at_once_one_gets_it(tmp_path: Path) -> None:
    """Each has its own connection, as two servers on one database have."""
    Database(url(tmp_path)).close()
    together = threading.Barrier(4)
    got: list[str] = []

    def take(person: str) -> None:
        with Database(url(tmp_path)) as database:
            together.wait()
            with database.writing() as to:
                queries.lock_names(to, "ann")
                if queries.name_state(to, "ann", besides=person, seen_after=0) == "free":
                    queries.add_person(to, PersonRow(person, "Ann", 1, 1, name_key="ann"))
                    got.append(person)

    threads = [threading.Thread(target=take, args=[f"p{number}"]) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(got) == 1


def test_a_session_ends_after_ninety_days_unused(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann = await bench.guest("Ann")
        token = ann.box.of(wire.Welcome)[0].token
        for _ in range(3):
            bench.services.time += SESSION_MILLISECONDS / 1000 - 1
            assert (await bench.guest("Ann", token)).session.person == ann.session.person
        bench.services.time += SESSION_MILLISECONDS / 1000
        late = await bench.guest("Ann", token)
        assert isinstance(late.last, wire.Refused)
        assert late.last.code == "bad-token"

    on_bench(tmp_path, test)


def test_a_name_that_was_given_up_shows_on_no_old_connection(tmp_path: Path) -> None:
    """Otherwise somebody could go on as Ann beside the Ann who has taken the free name."""

    async def test(bench: Bench) -> None:
        old = await bench.guest("Ann")
        token = old.box.of(wire.Welcome)[0].token
        await bench.guest("Zed", token)
        ann = await bench.guest("Ann")
        await bench.hub.doorkeeper.look()
        assert (old.session.name, ann.session.name) == ("Zed", "Ann")
        await bench.hub.people.rename(token, "Yan")
        await bench.hub.doorkeeper.look()
        assert old.session.name == "Yan"
        await old.do(wire.Enter(channel="all"))
        await old.do(wire.Talk(id="1", channel="all", text="It is me"))
        await ann.do(wire.Watch())
        assert old.box.of(wire.ChannelLines)[-1].lines[0].name == "Yan"
        assert {each.name for each in ann.box.of(wire.Lobby)[-1].people} == {"Ann", "Yan"}

    on_bench(tmp_path, test)
