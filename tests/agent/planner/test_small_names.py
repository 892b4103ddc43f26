"""Persons whose names are small words of English are found where a name stands, and the words elsewhere are not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.ask import Agent
from tests.agent.planner.asked_files import agent_of, assert_not_answered, assert_shows

_FERRY = """\
2026-05-02 08:00:11 pier-1 desk: user per logged in from 192.0.2.10
2026-05-02 08:01:12 pier-1 desk: user siv logged in from 192.0.2.11
2026-05-02 08:02:13 pier-1 desk: user may logged in from 192.0.2.12
2026-05-02 08:05:41 pier-1 desk: user siv logged out after 269 s
2026-05-02 08:06:41 pier-1 desk: user per logged out after 390 s
2026-05-02 08:08:20 pier-1 desk: user siv logged in from 192.0.2.14
2026-05-02 08:09:20 pier-1 desk: user ole logged in from 192.0.2.15
2026-05-02 08:10:20 pier-1 desk: user ole logged out after 60 s
2026-05-02 08:11:20 pier-1 desk: user an logged in from 192.0.2.16
"""
_CRANE = """\
2026-05-02 09:00:01 crane-2 cab: operator will logged in from 192.0.2.20
2026-05-02 09:01:02 crane-2 cab: operator will deleted plan p-88 of hold-3
2026-05-02 09:02:03 crane-2 cab: operator will logged out
2026-05-02 09:03:04 crane-2 cab: operator jon logged in from 192.0.2.21
2026-05-02 09:04:05 crane-2 cab: operator jon logged out
"""


@pytest.fixture(scope="module")
def ferry(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with agent_of({"ferry.log": _FERRY}, tmp_path_factory.mktemp("ferry")) as opened:
        yield opened


@pytest.fixture(scope="module")
def crane(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    with agent_of({"crane.log": _CRANE}, tmp_path_factory.mktemp("crane")) as opened:
        yield opened


def test_a_name_stands_behind_did_has_and_by(ferry: Agent) -> None:
    for text in ("Did per log out?", "Has per logged out?", "When did user Per log out?"):
        assert_shows(ferry, text, ["08:06:41"], ["08:05:41", "08:10:20"])
    assert_shows(ferry, "How many logins by may?", ["1 event"], ["5 events"])
    assert_shows(ferry, "Did an log in?", ["08:11:20"], ["08:10:20", "08:09:20"])
    assert_not_answered(ferry, "Did may log out?")


def test_the_word_stays_a_word_elsewhere(ferry: Agent) -> None:
    assert_shows(ferry, "How many logins per user?", ["siv: 2", "per: 1", "may: 1", "ole: 1", "an: 1"], [])
    assert_shows(ferry, "Which user may log in?", ["siv", "per", "may", "ole"], [])


def test_a_name_that_only_texts_say_is_found_too(crane: Agent) -> None:
    assert_shows(crane, "Did will log out?", ["09:02:03"], ["09:04:05"])
    assert_shows(crane, "What was deleted by will?", ["09:01:02"], ["09:00:01", "09:02:03"])


def test_who_logged_in_is_not_told_by_who_logged_out(crane: Agent) -> None:
    assert_shows(crane, "Did jon log in?", ["09:03:04"], ["09:04:05"])
