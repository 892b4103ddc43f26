"""Explains errors to a person."""

from __future__ import annotations

from agent.errors import ModelReplyError
from chat.words.markdown import show_plain
from chat.words.say import say, words_of
from graph_store.errors import (
    DiskFullError,
    GraphError,
    GraphServerError,
    IngestInterruptedError,
    IngestRunningError,
    MissingGraphError,
    NewerGraphError,
    OlderGraphError,
    UnfinishedGraphError,
    UnknownGraphError,
)
from language_model.errors import LanguageModelError, ModelCallError, ModelUnavailable
from workspace.errors import WorkspaceError


class HistoryUrlError(WorkspaceError):
    """The URL of the history names no database that is known; the URL may hold a password, and is not told."""

    def __init__(self, scheme: str) -> None:
        super().__init__(say("users.history_url", scheme=scheme.partition("@")[0][:20]))


# What the person is told when something is wrong: what it is, and what can be done. Pure.


EXPECTED = (GraphError, LanguageModelError, ModelReplyError)
"""The errors that have a message for the person."""
ADVICE: tuple[tuple[type[Exception], str], ...] = (
    (MissingGraphError, "missing_graph"),
    (NewerGraphError, "newer_graph"),
    (OlderGraphError, "older_graph"),
    (UnknownGraphError, "unknown_graph"),
    (IngestRunningError, "ingest_running"),
    (IngestInterruptedError, "ingest_interrupted"),
    (UnfinishedGraphError, "unfinished_graph"),
    (DiskFullError, "disk_full"),
    (GraphServerError, "graph_away"),
    (GraphError, "graph_unreadable"),
    (ModelUnavailable, "model_away"),
    (LanguageModelError, "model_unusable"),
    (ModelReplyError, "model_reply"),
)
"""Error → which words say what it is and what can be done; the first that fits counts."""


def is_of_model(error: Exception) -> bool:
    """Say whether a question may be answered all the same, without the model."""
    return isinstance(error, LanguageModelError | ModelReplyError)


def explain(error: Exception) -> str:
    """Tell the person about an error, as Markdown; never a traceback."""
    for kind, name in ADVICE:
        if isinstance(error, kind):
            said = error.reason if isinstance(error, ModelCallError) else str(error)
            detail = said.strip().splitlines()
            return "\n\n".join([words_of("trouble")[name], *map(show_plain, detail[:1])])
    return unexpected()


def unexpected() -> str:
    """Tell the person about an error that nobody expected."""
    return say("trouble.unexpected")
