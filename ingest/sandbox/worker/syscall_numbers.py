"""System calls of Linux on x86-64 by duty: what a running parser needs, and what gets a polite refusal."""

from __future__ import annotations

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
