"""Finds secrets that a question spells out, by looking them up as secret values in the graph."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from threading import Lock

from agent.model.near_values import EDGES, question_values
from agent.reader.value_index import ValueIndex
from agent.secrets.mask_secrets import SECOND_VALUE, SecretMask, telling_name
from graph_store.rank_labels import SMALL_WORDS
from graph_store.records import Description, LabelDescription
from language_model.redact import Redactor, may_be_of_block
from language_model.redaction.secret_words import STEMS

MOST_WORDS = 4
"""A label that was learned from more words than these is a sentence of a log, and no statement with a name."""
SHORTEST = 3
LEAST_KNOWN = 6


class QuestionSecrets:
    """Hides the words of a question that are secrets in the graph; the same stand-ins stand in its rows."""

    def __init__(self, mask: SecretMask, description: Description, look_up: ValueIndex) -> None:
        self._redactor = mask.redactor
        self._labels = {label.name: label for label in description.labels}
        self._look_up = look_up
        self._hidden: dict[str, str] = {}
        self._seen: set[str] = set()
        self._lock = Lock()

    def read(self, question: str, *others: str) -> None:
        """Look for secrets among what looks given; among all words, where the question speaks of secrets."""
        given = (value for other in others for value in question_values(other))
        with self._lock:
            for word in dict.fromkeys([*_words(question), *given]):
                if word in self._seen:
                    continue
                self._seen.add(word)
                occurrences = [(one, self._labels.get(one.label)) for one in self._look_up.find(word)]
                secret = {
                    one: is_secret(label, one.property, str(one.value)) for one, label in occurrences if label
                }
                found = [str(one.value) for one, hidden in secret.items() if hidden]
                named = any(one.property == "key" and not hidden for one, hidden in secret.items())
                if found and not named:  # the name of a thing is no secret
                    self._hidden = {**self._hidden, **{value: self._redactor.hide(value) for value in found}}

    def hidden(self, text: str) -> str:
        """Put stand-ins in the place of the secrets found, in any case."""
        for secret, stand_in in self._hidden.items():
            text = re.sub(rf"(?<![\w-]){re.escape(secret)}(?![\w-])", stand_in, text, flags=re.IGNORECASE)
        return text

    def known(self, text: str) -> str:
        """Put stand-ins in the place of what the graph is known to hold, wherever it stands in a prompt."""
        return self._redactor.known(text)

    def restored(self, text: str, write: Callable[[str], str] = str) -> str:
        """Put back what was hidden; `write` says how a secret is written there."""
        secrets = {stand_in: secret for secret, stand_in in self._hidden.items()}
        if not secrets:
            return text
        found = re.compile("|".join(rf"(?<!\w){re.escape(each)}(?!\w)" for each in secrets))
        return found.sub(lambda match: write(secrets[match[0]]), text)


def is_secret(label: LabelDescription, name: str, value: str) -> bool:
    """Tell whether a value is a secret: by what its property is called, a name by the words that it stands behind."""
    if name == "key":
        return len(label.words) <= MOST_WORDS and _is_redacted(" ".join(label.words), value)
    told = telling_name(name)
    return _is_redacted(told, value) or _is_redacted(SECOND_VALUE.sub("", told), value)


@lru_cache(maxsize=4)
def known_secrets(description: Description) -> frozenset[str]:
    """Return the secrets among the examples, which may stand elsewhere under a name that does not tell."""
    found = (
        str(example)
        for label in description.labels
        for one in label.properties
        for example in one.examples
        if is_secret(label, one.name, str(example))
    )
    lines = dict.fromkeys(
        line for label in description.labels for one in label.properties for line in one.lines
    )
    return frozenset(one for one in (*found, *Redactor().secrets(lines)) if len(one) >= LEAST_KNOWN)


def holds_secret(example: str, line: str) -> bool:
    """Tell whether an example is, holds or is a part of what is secret on its line; or its line may be of a key."""
    secrets = Redactor().secrets([line])
    return may_be_of_block(line) or any(
        one in example or (len(example) >= SHORTEST and example in one) for one in secrets
    )


def _is_redacted(told: str, value: str) -> bool:
    line = f"{told} {value}"
    return bool(told) and "\n" not in value and Redactor().lines([line]) != [line]


def _words(question: str) -> list[str]:
    given = question_values(question)
    lowered = question.lower()
    if not any(stem in lowered for stem in STEMS):
        return list(given)
    words = (word.strip(EDGES) for word in question.split())
    return [*given, *(word for word in words if len(word) >= SHORTEST and word.lower() not in SMALL_WORDS)]
