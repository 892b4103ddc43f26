"""The system call filter (seccomp-bpf, Linux x86-64): allows about 25 calls; the others fail or kill."""

from __future__ import annotations

import ctypes
import errno
import os
import struct

# System calls by duty: what a running parser needs, and what gets a polite refusal.


ARCHITECTURE = 0xC000003E
"""AUDIT_ARCH_X86_64: a call made through the 32-bit entry has another one."""

READ, WRITE, MMAP, MPROTECT = 0, 1, 9, 10

ALLOWED: dict[str, int] = {
    "munmap": 11, "brk": 12, "rt_sigprocmask": 14, "rt_sigreturn": 15, "sched_yield": 24, "mremap": 25,
    "madvise": 28, "nanosleep": 35, "getpid": 39, "exit": 60, "gettimeofday": 96, "getrusage": 98,
    "times": 100, "sigaltstack": 131, "gettid": 186, "time": 201, "futex": 202, "restart_syscall": 219,
    "clock_gettime": 228, "clock_nanosleep": 230, "exit_group": 231, "getrandom": 318,
}  # fmt: skip
"""Memory, clocks and the end; nothing that names a file, a socket, a process or another thread."""

REFUSED: dict[str, int] = {
    "open": 2, "close": 3, "stat": 4, "fstat": 5, "lstat": 6, "poll": 7, "lseek": 8, "rt_sigaction": 13,
    "ioctl": 16, "pread64": 17, "access": 21, "pipe": 22, "select": 23, "dup": 32, "socket": 41,
    "socketpair": 53, "clone": 56, "fork": 57, "vfork": 58, "execve": 59, "kill": 62, "uname": 63,
    "fcntl": 72, "truncate": 76, "getdents": 78, "getcwd": 79, "chdir": 80, "rename": 82, "mkdir": 83,
    "rmdir": 84, "creat": 85, "link": 86, "unlink": 87, "symlink": 88, "readlink": 89, "chmod": 90,
    "chown": 92, "getrlimit": 97, "sysinfo": 99, "getuid": 102, "getgid": 104, "geteuid": 107,
    "getegid": 108, "getppid": 110, "prctl": 157, "setrlimit": 160, "sched_getaffinity": 204,
    "getdents64": 217, "tgkill": 234, "openat": 257, "mkdirat": 258, "newfstatat": 262, "unlinkat": 263,
    "renameat": 264, "readlinkat": 267, "faccessat": 269, "pselect6": 270, "ppoll": 271,
    "set_robust_list": 273, "dup3": 292, "pipe2": 293, "prlimit64": 302, "renameat2": 316,
    "memfd_create": 319, "execveat": 322, "statx": 332, "rseq": 334, "clone3": 435, "openat2": 437,
    "faccessat2": 439,
}  # fmt: skip
"""These fail with EPERM, so that Python code raises; every call not named on this page ends the process."""


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
        _step(_EQUAL, ARCHITECTURE, 1, 0),
        _step(_RETURN, _KILL),
        _step(_LOAD, _NUMBER),
        _step(_AT_LEAST, _FIRST_32_BIT_NUMBER, 0, 1),
        _step(_RETURN, _KILL),
    ]
    for number in ALLOWED.values():
        program += [_step(_EQUAL, number, 0, 1), _step(_RETURN, _ALLOW)]
    program += _only_descriptors(READ, 0, 0)
    program += _only_descriptors(WRITE, 1, 3)
    program += _not_executable(MMAP) + _not_executable(MPROTECT)
    for number in REFUSED.values():
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
