"""Moves this process into a private network: nobody else can reach a server in it."""

from __future__ import annotations

import ctypes
import fcntl
import os
import socket
import struct

_NEW_NETWORK = 0x40000000
_NEW_USER = 0x10000000
_GET_FLAGS, _SET_FLAGS, _UP = 0x8913, 0x8914, 0x1


def enter_private_network() -> bool:
    """Leave the network of the machine for one that has only a loopback; say whether that was possible.

    It holds for the calling thread and its children, and cannot be undone. If the system does not allow it,
    nothing changes.
    """
    try:
        library = ctypes.CDLL(None, use_errno=True)
        unshare = library.unshare
    except (OSError, AttributeError):
        return False
    if unshare(_NEW_NETWORK) != 0 and (os.geteuid() == 0 or unshare(_NEW_USER | _NEW_NETWORK) != 0):
        return False
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        name = b"lo".ljust(16, b"\0")
        (flags,) = struct.unpack_from("16xH", fcntl.ioctl(probe, _GET_FLAGS, name + bytes(16)))
        fcntl.ioctl(probe, _SET_FLAGS, struct.pack("16sH14x", name, flags | _UP))
    return True
