"""The command `wirelore slack`: answers in Slack, over Socket Mode or HTTP."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from command_line.errors import CommandError
from command_line.options import HttpHost, HttpPort, Kg, Model
from command_line.running import opened, settings_for

if TYPE_CHECKING:
    from slack_bolt.async_app import AsyncApp
    from slack_sdk.web.async_client import AsyncWebClient

BOT_TOKEN, APP_TOKEN, SIGNING_SECRET = "SLACK_BOT_TOKEN", "SLACK_APP_TOKEN", "SLACK_SIGNING_SECRET"
API_URL = "SLACK_API_URL"
"""Another address of the Web API, for GovSlack and for tests."""


class SlackSetUpError(CommandError):
    """A token or secret is missing; the message names it."""


def serve_slack(
    kg: Kg = None,
    model: Model = None,
    http: Annotated[
        bool, typer.Option("--http", help="Receive events over HTTP at /slack/events instead of Socket Mode.")
    ] = False,
    host: HttpHost = "127.0.0.1",
    port: HttpPort = 3000,
    chat_url: Annotated[
        str,
        typer.Option(
            help="URL of the browser chat, for the button under answers.", envvar="WIRELORE_CHAT_URL"
        ),
    ] = "",
    digest: Annotated[
        str, typer.Option(help="Post the most severe findings every day at this time, e.g. 08:00.")
    ] = "",
    digest_channel: Annotated[str, typer.Option(help="ID of the channel to post to, e.g. C0123ABCD.")] = "",
) -> None:
    """Answer questions in Slack until Ctrl-C.

    Reads tokens from SLACK_BOT_TOKEN and SLACK_APP_TOKEN or SLACK_SIGNING_SECRET.
    """
    import asyncio
    import logging

    from command_line.serve_chat import http_url, require_free_port, serve_http

    settings = settings_for(kg, model)
    _check_digest(digest, digest_channel)
    token, secret = _named(BOT_TOKEN), _named(SIGNING_SECRET if http else APP_TOKEN)
    if http:
        require_free_port(host, port)
    with opened(settings):
        pass  # what is wrong with the KG is said before Slack is told that somebody is there
    logging.basicConfig(level=logging.INFO, stream=sys.stderr, format="%(asctime)s %(name)s %(message)s")
    for name in ("slack_bolt", "slack_sdk", "httpx"):
        logging.getLogger(name).setLevel(logging.WARNING)

    async def serve() -> None:
        from chat.knowledge import Knowledge
        from slack_bridge.app import Bridge, build_app, http_app, open_client, read_permissions
        from slack_bridge.digest import post_daily

        client = open_client(token, os.environ.get(API_URL, ""))
        knowledge = Knowledge(settings)
        bridge = Bridge(knowledge, read_permissions(os.environ), chat_url)
        app = build_app(bridge, client, secret if http else "")
        daily = asyncio.create_task(post_daily(digest, digest_channel, knowledge, client)) if digest else None
        try:
            if http:
                said = f"Wirelore takes Slack's events on {http_url(host, port)}/slack/events"
                await serve_http(http_app(app), host, port, said)
            else:
                await _serve_socket(app, secret, client)
        finally:
            if daily:
                daily.cancel()
            knowledge.close()

    asyncio.run(serve())


async def _serve_socket(app: AsyncApp, app_token: str, client: AsyncWebClient) -> None:
    import asyncio
    import signal

    from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler

    handler = AsyncSocketModeHandler(app, app_token, web_client=client)
    stopped = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stopped.set)
    await handler.connect_async()  # type: ignore[no-untyped-call]
    sys.stderr.write("Wirelore answers in Slack (Ctrl-C stops it)\n")
    try:
        await stopped.wait()
    finally:
        await handler.close_async()  # type: ignore[no-untyped-call]


def _check_digest(at: str, channel: str) -> None:
    from slack_bridge.digest import read_time

    if bool(at) != bool(channel):
        raise SlackSetUpError("--digest and --digest-channel belong together")
    if at:
        try:
            read_time(at)
        except ValueError as error:
            raise SlackSetUpError(f"--digest: {error}") from error


def _named(variable: str) -> str:
    value = os.environ.get(variable, "")
    if not value:
        raise SlackSetUpError(f"{variable} is not set; docs/slack.md says where Slack shows it")
    return value
