"""Asks until what comes back works: problems go back to the model with its last attempt."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Generic, TypeVar

from ingest.learning.read_reply import ReplyParts
from ingest.learning.records import ModelRequest, StageReport
from ingest.learning.show_lines import fill_prompt
from language_model.calls import Message, Reply

MOST_TRIES = 4
MOST_PROBLEMS = 8

Item = TypeVar("Item")
Asking = Generator[ModelRequest, Reply, Item]
"""A stage that yields what it wants to ask, is sent the reply, and returns what it made of it."""


@dataclass(frozen=True, slots=True)
class ReplyVerdict(Generic[Item]):
    """What a reply is worth: `score` orders attempts; without `problems` it is accepted.

    `parts` are those of the reply, with what it left out taken from the attempt before it.
    """

    item: Item | None
    parts: ReplyParts
    problems: tuple[str, ...] = ()
    score: tuple[float, ...] = ()


def attempt(
    request: ModelRequest,
    judge: Callable[[str, ReplyParts], ReplyVerdict[Item]],
    report: StageReport,
    tries: int = MOST_TRIES,
) -> Asking[ReplyVerdict[Item]]:
    """Return the best verdict of at most `tries` replies, the first one without problems if there is one.

    `judge` gets the reply and the parts of the attempt before it: a part that a reply leaves out stays as it was.
    """
    best: ReplyVerdict[Item] | None = None
    last = ReplyParts()
    messages = request.messages
    for number in range(1, tries + 1):
        report.calls += 1
        report.retries += number > 1
        reply = yield ModelRequest(request.stage, request.prompt, messages)
        verdict = judge(reply.text, last)
        last = verdict.parts
        if best is None or verdict.score > best.score:
            best = verdict
        if not verdict.problems:
            return verdict
        shown = "\n".join(f"- {problem}" for problem in verdict.problems[:MOST_PROBLEMS])
        messages = (
            *request.messages,
            Message("assistant", _shown(reply.text, verdict.parts)),
            Message("user", fill_prompt("repair", problems=shown)),
        )
    assert best is not None
    return best


def _shown(text: str, parts: ReplyParts) -> str:
    """Return the attempt that problems are told of: the reply, or what it amounts to with all it left out."""
    return parts.as_text() if parts.partial and parts.source is not None and parts.data is not None else text
