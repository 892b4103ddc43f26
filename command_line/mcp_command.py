"""The commands about other agents: wirelore mcp, and wirelore tokens add | remove | list."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from command_line.options import HttpHost, HttpPort, Json, Kg, Model, command_group
from command_line.running import console, print_json, settings_for

tokens_app = command_group("Manage tokens for `wirelore mcp --http`.")
TokensFile = Annotated[
    Path | None, typer.Option("--file", help="Token file. [default: KG/chat/mcp-tokens.json]")
]
Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the caller, as logged.")]


def serve_mcp(
    kg: Kg = None,
    model: Model = None,
    http: Annotated[
        bool, typer.Option("--http", help="Serve over HTTP with tokens instead of standard input.")
    ] = False,
    host: HttpHost = "127.0.0.1",
    port: HttpPort = 8001,
    allow_host: Annotated[
        list[str] | None, typer.Option(help="Additional host name to accept, e.g. lore.example:443.")
    ] = None,
    tokens: TokensFile = None,
) -> None:
    """Serve the KG to other agents (Model Context Protocol): read-only tools, lines as resources."""
    import asyncio

    from command_line.serve_chat import http_url, require_free_port, serve_http
    from mcp_server.callers import Callers, FileTokens, TokenError, read_tokens
    from mcp_server.server import WireloreServer
    from wirelore import open_kg

    settings = settings_for(kg)
    file = tokens or _tokens_path(settings.kg)
    if http:
        require_free_port(host, port)
        if not read_tokens(file):
            raise TokenError(f"{file}: no caller has a token; make one with: wirelore tokens add NAME")
    _log_to_stderr()
    with open_kg(settings.kg, model=model) as opened:
        server = WireloreServer(
            opened,
            Callers(settings.questions_per_minute if http else 0),
            host=host,
            port=port,
            tokens=FileTokens(file) if http else None,
            hosts=tuple(allow_host or ()),
        )
        if http:
            said = f"Wirelore serves agents on {http_url(host, port)}/mcp"
            asyncio.run(serve_http(server.streamable_http_app(), host, port, said))
        else:
            asyncio.run(server.run_stdio_async())


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
    from mcp_server.callers import add_token

    path = file or _tokens_path(settings_for(kg).kg)
    token = add_token(path, name, tuple(right or ("ask", "read")), days)
    if json:
        print_json({"name": name, "token": token, "file": str(path)})
    else:
        typer.echo(token)
        typer.echo(f"{name}: keep this token, it is not shown again ({path})", err=True)


@tokens_app.command("remove")
def remove(name: Name, kg: Kg = None, file: TokensFile = None) -> None:
    """Revoke a caller's token."""
    from mcp_server.callers import remove_token

    path = file or _tokens_path(settings_for(kg).kg)
    remove_token(path, name)
    console().print(f"{name}: removed ({path})", markup=False)


@tokens_app.command("list")
def list_tokens(kg: Kg = None, file: TokensFile = None, json: Json = False) -> None:
    """List callers and their rights."""
    from mcp_server.callers import read_tokens

    path = file or _tokens_path(settings_for(kg).kg)
    told = [
        {
            "name": name,
            "rights": list(kept.rights),
            "expires": datetime.fromtimestamp(kept.expires, UTC).isoformat(timespec="seconds"),
        }
        for name, kept in read_tokens(path).items()
    ]
    if json:
        print_json({"file": str(path), "tokens": told})
        return
    for one in told:
        console().print(f"{one['name']}  {', '.join(one['rights'])}  until {one['expires']}", markup=False)
    if not told:
        console().print(f"no tokens in {path}: nobody can call over HTTP", markup=False)


def _tokens_path(kg: str) -> Path:
    from chat.knowledge import chat_folder
    from mcp_server.callers import TOKENS_FILE

    return chat_folder(kg) / TOKENS_FILE


def _log_to_stderr() -> None:
    """Log calls on standard error: standard output belongs to the protocol."""
    import logging

    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    log = logging.getLogger("wirelore.mcp")
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    log.propagate = False
