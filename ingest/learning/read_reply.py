"""Reads the two parts of a reply: a JSON object and Python source, fenced or not, with or without talk around them."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

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
