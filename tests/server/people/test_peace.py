"""Mutes last, and reports keep what was said."""

from pathlib import Path

import pytest
from tests.server.hubs import Bench, Guest, on_bench
from tests.server.people.persons import hello_code, token_of

from catanlab.server import wire
from catanlab.server.database import moderation_queries as moderation
from catanlab.server.people.reports import read_report

pytestmark = pytest.mark.usefixtures("both_databases")


def test_a_mute_reaches_all_tabs_and_lasts(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann, bob = await bench.guest("Ann"), await bench.guest("Bob")
        tab = await bench.guest("Ann", token_of(ann))
        await ann.do(wire.Mute(person=bob.session.person))
        await ann.do(wire.Mute(person=bob.session.person))
        for connection in (ann, tab):
            assert connection.box.of(wire.Muted)[-1].persons == (bob.session.person,)
            assert connection.session.muted == {bob.session.person}
        assert bob.session.muted == frozenset()
        later = await bench.guest("Ann", token_of(ann))
        assert later.session.muted == {bob.session.person}
        assert later.box.of(wire.Muted)[-1].persons == (bob.session.person,)
        await later.do(wire.Mute(person=bob.session.person, on=False))
        assert ann.session.muted == frozenset()
        for nobody in ("nobody", ann.session.person):
            await ann.do(wire.Mute(person=nobody))
            assert hello_code(ann) == "no-such-person"

    on_bench(tmp_path, test)


def test_a_report_keeps_the_last_lines_of_the_room(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann, bob = await bench.guest("Ann"), await bench.guest("Bob")
        room = await bench.room(ann)
        await bob.do(wire.Join(room=room))
        for number in range(25):
            await bob.do(wire.Chat(id=f"c{number}", room=room, text=f"rude word {number}"))
        await ann.do(wire.Report(id="r1", person=bob.session.person, text="He swears", room=room))
        assert ann.box.answers("r1") == ["ack"]
        with bench.services.database.reader.connect() as connection:
            [kept] = moderation.reports(connection, state="open")
        assert (kept.by, kept.about, kept.room) == (ann.session.person, bob.session.person, room)
        report = read_report(kept.text)
        assert report.text == "He swears"
        assert [line.text for line in report.lines] == [f"rude word {n}" for n in range(5, 25)]
        assert {line.person for line in report.lines} == {bob.session.person}

    on_bench(tmp_path, test)


def test_a_report_is_about_somebody_and_from_a_room_that_one_follows(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann, bob = await bench.guest("Ann"), await bench.guest("Bob")
        room = await bench.room(ann)
        await bob.do(wire.Report(id="r1", person=ann.session.person, text="hm", room=room))
        await bob.do(wire.Report(id="r2", person="nobody", text="hm"))
        await bob.do(wire.Report(id="r3", person=ann.session.person, text="hm", channel="hall"))
        assert [bob.box.answers(f"r{n}") for n in (1, 2, 3)] == [
            ["not-joined"],
            ["no-such-person"],
            ["ack"],
        ]

    on_bench(tmp_path, test)


def test_who_is_muted_is_not_heard_in_a_room(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann, bob, cat = [await bench.guest(name) for name in ("Ann", "Bob", "Cat")]
        room = await bench.room(ann)
        for guest in (bob, cat):
            await guest.do(wire.Join(room=room))
        await bob.do(wire.Chat(id="c1", room=room, text="before"))
        await ann.do(wire.Mute(person=bob.session.person))
        await bob.do(wire.Chat(id="c2", room=room, text="noise"))
        await cat.do(wire.Chat(id="c3", room=room, text="music"))

        def heard(guest: Guest) -> list[str]:
            return [line.text for lines in guest.box.of(wire.ChatLines) for line in lines.lines]

        assert heard(ann) == ["before", "music"]
        assert heard(cat) == heard(bob) == ["before", "noise", "music"]
        tab = await bench.guest("Ann", token_of(ann))
        await tab.do(wire.Join(room=room))
        assert heard(tab) == ["music"]

    on_bench(tmp_path, test)
