"""`catanlab admin` works on the database of a running server, which notices, and says what is wrong."""

import asyncio
import json
from pathlib import Path

import pytest
from sqlalchemy import insert
from tests.server.hubs import Bench, on_bench
from tests.server.logs import url
from tests.server.people.persons import PASSWORD, code_of, hello_code, token_of, with_quick_passwords

from catanlab.cli.main import main
from catanlab.server import wire
from catanlab.server.database.tables import CHANNEL_LINES

pytestmark = [pytest.mark.full, pytest.mark.usefixtures("both_databases")]


class Admin:
    """The command line, on the database of a folder."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self._database = url(folder)
        self._capsys = capsys

    async def __call__(self, *words: str) -> str:
        """Return what a command prints."""
        code = await asyncio.to_thread(main, ["admin", *words, "--database", self._database])
        captured = self._capsys.readouterr()
        assert (code, captured.err) == (0, "")
        return captured.out

    async def complaint(self, *words: str) -> str:
        """Return the one line of a command that is refused."""
        code = await asyncio.to_thread(main, ["admin", "--database", self._database, *words])
        captured = self._capsys.readouterr()
        assert (code, captured.out) == (2, "")
        assert captured.err.count("\n") == 1
        return captured.err.removeprefix("catanlab: ").rstrip()


@pytest.fixture
def admin(tmp_path: Path, both_databases: None, capsys: pytest.CaptureFixture[str]) -> Admin:
    """Return the command line."""
    return Admin(tmp_path, capsys)


def test_a_ban_by_name_reaches_a_running_server(tmp_path: Path, admin: Admin) -> None:
    async def test(bench: Bench) -> None:
        ann = await bench.guest("Ann")
        said = await admin("ban", "ann", "--hours", "2", "--reason", "spam")
        assert said.startswith(f"Ban 1: Ann ({ann.session.person}), until 20")
        assert "Ann" in await admin("list", "bans")
        await bench.hub.doorkeeper.look()
        assert ann.box.of(wire.Bye)[-1].code == "banned"
        assert await admin("unban", "1") == "Ban 1 is lifted\n"
        assert await admin("list", "bans") == "No bans\n"
        await bench.hub.doorkeeper.look()
        assert (await bench.guest("Ann", token_of(ann))).session.person == ann.session.person
        assert (await admin("ban", "--address", "2001:db8::7")).endswith(": 2001:db8::/64, for good\n")
        assert await admin.complaint("unban", "99") == "there is no ban 99"
        assert "not an address" in await admin.complaint("ban", "--address", "home")
        assert "either a person or --address" in await admin.complaint("ban", "ann", "--address", "::1")
        assert await admin.complaint("ban", "nobody") == "there is no person 'nobody'"

    on_bench(tmp_path, test)


def test_a_closed_room_is_gone_for_everybody(tmp_path: Path, admin: Admin) -> None:
    async def test(bench: Bench) -> None:
        ann, bob = await bench.guest("Ann"), await bench.guest("Bob")
        room = await bench.game(ann, bob)
        assert f"{room}  playing" in await admin("list", "rooms", "--status", "playing")
        assert await admin("close", room) == f"Room {room} is closed; it was playing\n"
        assert await admin("close", room) == "It was closed already\n"
        assert await admin.complaint("close", "nowhere") == "there is no room 'nowhere'"
        assert room not in await admin("list", "rooms", "--status", "playing")
        # Before the server has noticed, it cannot write; then it lets the room go.
        await ann.do(wire.Chat(id="x1", room=room, text="still here?"))
        assert "ack" not in ann.box.answers("x1")
        await bench.hub.watch.look()
        await bench.settle()
        await bob.do(wire.Chat(id="x2", room=room, text="still here?"))
        assert "ack" not in bob.box.answers("x2")
        cat = await bench.guest("Cat")
        await cat.do(wire.Join(room=room))
        assert hello_code(cat) in ("no-such-room", "room-closed")

    on_bench(tmp_path, test)


def test_people_and_reports_are_listed_as_text(tmp_path: Path, admin: Admin) -> None:
    async def test(bench: Bench) -> None:
        people = with_quick_passwords(bench)
        ann, bob = await bench.guest("Ann"), await bench.guest("<b>Bob</b>")
        await people.set_password(token_of(ann), PASSWORD)
        said = await admin("bot", "Annbot", "--owner", "Ann")
        token = said.splitlines()[-1]
        assert (await people.person_by_token(token)).name == "Annbot"
        with bench.services.database.writing() as to:
            line = {"channel": "hall", "at": 1, "person": bob.session.person, "name": "Bob"}
            to.execute(insert(CHANNEL_LINES).values(line | {"text": "rude \x1b[31m words"}))
        await ann.do(wire.Report(id="r1", person=bob.session.person, text="He swears", channel="hall"))
        people_list = await admin("list", "people")
        for expected in ("guest", "<b>Bob</b>", "Annbot", "3 in all"):
            assert expected in people_list
        assert len((await admin("list", "people", "--count", "1")).splitlines()) == 3
        reports = await admin("list", "reports")
        assert f"Ann ({ann.session.person}) about <b>Bob</b>" in reports
        assert "He swears" in reports
        assert "rude \\x1b[31m words" in reports
        number = reports.split()[0]
        assert await admin("resolve", number) == f"Report {number} is done\n"
        assert await admin("list", "reports") == "No reports\n"
        assert "He swears" in await admin("list", "reports", "--all")
        for name, owner, why in (
            ("Other", "<b>bob</b>", "only who has a password may have bots"),
            ("annBOT", "Ann", "is reserved"),
            ("a\x00", "Ann", "is not a name"),
            ("Other", "nobody", "there is no person 'nobody'"),
        ):
            assert why in await admin.complaint("bot", name, "--owner", owner)

    on_bench(tmp_path, test)


def test_a_forgotten_password_is_replaced(tmp_path: Path, admin: Admin) -> None:
    async def test(bench: Bench) -> None:
        people = with_quick_passwords(bench)
        ann = await bench.guest("Ann")
        await people.set_password(token_of(ann), PASSWORD)
        said = await admin("password", "Ann")
        assert await code_of(people.login("Ann", PASSWORD)) == "wrong-password"
        assert await code_of(people.person_by_token(token_of(ann))) == "bad-token"
        assert (await people.login("Ann", said.splitlines()[-1])).person.id == ann.session.person

    on_bench(tmp_path, test)


def test_data_are_exported_into_a_new_file_and_deleted_after_a_yes(
    tmp_path: Path, admin: Admin, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(bench: Bench) -> None:
        ann = await bench.guest("Ann")
        file = tmp_path / "ann.json"
        assert "everything about Ann" in await admin("export", "Ann", str(file))
        assert json.loads(file.read_text())["person"]["id"] == ann.session.person
        assert file.stat().st_mode & 0o077 == 0
        assert "is there already" in await admin.complaint("export", "Ann", str(file))
        assert json.loads(await admin("export", ann.session.person, "-"))["person"]["name"] == "Ann"
        assert "it takes a yes" in await admin.complaint("delete", "Ann")
        assert (await bench.hub.people.person_by_token(token_of(ann))).name == "Ann"
        assert await admin("delete", "Ann", "--yes") == f"Ann ({ann.session.person}) is deleted\n"
        assert await code_of(bench.hub.people.person_by_token(token_of(ann))) == "bad-token"
        assert await admin.complaint("delete", "Ann", "--yes") == "there is no person 'Ann'"

    on_bench(tmp_path, test)


def test_a_name_that_several_had_needs_an_id(tmp_path: Path, admin: Admin) -> None:
    async def test(bench: Bench) -> None:
        people = with_quick_passwords(bench)
        first = await bench.guest("Ann")
        first.session.closed()
        bench.services.time += 86_400
        second = await bench.guest("ann")
        why = await admin.complaint("ban", "Ann")
        assert why.startswith("several are called 'Ann'; give an id: ")
        assert {first.session.person, second.session.person} <= set(why.replace(",", " ").split())
        await people.set_password(token_of(second), PASSWORD)
        assert second.session.person in await admin("ban", "ANN")  # it is reserved for one of them

    on_bench(tmp_path, test)


def test_a_database_that_is_not_there_is_not_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = tmp_path / "nothing.db"
    assert main(["admin", "list", "people", "--database", f"sqlite:///{missing}"]) == 2
    assert "does not exist" in capsys.readouterr().err
    assert not missing.exists()
