"""A client of the server, for scripts, bots and tests."""

from catanlab.server.client.client import Client, ConnectionEndedError, RefusedError, connect
from catanlab.server.client.room_view import RoomView

__all__ = ["Client", "ConnectionEndedError", "RefusedError", "RoomView", "connect"]
