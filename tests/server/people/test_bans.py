"""Who is banned, logged out or deleted leaves within seconds and cannot come back; others stay."""

from pathlib import Path

import pytest
from tests.server.hubs import Bench, Guest, on_bench
from tests.server.people.persons import PASSWORD, code_of, hello_code, token_of, with_quick_passwords
from tests.server.wire.running import eventually

from catanlab.framework.errors import ArgumentError
from catanlab.server import wire
from catanlab.server.database import moderation_queries as moderation
from catanlab.server.people.addresses import network_of, read_network
from catanlab.server.people.identities import SEEN_MILLISECONDS
from catanlab.server.ports import Caller
from catanlab.server.protocol.close_codes import CloseCode

pytestmark = pytest.mark.usefixtures("both_databases")


def ban(
    bench: Bench, *, person: str | None = None, address: str | None = None, hours: int | None = None
) -> int:
    """Ban as an administrator does: in the database, behind the back of the server."""
    now = bench.services.milliseconds()
    until = None if hours is None else now + hours * 3_600_000
    with bench.services.database.writing() as to:
        return moderation.add_ban(to, person=person, address=address, until=until, reason="spam", at=now)


def why_closed(guest: Guest) -> str:
    """Return the code with which a connection was closed, or ''."""
    if guest.box.closed is None:
        return ""
    code, reason = guest.box.closed
    bye = guest.box.of(wire.Bye)[-1]
    assert (code, reason) == (CloseCode.DISMISSED, bye.code)
    return bye.code


def test_a_banned_person_leaves_and_comes_back_after_the_ban(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann, bob = await bench.guest("Ann"), await bench.guest("Bob")
        ban(bench, person=ann.session.person, hours=2)
        await bench.hub.doorkeeper.look()
        assert (why_closed(ann), why_closed(bob)) == ("banned", "")
        assert "until 1970-01-01 02:16 UTC: spam" in ann.box.of(wire.Bye)[0].text
        again = await bench.guest("Ann", token_of(ann))
        assert hello_code(again) == "banned"
        assert await code_of(bench.hub.people.person_by_token(token_of(ann))) == "banned"
        bench.services.time += 2 * 3600
        assert (await bench.guest("Ann", token_of(ann))).session.person == ann.session.person

    on_bench(tmp_path, test)


def test_a_ban_for_good_holds_for_logins_and_bots_until_it_is_lifted(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        people = with_quick_passwords(bench)
        ann = await bench.guest("Ann")
        await people.set_password(token_of(ann), PASSWORD)
        made = await people.make_bot(ann.session.person, "Annbot")
        bot = await bench.guest("Annbot", made.token)
        number = ban(bench, person=ann.session.person)
        ban(bench, person=ann.session.person, hours=1)  # the longer one counts
        await bench.hub.doorkeeper.look()
        assert (why_closed(ann), why_closed(bot)) == ("banned", "banned")
        bench.services.time += 10 * 86_400
        assert await code_of(people.login("Ann", PASSWORD)) == "banned"
        assert hello_code(await bench.guest("Annbot", made.token)) == "banned"
        with bench.services.database.writing() as to:
            assert moderation.drop_ban(to, number)
        await bench.hub.doorkeeper.look()
        assert (await people.login("Ann", PASSWORD)).token

    on_bench(tmp_path, test)


def test_an_address_is_banned_with_its_network(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        people = with_quick_passwords(bench)
        near, far = Caller(address="2001:db8::7"), Caller(address="2001:db8:0:1::7")
        ann, bob = await bench.guest("Ann", caller=near), await bench.guest("Bob", caller=far)
        ban(bench, address="2001:db8::/64")
        ban(bench, address="192.0.2.0/24")
        await bench.hub.doorkeeper.look()
        assert (why_closed(ann), why_closed(bob)) == ("banned", "")
        for address in ("2001:db8::ffff", "192.0.2.99", "::ffff:192.0.2.1"):
            caller = Caller(address=address)
            assert hello_code(await bench.guest("Cat", caller=caller)) == "banned"
            assert hello_code(await bench.guest("Bob", token_of(bob), caller=caller)) == "banned"
            assert await code_of(people.login("Bob", PASSWORD, caller)) == "banned"
        assert (await bench.guest("Cat", caller=Caller(address="192.0.3.1"))).session.person

    on_bench(tmp_path, test)


def test_who_is_logged_out_elsewhere_leaves(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        people = with_quick_passwords(bench)
        ann = await bench.guest("Ann")
        tab = await bench.guest("Ann", token_of(ann))
        other = await bench.guest("Bob")
        await people.logout(token_of(ann))
        assert people.changed.is_set()  # so that nobody waits for the next look
        await bench.hub.doorkeeper.look()
        assert (why_closed(ann), why_closed(tab), why_closed(other)) == ("bad-token", "bad-token", "")

    on_bench(tmp_path, test)


def test_who_is_connected_keeps_the_name(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann, bob = await bench.guest("Ann"), await bench.guest("Bob")
        bob.session.closed()
        for _ in range(3):
            bench.services.time += SEEN_MILLISECONDS / 2000
            await bench.hub.doorkeeper.look()
        assert hello_code(await bench.guest("ANN")) == "name-taken"
        assert hello_code(await bench.guest("BOB")) == ""
        assert not ann.box.closed

    on_bench(tmp_path, test)


def test_a_watching_doorkeeper_acts_by_itself(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann = await bench.guest("Ann")
        await bench.hub.people.logout(token_of(ann))
        await eventually(lambda: ann.box.closed)
        assert why_closed(ann) == "bad-token"

    on_bench(tmp_path, test)


def test_an_address_makes_few_new_guests_and_its_ipv6_neighbours_count_with_it(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        limits = bench.services.limits
        for number in range(limits.guests_at_once):
            caller = Caller(address=f"2001:db8::{number:x}")
            assert (await bench.guest(f"Guest {number}", caller=caller)).session.person
        late = Caller(address="2001:db8::ffff")
        assert hello_code(await bench.guest("Late", caller=late)) == "too-fast"
        # Who has a token comes in all the same, and so does another network.
        known = token_of(await bench.guest("Elsewhere", caller=Caller(address="2001:db8:1::1")))
        assert not hello_code(await bench.guest("Elsewhere", known, caller=late))
        bench.services.time += 1 / limits.guests_per_second
        assert not hello_code(await bench.guest("Late", caller=late))

    on_bench(tmp_path, test)


def test_a_cookie_says_who_somebody_is_and_an_old_one_is_no_obstacle(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        ann, bob = await bench.guest("Ann"), await bench.guest("Bob")
        by_cookie = await bench.guest("Ann", caller=Caller(token=token_of(ann)))
        assert by_cookie.session.person == ann.session.person
        assert by_cookie.box.of(wire.Welcome)[0].token == ""
        both = await bench.guest("Bob", token_of(bob), caller=Caller(token=token_of(ann)))
        assert both.session.person == bob.session.person
        old = await bench.guest("Cat", caller=Caller(token="x" * 32))
        assert old.session.person not in ("", ann.session.person)
        assert token_of(old)
        # A token that the client itself gives must be right.
        assert hello_code(await bench.guest("Dan", "x" * 32, Caller(token=token_of(ann)))) == "bad-token"

    on_bench(tmp_path, test)


def test_ids_and_hashes_open_nothing(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        people = with_quick_passwords(bench)
        ann = await bench.guest("Ann")
        for stolen in (ann.session.person, ann.session.token_hash, token_of(ann)[:-1], "Ann"):
            assert hello_code(await bench.guest("Eve", stolen)) == "bad-token"
            assert await code_of(people.person_by_token(stolen)) == "bad-token"
            assert await code_of(people.set_password(stolen, PASSWORD)) == "bad-token"
            assert await code_of(people.delete(stolen)) == "bad-token"
        assert await code_of(people.person_by_token("")) == "bad-token"

    on_bench(tmp_path, test)


@pytest.mark.parametrize("text", ["", "home", "192.0.2", "192.0.2.7/33", "::1/129", "1.2.3.4; DROP TABLE"])
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(ArgumentError, match="not an address"):
        read_network(text)


def test_addresses_are_counted_by_their_networks() -> None:
    assert network_of("fe80::1%eth0") == "fe80::/64"
    assert network_of("unix socket") == "unix socket"
    assert network_of("") == ""
