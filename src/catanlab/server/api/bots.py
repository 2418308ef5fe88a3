"""What bots play over, as the document tells it: its routes are the transport's, as for WebSockets."""

from __future__ import annotations

from catanlab.server.api.endpoint import Endpoint

ENDPOINTS: tuple[Endpoint, ...] = ()
"""The endpoints of the stream."""
