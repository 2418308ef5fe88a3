"""What bots play over, as the document tells it: its routes are the transport's, as for WebSockets."""

from __future__ import annotations

from catanlab.server.api.endpoint import Endpoint

_STREAM = (
    "Every line is a message of the server, as over the WebSocket; empty lines keep the connection alive. "
    "A token has one stream: another one takes its place. It takes the token of a bot, not a cookie."
)
_SEND = (
    "The body is one message of a client, as over the WebSocket, while the stream is open. The answer is "
    "its `ack` or `refused`, which the stream has as well; 202 without a body where there is nothing to "
    "answer."
)

ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        method="GET",
        path="/api/bot/stream",
        name="openStream",
        group="Bots",
        summary="What happens, line by line",
        text=_STREAM,
        who="bot",
        answer=str,
        media="application/x-ndjson",
        codes=("not-a-bot", "banned", "too-many-connections"),
    ),
    Endpoint(
        method="POST",
        path="/api/bot/send",
        name="send",
        group="Bots",
        summary="Say or do something",
        text=_SEND,
        who="bot",
        body=dict,
        answer=dict,
        codes=("no-stream", "bad-message", "not-a-bot", "no-such-room", "too-many-connections"),
    ),
)
"""The stream of bots and the way back."""
