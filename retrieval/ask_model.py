"""Asks a model for one JSON object about data, which leaves without its secrets and comes back with them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from language_model.calls import Message, ModelCalls
from language_model.errors import ReplyCutOff
from language_model.redact import Redactor

Read = TypeVar("Read", bound=BaseModel)
_OBJECT = re.compile(r"\{.*\}", re.DOTALL)


def prompt_text(prompt: str) -> str:
    """Return what the model is told by this prompt, without the heading that names it."""
    text = (Path(__file__).resolve().parent / "prompts" / f"{prompt}.md").read_text("utf-8")
    return text.partition("\n")[2].strip()


def ask_model(
    calls: ModelCalls, prompt: str, data: str, expected: type[Read], redactor: Redactor
) -> Read | None:
    """Return the object that the reply holds, None where it holds none of this form. Raises ModelCallError."""
    clean = "\n".join(redactor.lines(data.split("\n")))
    try:
        reply = calls.call(prompt, [Message("system", prompt_text(prompt)), Message("user", clean)]).text
    except ReplyCutOff as error:
        reply = error.text
    found = _OBJECT.search(reply)
    try:
        return expected.model_validate(json.loads(redactor.restore(found[0]))) if found else None
    except (ValueError, ValidationError):
        return None
