"""What a word, a section, a command or a sentence announces is hidden, also a word that one can pronounce."""

from __future__ import annotations

import pytest

from language_model.redact import LineRedactor
from language_model.redaction.signs import HINTS
from tests.language_model.told_secrets import ANNOUNCED, HARMLESS

WORDS = ("gobatezin", "Kbatez.482x")


def _redacted(text: str) -> str:
    return "\n".join(LineRedactor(b"k" * 32).lines(text.split("\n")))


def _forms(text: str) -> list[str]:
    return text.rstrip("\n").split("\n\n")


@pytest.mark.parametrize("kind", ANNOUNCED)
def test_an_announced_secret_is_hidden(kind: str) -> None:
    texts = [form.replace("§", word) for form in _forms(ANNOUNCED[kind]) for word in WORDS]
    assert [text for text in texts if any(word in _redacted(text) for word in WORDS)] == []


@pytest.mark.parametrize("kind", ANNOUNCED)
def test_a_redacted_text_stays(kind: str) -> None:
    texts = [_redacted(form.replace("§", WORDS[0])) for form in _forms(ANNOUNCED[kind])]
    assert [_redacted(text) for text in texts] == texts


@pytest.mark.parametrize("form", _forms(HARMLESS))
def test_what_holds_no_secret_stays(form: str) -> None:
    assert _redacted(form) == form


def test_no_sign_alone_chooses_lines() -> None:
    assert {sign for sign in HINTS if len(sign) < 2} == {"$", "}", "@"}
