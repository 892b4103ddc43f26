"""Who may use the chat: users and their passwords, proxies, providers, browsers; how often, and what is guarded."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from chat.errors import HistoryUrlError
from chat.history.tables import decode, encode, history_url, like_pattern
from workspace.users import KeptUser
from workspace.ways_in import (
    Door,
    LoginWay,
    SessionLogin,
    browser_name,
    choose_ways,
    is_invited,
    is_never_served,
    needs_login,
    read_cookie,
)

USERS = {"ann": KeptUser("x", 1000.5)}


COOKIES = f"a=b; wirelore_browser={'t' * 43}"
DOORS: dict[str, tuple[tuple[LoginWay, ...], SessionLogin, str, str, bool]] = {
    "a user with a password": (("password",), SessionLogin("ann", "password", 2000), "", "", True),
    "a removed user": (("password",), SessionLogin("bob", "password", 2000), "", "", False),
    "a way that is closed now": (
        ("password",),
        SessionLogin("browser-x", "browser", 2000),
        "",
        COOKIES,
        False,
    ),
    "whom the proxy names": (("header",), SessionLogin("ann", "header", 2000), "ann", "", True),
    "whom the proxy names no more": (("header",), SessionLogin("ann", "header", 2000), "bob", "", False),
    "an invited user of a provider": (
        ("oauth",),
        SessionLogin("github:a@b.example", "oauth", 2000),
        "",
        "",
        True,
    ),
    "one who is not invited": (("oauth",), SessionLogin("github:a@c.example", "oauth", 2000), "", "", False),
    "the same browser": (
        ("browser",),
        SessionLogin(browser_name(COOKIES), "browser", 2000),
        "",
        COOKIES,
        True,
    ),
    "another browser": (("browser",), SessionLogin("browser-x", "browser", 2000), "", COOKIES, False),
    "an unknown way": (("browser",), SessionLogin("", "", 2000), "", "", False),
    "who logged out since": (("header",), SessionLogin("eve", "header", 2000), "eve", "", False),
    "who logged out before": (("header",), SessionLogin("eve", "header", 2001), "eve", "", True),
}


@pytest.mark.parametrize(("ways", "login", "named", "cookies", "expected"), DOORS.values(), ids=DOORS)
def test_a_login_counts(
    ways: tuple[LoginWay, ...], login: SessionLogin, named: str, cookies: str, expected: bool
) -> None:
    assert Door(ways, USERS, ("*@b.example",), {"eve": 2000.9}).still_open(login, named, cookies) is expected


WAYS: dict[str, tuple[bool, str, bool, tuple[LoginWay, ...]]] = {
    "nothing is set": (False, "", False, ("browser",)),
    "a file of users": (True, "", False, ("password",)),
    "a file of users and a provider": (True, "", True, ("password", "oauth")),
    "a proxy": (False, "X-User", False, ("header",)),
}


@pytest.mark.parametrize(("users_file", "header", "oauth", "expected"), WAYS.values(), ids=WAYS)
def test_choose_ways(users_file: bool, header: str, oauth: bool, expected: tuple[LoginWay, ...]) -> None:
    assert choose_ways(users_file, header, oauth) == expected


def test_a_browser_is_named_by_a_long_cookie_only() -> None:
    assert browser_name(COOKIES).startswith("browser-")
    assert "ttt" not in browser_name(COOKIES)
    assert [browser_name(said) for said in ("", "wirelore_browser=short", "=;;=")] == [""] * 3
    assert read_cookie("a=1; b=2", "b") == "2"


def test_invitations_are_patterns_and_none_is_nobody() -> None:
    assert is_invited("Ann@B.example", ["*@b.example"])
    assert not is_invited("ann@b.example", [])


PATHS = {
    "the page": ("/", False, False),
    "its words": ("/project/translations", False, False),
    "a file of a session": ("/project/file/x", True, False),
    "conversations": ("/project/threads", True, False),
    "an element": ("/wirelore/elements/a/b", True, False),
    "a shared conversation": ("/project/share/x", True, True),
    "a new session for an old one": ("/auth/jwt", False, True),
    "the interface's description": ("/openapi.json", False, True),
    "its pages": ("/docs/oauth2-redirect", False, True),
    "a name with NUL": ("/public/\0", False, True),
    "elements of a browser's own making": ("/project/element", True, True),
}


@pytest.mark.parametrize(("path", "guarded", "never"), PATHS.values(), ids=PATHS)
def test_what_is_guarded(path: str, guarded: bool, never: bool) -> None:
    assert (needs_login(path), is_never_served(path)) == (guarded, never)


URLS = {
    "nothing said is a file": ("", "sqlite+aiosqlite:////kg/history.sqlite"),
    "PostgreSQL": ("postgresql://u:p@h/d", "postgresql+asyncpg://u:p@h/d"),
    "its short name": ("postgres://h/d", "postgresql+asyncpg://h/d"),
    "another file": ("sqlite:///x.db", "sqlite+aiosqlite:///x.db"),
}


@pytest.mark.parametrize(("said", "expected"), URLS.values(), ids=URLS)
def test_history_url(said: str, expected: str) -> None:
    assert history_url(said, Path("/kg/history.sqlite")) == expected


def test_an_unknown_database_is_named_without_its_password() -> None:
    with pytest.raises(HistoryUrlError) as raised:
        history_url("mysql://me:secret@host/db", Path("x"))
    assert "mysql" in str(raised.value)
    assert "secret" not in str(raised.value)


def test_values_come_back_as_they_went_in() -> None:
    for value in ([1], {"a": None}, 3, None):
        assert decode(encode(value), None) == value
    assert decode("no json", {}) == {}
    assert json.loads(encode(["a"])) == ["a"]
    assert like_pattern("50%_\\") == "%50\\%\\_\\\\%"
