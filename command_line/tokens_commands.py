"""The commands about tokens of other agents: wirelore tokens add | remove | list."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from command_line.options import Json, Kg, command_group
from command_line.running import console, print_json, settings_for

tokens_app = command_group("Manage tokens for `wirelore mcp --http`.")
TokensFile = Annotated[
    Path | None, typer.Option("--file", help="Token file. [default: KG/chat/mcp-tokens.json]")
]
Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the caller, as logged.")]


@tokens_app.command("add")
def add(
    name: Name,
    kg: Kg = None,
    file: TokensFile = None,
    right: Annotated[
        list[str] | None, typer.Option(help="ask, read or cypher. Repeatable. [default: ask and read]")
    ] = None,
    days: Annotated[float, typer.Option(min=0, help="Days until the token expires.")] = 90,
    json: Json = False,
) -> None:
    """Create or replace a caller's token, and print it once."""
    from workspace.users import add_token

    path = file or tokens_path(settings_for(kg).kg)
    token = add_token(path, name, tuple(right or ("ask", "read")), days)
    if json:
        print_json({"name": name, "token": token, "file": str(path)})
    else:
        typer.echo(token)
        typer.echo(f"{name}: keep this token, it is not shown again ({path})", err=True)


@tokens_app.command("remove")
def remove(name: Name, kg: Kg = None, file: TokensFile = None) -> None:
    """Revoke a caller's token."""
    from workspace.users import remove_token

    path = file or tokens_path(settings_for(kg).kg)
    remove_token(path, name)
    console().print(f"{name}: removed ({path})", markup=False)


@tokens_app.command("list")
def list_tokens(kg: Kg = None, file: TokensFile = None, json: Json = False) -> None:
    """List callers and their rights."""
    from workspace.users import read_tokens

    path = file or tokens_path(settings_for(kg).kg)
    rows = [
        {
            "name": name,
            "rights": list(kept.rights),
            "expires": datetime.fromtimestamp(kept.expires, UTC).isoformat(timespec="seconds"),
        }
        for name, kept in read_tokens(path).items()
    ]
    if json:
        print_json({"file": str(path), "tokens": rows})
        return
    for one in rows:
        console().print(f"{one['name']}  {', '.join(one['rights'])}  until {one['expires']}", markup=False)
    if not rows:
        console().print(f"no tokens in {path}: nobody can call over HTTP", markup=False)


def tokens_path(kg: str) -> Path:
    from workspace.folders import chat_folder
    from workspace.users import TOKENS_FILE

    return chat_folder(kg) / TOKENS_FILE
