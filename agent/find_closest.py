"""Show the closest lines where a question, or a part of it, has no answer."""

from __future__ import annotations

from dataclasses import replace

from agent.mask_secrets import SecretMask
from agent.records import Question
from agent.roles import FindsLines, Say
from agent.state import State

MOST_PARTS = 4


def find_closest(state: State, *, lines: FindsLines, mask: SecretMask, say: Say) -> State:
    """Add the closest lines to an answer that is none; the status of what was not understood becomes `closest`."""
    answer, question = state["answer"], state["standalone"]
    asked = answer.unread or (question.text,)
    found = lines.find(*(mask.redactor.restore(one) for one in asked[:MOST_PARTS]))
    declined = _say_open(question, asked, answer.unknown, bool(found.lines))
    text = answer.text or declined
    if answer.text and answer.citations and answer.unread:
        text = f"{answer.text}\n{declined}"
    notes = [f"'{one}' was read as '{other}'." for one, other in found.corrected]
    text = " ".join([text, *notes])
    if text != answer.text:
        say(text.removeprefix(answer.text) if answer.text and not answer.citations else text)
    status = "closest" if found.lines and answer.status == "not_parsed" else answer.status
    return {"answer": replace(answer, text=text, status=status, closest=found.lines)}


def _say_open(question: Question, asked: tuple[str, ...], unknown: tuple[str, ...], found: bool) -> str:
    """Decline in one sentence, with the words that name nothing here, and say what is shown."""
    lines = "The closest lines are shown instead." if found else "No line shows its words."
    if unknown:
        words = ", ".join(f"'{one}'" for one in unknown[:MOST_PARTS])
        verb = "was" if len(unknown) == 1 else "were"
        return f"Not answered for sure: {words} {verb} not understood. {lines}"
    if len(asked) == 1 and asked[0] == question.text.strip(" ,;?.!"):
        return f"Not answered for sure. {lines}"
    parts = " and ".join(f"'{one}'" for one in asked[:MOST_PARTS])
    return f"Not answered for sure: {parts}. {lines}"
