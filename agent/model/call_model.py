"""One call of the chat model: a prompt from its file, and a reply that is checked."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import TypeVar

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import HumanMessage
from pydantic import BaseModel, ValidationError

from agent.errors import ModelReplyError

PROMPTS = Path(__file__).resolve().parent.parent / "prompts"
PLACE = re.compile(r"\{(\w+)\}")
OBJECT = re.compile(r"\{.*\}", re.DOTALL)

Reply = TypeVar("Reply", bound=BaseModel)


def call_model(model: BaseChatModel, prompt: str, values: dict[str, str], expected: type[Reply]) -> Reply:
    """Fill in the prompt of this name, and read the reply's JSON object; text around it is passed over.

    Raises ModelReplyError when there is none that fits.
    """
    filled = PLACE.sub(lambda place: values.get(place[1], place[0]), _read_prompt(prompt))
    text = str(model.invoke([HumanMessage(filled)], config={"run_name": prompt}).text)
    found = OBJECT.search(text)
    try:
        return expected.model_validate(json.loads(found[0] if found else text))
    except (json.JSONDecodeError, ValidationError) as error:
        reason = str(error).splitlines()[0]
        raise ModelReplyError(
            prompt, text, f"prompt '{prompt}': the model's reply is no such JSON: {reason}"
        ) from error


@cache
def _read_prompt(name: str) -> str:
    return (PROMPTS / f"{name}.md").read_text("utf-8")
