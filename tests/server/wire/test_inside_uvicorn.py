"""What `transport/sockets.py` overrides of uvicorn, or relies upon, is what it was written for."""

from __future__ import annotations

import hashlib
import inspect

import pytest
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from catanlab.server.transport.sockets import MendedHttp, MendedServer, MendedWebSocket

MENDED = {
    MendedWebSocket: WebSocketsSansIOProtocol,
    MendedHttp: H11Protocol,
    MendedServer: uvicorn.Server,
}
RELIED_UPON = {
    MendedWebSocket: ("handle_close", "handle_connect", "handle_events", "handle_parser_exception"),
    MendedHttp: ("handle_events", "timeout_keep_alive_handler"),
    MendedServer: ("_wait_tasks_to_complete",),
}
"""What is not overridden, but has to go on calling what is, or to keep what is looked at."""
SOURCES = {
    "WebSocketsSansIOProtocol.__init__": "631dcd744eab875f",
    "WebSocketsSansIOProtocol.connection_lost": "dd116afc4d8034e1",
    "WebSocketsSansIOProtocol.data_received": "c89d394077d8841d",
    "WebSocketsSansIOProtocol.handle_bytes": "2b22b21bf8feb4bf",
    "WebSocketsSansIOProtocol.handle_close": "62fd412b1f5b9e86",
    "WebSocketsSansIOProtocol.handle_connect": "fc648c2161ff8e13",
    "WebSocketsSansIOProtocol.handle_cont": "d96fe1479da61beb",
    "WebSocketsSansIOProtocol.handle_events": "b2c9351a5d13493f",
    "WebSocketsSansIOProtocol.handle_parser_exception": "ff5cf13c764fb332",
    "WebSocketsSansIOProtocol.handle_ping": "41bcf345d372c55c",
    "WebSocketsSansIOProtocol.handle_pong": "b20c68cc7e4f9bca",
    "WebSocketsSansIOProtocol.handle_text": "6ae523180cf04a01",
    "WebSocketsSansIOProtocol.receive": "1dc0e715390021a1",
    "WebSocketsSansIOProtocol.run_asgi": "662375aa38d9044c",
    "WebSocketsSansIOProtocol.send": "d4919ed760ce9f7b",
    "WebSocketsSansIOProtocol.send_receive_event_to_app": "a2b10de91477dc1d",
    "WebSocketsSansIOProtocol.shutdown": "e8ace796ada616b7",
    "H11Protocol.__init__": "ad1ed8e837b2db8d",
    "H11Protocol.connection_lost": "dbb688fa2b386000",
    "H11Protocol.connection_made": "6efb565ff3d36b91",
    "H11Protocol.data_received": "e03b145518ca44aa",
    "H11Protocol.handle_events": "e63a9d1492e3efe7",
    "H11Protocol.handle_websocket_upgrade": "6f42a029e35aed5c",
    "H11Protocol.on_response_complete": "1fbb8f48c6a1afc4",
    "H11Protocol.pause_writing": "17a8fd215d96a13c",
    "H11Protocol.resume_writing": "7844bbaa8cceb1ef",
    "H11Protocol.send_400_response": "56937b748fc59d92",
    "H11Protocol.timeout_keep_alive_handler": "fcd7338529fe645e",
    "Server.__init__": "c150b55284f7511e",
    "Server._wait_tasks_to_complete": "17209be1e991445d",
    "Server.capture_signals": "e1bbcd4770d1c887",
    "Server.shutdown": "9b33c50562992b1e",
    "Server.startup": "2aa1d70a244bfcf2",
}
"""The digests of the sources, by name."""


def sources() -> dict[str, str]:
    """Return the digest of each method of uvicorn that is overridden or relied upon."""
    found = {}
    for mended, original in MENDED.items():
        overridden = [name for name in vars(mended) if callable(getattr(original, name, None))]
        overridden = [name for name in overridden if inspect.isfunction(vars(mended)[name])]
        for name in sorted({*overridden, *RELIED_UPON[mended]}):
            source = inspect.getsource(getattr(original, name))
            found[f"{original.__name__}.{name}"] = hashlib.sha256(source.encode()).hexdigest()[:16]
    return found


def test_the_sources_that_are_mended_are_the_known_ones() -> None:
    found = sources()
    changed = sorted(name for name in found if found[name] != SOURCES.get(name))
    assert not changed, (
        f"uvicorn {uvicorn.__version__} has another source of {', '.join(changed)}, or it is newly "
        "overridden. Compare it with the release before (the tags in uvicorn's repository), mend "
        "src/catanlab/server/transport/sockets.py where it relies on what is gone, let "
        "tests/server/wire/test_raw_frames.py, test_plain_http.py and test_shutdown.py pass, and write the "
        f"new digests into SOURCES of this test: {found}"
    )
    assert set(SOURCES) == set(found), f"no more overridden: {sorted(set(SOURCES) - set(found))}"


@pytest.mark.parametrize("mended", MENDED)
def test_what_is_overridden_exists(mended: type) -> None:
    """A method that uvicorn renames would never be called."""
    own = {
        name for name in vars(mended) if not name.startswith("_") and inspect.isfunction(vars(mended)[name])
    }
    assert own <= set(dir(MENDED[mended])), own - set(dir(MENDED[mended]))
