"""Users with passwords below a proxy's path: their own history, and nobody else's. One chat for all of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, expect

from conversations.conversation_file import read_conversation
from conversations.records import Conversation
from tests.chat.conftest import WIDE, ingest_small
from tests.chat.serving import Served, serve_chat
from tests.chat.test_chat_in_browser import ANSWER, ask
from workspace.users import add_user, remove_user

ROOT_PATH = "/lore"
PASSWORD = "a long enough one"
QUESTION = "What is the IP address of Loopback0 on core2?"


@pytest.fixture(scope="module")
def members(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Serve a chat with three users below a path."""
    assert chromium
    folder = tmp_path_factory.mktemp("people")
    ingest_small(folder)
    for name in ("ann", "bob", "eve"):
        add_user(folder / "users.json", name, PASSWORD)
    more = {
        "WIRELORE_USERS_FILE": str(folder / "users.json"),
        "CHAINLIT_ROOT_PATH": ROOT_PATH,
        "WIRELORE_QUESTIONS_PER_MINUTE": "6",
        "WIRELORE_IDLE_S": "60",
    }
    with serve_chat(folder / "kg", folder / "log", more) as served:
        below = replace(served, url=served.url + ROOT_PATH)
        below.wait()
        yield below


def open_page(browser: Browser) -> Page:
    context = browser.new_context(viewport=WIDE)  # type: ignore[arg-type]
    context.set_default_timeout(20_000)
    return context.new_page()


def log_in(page: Page, served: Served, name: str, password: str = PASSWORD) -> None:
    page.goto(f"{served.url}/login")
    page.locator("#email").fill(name)
    page.locator("#password").fill(password)
    page.locator("button[type=submit]").click()


def connected(page: Page) -> None:
    """Wait until the page talks to the server."""
    expect(page.locator("#command-button")).to_be_visible(timeout=60_000)


@pytest.fixture(scope="module")
def ann(browser: Browser, members: Served) -> Iterator[Page]:
    """Log ann in, and let her ask one question."""
    page = open_page(browser)
    log_in(page, members, "ann")
    connected(page)
    expect(ask(page, QUESTION)).to_contain_text("core2")
    yield page
    page.context.close()


@pytest.fixture
def bob(browser: Browser, members: Served) -> Iterator[Page]:
    page = open_page(browser)
    log_in(page, members, "bob")
    connected(page)
    yield page
    page.context.close()


def thread_of(page: Page) -> str:
    """Return the id of the first conversation in the list."""
    link = page.locator('a[href*="/thread/"]').first
    return str(link.get_attribute("href")).rsplit("/", 1)[1]


def test_without_the_password_nothing_is_served(page: Page, members: Served) -> None:
    log_in(page, members, "ann", "a wrong password")
    expect(page.get_by_role("alert")).to_contain_text("Wrong name or password")
    assert page.locator("#chat-input").count() == 0
    for path in ("/project/threads", "/project/file/x?session_id=x", "/wirelore/elements/a/b", "/user"):
        assert page.request.fetch(members.url + path).status == 401, path
    socket = f"{members.url}/ws/socket.io/?EIO=4&transport=polling"
    opened = page.request.get(socket).text()
    sid = re.search(r'"sid":"([^"]+)', opened)
    assert sid is not None
    page.request.post(f"{socket}&sid={sid[1]}", data='40{"sessionId":"x","clientType":"webapp"}')
    assert "Connection refused" in page.request.get(f"{socket}&sid={sid[1]}").text()


def test_a_users_conversations_are_theirs_alone(ann: Page, bob: Page, members: Served) -> None:
    thread = thread_of(ann)
    assert ann.request.get(f"{members.url}/project/thread/{thread}").status == 200
    assert ann.request.get(f"{members.url}/project/thread/unknown").status == 404
    assert ann.request.delete(f"{members.url}/project/thread", data={"threadId": "unknown"}).status == 404
    assert bob.request.get(f"{members.url}/project/thread/{thread}").status == 401
    assert bob.request.get(f"{members.url}/project/share/{thread}").status == 404
    for act, said in (
        ("DELETE", {"threadId": thread}),
        ("PUT", {"threadId": thread, "name": "mine"}),
    ):
        assert bob.request.fetch(f"{members.url}/project/thread", method=act, data=said).status == 401, act
    listed = {"pagination": {"first": 20}, "filter": {}}
    theirs = [
        each.request.post(f"{members.url}/project/threads", data=listed).json()["data"] for each in (ann, bob)
    ]
    assert [[one["id"] for one in page] for page in theirs] == [[thread], []]
    bob.goto(f"{members.url}/thread/{thread}")
    bob.wait_for_timeout(2000)
    assert bob.get_by_text(QUESTION).count() == 0


def test_a_conversation_is_taken_up_searched_renamed_judged_and_deleted(ann: Page, members: Served) -> None:
    ann.reload()
    ann.locator('a[href*="/thread/"]').first.click()
    expect(ann.locator(ANSWER)).to_have_count(1)
    connected(ann)
    expect(ask(ann, "and on dist1?")).to_contain_text("dist1")
    ann.locator("button:has(svg.lucide-thumbs-down)").first.click()
    ann.locator("textarea").last.fill("wrong address")
    ann.get_by_role("button", name=re.compile("submit", re.IGNORECASE)).click()
    expect(ann.get_by_text("Feedback updated")).to_be_visible()
    (conversation,) = kept(members)
    assert [turn.question for turn in conversation.turns] == [QUESTION, "and on dist1?"]
    assert (conversation.heading.user, conversation.turns[1].history) == ("ann", 1)
    assert [(said.turn, said.verdict, said.comment, said.user) for said in conversation.feedback] == [
        (1, "down", "wrong address", "ann")
    ]
    exported = ask(ann, "export")
    for suffix, expected in ((".md", f"## 1. {QUESTION}"), (".jsonl", '"record": "feedback"')):
        with ann.expect_download() as download:
            exported.locator(f'a[download$="{suffix}"]').click()
        assert expected in download.value.path().read_text("utf-8")
    assert found(ann, members, "loopback0") == 1
    assert found(ann, members, "100%") == 0
    thread = thread_of(ann)
    assert ann.request.put(f"{members.url}/project/thread", data={"threadId": thread, "name": "Addresses"}).ok
    ann.reload()
    expect(ann.get_by_text("Addresses").first).to_be_visible()
    assert ann.request.delete(f"{members.url}/project/thread", data={"threadId": thread}).ok
    assert found(ann, members, "") == 0
    assert kept(members) == []


def kept(members: Served) -> list[Conversation]:
    folder = members.log.parent / "kg" / "conversations"
    return [read_conversation(path) for path in sorted(folder.glob("*.jsonl"))]


def found(page: Page, members: Served, text: str) -> int:
    asked = {"pagination": {"first": 20}, "filter": {"search": text}}
    return len(page.request.post(f"{members.url}/project/threads", data=asked).json()["data"])


def test_a_user_asks_only_so_often(bob: Page) -> None:
    for _ in range(6):
        ask(bob, "status")
    expect(ask(bob, "status")).to_contain_text("That were many questions in one minute")


def test_who_was_removed_is_out(browser: Browser, members: Served) -> None:
    eve = open_page(browser)
    log_in(eve, members, "eve")
    connected(eve)
    remove_user(members.log.parent / "users.json", "eve")
    assert eve.request.get(f"{members.url}/user").status == 401
    eve.reload()
    expect(eve.get_by_text("Sign in to Wirelore")).to_be_visible(timeout=60_000)
    eve.context.close()
