"""Who one is over HTTP: cookies, tokens, names, passwords, one's data and one's bots."""

import asyncio
from http.cookies import SimpleCookie
from pathlib import Path

import httpx
import pytest
from tests.server.api.apis import ApiBench, checked, code_of, with_api
from tests.server.wire.running import HOST, PATIENCE, running, soon
from websockets.asyncio.client import connect

from catanlab.server import wire
from catanlab.server.api.api import routes
from catanlab.server.ledger import Payer
from catanlab.server.limits import Limits
from catanlab.server.ports import NOBODY, Caller
from catanlab.server.protocol import frames

pytestmark = pytest.mark.full  # each has a hub

PASSWORD = "correct horse"


def test_a_guest_gets_a_cookie_that_no_script_reads_and_no_other_site_sends(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        for scheme in ("http", "https"):
            browser = api.browser(scheme=scheme)
            answer = await browser.post("/api/session", json={"name": f"Anna {scheme}"})
            me = checked(answer)
            assert (me["name"], me.get("reserved"), "token" in me) == (f"Anna {scheme}", None, False)
            cookie = SimpleCookie(answer.headers["set-cookie"])["catanlab_session"]
            assert cookie["httponly"] is True
            assert (cookie["samesite"], cookie["path"], cookie["domain"]) == ("lax", "/", "")
            assert cookie["secure"] is (True if scheme == "https" else "")
            assert int(cookie["max-age"]) > 30 * 86_400
            assert answer.headers["cache-control"] == "no-store"
            assert checked(await browser.get("/api/me"))["person"] == me["person"]

    with_api(tmp_path, test)


def test_programs_get_a_token_instead(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        answer = await api.client.post("/api/session", json={"name": "Anna", "token": True})
        me = checked(answer)
        assert "set-cookie" not in answer.headers
        bearer = {"Authorization": f"Bearer {me['token']}"}
        assert checked(await api.client.get("/api/me", headers=bearer))["name"] == "Anna"
        assert checked(await api.client.delete("/api/session", headers=bearer)) is None
        assert code_of(await api.client.get("/api/me", headers=bearer)) == (401, "bad-token")

    with_api(tmp_path, test)


def test_who_logs_out_is_nobody(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        browser = await api.guest("Anna")
        token = browser.cookies["catanlab_session"]
        answer = await browser.delete("/api/session")
        assert answer.status_code == 204
        assert "catanlab_session" not in browser.cookies
        assert code_of(await browser.get("/api/me")) == (401, "not-logged-in")
        old = {"Cookie": f"catanlab_session={token}"}
        assert code_of(await api.client.get("/api/me", headers=old)) == (401, "bad-token")
        assert (await api.client.get("/api/rooms", headers=old)).status_code == 200

    with_api(tmp_path, test)


def test_a_password_reserves_the_name_and_logs_in_elsewhere(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        browser = await api.guest("Anna")
        person = checked(await browser.get("/api/me"))["person"]
        assert code_of(await browser.put("/api/me/password", json={"password": "short"})) == (
            400,
            "bad-password",
        )
        me = checked(await browser.put("/api/me/password", json={"password": PASSWORD}))
        assert (me["person"], me["reserved"]) == (person, True)
        assert code_of(await api.client.post("/api/session", json={"name": "anna"})) == (
            409,
            "name-reserved",
        )
        wrong = {"name": "Anna", "password": "wrong horse"}
        assert code_of(await api.client.post("/api/session", json=wrong)) == (401, "wrong-password")
        nobody = {"name": "Nobody", "password": PASSWORD}
        assert code_of(await api.client.post("/api/session", json=nobody)) == (401, "wrong-password")
        elsewhere = api.browser()
        me = checked(await elsewhere.post("/api/session", json={"name": "anna", "password": PASSWORD}))
        assert me["person"] == person
        change = {"password": "another horse", "old": "wrong horse"}
        assert code_of(await elsewhere.put("/api/me/password", json=change)) == (401, "wrong-password")
        checked(await elsewhere.put("/api/me/password", json={**change, "old": PASSWORD}))
        # The session in which the password was changed goes on, the other one is over.
        assert checked(await elsewhere.get("/api/me"))["person"] == person
        assert code_of(await browser.get("/api/me")) == (401, "bad-token")

    with_api(tmp_path, test)


def test_names_can_be_changed_to_free_ones(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        anna, ben = await api.account("Anna"), await api.guest("Ben")
        assert code_of(await ben.put("/api/me/name", json={"name": "ANNA"})) == (409, "name-reserved")
        assert code_of(await anna.put("/api/me/name", json={"name": "Ben"})) == (409, "name-taken")
        assert code_of(await anna.put("/api/me/name", json={"name": "a\u202eb"})) == (400, "bad-request")
        assert checked(await anna.put("/api/me/name", json={"name": "Hanna"}))["name"] == "Hanna"
        assert checked(await ben.put("/api/me/name", json={"name": "Anna"}))["name"] == "Anna"

    with_api(tmp_path, test)


def test_one_gets_and_deletes_only_ones_own_data(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        anna, ben = await api.account("Anna"), await api.guest("Ben")
        person = checked(await anna.get("/api/me"))["person"]
        answer = await anna.get("/api/me/export")
        assert person in answer.text
        assert PASSWORD not in answer.text
        assert "argon2" not in answer.text
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["content-disposition"].startswith("attachment")
        assert person not in (await ben.get("/api/me/export")).text
        assert code_of(await api.client.get("/api/me/export")) == (401, "not-logged-in")
        assert code_of(await anna.request("DELETE", "/api/me")) == (401, "wrong-password")
        assert checked(await anna.get("/api/me"))["person"] == person
        farewell = await anna.request("DELETE", "/api/me", json={"password": PASSWORD})
        assert farewell.status_code == 204
        assert code_of(await api.client.get(f"/api/people/{person}")) == (404, "no-such-person")
        assert (await ben.request("DELETE", "/api/me")).status_code == 204  # a guest has no password

    with_api(tmp_path, test)


def test_bots_belong_to_who_made_them(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        anna, ben = await api.account("Anna"), await api.account("Ben")
        guest = await api.guest("Guest")
        assert code_of(await guest.post("/api/bots", json={"name": "Hal"})) == (403, "not-reserved")
        bot = checked(await anna.post("/api/bots", json={"name": "Hal"}))
        token = bot.pop("token")
        assert checked(await anna.get("/api/bots")) == {"bots": [bot]}
        assert checked(await ben.get("/api/bots")) == {"bots": []}
        bearer = {"Authorization": f"bearer {token}"}
        me = checked(await api.client.get("/api/me", headers=bearer))
        assert (me["person"], me["bot"], me["reserved"]) == (bot["person"], True, True)
        for method, path in (("GET", "/api/bots"), ("GET", "/api/me/export"), ("PUT", "/api/me/name")):
            asked = await api.client.request(method, path, headers=bearer)
            assert code_of(asked) == (403, "not-for-bots")
        path = f"/api/bots/{bot['person']}"
        assert code_of(await ben.delete(path)) == (404, "no-such-person")
        assert code_of(await ben.post(f"{path}/token")) == (404, "no-such-person")
        renewed = checked(await anna.post(f"{path}/token"))
        assert code_of(await api.client.get("/api/me", headers=bearer)) == (401, "bad-token")
        bearer = {"Authorization": f"Bearer {renewed['token']}"}
        assert checked(await api.client.get("/api/me", headers=bearer))["name"] == "Hal"
        assert (await anna.delete(path)).status_code == 204
        assert code_of(await api.client.get("/api/me", headers=bearer)) == (401, "bad-token")

    with_api(tmp_path, test)


def test_tokens_that_are_none_are_refused_everywhere(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        for header in (
            "Basic QW5uYTpx",
            "Bearer",
            "Bearer a b",
            "Bearer ' OR 1=1 --",
            "Bearer " + "x" * 65,
            "Bearer unknown",
        ):
            for path in ("/api/me", "/api/rooms"):
                answer = await api.client.get(path, headers={"Authorization": header})
                assert code_of(answer) == (401, "bad-token"), header
                assert answer.headers["www-authenticate"] == "Bearer"

    with_api(tmp_path, test)


def test_guessing_tokens_ends_soon_for_an_address_and_for_nobody_else(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        honest = api.browser(address="2001:db8::9")
        me = (await honest.post("/api/session", json={"name": "Anna", "token": True})).json()
        codes = []
        for number in range(8):
            thief = api.browser(address=f"2001:db8:0:1::{number}")  # one house, many addresses
            bearer = {"Authorization": f"Bearer guess{number}"}
            codes.append((await thief.get("/api/me", headers=bearer)).status_code)
        assert codes == [401] * 5 + [429] * 3
        # Now even the right token does not help that house, so that it learns nothing.
        bearer = {"Authorization": f"Bearer {me['token']}"}
        answer = await thief.get("/api/me", headers=bearer)
        assert code_of(answer) == (429, "too-fast")
        assert int(answer.headers["retry-after"]) > 0
        assert (await honest.get("/api/me", headers=bearer)).status_code == 200

    with_api(tmp_path, test, limits=Limits().changed("bad_tokens_at_once=5"))


def test_the_cookie_says_who_opens_a_websocket(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        browser = await api.guest("Anna")
        person = checked(await browser.get("/api/me"))["person"]
        cookie = f"other=1; catanlab_session={browser.cookies['catanlab_session']}"
        hello = frames.write(wire.Hello(protocol=wire.PROTOCOL, name="Anna")).decode()
        bench = api.bench

        class Unclosed:
            """The hub, which the server of this test neither starts nor closes: the bench does."""

            def connect(self, outbox: object, caller: Caller) -> object:
                return bench.hub.connect(outbox, caller)  # type: ignore[arg-type]

            async def start(self) -> None:
                pass

            async def close(self) -> None:
                pass

            async def record(self, room: str, invitation: str, caller: Caller = NOBODY) -> str:
                return await bench.hub.record(room, invitation, caller)

        async with running(Unclosed(), routes=routes(bench.hub)) as server:  # type: ignore[arg-type]
            async with connect(server.url, additional_headers={"Cookie": cookie}, proxy=None) as line:
                await line.send(hello)
                welcome = frames.read_server_message(str(await soon(line.recv())).encode())
                assert isinstance(welcome, wire.Welcome)
                assert (welcome.person, welcome.token) == (person, "")
            # The same port has the API.
            async with httpx.AsyncClient(
                base_url=f"http://{HOST}:{server.port}", timeout=PATIENCE
            ) as client:
                me = await client.get("/api/me", headers={"Cookie": cookie})
                assert me.json()["person"] == person

    with_api(tmp_path, test)


def test_a_person_has_one_budget_over_all_doors(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        browser = await api.guest("Anna")
        person = checked(await browser.get("/api/me"))["person"]
        services = api.bench.services
        assert services.ledger.spend("acts", Payer(person), 999_999, services.now())
        assert code_of(await browser.get("/api/me")) == (429, "too-fast")
        await asyncio.sleep(0)

    with_api(tmp_path, test)


def test_only_a_trusted_proxy_says_that_the_visitor_came_over_tls(tmp_path: Path) -> None:
    async def test(api: ApiBench) -> None:
        forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.9"}
        for name, proxies in (("Anna", ["127.0.0.1"]), ("Ben", [])):
            async with running(routes=routes(api.bench.hub), proxies=proxies) as server:
                async with httpx.AsyncClient(
                    base_url=f"http://{HOST}:{server.port}", timeout=PATIENCE
                ) as client:
                    answer = await client.post("/api/session", json={"name": name}, headers=forwarded)
                assert ("; Secure" in answer.headers["set-cookie"]) is bool(proxies)

    with_api(tmp_path, test)
