"""The interpreter that workers are forked from: warm, not sealed, and never given any generated source."""

from __future__ import annotations

import _socket
import array
import ctypes
import os
import struct

CONTROL_DESCRIPTOR = 0
REPLY = struct.Struct("<i")
"""The new worker's process id, or the negative number of the error that kept it from being forked."""
CLONE_CALLS = {"x86_64": 56, "aarch64": 220}
"""The number of the `clone` call, by machine."""
_SETTINGS_BYTES = 1 << 16
_PARENT_OF_THE_CALLER, _SIGCHLD = 0x8000, 17


def serve_forks() -> str:
    """Fork a worker for each message on the control socket; return, in the worker only, the settings it is to run with.

    A message is settings with three descriptors: requests, output, replies. The worker is a child of our parent's, who
    times, kills and buries it like one that it started itself; the process ends when the parent closes the socket.
    """
    libc, number = ctypes.PyDLL(None, use_errno=True), CLONE_CALLS[os.uname().machine]
    os.dup2(
        CONTROL_DESCRIPTOR, 3
    )  # taken, so that none of the descriptors that arrive is one that a worker uses
    control = _socket.socket(fileno=CONTROL_DESCRIPTOR)
    while True:
        settings, carried, _, _ = control.recvmsg(
            _SETTINGS_BYTES, _socket.CMSG_SPACE(3 * array.array("i").itemsize)
        )
        if not settings:
            os._exit(0)
        descriptors = array.array("i", carried[0][2])
        pid = libc.syscall(number, ctypes.c_long(_PARENT_OF_THE_CALLER | _SIGCHLD), 0, 0, 0, 0)
        if pid == 0:
            control.detach()
            _take(*descriptors)
            return settings.decode()
        for descriptor in descriptors:
            os.close(descriptor)
        control.send(REPLY.pack(pid if pid > 0 else -ctypes.get_errno()))


def _take(requests: int, output: int, replies: int) -> None:
    """Put a worker's three pipes where it reads and writes; nothing else stays open."""
    os.setsid()
    for descriptor, place in ((requests, 0), (output, 1), (output, 2), (replies, 3)):
        os.dup2(descriptor, place, inheritable=False)
    for descriptor in (requests, output, replies):
        os.close(descriptor)
