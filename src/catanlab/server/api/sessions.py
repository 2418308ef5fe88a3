"""Endpoints about who one is: names, passwords, sessions, one's data and one's bots."""

from __future__ import annotations

from msgspec import UNSET

from catanlab.server.api import bodies
from catanlab.server.api.context import Context
from catanlab.server.api.endpoint import Call, Endpoint, Reply
from catanlab.server.database.rows import PersonRow
from catanlab.server.ledger import ROWS_SPENT, Payer
from catanlab.server.people.addresses import network_of
from catanlab.server.people.identities import Identity
from catanlab.server.refusals import Refused


async def open_session(context: Context, call: Call) -> Reply:
    """Log in, or be a new guest."""
    given: bodies.NewSession = call.body
    people = context.hub.people
    if given.password:
        identity = await people.login(given.name, given.password, call.caller)
    else:
        identity = await people.new_guest(given.name, call.caller)
    return await _me(context, identity.person, identity, in_body=given.token)


async def close_session(context: Context, call: Call) -> Reply:
    """Log out."""
    await context.hub.people.logout(call.caller.token)
    return Reply(body=None, cookie="")


async def get_me(context: Context, call: Call) -> Reply:
    """Return who one is."""
    return await _me(context, call.known)


async def set_name(context: Context, call: Call) -> Reply:
    """Take another name: every room in memory in which one sits writes it down."""
    person, services = call.known.id, context.hub.services
    rooms = context.hub.rooms.hosts.values()
    seats = sum(host.room.seating.seat_of(person) is not None for host in rooms)
    payer = Payer(person, network_of(call.caller.address))
    if not services.ledger.spend("rows", payer, seats, services.now()):
        raise Refused("too-fast", ROWS_SPENT)
    return await _me(
        context, await context.hub.people.rename(call.caller.token, call.body.name, call.caller)
    )


async def set_password(context: Context, call: Call) -> Reply:
    """Reserve one's name by a password, or change that."""
    given: bodies.NewPassword = call.body
    people = context.hub.people
    return await _me(
        context, await people.set_password(call.caller.token, given.password, given.old, call.caller)
    )


async def get_export(context: Context, call: Call) -> Reply:
    """Return everything that the server keeps about who asks."""
    body = await context.hub.people.export(call.known.id)
    return Reply(body=body, headers={"content-disposition": 'attachment; filename="catanlab-export.json"'})


async def delete_me(context: Context, call: Call) -> Reply:
    """Delete who asks."""
    await context.hub.people.delete(call.caller.token, call.body.password, call.caller)
    return Reply(body=None, cookie="")


async def make_bot(context: Context, call: Call) -> bodies.BotWithToken:
    """Make a bot."""
    return _with_token(await context.hub.people.make_bot(call.known.id, call.body.name))


async def list_bots(context: Context, call: Call) -> bodies.Bots:
    """Return the bots of who asks."""
    found = await context.hub.people.bots_of(call.known.id)
    bots = (bodies.Bot(person=bot.id, name=bot.name, made_at=bot.created_at) for bot in found)
    return bodies.Bots(bots=tuple(bots))


async def renew_bot(context: Context, call: Call) -> bodies.BotWithToken:
    """Give a bot another token."""
    return _with_token(await context.hub.people.renew_bot(call.known.id, call.path.person))


async def revoke_bot(context: Context, call: Call) -> None:
    """End a bot."""
    await context.hub.people.revoke_bot(call.known.id, call.path.person)


_NAMES = ("bad-name", "name-taken", "name-reserved")

ENDPOINTS = (
    Endpoint(
        method="POST",
        path="/api/session",
        name="openSession",
        group="Who one is",
        summary="Log in, or come as a guest",
        text="A name without a password is that of a new guest. The answer sets the cookie "
        "`catanlab_session`, or has the token for `Authorization: Bearer` with `token`: true.",
        body=bodies.NewSession,
        answer=bodies.Me,
        codes=(*_NAMES, "wrong-password", "banned"),
        handler=open_session,
    ),
    Endpoint(
        method="DELETE",
        path="/api/session",
        name="closeSession",
        group="Who one is",
        summary="Log out",
        text="The token of this session opens nothing any more. A guest who has no other one is gone.",
        who="somebody",
        handler=close_session,
    ),
    Endpoint(
        method="GET",
        path="/api/me",
        name="getMe",
        group="Who one is",
        summary="Who one is, and one's games that are not over",
        who="somebody",
        answer=bodies.Me,
        handler=get_me,
    ),
    Endpoint(
        method="PUT",
        path="/api/me/name",
        name="setName",
        group="Who one is",
        summary="Take another name",
        text="A password keeps reserving: the new name instead of the old one.",
        who="person",
        body=bodies.NewName,
        answer=bodies.Me,
        codes=_NAMES,
        handler=set_name,
    ),
    Endpoint(
        method="PUT",
        path="/api/me/password",
        name="setPassword",
        group="Who one is",
        summary="Reserve one's name by a password, or change it",
        text="A password has 8 to 256 characters. All other sessions end.",
        who="person",
        body=bodies.NewPassword,
        answer=bodies.Me,
        codes=("bad-password", "wrong-password", "name-reserved", "name-taken"),
        handler=set_password,
    ),
    Endpoint(
        method="GET",
        path="/api/me/export",
        name="getExport",
        group="Who one is",
        summary="Everything that the server keeps about oneself, as JSON",
        who="person",
        answer=dict,
        handler=get_export,
    ),
    Endpoint(
        method="DELETE",
        path="/api/me",
        name="deleteMe",
        group="Who one is",
        summary="Be deleted",
        text="Names and chat lines go; the games of others stay, without the name. It cannot be undone.",
        who="person",
        body=bodies.Farewell,
        codes=("wrong-password",),
        handler=delete_me,
    ),
    Endpoint(
        method="GET",
        path="/api/bots",
        name="listBots",
        group="Bots",
        summary="One's bots",
        who="person",
        answer=bodies.Bots,
        handler=list_bots,
    ),
    Endpoint(
        method="POST",
        path="/api/bots",
        name="makeBot",
        group="Bots",
        summary="Make a bot, and get its token",
        text="Only who has a password may have bots. The token is shown this once.",
        who="person",
        body=bodies.NewBot,
        answer=bodies.BotWithToken,
        codes=(*_NAMES, "not-reserved", "too-many-bots"),
        handler=make_bot,
    ),
    Endpoint(
        method="POST",
        path="/api/bots/{person}/token",
        name="renewBot",
        group="Bots",
        summary="Give a bot another token, and end the old one",
        who="person",
        parts=bodies.PersonPart,
        answer=bodies.BotWithToken,
        codes=("no-such-person",),
        handler=renew_bot,
    ),
    Endpoint(
        method="DELETE",
        path="/api/bots/{person}",
        name="revokeBot",
        group="Bots",
        summary="End a bot: its token opens nothing any more",
        who="person",
        parts=bodies.PersonPart,
        codes=("no-such-person",),
        handler=revoke_bot,
    ),
)
"""The endpoints of this module."""


def _with_token(identity: Identity) -> bodies.BotWithToken:
    bot = identity.person
    return bodies.BotWithToken(person=bot.id, name=bot.name, made_at=bot.created_at, token=identity.token)


async def _me(
    context: Context, person: PersonRow, identity: Identity | None = None, *, in_body: bool = False
) -> Reply:
    """Return who somebody is; a new token goes into the cookie, or with `in_body` into the body."""
    new = identity.token if identity is not None else ""
    games = await context.hub.lobby.games_of(person.id)
    me = bodies.Me(
        person=person.id,
        name=person.name,
        reserved=person.reserved,
        bot=person.kind == "bot",
        games=games,
        token=new if new and in_body else UNSET,
    )
    return Reply(body=me, cookie=new if new and not in_body else None)
