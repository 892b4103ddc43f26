"""Explains a failed command, and chooses its exit code."""

from __future__ import annotations

import os
import sys
import traceback

from reading.printable import printable
from workspace.errors import expected_message

TRACEBACK = "WIRELORE_TRACEBACK"


def report_error(error: Exception) -> int:
    """Write one message on standard error and return the exit code.

    What Ctrl-C made fail on the way out counts as interrupted (130).
    What our packages raise, and what the system says about a file, a disk or a port, is expected (2).
    Anything else is a bug (1), which WIRELORE_TRACEBACK=1 shows whole.
    """
    message, code = expected_message(error), 2
    if was_interrupted(error):
        message, code = "interrupted", 130
    elif message is None:
        if os.environ.get(TRACEBACK):
            traceback.print_exception(error)
        message = f"unexpected {type(error).__name__}: {error} (a bug; {TRACEBACK}=1 shows where)"
        code = 1
    sys.stderr.write(f"wirelore: {printable(message)}\n")
    try:
        sys.stdout.flush()
    except OSError:  # throw away what it could not take, or Python fails once more at the end
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return code


def was_interrupted(error: BaseException) -> bool:
    """Tell whether an error arose while a KeyboardInterrupt was on its way."""
    causes = [cause for cause in (error.__cause__, error.__context__) if cause is not None]
    return any(isinstance(cause, KeyboardInterrupt) or was_interrupted(cause) for cause in causes)
