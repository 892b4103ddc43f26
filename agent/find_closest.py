"""Show the closest lines where a question, or a part of it, has no answer."""

from __future__ import annotations

from dataclasses import replace

from agent.reader.closest_lines import Closest
from agent.records import Answer, Question
from agent.render.marks import mark_lines
from agent.retrieve import closest_passages
from agent.roles import FindsLines, Say
from agent.secrets.mask_secrets import SecretMask
from agent.state import State
from retrieval.records import Retrieved

MOST_PARTS = 4
MOST_STATEMENTS = 8
MARKED = 4


def find_closest(state: State, *, lines: FindsLines, mask: SecretMask, say: Say) -> State:
    """Add the closest lines to an answer that is none; the status of what was not understood becomes `closest`."""
    answer, question = state["answer"], state["standalone"]
    if "retrieved" in state and not answer.text:
        return {"answer": _passages_shown(state["retrieved"], answer, say)}
    if "retrieved" in state:
        return {"answer": replace(answer, closest=closest_passages(state["retrieved"]))}
    asked = answer.unread or (question.text,)
    found = lines.find(*(mask.redactor.restore(one) for one in asked[:MOST_PARTS]))
    declined = _say_open(question, asked, answer.unknown, _say_shown(found))
    text = answer.text or declined
    if answer.text and answer.citations and answer.unread:
        text = f"{answer.text}\n{declined}"
    notes = [f"'{one}' was read as '{other}'." for one, other in found.corrected]
    text = " ".join([text, *notes])
    if text != answer.text:
        say(text.removeprefix(answer.text) if answer.text and not answer.citations else text)
    status = "closest" if found.lines and answer.status == "not_parsed" else answer.status
    return {"answer": replace(answer, text=text, status=status, closest=found.lines)}


def _passages_shown(found: Retrieved, answer: Answer, say: Say) -> Answer:
    """Show what a mode found, and claim nothing: statements of reports with their lines, then original lines."""
    told = [one for one in found.passages if one.text][:MOST_STATEMENTS]
    closest = closest_passages(found)
    if not told and not closest:
        return replace(answer, text="Not answered for sure. No line shows its words.")
    lead = (
        "Not answered for sure. This is what the data shows closest to it:"
        if told
        else ("Not answered for sure. The closest passages are shown as they stand in the files.")
    )
    said = [f"- {one.text} {mark_lines(one.lines, one.total_lines, MARKED)}" for one in told]
    text = "\n".join([lead, *said, *found.notes])
    say(text)
    cited = {(line.path, line.number): line for one in told for line in one.lines}
    lines = tuple(cited[place] for place in sorted(cited))
    return replace(answer, text=text, status="closest", citations=lines, closest=closest)


def _say_shown(found: Closest) -> str:
    """Say what is shown, and of how many lines it is a part."""
    if not found.lines:
        return "No line shows its words."
    scope = found.scope
    if scope is None or scope.lines <= sum(one.count for one in found.lines):
        return "The closest lines are shown instead."
    devices = f" on {scope.devices} devices" if scope.devices > 1 else ""
    return f"The closest lines are shown instead; {scope.lines:,} lines{devices} have '{scope.word}'."


def _say_open(question: Question, asked: tuple[str, ...], unknown: tuple[str, ...], lines: str) -> str:
    """Decline in one sentence, with the words that name nothing here, and say what is shown."""
    if unknown:
        words = ", ".join(f"'{one}'" for one in unknown[:MOST_PARTS])
        verb = "was" if len(unknown) == 1 else "were"
        return f"Not answered for sure: {words} {verb} not understood. {lines}"
    if len(asked) == 1 and asked[0] == question.text.strip(" ,;?.!"):
        return f"Not answered for sure. {lines}"
    parts = " and ".join(f"'{one}'" for one in asked[:MOST_PARTS])
    return f"Not answered for sure: {parts}. {lines}"
