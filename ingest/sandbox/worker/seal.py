"""Puts up the sandbox's layers in the only order that works: user, Landlock, resource limits, system calls."""

from __future__ import annotations

import ctypes
import os
import resource
import struct
import sys

from .seccomp import filter_system_calls
from .wire import Settings

# Landlock (Linux 5.13 and later): deny files, TCP ports, abstract sockets and signals to others.


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


# Limits of the kernel on this process: memory, processor time, files, processes, descriptors.


def limit_resources(memory_bytes: int, cpu_s: int) -> list[str]:
    """Set the limits; return the names of those that were refused (macOS refuses RLIMIT_AS)."""
    wanted = {
        "RLIMIT_CORE": 0,
        "RLIMIT_FSIZE": 0,
        "RLIMIT_AS": memory_bytes,
        "RLIMIT_DATA": memory_bytes,
        "RLIMIT_CPU": cpu_s,
        "RLIMIT_MEMLOCK": 0,
        "RLIMIT_MSGQUEUE": 0,
        "RLIMIT_NPROC": 0,
    }
    return [name for name, value in wanted.items() if not _limit(name, value)]


def _limit(name: str, value: int) -> bool:
    number = getattr(resource, name, None)
    if number is None:
        return True
    try:
        resource.setrlimit(number, (value, value))
    except (ValueError, OSError):
        return False
    return True


_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _SIGKILL = 1, 4, 9
_NOBODY = 65534


def seal(settings: Settings) -> list[str]:
    """Give up everything a parser does not need; return the names of the layers that stand.

    A layer that cannot be put up is left out here: the self-probe decides whether the rest is enough.
    """
    layers, standing = settings.layers, list[str]()
    linux = sys.platform == "linux"
    libc = ctypes.CDLL(None, use_errno=True)
    if layers.drop_root and _drop_root():
        standing.append("drop_root")
    if linux:
        libc.prctl(_PR_SET_PDEATHSIG, _SIGKILL, 0, 0, 0)  # after setuid, which clears it
        libc.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
        if os.getppid() != settings.parent_pid:
            os._exit(0)
    if layers.landlock and linux and (version := deny_everything(libc)):
        standing.append(f"landlock {version}")
    if layers.rlimits and not limit_resources(settings.memory_bytes, settings.cpu_s):
        standing.append("rlimits")
    if layers.no_descriptors and _limit("RLIMIT_NOFILE", 0):  # those that are open stay usable
        standing.append("no_descriptors")
    if layers.seccomp and linux and (count := filter_system_calls(libc)):
        standing.append(f"seccomp {count}")
    return standing


def _drop_root() -> bool:
    """Become nobody when started as root, without a way back."""
    if os.getuid() != 0:
        return False
    try:
        os.setgroups([])
        os.setresgid(_NOBODY, _NOBODY, _NOBODY)
        os.setresuid(_NOBODY, _NOBODY, _NOBODY)
    except OSError:  # a user namespace without that user
        return False
    return True
