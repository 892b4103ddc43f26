"""Completes a follow-up without a model: it takes what it leaves out from the question before it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from agent.reader.question_terms import Term, read_terms
from agent.records import Question
from agent.value_index import shape

_BEGINS = re.compile(
    r"^\s*(?:and|or|but|what about|how about|same for|(?:from|in|on|by|at|to|with|for) (?:which|what))\b",
    re.I,
)
_JOINS = re.compile(r"^\s*(?:and|or|but|what about|how about|same for)\b\s*", re.IGNORECASE)
_ONE = re.compile(
    r"\b(?:it|its|that|this|(?<!are )(?<!is )(?<!were )(?<!was )there|"
    r"same(?! (?:everywhere|across|as|between|on|in|at)\b))\b",  # "the same everywhere" is what is asked
    re.IGNORECASE,
)
_SEVERAL = re.compile(r"\b(?:those|these|them|they|their|ones)\b", re.IGNORECASE)
_TOKEN = re.compile(r"\w[\w.:/-]*\w|\w")


@dataclass(frozen=True, slots=True)
class _Parts:
    """What a question names: devices, values and words; each as written."""

    devices: tuple[str, ...]
    values: tuple[str, ...]
    words: tuple[str, ...]


class FollowUpReader:
    """Takes what a follow-up leaves out from the question before it; a device takes the place of a device."""

    def __init__(self, is_device: Callable[[str], bool]) -> None:
        self._is_device = is_device

    def stand_alone(self, question: Question) -> Question:
        """Restate a follow-up; a question that stands alone stays as it is. Answers are not looked at."""
        asked = ""
        for text in (*(turn.question for turn in question.history), question.text):
            asked = self._complete(text, asked) if asked else text
        return replace(question, text=asked, history=())

    def _complete(self, text: str, before: str) -> str:
        begins, one, several = (bool(each.search(text)) for each in (_BEGINS, _ONE, _SEVERAL))
        own = self._parts(text)
        if not (begins or several or (one and not own.devices and not own.values)):
            return text
        left = self._parts(before)
        carried: list[str] = [] if own.devices else [*left.devices]
        kinds = {shape(value) for value in own.values}
        carried += [value for value in left.values if shape(value) not in kinds]
        carried += left.words if several or begins or not own.words else []
        carried = [word for word in dict.fromkeys(carried) if word.lower() not in text.lower()]
        return f"{_JOINS.sub('', text.rstrip(' ?.!'))} ({' '.join(carried)})?" if carried else text

    def _parts(self, text: str) -> _Parts:
        devices = [token for token in _TOKEN.findall(text) if self._is_device(token)]
        for device in devices:
            text = text.replace(device, " ")
        terms = read_terms(text)
        return _Parts(
            tuple(devices),
            _texts(one for one in terms if one.is_value),
            _texts(one for one in terms if not one.is_value),
        )


def _texts(terms: Iterable[Term]) -> tuple[str, ...]:
    return tuple(term.text for term in terms)
