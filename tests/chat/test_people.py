"""Who may use the chat: users and their passwords, proxies, providers, browsers; how often, and what is guarded."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from chat.errors import HistoryUrlError, UserError, UsersFileError
from chat.history.tables import decode, encode, history_url, like_pattern
from chat.people.rate_limit import RateLimit
from chat.people.users_file import KeptUser, add_user, check_password, is_current, read_users, remove_user
from chat.people.ways_in import (
    Door,
    SessionLogin,
    Way,
    browser_name,
    choose_ways,
    is_invited,
    is_never_served,
    needs_login,
    read_cookie,
)

PASSWORD = "correct horse battery"


def test_a_user_is_added_checked_changed_and_removed(tmp_path: Path) -> None:
    path = tmp_path / "kg" / "users.json"
    assert read_users(path) == {}
    assert add_user(path, "ann", PASSWORD) is True
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    users = read_users(path)
    assert PASSWORD not in path.read_text("utf-8")
    assert users["ann"].password.startswith("$argon2id$")
    assert [
        check_password(users, name, said)
        for name, said in (("ann", PASSWORD), ("ann", "x"), ("bob", PASSWORD))
    ] == [
        True,
        False,
        False,
    ]
    assert add_user(path, "ann", "another password") is False
    assert not check_password(read_users(path), "ann", PASSWORD)
    remove_user(path, "ann")
    assert read_users(path) == {}
    assert path.is_file()


REFUSED = {
    "a short password": ("ann", "short", "5 characters; expected 10 to 1000"),
    "a name with a blank": ("ann b", PASSWORD, "expected letters"),
    "a name of a path": ("../ann", PASSWORD, "expected letters"),
    "no name": ("", PASSWORD, "expected letters"),
}


@pytest.mark.parametrize(("name", "password", "expected"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_user(tmp_path: Path, name: str, password: str, expected: str) -> None:
    with pytest.raises(UserError, match=expected):
        add_user(tmp_path / "users.json", name, password)


def test_who_is_not_there_cannot_be_removed(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="is not there; there are: none"):
        remove_user(tmp_path / "users.json", "ann")


DAMAGED = {"no JSON": "{", "another schema": '{"schema": 9, "users": {}}', "a list": "[]"}


@pytest.mark.parametrize("text", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_lets_nobody_in(tmp_path: Path, text: str) -> None:
    path = tmp_path / "users.json"
    path.write_text(text, "utf-8")
    with pytest.raises(UsersFileError):
        read_users(path)


USERS = {"ann": KeptUser("x", 1000.5)}
SINCE = {
    "a login counts": ("ann", 1001.0, True),
    "a login in the second of the change does not": ("ann", 1000.0, False),
    "a login before a new password does not": ("ann", 999.0, False),
    "a removed user's does not": ("bob", 2000.0, False),
}


@pytest.mark.parametrize(("name", "since", "expected"), SINCE.values(), ids=SINCE)
def test_is_current(name: str, since: float, expected: bool) -> None:
    assert is_current(USERS, name, since) is expected


COOKIES = f"a=b; wirelore_browser={'t' * 43}"
DOORS: dict[str, tuple[tuple[Way, ...], SessionLogin, str, str, bool]] = {
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
    ways: tuple[Way, ...], login: SessionLogin, named: str, cookies: str, expected: bool
) -> None:
    assert Door(ways, USERS, ("*@b.example",), {"eve": 2000.9}).still_open(login, named, cookies) is expected


WAYS: dict[str, tuple[bool, str, bool, tuple[Way, ...]]] = {
    "nothing is set": (False, "", False, ("browser",)),
    "a file of users": (True, "", False, ("password",)),
    "a file of users and a provider": (True, "", True, ("password", "oauth")),
    "a proxy": (False, "X-User", False, ("header",)),
}


@pytest.mark.parametrize(("users_file", "header", "oauth", "expected"), WAYS.values(), ids=WAYS)
def test_choose_ways(users_file: bool, header: str, oauth: bool, expected: tuple[Way, ...]) -> None:
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
    "elements of a browser's own making": ("/project/element", True, True),
}


@pytest.mark.parametrize(("path", "guarded", "never"), PATHS.values(), ids=PATHS)
def test_what_is_guarded(path: str, guarded: bool, never: bool) -> None:
    assert (needs_login(path), is_never_served(path)) == (guarded, never)


def test_a_window_of_a_minute() -> None:
    limit = RateLimit(2, 60)
    assert [limit.wait_s("ann", now) for now in (0, 10, 20, 60, 61)] == [0, 0, 40, 0, 9]
    assert limit.wait_s("bob", 20) == 0
    assert RateLimit(0).wait_s("ann", 0) == 0


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
