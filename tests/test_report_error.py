"""What an error becomes on the command line."""

from __future__ import annotations

import errno

import pytest

from command_line.running import report_error
from graph_store.errors import MissingGraphError


def interrupted_meanwhile() -> Exception:
    try:
        try:
            raise KeyboardInterrupt
        finally:
            raise BufferError("no room to clean up")
    except BufferError as error:
        return error


FULL = (
    "wirelore: kg/a: the disk is full (No space left on device); make room and run the command again: "
    "nothing is lost\n"
)
ERRORS = {
    "an error of ours is its message": (MissingGraphError("x: no KG there"), 2, "wirelore: x: no KG there\n"),
    "a file is named with what the system says": (
        PermissionError(errno.EACCES, "Permission denied", "secret.cfg"),
        2,
        "wirelore: secret.cfg: Permission denied\n",
    ),
    "a full disk is named": (
        OSError(errno.ENOSPC, "No space left on device", "kg/a"),
        2,
        FULL,
    ),
    "what Ctrl-C broke is an interrupt": (interrupted_meanwhile(), 130, "wirelore: interrupted\n"),
    "anything else is a bug": (
        KeyError("x"),
        1,
        "wirelore: unexpected KeyError: 'x' (a bug; WIRELORE_TRACEBACK=1 shows where)\n",
    ),
}


@pytest.mark.parametrize(("error", "code", "message"), ERRORS.values(), ids=ERRORS)
def test_report_error(
    error: Exception,
    code: int,
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("WIRELORE_TRACEBACK", raising=False)
    assert (report_error(error), capsys.readouterr().err) == (code, message)
