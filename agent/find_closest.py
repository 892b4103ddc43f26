"""Show the closest lines where a question, or a part of it, has no answer."""

from __future__ import annotations

from dataclasses import replace

from langgraph.config import get_stream_writer

from agent.mask_secrets import SecretMask
from agent.records import Question
from agent.roles import FindsLines
from agent.state import State

MOST_PARTS = 4


def find_closest(state: State, *, lines: FindsLines, mask: SecretMask) -> State:
    """Add the closest lines to an answer that is none; the status of what was not understood becomes `closest`."""
    answer, question = state["answer"], state["standalone"]
    asked = answer.unread or (question.text,)
    found = lines.find(*(mask.redactor.restore(one) for one in asked[:MOST_PARTS]))
    text = answer.text or _say_open(question, asked, bool(found.lines))
    if answer.text and answer.citations and answer.unread:
        text = f"{answer.text}\n{_say_open(question, asked, bool(found.lines))}"
    notes = [f"'{one}' was read as '{other}'." for one, other in found.corrected]
    text = " ".join([text, *notes])
    if text != answer.text:
        get_stream_writer()(text.removeprefix(answer.text) if answer.text and not answer.citations else text)
    status = "closest" if found.lines and answer.status == "not_parsed" else answer.status
    return {"answer": replace(answer, text=text, status=status, closest=found.lines)}


def _say_open(question: Question, asked: tuple[str, ...], found: bool) -> str:
    lines = "The closest lines are shown instead." if found else "No line shows its words."
    if len(asked) == 1 and asked[0] == question.text.strip(" ,;?.!"):
        return f"Not answered for sure. {lines}"
    parts = " and ".join(f"'{one}'" for one in asked[:MOST_PARTS])
    return f"Not answered for sure: {parts}. {lines}"
