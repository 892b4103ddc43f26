"""Calls the model once: a prompt from its file, data between marks, a checked reply."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from agent.errors import ModelReplyError
from graph_store.graph import ROW_LIMIT
from language_model.calls import Message, ModelCalls, OnText, whole_characters
from language_model.errors import PromptTooLong, ReplyCutOff
from language_model.prompts import fill, read_prompt

PROMPTS = Path(__file__).resolve().parent.parent / "prompts"
THOUGHTS = re.compile(r"\A.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
"""What models that reason aloud write before their reply; some servers leave its opening mark away."""
MOST_OBJECTS = 40
"""Braces of a reply at which an object may begin."""
PARTS = (1, 2, 4)
"""What data are divided by when a prompt is too long."""
AGAIN = "{reason}. Reply with the one JSON object that was asked for, and nothing else."
Reply = TypeVar("Reply", bound=BaseModel)


class AskModel:
    """Asks with prompts from files; data cannot end its marks."""

    def __init__(self, calls: ModelCalls, row_limit: int = ROW_LIMIT) -> None:
        self._calls, self._row_limit = calls, str(row_limit)

    def ask(self, name: str, values: Mapping[str, str], expected: type[Reply]) -> Reply:
        """Fill in the prompt of this name, and read the reply's JSON object; text around it is passed over.

        A reply without one is asked for once more. Raises ModelReplyError when there is none that fits then
        either, and ModelCallError when no reply came.
        """
        messages = fill(read_prompt(PROMPTS, name, row_limit=self._row_limit), values)
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
        messages = fill(read_prompt(PROMPTS, name, row_limit=self._row_limit), values)
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
            text = self._calls.call(name, messages, take).text
        except ReplyCutOff as error:
            text = error.text
        return THOUGHTS.sub("", text)


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
