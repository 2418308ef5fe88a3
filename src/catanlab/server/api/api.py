"""All endpoints of the API, and their routes for a hub."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import TYPE_CHECKING

from starlette.routing import BaseRoute

from catanlab.server.api import choices, games, openapi, replays, sessions
from catanlab.server.api.bots import ENDPOINTS as BOTS
from catanlab.server.api.context import Context
from catanlab.server.api.endpoint import Call, Endpoint, Reply
from catanlab.server.api.http import Api
from catanlab.server.api.page import POLICY, page
from catanlab.server.limits import Limits

if TYPE_CHECKING:
    from catanlab.server.hub.hub import Hub


def routes(hub: Hub, *, origins: Collection[str] = (), limits: Limits | None = None) -> list[BaseRoute]:
    """Return the routes of the API of a hub; `origins` are pages of other hosts that may ask."""
    return list(Api(Context(hub), ENDPOINTS, origins=origins, limits=limits).routes)


async def get_page(context: Context, call: Call) -> Reply:
    """Return the API as a page for people."""
    return Reply(body=_page(), headers={"content-security-policy": POLICY})


async def get_document(context: Context, call: Call) -> str:
    """Return the OpenAPI document."""
    return _document()


@cache
def _page() -> str:
    return page(openapi.document(ENDPOINTS))


@cache
def _document() -> str:
    return openapi.document_text(ENDPOINTS)


ENDPOINTS: tuple[Endpoint, ...] = (
    *sessions.ENDPOINTS,
    *choices.ENDPOINTS,
    *games.ENDPOINTS,
    *replays.ENDPOINTS,
    *BOTS,
    Endpoint(
        method="GET",
        path="/api",
        name="getPage",
        group="This document",
        summary="This page",
        answer=str,
        media="text/html",
        handler=get_page,
    ),
    Endpoint(
        method="GET",
        path="/api/openapi.json",
        name="getDocument",
        group="This document",
        summary="The same for programs",
        answer=dict,
        handler=get_document,
    ),
)
"""Every endpoint, in the order of the document."""
