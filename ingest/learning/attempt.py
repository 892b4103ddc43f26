"""Asks a model until its reply works: shows it lines, reads the reply, sends problems back with the last attempt."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Generic, TypeVar

from ingest.learning.records import ModelRequest, StageReport
from ingest.sampling.split_chunks import SampleChunk
from ingest.says_something import says_something
from language_model.calls import Message, Reply

# Shows lines in a prompt as data, between marks that the lines cannot end.


PROMPTS = Path(__file__).resolve().parent.parent / "prompts"
LONGEST = 1_500


def show_lines(texts: Iterable[str], longest: int = LONGEST) -> str:
    """Fence the lines; a fence is longer than any run of its sign in them. Longer lines are cut, visibly."""
    shown = [text if len(text) <= longest else f"{text[:longest]} [line cut here]" for text in texts]
    mark = "~~~~"
    while any(mark in text for text in shown):
        mark += "~"
    return "\n".join([f"{mark}lines", *shown, mark])


def show_chunk(chunk: SampleChunk) -> str:
    """Fence a chunk: the lines of the blocks it stands in come first. Of lines that only separate one is enough."""
    shown: list[str] = []
    for line in (*chunk.header, *chunk.lines):
        separates = not says_something(line.text)
        if not (separates and shown and shown[-1].rstrip() == line.text.rstrip()):
            shown.append(line.text)
    return show_lines(shown)


def fill_prompt(name: str, **values: str) -> str:
    """Return the prompt of this name with its places filled in, in one pass: values are never read as places."""
    parts: list[str] = []
    rest = read_prompt(name)
    while "{{" in rest:
        before, _, after = rest.partition("{{")
        place, _, rest = after.partition("}}")
        parts += [before, values[place.strip()]]
    return "".join([*parts, rest]).strip()


@cache
def read_prompt(name: str) -> str:
    """Return the text of a prompt file."""
    return (PROMPTS / f"{name}.md").read_text("utf-8")


def make_request(stage: str, prompt: str, text: str) -> ModelRequest:
    """Make the request of a stage: what every stage is told, and its own text."""
    return ModelRequest(stage, prompt, (Message("system", fill_prompt("system")), Message("user", text)))


def quote_places(texts: Sequence[str], most: int = 8) -> str:
    """Quote lines within a message, the first few of them."""
    more = f"\n(and {len(texts) - most} more)" if len(texts) > most else ""
    return show_lines(texts[:most]) + more


# Asks until what comes back works: problems go back to the model with its last attempt.


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
    """The parts that were found; `problem` says what is wrong with the reply's form, else it is empty.

    `addition` is code without the function that was asked for: it goes behind what there is. Completed parts are
    `partial` when the reply itself held only some of them.
    """

    data: dict[str, Any] | None = None
    source: str | None = None
    problem: str = ""
    addition: str = ""
    partial: bool = False

    def completed(self, last: ReplyParts, accepted: ReplyParts) -> ReplyParts:
        """Return whole parts: what is missing is taken from the last attempt, else from what was accepted before.

        An addition goes behind the code of the last attempt.
        """
        source = self.source or last.source or accepted.source
        before = last.source or accepted.source
        if self.addition and before is not None:
            source = f"{before.rstrip()}\n\n{self.addition.strip()}\n"
        known = {**(accepted.data or {}), **(last.data or {})}
        data = {**known, **(self.data or {})} if self.data is not None or known else None
        whole = self.data is not None and self.source is not None
        return ReplyParts(data, source, self.problem, partial=not whole)

    def as_text(self) -> str:
        """Return both parts as a reply would show them."""
        data = json.dumps(self.data or {}, ensure_ascii=False)
        return f"```json\n{data}\n```\n```python\n{(self.source or '').strip()}\n```"


def read_reply(text: str, function: str) -> ReplyParts:
    """Find the JSON object, and the source that defines `function`; the last of several counts."""
    text = text.replace("\r\n", "\n")
    blocks = [(label.lower(), body) for _, label, body in _FENCE.findall(text)]
    if not blocks and (cut := _OPEN_FENCE.search(text)):
        blocks = [(cut[1].lower(), cut[2])]
    if not blocks:
        blocks = [("", text)]
    data: dict[str, Any] | None = None
    source: str | None = None
    problem = addition = ""
    for label, body in blocks:
        if re.search(rf"^def {function}\(", body, re.MULTILINE):
            source = body.strip("\n") + "\n"
            continue
        if label in _CODE_NAMES:
            addition = body
            continue
        try:
            found = json.loads(body)
        except ValueError as error:
            if label == "json" or body.lstrip().startswith("{"):
                problem = f"the json block is no JSON: {error}"
            continue
        if isinstance(found, dict):
            whole = next((found[key] for key in _SOURCE_KEYS if isinstance(found.get(key), str)), None)
            if whole is not None and f"def {function}(" in whole:
                source = whole
                inner = [value for value in found.values() if isinstance(value, dict)]
                data = inner[0] if inner else data
            else:
                data = found
        else:
            problem = f"the json block holds {type(found).__name__}; expected an object"
    if source is None and data is None and not (problem or addition):
        problem = f"no fenced block found; expected one with json and one with python that defines {function}(lines)"
    return ReplyParts(data, source, problem, "" if source is not None else addition)


# Asks until what comes back works: problems go back to the model with its last attempt.


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
