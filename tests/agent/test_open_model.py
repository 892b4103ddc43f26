"""Opening the model that a string names."""

from __future__ import annotations

import pytest

from language_model.errors import UnknownModelError
from language_model.open_calls import open_model


@pytest.mark.parametrize("name", ["builtin", ""])
def test_no_model_is_opened_for_builtin(name: str) -> None:
    assert open_model(name) is None


UNKNOWN = {
    "a name without a provider": ("gpt", "unknown model 'gpt': it names no provider; expected 'builtin', or"),
    "a provider that is none": ("nobody:x", "unknown model 'nobody:x': "),
    "a provider without a model": ("openai:", "unknown model 'openai:': "),
}


@pytest.mark.parametrize(("name", "message"), UNKNOWN.values(), ids=UNKNOWN)
def test_what_cannot_be_opened_is_named(name: str, message: str) -> None:
    with pytest.raises(UnknownModelError) as caught:
        open_model(name)
    assert str(caught.value).startswith(message)
    assert caught.value.name == name
