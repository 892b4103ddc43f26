"""One call of the chat model: a prompt from its file, and a reply that is checked."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TypeVar

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import HumanMessage
from pydantic import BaseModel, ValidationError

from agent.errors import ModelReplyError
from language_model.redact import Redactor

PROMPTS = Path(__file__).resolve().parent.parent / "prompts"
PLACE = re.compile(r"\{(\w+)\}")
OBJECT = re.compile(r"\{.*\}", re.DOTALL)

Reply = TypeVar("Reply", bound=BaseModel)


class AskModel:
    """A chat model that is asked with prompts from files; secrets are replaced before anything is sent."""

    def __init__(self, model: BaseChatModel, redactor: Redactor) -> None:
        self._model = model
        self._redactor = redactor

    def ask(self, prompt: str, values: Mapping[str, str], expected: type[Reply]) -> Reply:
        """Fill in the prompt of this name, and read the reply's JSON object; text around it is passed over.

        Raises ModelReplyError when there is none that fits.
        """
        text = self.send(_read_prompt(prompt), prompt, values)
        found = OBJECT.search(text)
        try:
            return expected.model_validate(json.loads(found[0] if found else text))
        except (json.JSONDecodeError, ValidationError) as error:
            reason = str(error).splitlines()[0]
            raise ModelReplyError(
                prompt, text, f"prompt '{prompt}': the model's reply is no such JSON: {reason}"
            ) from error

    def send(self, template: str, name: str, values: Mapping[str, str]) -> str:
        """Fill in a template without the secrets of the values, and return what the model replies."""
        clean = {place: "\n".join(self._redactor.lines(text.split("\n"))) for place, text in values.items()}
        filled = PLACE.sub(lambda place: clean.get(place[1], place[0]), template)
        message = HumanMessage(self._redactor.text(filled))
        return str(self._model.invoke([message], config={"run_name": name}).text)


@cache
def _read_prompt(name: str) -> str:
    return (PROMPTS / f"{name}.md").read_text("utf-8")
