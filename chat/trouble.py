"""What the person is told when something is wrong: what it is, and what can be done. Pure."""

from __future__ import annotations

from agent.errors import ModelReplyError
from chat.markdown import show_plain
from graph_store.errors import (
    DiskFullError,
    GraphError,
    GraphServerError,
    IngestInterruptedError,
    IngestRunningError,
    MissingGraphError,
    NewerGraphError,
    UnfinishedGraphError,
    UnknownGraphError,
)
from language_model.errors import LanguageModelError

EXPECTED = (GraphError, LanguageModelError, ModelReplyError)
"""The errors that have a message for the person."""
UNEXPECTED = "**Something went wrong here.** The question was not answered; the server's log has the details."
ADVICE: tuple[tuple[type[Exception], str, str], ...] = (
    (
        MissingGraphError,
        "There is no knowledge graph yet.",
        "Drop files here, or load them with `wirelore ingest PATH`: no restart is needed.",
    ),
    (
        NewerGraphError,
        "The knowledge graph is from a newer version.",
        "Upgrade Wirelore, or load another folder.",
    ),
    (
        UnknownGraphError,
        "The knowledge graph's name is not understood.",
        "Start the chat with another `--kg`.",
    ),
    (
        IngestRunningError,
        "An ingest is running.",
        "Questions are answered when it is done, so that no part is taken for the whole.",
    ),
    (
        IngestInterruptedError,
        "An ingest was interrupted.",
        "Run `wirelore ingest` again: it goes on where it stopped. Nothing that was loaded is lost.",
    ),
    (
        UnfinishedGraphError,
        "An ingest is unfinished.",
        "Ask again when it is done; if none is running, run `wirelore ingest` again: it goes on where it stopped.",
    ),
    (
        DiskFullError,
        "The disk is full.",
        "Make room, then ask again: nothing that was loaded is lost.",
    ),
    (
        GraphServerError,
        "The knowledge graph is away.",
        "Its server does not answer. Ask again in a moment; it is started again when it can be.",
    ),
    (GraphError, "The knowledge graph could not be read.", "Ask again, or see `wirelore status`."),
    (LanguageModelError, "The language model cannot be used.", "Start the chat with another `--model`."),
    (ModelReplyError, "The language model's reply made no sense.", "Ask again, or ask in other words."),
)
"""Error → what it is, and what can be done; the first that fits counts."""


def is_of_model(error: Exception) -> bool:
    """Say whether a question may be answered all the same, without the model."""
    return isinstance(error, LanguageModelError | ModelReplyError)


def explain(error: Exception) -> str:
    """Tell the person about an error, as Markdown; never a traceback."""
    for kind, title, advice in ADVICE:
        if isinstance(error, kind):
            detail = str(error).strip().splitlines()
            return "\n\n".join(
                filter(None, [f"**{title}** {advice}", show_plain(detail[0]) if detail else ""])
            )
    return UNEXPECTED
