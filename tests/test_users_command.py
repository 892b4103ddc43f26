"""wirelore users add | remove | list."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from command_line.users_commands import users_app
from workspace.errors import UserError
from workspace.users import check_password, read_users

PASSWORD = "a long enough one"


def run(*words: str, said: str = "") -> str:
    done = CliRunner().invoke(users_app, list(words), input=said)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == 0, done.output
    return done.output


def test_a_user_is_added_listed_and_removed(tmp_path: Path) -> None:
    kg, file = ("--kg", str(tmp_path / "kg")), tmp_path / "kg" / "chat" / "users.json"
    assert "each browser is a user of its own" in run("list", *kg)
    assert "asks for passwords from its next start on" in run(
        "add", "ann", *kg, "--password-stdin", said=f"{PASSWORD}\n"
    )
    assert "has a new password" in run("add", "ann", *kg, said=f"{PASSWORD}2\n{PASSWORD}2\n")
    assert check_password(read_users(file), "ann", f"{PASSWORD}2")
    listed = run("list", *kg)
    assert "ann" in listed
    assert "$argon2" not in listed
    run("remove", "ann", *kg)
    assert "nobody can log in" in run("list", *kg)


def test_what_cannot_be_done_is_said(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="there are: none"):
        run("remove", "ann", "--file", str(tmp_path / "users.json"))
    with pytest.raises(UserError, match="expected 10 to 1000"):
        run("add", "ann", "--file", str(tmp_path / "users.json"), "--password-stdin", said="short\n")
    assert not (tmp_path / "users.json").exists()


def test_a_password_is_on_no_command_line() -> None:
    assert json.dumps(run("add", "--help")).count("--password ") == 0
