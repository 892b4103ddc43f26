"""Settings from the environment."""

from __future__ import annotations

import pytest

from settings import Settings, SettingsError, read_settings

READ = {
    "an empty environment gives the defaults": ({}, Settings()),
    "an empty variable counts as unset": ({"WIRELORE_KG": "", "PORT": ""}, Settings()),
    "every variable is read": (
        {
            "WIRELORE_KG": "bolt://graph",
            "WIRELORE_MODEL": "openai:x",
            "WIRELORE_NEO4J_USER": "me",
            "WIRELORE_NEO4J_PASSWORD": "secret",
            "WIRELORE_NEO4J_DATABASE": "net",
            "WIRELORE_IDLE_S": "1.5",
            "WIRELORE_HOST": "::1",
            "PORT": "9000",
        },
        Settings("bolt://graph", "openai:x", "me", "secret", "net", 1.5, "::1", 9000),
    ),
}


@pytest.mark.parametrize(("environment", "expected"), READ.values(), ids=READ)
def test_read_settings(environment: dict[str, str], expected: Settings) -> None:
    assert read_settings(environment) == expected


REFUSED = {
    "a port that is no number": ({"PORT": "http"}, "PORT: found 'http', expected a number from 1 to 65535"),
    "a port that is too large": ({"PORT": "65536"}, "PORT: found '65536', expected a number from 1 to 65535"),
    "a time that is no number": (
        {"WIRELORE_IDLE_S": "soon"},
        "WIRELORE_IDLE_S: found 'soon', expected a number of seconds",
    ),
    "a time that never ends": (
        {"WIRELORE_IDLE_S": "inf"},
        "WIRELORE_IDLE_S: found 'inf', expected a number of seconds",
    ),
}


@pytest.mark.parametrize(("environment", "message"), REFUSED.values(), ids=REFUSED)
def test_refused_settings(environment: dict[str, str], message: str) -> None:
    with pytest.raises(SettingsError) as caught:
        read_settings(environment)
    assert str(caught.value) == message
