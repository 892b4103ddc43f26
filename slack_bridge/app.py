"""The Slack app: its events, commands and buttons, who may use them, and its HTTP endpoint."""

from __future__ import annotations

import asyncio
import logging
import re
import shutil
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import aiohttp
from slack_bolt.adapter.starlette.async_handler import to_async_bolt_request, to_starlette_response
from slack_bolt.async_app import AsyncAck, AsyncApp, AsyncBoltContext, AsyncRespond
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_async_handlers import (
    AsyncConnectionErrorRetryHandler,
    AsyncRateLimitErrorRetryHandler,
    AsyncServerErrorRetryHandler,
)
from slack_sdk.web.async_client import AsyncWebClient
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from ingest.errors import ArchiveRefused
from ingest.files.unpack import Upload, unpack
from language_model.redact import redact_text
from settings import SettingsError
from slack_bridge.answering import Answering, post
from slack_bridge.blocks import (
    ASK,
    CYPHER,
    FEEDBACK,
    LINES,
    literal,
    modal,
    preformatted,
    rich_text,
    section,
    show_lines,
)
from slack_bridge.threads import LONGEST, SlackMessage, Threads, read_event, read_text
from workspace.errors import JobFailedError, NoDeviceError, OneVersionError, UploadRefusedError
from workspace.folders import keep_files, make_incoming
from workspace.limits import RateLimit
from workspace.load_job import LoadJob, Progressed, run_job
from workspace.show_history import BY_NAME, show_by_name
from workspace.workspace import Workspace

PATH = "/slack/events"
MOST_BODY = 1 << 20
"""Bytes of one request; Slack's own are far smaller."""
MOST_BYTES = 200 << 20
"""Of one shared file; Slack itself takes up to 1 GB."""
TIME_LIMIT_S = 300.0
UNREADABLE = (AttributeError, KeyError, TypeError, ValueError, RecursionError)
"""What Slack's library raises for a body that is no request of Slack's."""
PARTS = ("event", "view")
"""What is an object in Slack's requests, where it is there."""
PIECE = 1 << 20
MOST_REMEMBERED = 20_000
"""Messages that are known to be answered: Slack delivers an event again for about an hour."""
TRIES = 6
"""Calls of the Web API are tried so often when it is away (about half a minute) or says to wait."""
HELLO = "Ask about the configurations and logs that are loaded. Every answer names its lines."
SUGGESTED = ("Which interfaces are shut down?", "Which devices are there?", "What is wrong in this network?")
_STAMP = re.compile(r"[0-9]{1,12}")
ACTIONS = ("ask", "lines", "cypher", "upload")
Body = Mapping[str, Any]

log = logging.getLogger("wirelore.slack")


def http_app(app: AsyncApp) -> Starlette:
    """Serve an app at /slack/events. Requests without Slack's signature, or older than five minutes, are refused."""

    async def events(request: Request) -> Response:
        if not _STAMP.fullmatch(request.headers.get("x-slack-request-timestamp", "")):
            return PlainTextResponse(
                "no time in seconds", 401
            )  # Slack's own check takes any text for a number
        if not request.headers.get("x-slack-signature", "").isascii():
            return PlainTextResponse("no signature", 401)  # which that check fails on
        body = b""
        async for piece in request.stream():  # its length may not be said, and nothing is signed yet
            body += piece
            if len(body) > MOST_BODY:
                return PlainTextResponse("too large", 413)

        try:
            asked = to_async_bolt_request(request, body)
            if odd := [name for name in PARTS if not isinstance(asked.body.get(name, {}), Mapping)]:
                raise TypeError(f"no object: {odd}")
        except UNREADABLE:
            return PlainTextResponse("not a request of Slack's", 400)
        return to_starlette_response(await app.async_dispatch(asked))

    return Starlette(routes=[Route(PATH, events, methods=["POST"])])


def open_client(token: str, base_url: str = "") -> AsyncWebClient:
    """Make a client of the Web API that waits as it is told, and tries again what did not get through."""
    client = AsyncWebClient(token=token, base_url=base_url or AsyncWebClient.BASE_URL)
    client.retry_handlers = [
        AsyncRateLimitErrorRetryHandler(max_retry_count=TRIES),
        AsyncConnectionErrorRetryHandler(max_retry_count=TRIES),
        AsyncServerErrorRetryHandler(max_retry_count=TRIES),
    ]
    return client


@dataclass(frozen=True, slots=True)
class Permissions:
    """Who may do what, by Slack's ids; an empty set of teams, channels or users allows all, of uploaders nobody."""

    teams: frozenset[str] = frozenset()
    channels: frozenset[str] = frozenset()
    users: frozenset[str] = frozenset()
    uploaders: frozenset[str] = frozenset()
    actions: frozenset[str] = frozenset({"ask", "lines", "cypher"})

    def refusal(self, action: str, team: str, channel: str, user: str) -> str:
        """Say why this is not allowed; blank where it is."""
        if self.teams and team not in self.teams:
            return "I do not answer this workspace."
        if self.channels and channel not in self.channels:
            return "I am not set up for this channel."
        if self.users and user not in self.users:
            return "You are not among those whom I may answer."
        if action not in self.actions or (action == "upload" and user not in self.uploaders):
            load = action == "upload"
            return "You may not load files here." if load else f"'{action}' is switched off here."
        return ""


def read_permissions(environment: Mapping[str, str]) -> Permissions:
    """Read WIRELORE_SLACK_TEAMS, _CHANNELS, _USERS, _UPLOADERS and _ACTIONS: ids with commas between them."""

    def named(variable: str) -> frozenset[str]:
        given = environment.get(f"WIRELORE_SLACK_{variable}", "").split(",")
        return frozenset(filter(None, map(str.strip, given)))

    uploaders, actions = named("UPLOADERS"), named("ACTIONS")
    unknown = actions - set(ACTIONS)
    if unknown:
        found = ", ".join(sorted(unknown))
        raise SettingsError("WIRELORE_SLACK_ACTIONS", f"found {found}, expected some of {', '.join(ACTIONS)}")
    chosen = actions or {"ask", "lines", "cypher"} | ({"upload"} if uploaders else set())
    return Permissions(named("TEAMS"), named("CHANNELS"), named("USERS"), uploaders, frozenset(chosen))


class Bridge:
    """What the listeners share. Every message is answered once, however often it is delivered."""

    def __init__(self, workspace: Workspace, permissions: Permissions, chat_url: str = "") -> None:
        self.workspace, self.permissions = workspace, permissions
        self.threads = Threads(workspace)
        self._answering = Answering(workspace, self.threads, chat_url)
        self._pace = RateLimit(workspace.settings.questions_per_minute)
        self._seen: OrderedDict[tuple[str, str, str], asyncio.Task[str] | None] = OrderedDict()

    async def take(self, message: SlackMessage, client: AsyncWebClient) -> None:
        """Answer a message, load the files shared with it, or say why not."""
        if message.key in self._seen:
            return
        task = asyncio.create_task(self._reply(message, client))
        self._seen[message.key] = task
        while len(self._seen) > MOST_REMEMBERED:
            self._seen.popitem(last=False)
        try:
            await task
        except asyncio.CancelledError:
            log.info("the message was taken back: %s", message.ts)

    async def change(self, event: Body, team: str, bot_user: str, client: AsyncWebClient) -> None:
        """Heed an edit or a deletion: what was answered to the old text goes, and a new text is answered."""
        old = event.get("previous_message") or {}
        key = (str(old.get("team") or team), str(event.get("channel")), str(old.get("ts")))
        task = self._seen.get(key)
        new = event.get("message") if event.get("subtype") == "message_changed" else None
        if task is None or (new is not None and new.get("text") == old.get("text")):
            return
        await self._withdraw(task, key[1], client)
        if new is None:
            self._seen[key] = None
            return
        del self._seen[key]
        edited = {**new, "channel": event.get("channel"), "channel_type": event.get("channel_type")}
        message = read_event(edited, team, bot_user)
        if message is not None and message.text:
            await self.take(message, client)

    async def _withdraw(self, task: asyncio.Task[str], channel: str, client: AsyncWebClient) -> None:
        task.cancel()
        try:
            reply = await task
        except (asyncio.CancelledError, SlackApiError):
            return
        if reply:
            try:
                await client.chat_delete(channel=channel, ts=reply)
            except SlackApiError as error:
                log.info("a reply was not deleted: %s", error.response.get("error"))

    async def _reply(self, message: SlackMessage, client: AsyncWebClient) -> str:
        refusal = self._refusal(message)
        if refusal:
            return await _say(refusal, message, client)
        if message.files:
            answer = self.permissions.refusal("upload", message.team, message.channel, message.user)
            answer = answer or await _load_files(message, self.workspace, client)
            posted = await _say(answer, message, client)
            if not message.text:
                return posted
        if not message.text:
            return await _say(HELLO, message, client)
        if lines := await asyncio.to_thread(self._by_name, message.text):
            blocks = [rich_text([preformatted("\n".join(lines))])]
            return await post(client, message.channel, blocks, literal(lines[0])[:300], message.thread)
        return await self._answering.answer(message, client)

    def _by_name(self, text: str) -> list[str]:
        """Return the lines that "history r1", "diff r1 since 2d" or "timeline r1" asks for; none for a question."""
        name, _, rest = text.strip().partition(" ")
        if name.lower() not in BY_NAME or rest.rstrip().endswith("?"):
            return []
        try:
            return show_by_name(name.lower(), rest, self.workspace)
        except OneVersionError as error:
            return [str(error)]
        except (NoDeviceError, ValueError):  # "history of the link to r2" is a question
            return []

    def _refusal(self, message: SlackMessage) -> str:
        """Say why a message is not answered, and log who asked what; blank where it is."""
        refusal = self.permissions.refusal("ask", message.team, message.channel, message.user)
        wait = 0.0 if refusal else self._pace.wait_s(f"{message.team}:{message.user}", time.monotonic())
        if wait:
            refusal = f"Too many questions; try again in {max(1, round(wait))} s."
        if len(message.text) > LONGEST:
            refusal = refusal or f"That is too long: {len(message.text):,} characters, {LONGEST:,} at most."
        asked = redact_text(" ".join(message.text.split())[:500])
        who = message.team, message.channel, message.user
        log.info("team=%s channel=%s user=%s asked=%r %s", *who, asked, refusal)
        return refusal


async def _load_files(message: SlackMessage, workspace: Workspace, client: AsyncWebClient) -> str:
    """Load a message's files, and say in a sentence how that went."""
    kg = workspace.settings.kg
    incoming = await asyncio.to_thread(make_incoming, kg)
    try:
        fetched = incoming / "fetched"
        fetched.mkdir()
        uploads = [await _fetch(one, fetched / str(place), client) for place, one in enumerate(message.files)]
        unpacked = incoming / "unpacked"
        unpacked.mkdir()
        paths = tuple(one.path for one in await asyncio.to_thread(unpack, uploads, unpacked))
        job = LoadJob("load", kg, (str(unpacked),), workspace.settings.model)
        report = await run_job(job, _ignore)
        await asyncio.to_thread(keep_files, kg, unpacked, paths)
    except (ArchiveRefused, UploadRefusedError, JobFailedError, aiohttp.ClientError, OSError) as error:
        return f"Not loaded: {error}"
    finally:
        await asyncio.to_thread(shutil.rmtree, incoming, ignore_errors=True)
    passed = [f"{one['path']}: {one['reason']}" for one in report.get("passed_over", ())][:5]
    lines = f"{report['lines']:,} lines ({report['coverage']:.0%} explained)"
    loaded = f"Loaded {report['documents']} files, {lines}."
    return " ".join([loaded, "Passed over:", *passed] if passed else [loaded])


async def _fetch(file: Mapping[str, Any], place: Path, client: AsyncWebClient) -> Upload:
    """Fetch one file with our token. Raises UploadRefusedError, ClientError."""
    name, address = str(file.get("name") or "file"), str(file.get("url_private_download") or "")
    found, api = urlsplit(address), urlsplit(client.base_url)
    is_slacks = found.scheme == "https" and (found.hostname or "").endswith(".slack.com")
    if not is_slacks and found.netloc != api.netloc:  # our token goes there
        raise UploadRefusedError(name, "Slack does not give this file out")
    limit = aiohttp.ClientTimeout(total=TIME_LIMIT_S)
    headers = {"Authorization": f"Bearer {client.token}"}
    async with (
        aiohttp.ClientSession(timeout=limit) as session,
        session.get(address, headers=headers) as answer,
    ):
        answer.raise_for_status()
        size = 0
        with place.open("wb") as out:
            async for piece in answer.content.iter_chunked(PIECE):
                size += len(piece)
                if size > MOST_BYTES:
                    raise UploadRefusedError(name, f"larger than {MOST_BYTES >> 20} MB")
                out.write(piece)
    return Upload(name, place)


async def _ignore(_progress: Progressed) -> None:
    """A load tells its end only: a message for each per cent would be noise."""


def build_app(bridge: Bridge, client: AsyncWebClient, signing_secret: str = "") -> AsyncApp:
    """Make the app. Over HTTP, `signing_secret` checks who sends; Socket Mode needs none."""
    secret, checks = signing_secret or "socket mode", bool(signing_secret)
    app = AsyncApp(client=client, signing_secret=secret, request_verification_enabled=checks)
    _add_events(app, bridge)
    _add_actions(app, bridge)

    @app.command("/wirelore")
    async def command(ack: AsyncAck, body: Body, respond: AsyncRespond, client: AsyncWebClient) -> None:
        await ack()
        await _run_command(bridge, body, respond, client)

    return app


def _add_events(app: AsyncApp, bridge: Bridge) -> None:
    @app.event("app_mention")
    async def mentioned(event: Body, body: Body, context: AsyncBoltContext, client: AsyncWebClient) -> None:
        message = read_event(event, _team(body), context.bot_user_id or "")
        if message is not None:
            await bridge.take(message, client)

    @app.event("message")
    async def written(event: Body, body: Body, context: AsyncBoltContext, client: AsyncWebClient) -> None:
        if event.get("subtype") in {"message_changed", "message_deleted"}:
            await bridge.change(event, _team(body), context.bot_user_id or "", client)
            return
        message = read_event(event, _team(body), context.bot_user_id or "")
        if message is not None and message.direct:  # in channels, only what mentions us
            await bridge.take(message, client)

    @app.event("assistant_thread_started")
    async def pane_opened(event: Body, client: AsyncWebClient) -> None:
        thread = event.get("assistant_thread") or {}
        where = {"channel_id": str(thread.get("channel_id")), "thread_ts": str(thread.get("thread_ts"))}
        prompts = [{"title": text, "message": text} for text in SUGGESTED]
        await client.assistant_threads_setSuggestedPrompts(**where, prompts=prompts)

    @app.event("assistant_thread_context_changed")
    async def pane_moved() -> None:
        """Nothing depends on which channel somebody looks at."""


def _add_actions(app: AsyncApp, bridge: Bridge) -> None:
    def window(name: str, action: str, title: str, texts: Callable[[str], list[str]]) -> None:
        @app.action(name)
        async def opened(ack: AsyncAck, body: Body, client: AsyncWebClient) -> None:
            await ack()
            shown = await client.views_open(trigger_id=body["trigger_id"], view=modal(title, ["Loading ..."]))
            refusal = bridge.permissions.refusal(action, _team(body), _channel(body), body["user"]["id"])
            place = str(body["actions"][0].get("value") or "")
            found = [refusal] if refusal else await asyncio.to_thread(texts, place)
            await client.views_update(view_id=shown["view"]["id"], view=modal(title, found))

    window(LINES, "lines", "Cited lines", lambda place: [show_lines(bridge.threads.lines(place))])
    window(CYPHER, "cypher", "Cypher", bridge.threads.statements)

    @app.action(FEEDBACK)
    async def judged(ack: AsyncAck, body: Body) -> None:
        await ack()
        verdict, _, place = str(body["actions"][0].get("value") or "").partition(" ")
        user = f"slack:{_team(body)}:{body['user']['id']}"
        await asyncio.to_thread(bridge.threads.judge, place, "up" if verdict == "up" else "down", user)

    @app.action("wirelore_open")
    async def opened_elsewhere(ack: AsyncAck) -> None:
        await ack()

    @app.action(re.compile(rf"^{ASK}_\d$"))
    async def chosen(ack: AsyncAck, body: Body, client: AsyncWebClient) -> None:
        await ack()
        action, shown = body["actions"][0], body.get("message") or {}
        text = str(action.get("value") or "")
        ts = f"{shown.get('ts')}:{action.get('action_ts')}"
        thread = str(shown.get("thread_ts") or shown.get("ts"))
        place, user = (_team(body), _channel(body)), body["user"]["id"]
        await bridge.take(SlackMessage(*place, user, ts, thread, text, direct=False), client)


async def _run_command(bridge: Bridge, body: Body, respond: AsyncRespond, client: AsyncWebClient) -> None:
    """Put the question into the channel, and answer in its thread; what goes wrong is told to the person alone."""

    async def whisper(text: str) -> None:
        await respond(text=literal(text), response_type="ephemeral")

    text = read_text(str(body.get("text") or ""))
    team, channel, user = _team(body), str(body["channel_id"]), str(body["user_id"])
    refusal = bridge.permissions.refusal("ask", team, channel, user)
    if not text or refusal:
        await whisper(refusal if text else f"/wirelore QUESTION. {HELLO}")
        return
    asked = [{"type": "user", "user_id": user}, {"type": "text", "text": f" asks: {text}"}]
    block = rich_text([{"type": "rich_text_section", "elements": asked}])
    try:
        ts = await post(client, channel, [block], literal(text)[:300])
    except SlackApiError as error:
        await whisper(f"I cannot write here ({error.response.get('error')}): invite me first.")
        return
    await bridge.take(SlackMessage(team, channel, user, ts, ts, text, direct=False), client)


async def _say(text: str, message: SlackMessage, client: AsyncWebClient) -> str:
    blocks = [rich_text([section(text)])]
    return await post(client, message.channel, blocks, literal(text)[:300], message.thread)


def _team(body: Body) -> str:
    """Return the workspace; of an organisation's install (Enterprise Grid), which may name none, the organisation."""
    team = body.get("team_id") or (body.get("team") or {}).get("id")
    return str(team or body.get("enterprise_id") or (body.get("enterprise") or {}).get("id") or "")


def _channel(body: Body) -> str:
    return str((body.get("channel") or {}).get("id") or (body.get("container") or {}).get("channel_id") or "")
