"""Calls the model once: a prompt from its file, data between marks, a checked reply."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from agent.errors import ModelReplyError
from graph_store.graph import ROW_LIMIT
from language_model.calls import Message, ModelCalls, OnText, stream_reply, whole_characters
from language_model.errors import PromptTooLong, ReplyCutOff

PROMPTS = Path(__file__).resolve().parent.parent / "prompts"
PART = re.compile(r"\{\{(\w+)\}\}")
PLACE = re.compile(r"\{(\w+)\}")
THOUGHTS = re.compile(r"\A.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
"""What models that reason aloud write before their reply; some servers leave its opening mark away."""
MOST_OBJECTS = 40
"""Braces of a reply at which an object may begin."""
DATA = "\n---\n"
"""Stands between what the model is told and the data; only behind it are places filled in."""
PARTS = (1, 2, 4)
"""What data are divided by when a prompt is too long."""
AGAIN = "{reason}. Reply with the one JSON object that was asked for, and nothing else."
Reply = TypeVar("Reply", bound=BaseModel)


def fence(name: str, text: str) -> str:
    """Put a text between marks that carry a digest of it: no text can hold its own digest."""
    mark = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    while mark in text:
        mark = sha256(mark.encode()).hexdigest()[:8]
    return f"<{name} {mark}>\n{text}\n</{name} {mark}>"


class AskModel:
    """Asks with prompts from files; data cannot end its marks."""

    def __init__(self, calls: ModelCalls, row_limit: int = ROW_LIMIT) -> None:
        self._calls, self._row_limit = calls, row_limit

    def ask(self, name: str, values: Mapping[str, str], expected: type[Reply]) -> Reply:
        """Fill in the prompt of this name, and read the reply's JSON object; text around it is passed over.

        A reply without one is asked for once more. Raises ModelReplyError when there is none that fits then
        either, and ModelCallError when no reply came.
        """
        messages = fill(read_prompt(name, self._row_limit), values)
        text = ""
        try:
            text = self._call(name, messages)
            return read_object(name, text, expected)
        except ModelReplyError as error:
            if error.too_long:
                raise
            told = Message("user", AGAIN.format(reason=error))
            again = self._call(name, (*messages, Message("assistant", text or error.reply), told))
            return read_object(name, again, expected)

    def ask_shorter(
        self, name: str, values: Callable[[int], Mapping[str, str]], expected: type[Reply]
    ) -> Reply:
        """Ask; where the prompt is too long for the model, again with half and then with a quarter of the data."""
        for part in PARTS[:-1]:
            try:
                return self.ask(name, values(part), expected)
            except ModelReplyError as error:
                if not error.too_long:
                    raise
        return self.ask(name, values(PARTS[-1]), expected)

    def _call(self, name: str, messages: Sequence[Message]) -> str:
        try:
            return self._calls.call(name, messages).text
        except PromptTooLong as error:
            raise ModelReplyError(name, "", str(error), too_long=True) from error
        except ReplyCutOff as error:
            raise ModelReplyError(name, error.text, str(error)) from error

    def stream(self, name: str, values: Mapping[str, str], on_lines: OnText) -> str:
        """Fill in the prompt, tell lines of the reply as it comes, and return it."""
        messages = fill(read_prompt(name, self._row_limit), values)
        waiting = ""

        def take(piece: str) -> None:
            nonlocal waiting
            waiting += piece
            if waiting.lstrip()[:6].lower() == "<think":
                if not THOUGHTS.match(waiting):
                    return
                waiting = THOUGHTS.sub("", waiting)
            whole, line_end, waiting = waiting.rpartition("\n")
            if line_end:
                on_lines(whole + line_end)

        try:
            text = stream_reply(self._calls, name, messages, take).text
        except ReplyCutOff as error:
            text = error.text
        return THOUGHTS.sub("", text)


def fill(template: str, values: Mapping[str, str]) -> tuple[Message, Message]:
    """Make the two messages of a prompt: what is to be done, and the data, each place between its marks."""
    told, _, data = template.partition(DATA)
    fenced = {name: fence(name, text) for name, text in values.items()}
    filled = PLACE.sub(lambda place: fenced.get(place[1], place[0]), data.strip())
    return Message("system", told.strip()), Message("user", filled)


def read_object(prompt: str, text: str, expected: type[Reply]) -> Reply:
    """Read the JSON object of a reply. Raises ModelReplyError."""
    reason = "there is no JSON object in it"
    for found in _objects(THOUGHTS.sub("", text)):
        try:
            if found.keys() & expected.model_fields.keys():
                return expected.model_validate(found)
            reason = f"an object has none of the fields {', '.join(expected.model_fields)}"
        except ValidationError as error:
            reason = "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors())
    raise ModelReplyError(prompt, text, f"prompt '{prompt}': the model's reply is no such JSON: {reason}")


def _objects(text: str) -> Iterator[dict[str, object]]:
    """Return the JSON objects in a text, the prose around them left out; none inside another."""
    decoder = json.JSONDecoder(strict=False)
    at = -1
    for _ in range(MOST_OBJECTS):
        at = text.find("{", at + 1)
        if at < 0:
            return
        try:
            found, end = decoder.raw_decode(text, at)
        except (json.JSONDecodeError, RecursionError):
            continue
        at = end - 1
        if isinstance(found, dict):
            yield json.loads(whole_characters(json.dumps(found, ensure_ascii=False)))


@cache
def read_prompt(name: str, row_limit: int = ROW_LIMIT) -> str:
    """Read a prompt's file with the parts that it names and the limit of rows; its title is not sent."""
    text = (PROMPTS / f"{name}.md").read_text("utf-8").removeprefix(f"# {name}\n").strip()
    return PART.sub(
        lambda part: str(row_limit) if part[1] == "row_limit" else read_prompt(part[1], row_limit), text
    )
