"""Serves a KG in Slack, over Socket Mode or HTTP."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Awaitable, Callable

from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient
from starlette.applications import Starlette

from settings import Settings
from slack_bridge.app import Bridge, build_app, http_app, open_client, read_permissions
from slack_bridge.digest import post_daily, read_time
from workspace.errors import WorkspaceError
from workspace.workspace import SOON, Workspace

BOT_TOKEN, APP_TOKEN, SIGNING_SECRET = "SLACK_BOT_TOKEN", "SLACK_APP_TOKEN", "SLACK_SIGNING_SECRET"
API_URL = "SLACK_API_URL"
"""Another address of the Web API, for GovSlack and for tests."""


class SlackSetUpError(WorkspaceError):
    """A token or secret is missing; the message names it."""


ServeHttp = Callable[[Starlette], Awaitable[None]]


def serve_slack(
    settings: Settings,
    *,
    serve_http: ServeHttp | None = None,
    chat_url: str = "",
    digest_at: str = "",
    digest_channel: str = "",
) -> None:
    """Answer until Ctrl-C: over HTTP with `serve_http`, over Socket Mode without it.

    `digest_at` ("08:00") posts the most severe findings once a day. Reads tokens from the environment.
    Raises SlackSetUpError.
    """
    _check_digest(digest_at, digest_channel)
    token, secret = _named(BOT_TOKEN), _named(SIGNING_SECRET if serve_http else APP_TOKEN)
    logging.basicConfig(level=logging.INFO, stream=sys.stderr, format="%(asctime)s %(name)s %(message)s")
    for name in ("slack_bolt", "slack_sdk", "httpx"):
        logging.getLogger(name).setLevel(logging.WARNING)

    async def serve() -> None:
        client = open_client(token, os.environ.get(API_URL, ""))
        workspace = Workspace(settings, tries=SOON)
        await asyncio.to_thread(
            workspace.graph
        )  # what is wrong with the KG is known before Slack is connected
        bridge = Bridge(workspace, read_permissions(os.environ), chat_url)
        app = build_app(bridge, client, "" if serve_http is None else secret)
        posting = post_daily(digest_at, digest_channel, workspace, client)
        daily = asyncio.create_task(posting) if digest_at else None
        try:
            if serve_http is None:
                await _serve_socket(app, secret, client)
            else:
                await serve_http(http_app(app))
        finally:
            if daily:
                daily.cancel()
            workspace.close()

    asyncio.run(serve())


async def _serve_socket(app: AsyncApp, app_token: str, client: AsyncWebClient) -> None:
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
