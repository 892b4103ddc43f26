"""Asks a model until its reply works: shows it lines, reads the reply, sends problems back with the last attempt."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from ingest.files.says_something import says_something
from ingest.learn.model.records import Documents, LinePlace, StageReport, place
from ingest.learn.sampling.split_chunks import SampleChunk
from language_model.calls import Message, Reply
from language_model.errors import LanguageModelError
from language_model.prompts import read_prompt

MOST_TRIES = 4
MOST_PROBLEMS = 8

Item = TypeVar("Item")
Asking = Generator[tuple[str, Sequence[Message]], Reply, Item]
"""A stage: yields what it asks (a prompt's name, messages), is sent the reply, and returns its result."""


@dataclass(frozen=True, slots=True)
class ReplyVerdict(Generic[Item]):
    """What a reply is worth: `score` orders attempts; without `problems` it is accepted.

    `parts` are the reply's; what it left out comes from the attempt before.
    """

    item: Item | None
    parts: ReplyParts
    problems: tuple[str, ...] = ()
    score: tuple[float, ...] = (-1.0,)


def attempt(
    prompt: str,
    text: str,
    judge: Callable[[str, ReplyParts], ReplyVerdict[Item]],
    report: StageReport,
    *,
    tries: int = MOST_TRIES,
    needed: bool = False,
) -> Asking[ReplyVerdict[Item] | None]:
    """Return the best verdict of at most `tries` replies, the first one without problems if there is one.

    `judge` gets the reply and the parts of the attempt before it: a part that a reply leaves out stays as it was.
    Returns None when the model fails or the budget is spent; with `needed`, raises LanguageModelError instead.
    """
    asked = (Message("system", fill_prompt("system")), Message("user", text))
    messages: Sequence[Message] = asked
    best: ReplyVerdict[Item] | None = None
    last = ReplyParts()
    for number in range(tries):
        report.calls += 1
        report.retries += number > 0
        try:
            reply = yield prompt, messages
        except LanguageModelError as error:
            if needed:
                raise
            report.failures.append(f"{report.stage}: {error}")
            report.stopped = True
            return None
        verdict = judge(reply.text, last)
        last = verdict.parts
        if best is None or verdict.score > best.score:
            best = verdict
        if not verdict.problems:
            return verdict
        shown = "\n".join(f"- {problem}" for problem in verdict.problems[:MOST_PROBLEMS])
        again = Message("user", fill_prompt("repair", problems=shown))
        messages = (*asked, Message("assistant", last.as_text() or reply.text), again)
    assert best is not None
    report.failures.append(f"{report.stage}: {best.problems[0]}")
    return best


# Reads the two parts of a reply: a JSON object and Python source, fenced or not, with or without talk around them.


_FENCE = re.compile(
    r"^[ \t]*+(`{3,}+|~{3,}+)[ \t]*+([\w+-]*+)[^\n]*+\n(.*?)^[ \t]*\1[ \t]*$", re.MULTILINE | re.DOTALL
)
_OPEN_FENCE = re.compile(
    r"^[ \t]*+(?:`{3,}+|~{3,}+)[ \t]*+([\w+-]*+)[^\n]*+\n(.*)\Z", re.MULTILINE | re.DOTALL
)
_CODE_NAMES, _SOURCE_KEYS = frozenset({"python", "py", "python3"}), ("code", "source", "python")


@dataclass(frozen=True, slots=True)
class ReplyParts:
    """The parts that were found; `problem` says what is wrong with the reply's form.

    `addition` is code without the wanted function: it goes behind the code there is. Completed parts are `partial`
    when the reply held only some of them.
    """

    data: dict[str, Any] | None = None
    source: str | None = None
    problem: str = ""
    addition: str = ""
    partial: bool = False

    def completed(self, last: ReplyParts, accepted: ReplyParts) -> ReplyParts:
        """Fill in what is missing from the last attempt, else from what was accepted before."""
        before = last.source or accepted.source
        source = self.source or before
        if self.addition and before is not None:
            source = f"{before.rstrip()}\n\n{self.addition.strip()}\n"
        known = {**(accepted.data or {}), **(last.data or {})}
        data = {**known, **(self.data or {})} if self.data is not None or known else None
        return ReplyParts(data, source, self.problem, partial=self.data is None or self.source is None)

    def as_text(self) -> str:
        """Write parts that were completed from earlier ones as one reply; a blank for a reply that was whole."""
        if not self.partial or self.source is None or self.data is None:
            return ""
        data = json.dumps(self.data, ensure_ascii=False)
        return f"```json\n{data}\n```\n```python\n{self.source.strip()}\n```"


def read_reply(text: str, function: str) -> ReplyParts:
    """Find the JSON object, and the source that defines `function`; the last of several counts."""
    text = text.replace("\r\n", "\n")
    blocks = [(label.lower(), body) for _, label, body in _FENCE.findall(text)]
    if not blocks:
        cut = _OPEN_FENCE.search(text)
        blocks = [(cut[1].lower(), cut[2])] if cut else [("", text)]
    data: dict[str, Any] | None = None
    source: str | None = None
    problem = addition = ""
    for label, body in blocks:
        if re.search(rf"^def {function}\(", body, re.MULTILINE):
            source = body.strip("\n") + "\n"
        elif label in _CODE_NAMES:
            addition = body
        else:
            found, wrong = _read_object(label, body)
            problem = wrong or problem
            if found is None:
                continue
            whole = next((found[key] for key in _SOURCE_KEYS if isinstance(found.get(key), str)), "")
            if f"def {function}(" in whole:
                source = whole
                data = next((value for value in found.values() if isinstance(value, dict)), data)
            else:
                data = found
    if source is None and data is None and not (problem or addition):
        problem = f"no fenced block found; expected one with json and one with python that defines {function}(lines)"
    return ReplyParts(data, source, problem, "" if source is not None else addition)


def _read_object(label: str, body: str) -> tuple[dict[str, Any] | None, str]:
    """Return the object of a json block, or what is wrong with it; neither for talk."""
    try:
        found = json.loads(body)
    except ValueError as error:
        meant = label == "json" or body.lstrip().startswith("{")
        return None, f"the json block is no JSON: {error}" if meant else ""
    if not isinstance(found, dict):
        return None, f"the json block holds {type(found).__name__}; expected an object"
    return found, ""


# Fills prompts, and shows lines in them as data, between marks that the lines cannot end.


PROMPTS = Path(__file__).resolve().parent.parent / "prompts"
LONGEST = 1_500


def fill_prompt(name: str, **values: str) -> str:
    """Fill in a prompt's places in one pass: values are never read as places."""
    return read_prompt(PROMPTS, name, **values).strip()


def show_lines(texts: Iterable[str], longest: int = LONGEST) -> str:
    """Fence the lines with more tildes than any of them holds; longer lines are cut, visibly."""
    shown = [text if len(text) <= longest else f"{text[:longest]} [line cut here]" for text in texts]
    mark = "~~~~"
    while any(mark in text for text in shown):
        mark += "~"
    return "\n".join([f"{mark}lines", *shown, mark])


def show_chunk(chunk: SampleChunk) -> str:
    """Fence a chunk behind the lines of the blocks it stands in; repeated separators are shown once."""
    shown: list[str] = []
    for line in (*chunk.header, *chunk.lines):
        if says_something(line.text) or not shown or shown[-1].rstrip() != line.text.rstrip():
            shown.append(line.text)
    return show_lines(shown)


def quote_places(texts: Sequence[str], most: int = 8) -> str:
    """Quote lines within a message, the first few of them."""
    more = f"\n(and {len(texts) - most} more)" if len(texts) > most else ""
    return show_lines(texts[:most]) + more


def quote_lost(places: frozenset[LinePlace], documents: Documents) -> str:
    """Quote the lines at these places."""
    return quote_places([line.text for lines in documents for line in lines if place(line) in places])
