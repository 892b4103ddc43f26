"""Put up the layers, in the one order in which each can still be put up."""

from __future__ import annotations

import ctypes
import os
import sys

from .landlock import deny_everything
from .rlimits import forbid_descriptors, limit_resources
from .seccomp import filter_system_calls
from .settings import Settings

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
    if layers.no_descriptors and forbid_descriptors():
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
