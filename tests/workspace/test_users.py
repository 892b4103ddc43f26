"""The file of users, and their passwords."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from workspace.errors import UserError, UsersFileError
from workspace.users import KeptUser, add_user, check_password, is_current, read_users, remove_user

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
