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
            "WIRELORE_KEEP_DAYS": "7",
            "WIRELORE_BUDGET_USD": "0.5",
            "WIRELORE_BUDGET_TOKENS": "9000",
            "WIRELORE_KEEP_PROMPTS": "1",
        },
        Settings(
            "bolt://graph",
            "openai:x",
            "me",
            "secret",
            "net",
            1.5,
            "::1",
            9000,
            keep_days=7.0,
            budget_usd=0.5,
            budget_tokens=9000,
            keep_prompts=True,
        ),
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
    "a budget that is no number": (
        {"WIRELORE_BUDGET_USD": "much"},
        "WIRELORE_BUDGET_USD: found 'much', expected a number of dollars",
    ),
    "a switch that is none": (
        {"WIRELORE_KEEP_PROMPTS": "maybe"},
        "WIRELORE_KEEP_PROMPTS: found 'maybe', expected 1 or 0",
    ),
    "days that are no number": (
        {"WIRELORE_KEEP_DAYS": "-1"},
        "WIRELORE_KEEP_DAYS: found '-1', expected a number of days",
    ),
}


@pytest.mark.parametrize(("environment", "message"), REFUSED.values(), ids=REFUSED)
def test_refused_settings(environment: dict[str, str], message: str) -> None:
    with pytest.raises(SettingsError) as caught:
        read_settings(environment)
    assert str(caught.value) == message
