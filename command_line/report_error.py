"""Explains a failed command, and chooses its exit code."""

from __future__ import annotations

import errno
import os
import shutil
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from graph_store.errors import DiskFullError, GraphError

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


def printable(text: str) -> str:
    """Escape what a terminal would obey instead of showing it."""
    shown = (each in "\n\t\xa0" or each.isprintable() for each in text)
    pairs = zip(text, shown, strict=True)
    return "".join(each if ok else each.encode("unicode_escape").decode() for each, ok in pairs)


def was_interrupted(error: BaseException) -> bool:
    """Tell whether an error arose while a KeyboardInterrupt was on its way."""
    causes = [cause for cause in (error.__cause__, error.__context__) if cause is not None]
    return any(isinstance(cause, KeyboardInterrupt) or was_interrupted(cause) for cause in causes)


def expected_message(error: Exception) -> str | None:
    """Say in one line what an expected failure is; None when it is not expected."""
    if isinstance(error, _our_errors()):
        return str(error)
    if not isinstance(error, OSError):
        return None
    where = f"{error.filename}: " if error.filename else ""
    what = error.strerror or str(error)
    if error.errno == errno.ENOSPC:
        what = f"the disk is full ({what}); make room and run the command again: nothing is lost"
    return f"{where}{what}"


def _our_errors() -> tuple[type[Exception], ...]:
    from agent.errors import AgentError
    from chat.errors import ChatError
    from command_line.errors import CommandError
    from conversations.errors import ConversationError
    from evaluation.errors import EvaluationError
    from findings.errors import FindingsError
    from graph_store.errors import GraphError
    from ingest.errors import IngestError
    from ingest.sandbox.errors import SandboxError
    from language_model.errors import LanguageModelError
    from mcp_server.callers import McpServerError
    from retrieval.errors import RetrievalError
    from settings import SettingsError

    ours = AgentError, ChatError, CommandError, ConversationError, EvaluationError, FindingsError, GraphError
    others = IngestError, LanguageModelError, McpServerError, RetrievalError, SandboxError, SettingsError
    return (*ours, *others)


LEAST_FREE_BYTES = 8_000_000
"""With less, the server can neither grow a file nor write its journal."""


@contextmanager
def name_full_disk(kg: str) -> Iterator[None]:
    """Raise DiskFullError for any GraphError while the KG's disk has no room: the server names that in many ways."""
    try:
        yield
    except GraphError as error:
        folder = Path(kg)
        if not folder.is_dir() or shutil.disk_usage(folder).free >= LEAST_FREE_BYTES:
            raise
        told = f"the disk is full; make room and run the command again: what was loaded is kept ({error})"
        raise DiskFullError(f"{kg}: {told}") from error
