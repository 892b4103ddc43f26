"""A scripted model that answers as a good one would, but for one kind of mistake."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from agent.model.describe_for_question import estimate_tokens
from agent.model.show_rows import SEPARATOR
from agent.reader.english import word_list
from language_model.calls import Message, OnText, Reply
from language_model.errors import PromptTooLong, ReplyCutOff
from tests.agent.weak_models.statements import Asked

ROW = re.compile(r"^(\d+) (.*)$", re.MULTILINE)
QUERY = re.compile(r"^Query \d+ \((graph|text)\b", re.MULTILINE)
WORD = re.compile(r"\w[\w./-]*\w")


@dataclass(frozen=True, slots=True)
class Call:
    """One call: the prompt's name, how often it was asked before, what is sent, and what a good model replies."""

    prompt: str
    before: int
    sent: str
    right: str
    asked: Asked


Alter = Callable[[Call], str]


@dataclass(frozen=True, slots=True)
class Mistake:
    """`alter` writes the wrong reply of some prompts. `once` is made at the first call of a prompt only."""

    alter: Alter
    prompts: tuple[str, ...] = ("write_graph", "write_statement", "write_text", "repair_query", "synthesize")
    once: bool = False

    def only_once(self) -> Mistake:
        """Make the mistake at the first call only: the second try is right."""
        return replace(self, once=True)


@dataclass(slots=True)
class WeakModel:
    """Answers one question; `calls` counts how often it was asked."""

    asked: Asked
    mistake: Mistake
    context: int = 0
    name: str = "scripted:weak"
    seen: Counter[str] = field(default_factory=Counter)

    def call(self, prompt: str, messages: Sequence[Message], on_text: OnText | None = None) -> Reply:
        """Reply. Raises PromptTooLong where the context is too small for the request."""
        sent = "\n".join(message.text for message in messages)
        if self.context and estimate_tokens(sent) > self.context:
            raise PromptTooLong(prompt, "400 maximum context length exceeded")
        call = Call(prompt, self.seen[prompt], sent, _right(prompt, sent, self.asked), self.asked)
        self.seen[prompt] += 1
        again = self.mistake.once and (call.before or prompt == "repair_query")
        wrong = prompt in self.mistake.prompts and not again
        text = self.mistake.alter(call) if wrong else call.right
        if on_text is not None:
            on_text(text)
        return Reply(text, 8, 2, 0.0)

    @property
    def calls(self) -> int:
        """Return how often it was asked."""
        return self.seen.total()


def _right(prompt: str, sent: str, asked: Asked) -> str:
    if prompt == "understand":
        return json.dumps({"question": asked.gold.question, "ask": "", "choices": []})
    if prompt == "write_text":
        return json.dumps({"q": _words(asked.gold.question)})
    if prompt == "look_further":
        return json.dumps({"statement": "", "q": ""})
    if prompt == "synthesize":
        return _from_rows(sent)
    reply = {"statement": asked.statement, "parameters": {}, "intent": "list", "subject": "things"}
    return json.dumps({**reply, "q": _words(asked.gold.question)})


def _words(question: str) -> str:
    words = [word for word in WORD.findall(question) if word.lower() not in word_list("function")]
    return " OR ".join(re.sub(r"([/:\\-])", r"\\\1", word.lower()) for word in words)


def _from_rows(sent: str) -> str:
    """Say what each row of the graph holds; NONE where only lines were found, which may miss the point."""
    data = sent[sent.rfind("\nQuery 1 ") :]
    kinds = QUERY.split(data)
    told = []
    for kind, text in zip(kinds[1::2], kinds[2::2], strict=True):
        if kind == "graph":
            told += [_said(number, cells.split(SEPARATOR)) for number, cells in ROW.findall(text)]
    return "\n".join(told) or "NONE"


def _said(number: str, cells: list[str]) -> str:
    values = ", ".join(f"`{cell}`" for cell in cells if cell not in {"null", '""'})
    return f"{values} [{number}]"


def cut_off(call: Call) -> str:
    """Raise what a reply of which only the beginning came raises."""
    raise ReplyCutOff(call.prompt, call.right[: len(call.right) // 2], "length", 8, 2)
