"""Slack, end to end against a Web API and a websocket that run here: nothing lost, nothing doubled, nothing pings."""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp, AsyncBoltRequest
from slack_sdk.signature import SignatureVerifier
from starlette.testclient import TestClient

from agent.records import Answer
from conversations.conversation_file import read_conversation
from conversations.keep_turn import conversations_folder
from conversations.keeper import find_conversation
from settings import Settings
from slack_bridge.app import PATH, Bridge, Permissions, build_app, http_app, open_client
from slack_bridge.blocks import show_answer
from slack_bridge.digest import post_digest, read_time, seconds_until
from slack_bridge.threads import read_text
from tests.slack_bridge.mock_slack import BOT, BOT_USER, TEAM, MockSlack
from workspace.load_job import is_busy
from workspace.users import conversation_link
from workspace.workspace import Workspace

QUESTION = "Which interfaces are shut down?"
_TS = itertools.count(1)
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")


def new_ts() -> str:
    return f"1762000000.{next(_TS):06}"


def message(text: str = f"<@{BOT_USER}> {QUESTION}", **more: Any) -> dict[str, Any]:
    return {
        "type": "app_mention",
        "user": "U0000ANN1",
        "channel": "C0000NET1",
        "ts": new_ts(),
        "team": TEAM,
        "text": text,
        **more,
    }


def direct(text: str = QUESTION, **more: Any) -> dict[str, Any]:
    return message(text, **{"type": "message", "channel": "D0000ANN1", "channel_type": "im", **more})


def payload(event: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "token": "x",
        "team_id": TEAM,
        "api_app_id": "A00000001",
        "event": event,
        "type": "event_callback",
        "event_id": f"Ev{event.get('ts', '')}",
        "event_time": 1762000000,
        "authorizations": [{"team_id": TEAM, "user_id": BOT_USER, "is_bot": True}],
        **more,
    }


def make_app(
    slack: MockSlack, workspace: Workspace, permissions: Permissions | None = None, chat_url: str = ""
) -> AsyncApp:
    bridge = Bridge(workspace, permissions or Permissions(), chat_url)
    return build_app(bridge, open_client("xoxb-test", slack.api))


async def deliver(app: AsyncApp, body: Mapping[str, Any]) -> float:
    """Deliver a payload as Socket Mode does, and return the seconds until it was acknowledged."""
    begun = time.monotonic()
    answer = await app.async_dispatch(AsyncBoltRequest(mode="socket_mode", body=dict(body)))
    assert answer.status == 200
    return time.monotonic() - begun


async def settle(slack: MockSlack, answers: int, within_s: float = 60.0) -> None:
    """Wait until so many answers are there, and a little longer for those that should not come."""
    end = time.monotonic() + within_s
    while len(slack.answers()) < answers and time.monotonic() < end:
        await asyncio.sleep(0.02)
    await asyncio.sleep(0.3)
    assert len(slack.answers()) == answers


def texts(blocks: Any) -> list[str]:
    """Collect all texts in blocks, each with its element's type before it."""
    if isinstance(blocks, dict):
        own = [f"{blocks.get('type')}: {blocks['text']}"] if isinstance(blocks.get("text"), str) else []
        return own + [one for value in blocks.values() for one in texts(value)]
    return [one for each in blocks for one in texts(each)] if isinstance(blocks, list) else []


def shared(event: dict[str, Any]) -> dict[str, Any]:
    return payload(event, is_ext_shared_channel=True, context_team_id="T0000OTHR")


ANSWERED: dict[str, dict[str, Any]] = {
    "a mention in a channel": payload(message()),
    "a mention in a thread": payload(message(thread_ts="1761000000.000100", parent_user_id="U0000BOB1")),
    "a mention at the end": payload(message(f"{QUESTION} <@{BOT_USER}>")),
    "a mention with a label": payload(message(f"<@{BOT_USER}|wirelore> {QUESTION}")),
    "a mention among other people": payload(message(f"<@U0000BOB1> <@{BOT_USER}> {QUESTION}")),
    "a mention with blocks": payload(message(blocks=[{"type": "rich_text", "elements": []}])),
    "a mention in a private channel": payload(message(channel="G0000SEC1", channel_type="group")),
    "a mention in a group of people": payload(message(channel="G0000MPI1", channel_type="mpim")),
    "a mention in a shared channel": shared(
        message(user="U000ALIEN", user_team="T0000OTHR", team="T0000OTHR")
    ),
    "a mention in an organisation": payload(message(user="W0000ANN1"), enterprise_id="E00000001"),
    "a mention from an organisation's install": payload(
        message(user="W0000ANN1"), team_id=None, enterprise_id="E00000001", is_enterprise_install=True
    ),
    "a direct message": payload(direct()),
    "a direct message in a thread": payload(direct(thread_ts="1761000000.000200")),
    "a message in the assistant pane": payload(
        direct(thread_ts="1761000000.000300", assistant_thread={"action_token": "1"})
    ),
    "a direct message with a mention": payload(direct(f"<@{BOT_USER}> {QUESTION}")),
    "a message also sent to the channel": payload(
        direct(subtype="thread_broadcast", thread_ts="1761000000.000400")
    ),
    "escaped signs": payload(direct("Which interfaces have &lt;description&gt; to r1 &amp; are up?")),
    "typographic quotes": payload(direct("Which interface has description \u201cto r2\u201d?")),
    "a link": payload(direct("Which interface has <http://r2.example|r2.example>?")),
    "a channel's name": payload(direct("Was <#C0000NET1|network> mentioned?")),
    "a call to all": payload(direct("<!here> which interfaces are shut down?")),
    "code": payload(direct("`Gi0/2` on r1?")),
    "several lines": payload(direct("Which interfaces\nare shut down?")),
    "nothing but the mention": payload(message(f"<@{BOT_USER}>")),
    "a huge paste": payload(direct("interface Gi0/1 " * 2000)),
    "another script": payload(direct("\u54ea\u4e9b\u63a5\u53e3\u5173\u95ed\u4e86\uff1f")),
}
PASSED_OVER: dict[str, dict[str, Any]] = {
    "a message in a channel without a mention": payload(
        message(QUESTION, type="message", channel_type="channel")
    ),
    "a message in a thread without a mention": payload(
        message("thanks", type="message", channel_type="channel", thread_ts="1761000000.000500")
    ),
    "a bot's message": payload(direct(subtype="bot_message", bot_id="B0000OTHR", user=None)),
    "a bot that writes as a user": payload(direct(bot_id="B0000OTHR", app_id="A0000OTHR")),
    "our own message": payload(direct(user=BOT_USER, bot_id=BOT)),
    "our own message without its mark": payload(direct(user=BOT_USER)),
    "Slackbot": payload(direct(user="USLACKBOT")),
    "a workflow that mentions us": payload(message(bot_id="B0000WFLW", subtype="bot_message")),
    "somebody joins": payload(message("<@U0000BOB1> has joined", type="message", subtype="channel_join")),
    "somebody leaves": payload(message("left", type="message", subtype="channel_leave")),
    "a new topic": payload(message("topic", type="message", subtype="channel_topic")),
    "a pinned message": payload(message("pinned", type="message", subtype="pinned_item")),
    "a reminder": payload(direct("reminder", subtype="reminder_add")),
    "an edit of a message that nobody answered": payload(
        {
            "type": "message",
            "subtype": "message_changed",
            "channel": "D0000ANN1",
            "channel_type": "im",
            "ts": new_ts(),
            "message": direct("new", ts="1700000000.000001"),
            "previous_message": direct("old", ts="1700000000.000001"),
        }
    ),
    "a deletion of a message that nobody answered": payload(
        {
            "type": "message",
            "subtype": "message_deleted",
            "channel": "D0000ANN1",
            "channel_type": "im",
            "ts": new_ts(),
            "previous_message": direct("old", ts="1700000000.000002"),
        }
    ),
    "a thread's count of replies": payload(direct(subtype="message_replied")),
}


async def test_every_kind_of_message_is_answered_once_or_passed_over(
    slack: MockSlack, workspace: Workspace
) -> None:
    assert len(ANSWERED) + len(PASSED_OVER) >= 40
    app = make_app(slack, workspace)
    for body in [*ANSWERED.values(), *PASSED_OVER.values()]:
        await deliver(app, body)
    await settle(slack, len(ANSWERED))


async def test_an_answer_stands_in_its_thread_with_its_lines(slack: MockSlack, workspace: Workspace) -> None:
    event = message()
    await deliver(make_app(slack, workspace), payload(event))
    await settle(slack, 1)
    begun, ended = slack.of("chat.startStream")[0], slack.of("chat.stopStream")[0]
    assert begun.told["thread_ts"] == event["ts"]
    assert (begun.told["recipient_user_id"], begun.told["recipient_team_id"]) == ("U0000ANN1", TEAM)
    assert {chunk["type"] for chunk in begun.told["chunks"]} == {"task_update"}
    shown = "\n".join(texts(ended.told["blocks"]))
    assert "Gi0/2" in shown
    assert "[1]" in shown
    assert "r1.cfg:" in shown
    assert {chunk["status"] for chunk in ended.told["chunks"]} == {"complete"}


BY_NAME = {
    "loads of a device": ("history r1", "r1.cfg  first load"),
    "a device with one version": ("diff r1", "only one version of r1 was loaded"),
    "what happened": ("timeline r1 from 2000-01-01", "r1, 20"),
}


@pytest.mark.parametrize(("text", "expected"), BY_NAME.values(), ids=BY_NAME)
async def test_what_is_named_is_shown(
    slack: MockSlack, workspace: Workspace, text: str, expected: str
) -> None:
    app = make_app(slack, workspace)
    await deliver(app, payload(message(f"<@{BOT_USER}> {text}")))
    await settle(slack, 1)
    assert expected in str(slack.of("chat.postMessage")[0].told)


async def test_a_repeated_event_is_answered_once(slack: MockSlack, workspace: Workspace) -> None:
    app, event = make_app(slack, workspace), direct(f"<@{BOT_USER}> {QUESTION}")
    for body in (payload(event), payload(event), payload({**event, "type": "app_mention"})):
        await deliver(app, body)
    await settle(slack, 1)


async def test_a_thread_is_one_conversation_also_after_a_restart(
    slack: MockSlack, workspace: Workspace, small_kg: Path
) -> None:
    root = direct("Which interfaces are shut down on r1?")
    await deliver(make_app(slack, workspace), payload(root))
    await settle(slack, 1)
    await deliver(make_app(slack, workspace), payload(direct("and on r2?", thread_ts=root["ts"])))
    await settle(slack, 2)
    kept = [read_conversation(path) for path in conversations_folder(str(small_kg)).glob("slack-*.jsonl")]
    (two,) = [one for one in kept if len(one.turns) == 2]
    assert two.heading.door == "slack"
    assert [turn.history for turn in two.turns] == [0, 1]
    assert two.heading.user == f"slack:{TEAM}:U0000ANN1"


async def test_the_button_leads_to_the_same_conversation(
    slack: MockSlack, workspace: Workspace, small_kg: Path
) -> None:
    event = message()
    await deliver(make_app(slack, workspace, chat_url="https://chat.example"), payload(event))
    await settle(slack, 1)
    blocks = slack.of("chat.stopStream")[0].told["blocks"]
    (url,) = [each["url"] for block in blocks for each in block.get("elements", ()) if "url" in each]
    name = url.removeprefix("https://chat.example/conversations/").partition("?key=")[0]
    assert url == conversation_link("https://chat.example", str(small_kg), name)
    kept = find_conversation(str(small_kg), name)
    assert kept is not None
    assert len(kept.turns) == 1


async def test_data_comes_out_literally_and_pings_nobody(
    slack: MockSlack, tmp_path: Path, small_files: Path
) -> None:
    import wirelore

    names = "as2_to_as1 *bold* <!here> <@U0000BOB1> @channel & `x` ~y~"
    config = f"hostname r9\n!\ninterface Gi0/9\n description {names}\n shutdown\n!\n"
    (tmp_path / "r9.cfg").write_text(config)
    with wirelore.open_kg(tmp_path / "kg", create=True) as opened:
        opened.ingest(tmp_path / "r9.cfg")
        workspace = Workspace(Settings(kg=str(tmp_path / "kg")))
        await deliver(make_app(slack, workspace), payload(direct("What is the description of Gi0/9 on r9?")))
        await settle(slack, 1)
        workspace.close()
    (ended,) = slack.answers()
    blocks = ended.told["blocks"]
    assert any(names in one for one in texts(blocks))
    assert {one.partition(":")[0] for one in texts(blocks) if names in one} <= {"text", "raw_text"}
    assert "mrkdwn" not in json.dumps(blocks)
    for post in slack.of("chat.postMessage"):
        assert post.told["parse"] == "none"
        assert "<!here>" not in str(post.told["text"])


def test_marks_of_direction_are_shown_as_escapes() -> None:
    shown = show_answer(Answer("On r\u202e9\x07.", "answered"), "")
    assert (texts(shown.blocks), shown.fallback) == (["text: On r\\u202e9\\x07."], "On r\\u202e9\\x07.")


async def test_secrets_are_masked(slack: MockSlack, workspace: Workspace) -> None:
    await deliver(make_app(slack, workspace), payload(direct("snmp-server community on r1?")))
    await settle(slack, 1)
    assert "n0tPublic" not in json.dumps([call.told for call in slack.calls])


async def test_buttons_show_lines_and_statements_and_keep_thumbs(
    slack: MockSlack, workspace: Workspace, small_kg: Path
) -> None:
    app = make_app(slack, workspace)
    await deliver(app, payload(direct("Which interfaces are shut down on r2?")))
    await settle(slack, 1)
    blocks = slack.answers()[0].told["blocks"]
    buttons = {
        one["action_id"]: one["value"]
        for block in blocks
        for one in block.get("elements", [])
        if "value" in one
    }
    thumbs = next(block["elements"][0] for block in blocks if block["type"] == "context_actions")
    for name in ("wirelore_lines", "wirelore_cypher"):
        await deliver(app, action(name, buttons[name]))
    await deliver(app, action(thumbs["action_id"], thumbs["negative_button"]["value"]))
    end = time.monotonic() + 20
    while len(slack.of("views.update")) < 2 and time.monotonic() < end:
        await asyncio.sleep(0.05)
    await asyncio.sleep(0.3)
    windows = {
        one.told["view"]["title"]["text"]: "\n".join(texts(one.told["view"]))
        for one in slack.of("views.update")
    }
    assert "interface Gi0/2" in windows["Cited lines"]
    assert "MATCH" in windows["Cypher"]
    name = buttons["wirelore_lines"].split()[0]
    judged = read_conversation(conversations_folder(str(small_kg)) / f"{name}.jsonl").feedback
    assert [(one.verdict, one.user) for one in judged] == [("down", f"slack:{TEAM}:U0000ANN1")]


def action(name: str, value: str) -> dict[str, Any]:
    return {
        "type": "block_actions",
        "team": {"id": TEAM},
        "user": {"id": "U0000ANN1"},
        "channel": {"id": "D0000ANN1"},
        "container": {"type": "message", "channel_id": "D0000ANN1"},
        "trigger_id": "1.2.3",
        "api_app_id": "A00000001",
        "token": "x",
        "message": {"ts": "1700000000.000001"},
        "actions": [
            {"type": "button", "action_id": name, "block_id": "b", "value": value, "action_ts": new_ts()}
        ],
    }


async def test_edits_and_deletions_are_heeded(slack: MockSlack, workspace: Workspace) -> None:
    app, event = make_app(slack, workspace), direct("Which devices are there?")
    await deliver(app, payload(event))
    await settle(slack, 1)
    edited = {**event, "text": QUESTION}
    change = {"type": "message", "channel": event["channel"], "channel_type": "im", "ts": new_ts()}
    await deliver(
        app,
        payload({**change, "subtype": "message_changed", "message": edited, "previous_message": event}),
    )
    await settle(slack, 2)
    assert len(slack.of("chat.delete")) == 1
    await deliver(app, payload({**change, "subtype": "message_deleted", "previous_message": edited}))
    await settle(slack, 2)
    assert len(slack.of("chat.delete")) == 2


REFUSED = {
    "another channel": (Permissions(channels=frozenset({"C9"})), "not set up for this channel"),
    "another user": (Permissions(users=frozenset({"U9"})), "not among those"),
    "another workspace": (Permissions(teams=frozenset({"T9"})), "this workspace"),
    "asking is switched off": (Permissions(actions=frozenset({"lines"})), "'ask' is switched off"),
}


@pytest.mark.parametrize(("permissions", "reason"), REFUSED.values(), ids=REFUSED)
async def test_who_may_not_ask_is_told_why(
    slack: MockSlack, workspace: Workspace, permissions: Permissions, reason: str
) -> None:
    await deliver(make_app(slack, workspace, permissions), payload(message()))
    await settle(slack, 1)
    assert any(reason in one for one in texts(slack.answers()[0].told["blocks"]))


async def test_files_are_loaded_for_those_who_may(
    slack: MockSlack, tmp_path: Path, small_files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import wirelore

    with wirelore.open_kg(tmp_path / "kg", create=True) as opened:
        opened.ingest(small_files / "r1.cfg")
        slack.files["r7.cfg"] = (small_files / "r1.cfg").read_bytes().replace(b"r1", b"r7")
        told = {"name": "r7.cfg", "url_private_download": f"http://127.0.0.1:{slack.port}/files/r7.cfg"}
        elsewhere = {"name": "r8.cfg", "url_private_download": "http://127.0.0.1:1/files/r8.cfg"}
        workspace = Workspace(Settings(kg=str(tmp_path / "kg")))
        allowed = Permissions(uploaders=frozenset({"U0000ANN1"}), actions=frozenset({"ask", "upload"}))
        app = make_app(slack, workspace, allowed)
        await deliver(app, payload(direct("", subtype="file_share", files=[told], user="U0000BOB1")))
        await settle(slack, 1)
        await deliver(app, payload(direct("", subtype="file_share", files=[elsewhere])))
        await settle(slack, 2)
        await deliver(app, payload(direct("", subtype="file_share", files=[told])))
        await settle(slack, 3, within_s=90)
        assert "r7" in opened.devices()
        workspace.close()
    while is_busy():  # the process that loaded is still on its way out
        await asyncio.sleep(0.05)
    said = [" ".join(texts(one.told["blocks"])) for one in slack.answers()]
    assert "You may not load files here" in said[0]
    assert "Slack does not give this file out" in said[1]
    assert "Loaded 1 files, 20 lines" in said[2]


async def test_a_hundred_conversations_while_slack_restarts_and_limits(
    slack: MockSlack, workspace: Workspace
) -> None:
    app = make_app(slack, workspace)
    await deliver(app, payload(direct()))
    await settle(slack, 1)
    slack.limit_each = 40
    events = [direct(user=f"U{number:08}", channel=f"D{number:08}") for number in range(100)]
    sent = [asyncio.create_task(deliver(app, payload(event))) for event in events]
    await asyncio.sleep(0.5)
    await slack.restart(away_s=1.0)
    await asyncio.gather(*sent)
    await settle(slack, 101, within_s=120)
    ended = [one.told["channel"] for one in slack.answers()]
    assert len(set(ended)) == 101
    assert slack.refused


async def test_thirty_at_once_see_the_first_text_soon(slack: MockSlack, workspace: Workspace) -> None:
    app = make_app(slack, workspace)
    await deliver(app, payload(direct()))
    await settle(slack, 1)
    begun = time.monotonic()
    events = [direct(channel=f"D{number:08}") for number in range(30)]
    waits = await asyncio.gather(*(deliver(app, payload(event)) for event in events))
    await settle(slack, 31)
    first = sorted(call.time - begun for call in slack.of("chat.startStream")[1:])
    assert max(waits) < 3.0, "not acknowledged in time"
    assert first[int(len(first) * 0.95)] < 3.0


async def test_where_slack_cannot_stream_the_answer_is_one_message(
    slack: MockSlack, workspace: Workspace
) -> None:
    slack.errors["chat.startStream"] = "method_not_supported_for_channel_type"
    await deliver(make_app(slack, workspace), payload(message()))
    await settle(slack, 1)
    assert "Gi0/2" in "\n".join(texts(slack.of("chat.postMessage")[0].told["blocks"]))


async def test_the_command_asks_in_the_channel(slack: MockSlack, workspace: Workspace) -> None:
    body = {
        "command": "/wirelore",
        "text": QUESTION,
        "team_id": TEAM,
        "channel_id": "C0000NET1",
        "user_id": "U0000ANN1",
        "response_url": f"http://127.0.0.1:{slack.port}/api/response",
        "trigger_id": "1.2.3",
    }
    assert await deliver(make_app(slack, workspace), body) < 3.0
    end = time.monotonic() + 30
    while not slack.of("chat.stopStream") and time.monotonic() < end:
        await asyncio.sleep(0.05)
    asked, answered = slack.of("chat.postMessage")[0], slack.of("chat.startStream")[0]
    assert QUESTION in "\n".join(texts(asked.told["blocks"])) or "asks" in json.dumps(asked.told["blocks"])
    assert answered.told["thread_ts"].startswith("1700000000.")


async def test_socket_mode_acknowledges_and_answers(slack: MockSlack, workspace: Workspace) -> None:
    client = open_client("xoxb-test", slack.api)
    app = build_app(Bridge(workspace, Permissions()), client)
    handler: Any = AsyncSocketModeHandler(app, "xapp-test", web_client=client)
    await handler.connect_async()
    try:
        event = direct()
        for place in range(2):
            await slack.send(
                {
                    "type": "events_api",
                    "envelope_id": f"e{place}",
                    "payload": payload(event),
                    "accepts_response_payload": False,
                    "retry_attempt": place,
                    "retry_reason": "timeout" if place else "",
                }
            )
        await settle(slack, 1)
        assert set(slack.acknowledged) == {"e0", "e1"}
    finally:
        await handler.close_async()


def test_http_checks_signature_and_age(workspace: Workspace) -> None:
    secret = "s" * 32
    app = build_app(
        Bridge(workspace, Permissions()), open_client("xoxb-test", "http://127.0.0.1:1/api/"), secret
    )
    body = json.dumps({"type": "url_verification", "challenge": "c"})

    def post(when: float, signed_with: str) -> int:
        stamp = str(int(when))
        signature = SignatureVerifier(signed_with).generate_signature(timestamp=stamp, body=body) or ""
        headers = {"X-Slack-Request-Timestamp": stamp, "X-Slack-Signature": signature}
        with TestClient(http_app(app)) as client:
            sent = client.post(PATH, content=body, headers={**headers, "Content-Type": "application/json"})
            return int(sent.status_code)

    assert post(time.time(), secret) == 200
    assert post(time.time(), "other" * 8) == 401
    assert post(time.time() - 3600, secret) == 401


UNREADABLE = (b"{", b"[1]", b'{"x": ', b"\xff\xfe", b'{"authorizations": 5}', b"payload=%5B1", b"[" * 100_000)
UNREADABLE += tuple(
    b'{"type": "event_callback", "team_id": "T1", "event": %s}' % odd for odd in (b"null", b"[]", b'"x"')
)
UNREADABLE += (b'{"type": "view_submission", "team": {"id": "T1"}, "view": null}',)


@pytest.mark.parametrize("body", UNREADABLE, ids=repr)
def test_what_is_no_request_of_slacks_is_refused(workspace: Workspace, body: bytes) -> None:
    secret, stamp = "s" * 32, str(int(time.time()))
    app = build_app(
        Bridge(workspace, Permissions()), open_client("xoxb-test", "http://127.0.0.1:1/api/"), secret
    )
    signature = (
        SignatureVerifier(secret).generate_signature(timestamp=stamp, body=body.decode("latin-1")) or ""
    )
    headers = {"X-Slack-Request-Timestamp": stamp, "X-Slack-Signature": signature}
    with TestClient(http_app(app)) as client:
        sent = client.post(PATH, content=body, headers={**headers, "Content-Type": "application/json"})
    assert sent.status_code == 400


def test_http_reads_no_body_without_end(workspace: Workspace) -> None:
    app = build_app(
        Bridge(workspace, Permissions()), open_client("xoxb-test", "http://127.0.0.1:1/api/"), "s" * 32
    )
    with TestClient(http_app(app)) as client:
        stamped = {"x-slack-request-timestamp": str(int(time.time()))}
        chunks = (b"x" * 65536 for _ in range(64))  # in chunks: no length is told
        assert client.post(PATH, content=chunks, headers=stamped).status_code == 413
        for stamp in ("nan", "inf", "1e400", "9" * 5000, "-1", ""):
            forged = {"x-slack-request-timestamp": stamp, "x-slack-signature": "v0=0"}
            assert client.post(PATH, content=b"{}", headers=forged).status_code == 401, stamp
        odd = {b"x-slack-request-timestamp": str(int(time.time())).encode(), b"x-slack-signature": b"v0=\xe9"}
        assert client.post(PATH, content=b"{}", headers=odd).status_code == 401


async def test_the_digest_tells_findings_with_their_lines(slack: MockSlack, workspace: Workspace) -> None:
    await post_digest("C0000NET1", workspace, open_client("xoxb-test", slack.api))
    (posted,) = slack.of("chat.postMessage")
    shown = "\n".join(texts(posted.told["blocks"]))
    assert "telnet-server" in shown
    assert "r1.cfg:19" in shown


TIMES = {
    "later today": ("07:59", 60.0),
    "tomorrow": ("08:30", 23.5 * 3600),
    "now is tomorrow": ("08:00", 86400.0),
}


@pytest.mark.parametrize(("now", "expected"), TIMES.values(), ids=TIMES)
def test_seconds_until(now: str, expected: float) -> None:
    hour, minute = read_time(now)
    assert seconds_until(datetime(2026, 11, 2, hour, minute, tzinfo=UTC), (8, 0)) == expected


@pytest.mark.parametrize("text", ["8", "24:00", "08:60", "a:b", ""])
def test_a_wrong_time_is_named(text: str) -> None:
    with pytest.raises(ValueError, match="expected a time of day"):
        read_time(text)


TEXTS = {
    "a mention of us goes": (f"<@{BOT_USER}> up?", "up?"),
    "another person stays": ("<@U0000BOB1> up?", "@U0000BOB1 up?"),
    "a link is what it shows": ("see <https://r2.example/x|r2>", "see r2"),
    "a bare link is its address": ("see <https://r2.example/x>", "see https://r2.example/x"),
    "a channel has its name": ("in <#C1|net>", "in #net"),
    "a call has its word": ("<!here> up?", "@here up?"),
    "signs are what they were": ("a &lt;b&gt; &amp;&amp; c", "a <b> && c"),
    "an address of mail": ("<mailto:a@b.example|a@b.example>", "a@b.example"),
    "quotes are plain": ("\u201cx\u201d \u2018y\u2019", "\"x\" 'y'"),
}


@pytest.mark.parametrize(("text", "expected"), TEXTS.values(), ids=TEXTS)
def test_read_text(text: str, expected: str) -> None:
    assert read_text(text, BOT_USER) == expected
