"""A password reserves the name of the same person; guessing it is slow, and nothing tells who exists."""

import asyncio
import time
from pathlib import Path
from typing import Literal

import pytest
from argon2 import PasswordHasher
from tests.server.hubs import Bench, on_bench
from tests.server.people.persons import (
    PASSWORD,
    QUICK,
    code_of,
    hello_code,
    token_of,
    with_quick_passwords,
)

from catanlab.server import wire
from catanlab.server.people.passwords import LONGEST, Passwords
from catanlab.server.ports import Caller
from catanlab.server.refusals import Refused

pytestmark = pytest.mark.usefixtures("both_databases")

HOME = Caller(address="192.0.2.7")


def test_a_password_keeps_the_person_and_reserves_the_name(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        people = with_quick_passwords(bench)
        ann = await bench.guest("Ann")
        changed = await people.set_password(token_of(ann), PASSWORD)
        assert (changed.id, changed.reserved) == (ann.session.person, True)
        bench.services.time += 86_400
        assert hello_code(await bench.guest("ANN")) == "name-reserved"
        elsewhere = await people.login(" ann", PASSWORD, HOME)
        assert elsewhere.person.id == ann.session.person
        back = await bench.guest("Whoever", elsewhere.token)
        welcome = back.box.of(wire.Welcome)[0]
        assert (welcome.person, welcome.name, welcome.reserved) == (ann.session.person, "Ann", True)
        stored = bench.services.database.person(ann.session.person)
        assert stored is not None
        assert PASSWORD not in str(stored.password_hash)

    on_bench(tmp_path, test)


@pytest.mark.full
def test_changing_a_password_takes_the_old_one_and_ends_other_sessions(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        people = with_quick_passwords(bench)
        first = token_of(await bench.guest("Ann"))
        await people.set_password(first, PASSWORD)
        second = (await people.login("Ann", PASSWORD)).token
        for wrong in ("", "wrong horse", PASSWORD.upper()):
            assert await code_of(people.set_password(second, "another horse", wrong)) == "wrong-password"
        await people.set_password(second, "another horse", PASSWORD)
        assert await code_of(people.person_by_token(first)) == "bad-token"
        assert (await people.person_by_token(second)).name == "Ann"
        assert await code_of(people.login("Ann", PASSWORD)) == "wrong-password"
        await people.logout(second)
        assert await code_of(people.person_by_token(second)) == "bad-token"
        assert await code_of(people.logout(second)) == "bad-token"
        assert (await people.login("Ann", "another horse")).person.name == "Ann"

    on_bench(tmp_path, test)


def test_of_two_first_passwords_at_once_one_counts(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        people = with_quick_passwords(bench)
        token = token_of(await bench.guest("Ann"))
        done = await asyncio.gather(
            *(people.set_password(token, f"horse number {n}") for n in range(4)), return_exceptions=True
        )
        lost = [each for each in done if isinstance(each, Refused)]
        assert {each.code for each in lost} == {"wrong-password"}
        assert len(lost) == 3

    on_bench(tmp_path, test)


@pytest.mark.parametrize("password", ["", "short", "1234567", "x" * (LONGEST + 1)])
def test_a_password_has_a_fitting_length(tmp_path: Path, password: str) -> None:
    async def test(bench: Bench) -> None:
        people = with_quick_passwords(bench)
        token = token_of(await bench.guest("Ann"))
        assert await code_of(people.set_password(token, password)) == "bad-password"
        await people.set_password(token, "x" * LONGEST)
        assert await code_of(people.login("Ann", "x" * (LONGEST + 1))) == "wrong-password"
        await people.login("Ann", "x" * LONGEST)

    on_bench(tmp_path, test)


def test_who_has_left_cannot_reserve_a_name_that_another_has_now(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        people = with_quick_passwords(bench)
        first = await bench.guest("Ann")
        first.session.closed()
        bench.services.time += 86_400
        second = await bench.guest("ann")
        assert await code_of(people.set_password(token_of(first), PASSWORD)) == "name-taken"
        await people.set_password(token_of(second), PASSWORD)
        assert await code_of(people.set_password(token_of(first), PASSWORD)) == "name-reserved"
        assert hello_code(await bench.guest("Ann", token_of(first))) == "name-reserved"
        assert (await people.rename(token_of(first), "Anne")).name == "Anne"
        assert await code_of(people.rename(token_of(first), "ANN")) == "name-reserved"

    on_bench(tmp_path, test)


def test_guesses_from_an_address_and_for_a_name_are_few(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        people = with_quick_passwords(bench)
        await people.set_password(token_of(await bench.guest("Ann")), PASSWORD)
        limits = bench.services.limits
        # All at once, so that none is answered before the others are charged.
        guesses = [code_of(people.login("Ann", f"guess {n:04}", HOME)) for n in range(40)]
        codes = await asyncio.gather(*guesses)
        assert codes.count("wrong-password") == limits.failed_logins_at_once
        assert set(codes) == {"wrong-password", "too-fast"}
        # Not even the right one goes through from there, but it does from elsewhere.
        assert await code_of(people.login("Ann", PASSWORD, HOME)) == "too-fast"
        assert (await people.login("Ann", PASSWORD, Caller(address="192.0.2.8"))).token
        bench.services.time += 60 / limits.failed_logins_per_minute
        assert (await people.login("Ann", PASSWORD, HOME)).token
        # A neighbour in the same IPv6 network is the same address; and a name has its own count.
        left = limits.failed_logins_by_name - limits.failed_logins_at_once
        for number in range(left + 1):
            caller = Caller(address=f"2001:db8:0:{number:x}::1")
            assert await code_of(people.login("Ann", "a guess", caller)) == "wrong-password"
        caller = Caller(address="2001:db8:1::1")
        assert await code_of(people.login("Ann", "a guess", caller)) == "too-fast"

    on_bench(tmp_path, test)


def test_right_passwords_cost_nothing(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        people = with_quick_passwords(bench)
        await people.set_password(token_of(await bench.guest("Ann")), PASSWORD)
        for _ in range(30):
            await people.login("Ann", PASSWORD, HOME)

    on_bench(tmp_path, test)


class CountingHasher(PasswordHasher):
    """A hasher that notes what it computes: that is what takes time."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.done: list[str] = []

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
        """Note the parameters and the length of the password."""
        self.done.append(f"{str(hash).split('$')[3]} {len(password)}")
        return super().verify(hash, password)

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        """Note that a hash was made."""
        self.done.append("hash")
        return super().hash(password, salt=salt)


def test_a_name_that_nobody_has_costs_the_same_work_as_a_wrong_password(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        people = bench.hub.people
        hasher = CountingHasher()
        people.passwords = Passwords(waiting=5, hasher=hasher)
        ann = await bench.guest("Ann")
        await people.set_password(token_of(ann), PASSWORD)
        await people.make_bot(ann.session.person, "Annbot")
        await bench.guest("Bob")
        await people.login("Ann", PASSWORD)
        for name in ("Ann", "Annbot", "Bob", "Nobody at all", "easy"):
            hasher.done.clear()
            assert await code_of(people.login(name, "a wrong guess")) == "wrong-password"
            assert hasher.done == ["m=8,t=1,p=1 13"], name

    on_bench(tmp_path, test)


def test_old_hashes_are_renewed_at_the_next_login(tmp_path: Path) -> None:
    async def test(bench: Bench) -> None:
        people = with_quick_passwords(bench)
        ann = await bench.guest("Ann")
        await people.set_password(token_of(ann), PASSWORD)
        stronger = PasswordHasher(time_cost=2, memory_cost=16, parallelism=1)
        people.passwords = Passwords(waiting=5, hasher=stronger)
        await people.login("Ann", PASSWORD)
        stored = bench.services.database.person(ann.session.person)
        assert stored is not None
        assert "m=16,t=2" in str(stored.password_hash)
        assert (await people.login("Ann", PASSWORD)).token

    on_bench(tmp_path, test)


def test_passwords_that_wait_are_bounded() -> None:
    async def test() -> None:
        passwords = Passwords(waiting=3, hasher=QUICK)
        done = await asyncio.gather(*(passwords.hash(PASSWORD) for _ in range(9)), return_exceptions=True)
        refused = [each for each in done if isinstance(each, Refused)]
        assert [each.code for each in refused] == ["overloaded"] * 4
        assert await passwords.fits(PASSWORD, await passwords.hash(PASSWORD))
        passwords.close()

    asyncio.run(test())


def test_the_usual_hash_is_that_of_the_rfc() -> None:
    passwords = Passwords(waiting=1)
    assert passwords.is_outdated(QUICK.hash(PASSWORD))
    assert not passwords.is_outdated(
        "$argon2id$v=19$m=65536,t=3,p=4$vhJZ7OxZHhjwne8ouDiAqA$rosnO96DsqYINexf1TGVxT9eO3HWbApn3EWpKeDgNI0"
    )
    passwords.close()


@pytest.mark.full
def test_one_address_cannot_keep_everybody_from_logging_in_by_new_passwords(tmp_path: Path) -> None:
    class Slow(PasswordHasher):
        def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
            time.sleep(0.02)
            return QUICK.hash(password, salt=salt)

    async def test(bench: Bench) -> None:
        people = with_quick_passwords(bench)
        ann, eve = [token_of(await bench.guest(name)) for name in ("Ann", "Eve")]
        await people.set_password(ann, PASSWORD)
        people.passwords = Passwords(waiting=12, hasher=Slow())
        flood = asyncio.gather(
            *(people.set_password(eve, f"password {number}", caller=HOME) for number in range(40)),
            return_exceptions=True,
        )
        while not flood.done():
            await people.login("Ann", PASSWORD, Caller(address="198.51.100.1"))
        codes = [each.code if isinstance(each, Refused) else "" for each in await flood]
        assert "too-fast" in codes
        assert codes.count("") == 1

    on_bench(tmp_path, test)
