"""The commands about users of the chat: wirelore users add | remove | list."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from command_line.options import Json, Kg, command_group
from command_line.running import console, print_json, settings_for

users_app = command_group("Manage chat users. With a users file, the chat requires a login.")
UsersFile = Annotated[
    Path | None,
    typer.Option("--file", help="Users file. [default: KG/chat/users.json, or WIRELORE_USERS_FILE]"),
]
Name = Annotated[str, typer.Argument(metavar="NAME", help="User name.")]


@users_app.command("add")
def add(
    name: Name,
    kg: Kg = None,
    file: UsersFile = None,
    password_stdin: Annotated[
        bool, typer.Option("--password-stdin", help="Read the password from standard input.")
    ] = False,
) -> None:
    """Add a user or change a password; existing sessions of that user end."""
    from workspace.users import add_user

    path = _path(kg, file)
    first = not path.exists()
    if password_stdin:
        password = sys.stdin.readline().rstrip("\r\n")
    else:
        password = typer.prompt("Password", hide_input=True, confirmation_prompt=True)
    done = "added" if add_user(path, name, password) else "has a new password"
    console().print(f"{name}: {done} ({path})", markup=False)
    if first:
        console().print("A chat that is running asks for passwords from its next start on.")


@users_app.command("remove")
def remove(name: Name, kg: Kg = None, file: UsersFile = None) -> None:
    """Remove a user and log them out. Conversations stay: see `wirelore conversations delete`."""
    from workspace.users import remove_user

    path = _path(kg, file)
    remove_user(path, name)
    console().print(f"{name}: removed ({path})", markup=False)


@users_app.command("list")
def list_users(kg: Kg = None, file: UsersFile = None, json: Json = False) -> None:
    """List users."""
    from workspace.users import read_users

    path = _path(kg, file)
    rows = [
        {"name": name, "changed": datetime.fromtimestamp(user.changed, UTC).isoformat(timespec="seconds")}
        for name, user in read_users(path).items()
    ]
    if json:
        print_json({"file": str(path), "users": rows})
        return
    for one in rows:
        console().print(f"{one['name']}  (password of {one['changed']})", markup=False)
    if not rows:
        nobody, anybody = "nobody can log in", "no login is asked, each browser is a user of its own"
        console().print(f"no users in {path}: {nobody if path.exists() else anybody}", markup=False)


def _path(kg: str | None, file: Path | None) -> Path:
    from workspace.folders import users_path

    return file or users_path(settings_for(kg))
