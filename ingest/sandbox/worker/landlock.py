"""Landlock (Linux 5.13 and later): deny files, TCP ports, abstract sockets and signals to others."""

from __future__ import annotations

import ctypes
import os
import struct

_CREATE_RULESET, _RESTRICT_SELF = 444, 446
_ASK_VERSION = 1
_PR_SET_NO_NEW_PRIVS = 38


def deny_everything(libc: ctypes.CDLL) -> int:
    """Enter a ruleset without rules; return the kernel's Landlock version, 0 when it could not be entered."""
    version = int(libc.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(_ASK_VERSION)))
    if version < 1:
        return 0
    rules = _handled(version)
    buffer = ctypes.create_string_buffer(rules, len(rules))
    descriptor = libc.syscall(_CREATE_RULESET, buffer, ctypes.c_size_t(len(rules)), ctypes.c_uint32(0))
    if descriptor < 0:
        return 0
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    refused = libc.syscall(_RESTRICT_SELF, ctypes.c_int(descriptor), ctypes.c_uint32(0))
    os.close(descriptor)
    return 0 if refused else version


def _handled(version: int) -> bytes:
    """Give all that this kernel's Landlock can handle, as struct landlock_ruleset_attr; handled is denied."""
    files = (1 << 13) - 1
    for bit, since in ((13, 2), (14, 3), (15, 5)):  # refer, truncate, ioctl
        if version >= since:
            files |= 1 << bit
    rules = struct.pack("<Q", files)
    if version >= 4:
        rules += struct.pack("<Q", 0b11)  # bind and connect of TCP
    if version >= 6:
        rules += struct.pack("<Q", 0b11)  # abstract sockets and signals
    return rules
