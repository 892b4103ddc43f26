"""Start the interpreter that becomes a worker, with nothing of ours but two pipes in and out."""

from __future__ import annotations

import contextlib
import fcntl
import os
import subprocess
import sys
from pathlib import Path

from ingest.sandbox.errors import SandboxUnavailableError
from ingest.sandbox.worker.settings import Settings

PIPE_BYTES = 1 << 20
_BOOTSTRAP = "import sys; sys.path.append(sys.argv[1]); from worker.main import main; main(sys.argv[2])"


def start_process(settings: Settings) -> subprocess.Popen[bytes]:
    """Run the interpreter itself (no virtual environment), isolated, without site packages or byte code."""
    if os.name != "posix":
        raise SandboxUnavailableError(f"no worker for {sys.platform}; possible: Linux on x86-64")
    python = getattr(sys, "_base_executable", "") or sys.executable
    flags = ["-I", "-S", "-B", "-u", "-X", "utf8", "-W", "ignore"]
    return subprocess.Popen(  # noqa: S603  our own interpreter on our own file
        [python, *flags, "-c", _BOOTSTRAP, str(Path(__file__).parent), settings.to_json()],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={},
        cwd="/",
        close_fds=True,
        pass_fds=(settings.reply_descriptor,),
        start_new_session=True,
        bufsize=0,
    )


def widen_pipe(descriptor: int) -> None:
    """Let a pipe hold more than 64 KiB, where the system permits it."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            fcntl.fcntl(descriptor, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
