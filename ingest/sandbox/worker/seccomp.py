"""The system call filter (seccomp-bpf, Linux x86-64): about 25 calls are left, the others fail or kill."""

from __future__ import annotations

import ctypes
import errno
import os
import struct

from . import syscall_numbers as numbers

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _KILL, _REFUSE = 0x7FFF0000, 0x80000000, 0x00050000 | errno.EPERM
_NUMBER, _ARCHITECTURE = 0, 4
_FIRST_LOW, _FIRST_HIGH, _THIRD_LOW = 16, 20, 32
_FIRST_32_BIT_NUMBER = 0x40000000
_PROT_EXEC = 4
_PR_SET_NO_NEW_PRIVS = 38
_SECCOMP, _SET_MODE_FILTER, _SPECULATION_ALLOWED = 317, 1, 4


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p))


def filter_system_calls(libc: ctypes.CDLL) -> int:
    """Install the filter for good; return its number of instructions, 0 when it could not be installed."""
    if os.uname().machine != "x86_64" or struct.calcsize("P") != 8:
        return 0
    code = b"".join(build_filter())
    buffer = ctypes.create_string_buffer(code, len(code))
    program = _Program(len(code) // 8, ctypes.cast(buffer, ctypes.c_void_p))
    if libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0):
        return 0
    for flags in (_SPECULATION_ALLOWED, 0):
        mode = (ctypes.c_uint(_SET_MODE_FILTER), ctypes.c_uint(flags))
        if not libc.syscall(_SECCOMP, *mode, ctypes.byref(program)):
            return len(code) // 8
    return 0


def build_filter() -> list[bytes]:
    """Write the filter, one instruction of 8 bytes per item."""
    program = [
        _step(_LOAD, _ARCHITECTURE),
        _step(_EQUAL, numbers.ARCHITECTURE, 1, 0),
        _step(_RETURN, _KILL),
        _step(_LOAD, _NUMBER),
        _step(_AT_LEAST, _FIRST_32_BIT_NUMBER, 0, 1),
        _step(_RETURN, _KILL),
    ]
    for number in numbers.ALLOWED.values():
        program += [_step(_EQUAL, number, 0, 1), _step(_RETURN, _ALLOW)]
    program += _only_descriptors(numbers.READ, 0, 0)
    program += _only_descriptors(numbers.WRITE, 1, 3)
    program += _not_executable(numbers.MMAP) + _not_executable(numbers.MPROTECT)
    for number in numbers.REFUSED.values():
        program += [_step(_EQUAL, number, 0, 1), _step(_RETURN, _REFUSE)]
    return [*program, _step(_RETURN, _KILL)]


def _step(code: int, value: int, skip_if_true: int = 0, skip_if_false: int = 0) -> bytes:
    return struct.pack("<HBBI", code, skip_if_true, skip_if_false, value)


def _only_descriptors(number: int, first: int, last: int) -> list[bytes]:
    """Allow a call when its first argument, all 64 bits of it, is between `first` and `last`."""
    return [
        _step(_EQUAL, number, 0, 7),
        _step(_LOAD, _FIRST_HIGH),
        _step(_EQUAL, 0, 0, 3),
        _step(_LOAD, _FIRST_LOW),
        _step(_AT_LEAST, last + 1, 1, 0),
        _step(_AT_LEAST, first, 1, 0),
        _step(_RETURN, _REFUSE),
        _step(_RETURN, _ALLOW),
    ]


def _not_executable(number: int) -> list[bytes]:
    """Allow a call unless its third argument asks for executable memory."""
    return [
        _step(_EQUAL, number, 0, 4),
        _step(_LOAD, _THIRD_LOW),
        _step(_ANY_BIT, _PROT_EXEC, 0, 1),
        _step(_RETURN, _REFUSE),
        _step(_RETURN, _ALLOW),
    ]
