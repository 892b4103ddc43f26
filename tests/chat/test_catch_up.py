"""A page that lost its connection: nothing is missing when it is back, and what runs can be stopped."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any, cast

import pytest
from playwright.sync_api import Page, expect

from chat.page.kept_events import BEGUN, MOST, KeptEvents, not_blank
from tests.chat.conftest import ASKED_BACK, ingest_small, offer_models
from tests.chat.loose_cable import LooseCable
from tests.chat.serving import Served, serve_chat
from tests.chat.test_chat_in_browser import ANSWER, open_chat, send
from tests.language_model.openai_stub import Handler, Request, say, serve

LIMIT_S = 120
Events = list[tuple[str, Any]]
STREAMED: Events = [
    ("stream_start", {"id": "a", "output": "on"}),
    ("stream_token", {"id": "a", "token": "e", "isSequence": False, "isInput": False}),
]
BUTTON = {"id": "b", "name": "Rows"}
CASES: dict[str, tuple[Events, Events]] = {
    "a message is told as it is now": (
        [("new_message", {"id": "a", "output": "1"}), ("update_message", {"id": "a", "output": "2"})],
        [("new_message", {"id": "a", "output": "2"})],
    ),
    "what was streamed is one message": (STREAMED, [("new_message", {"id": "a", "output": "one"})]),
    "a sequence takes the place of what was there": (
        [*STREAMED, ("stream_token", {"id": "a", "token": "two", "isSequence": True})],
        [("new_message", {"id": "a", "output": "two"})],
    ),
    "a message that is gone stays gone": (
        [*STREAMED, ("delete_message", {"id": "a"}), ("update_message", {"id": "a", "output": "late"})],
        [("delete_message", {"id": "a"})],
    ),
    "a button is taken away before it is told again": (
        [("action", BUTTON)],
        [("remove_action", BUTTON), ("action", BUTTON)],
    ),
    "a button that is gone stays gone": (
        [("action", BUTTON), ("remove_action", BUTTON)],
        [("remove_action", BUTTON)],
    ),
    "what runs is said last": (
        [("task_start", {}), ("element", {"id": "e"})],
        [("element", {"id": "e"}), ("task_start", {})],
    ),
    "what ended is not said to run": ([("task_start", {}), ("task_end", {})], []),
    "a task that begins ends what is kept of the one before": (
        [*STREAMED, ("task_end", {}), ("task_start", {})],
        [("task_start", {})],
    ),
    "the conversation's beginning is kept": (
        [(BEGUN, {"interaction": "x"}), ("task_start", {}), ("task_end", {})],
        [(BEGUN, {"interaction": "x"})],
    ),
    "what adds up, or passes, is not told twice": ([("token_usage", 3), ("toast", {"message": "x"})], []),
}


@pytest.mark.parametrize(("told", "again"), CASES.values(), ids=CASES)
def test_what_is_told_again(told: Events, again: Events) -> None:
    kept = KeptEvents()
    for event, data in told:
        kept.note(event, data)
    assert list(kept.again()) == again


def test_no_more_is_kept_than_a_bound() -> None:
    kept = KeptEvents()
    for number in range(MOST + 5):
        kept.note("new_message", {"id": str(number)})
    assert [data["id"] for _, data in kept.again()][:1] == ["5"]


def test_a_conversation_that_begins_with_files_alone_has_a_name() -> None:
    assert not_blank(BEGUN, {"interaction": " ", "thread_id": "t"}) == {
        "interaction": "files",
        "thread_id": "t",
    }
    assert not_blank(BEGUN, {"interaction": "hello"}) == {"interaction": "hello"}


@dataclass
class Session:
    """What a page's line uses of Chainlit's session."""

    emit: Callable[..., Awaitable[None]]
    emit_call: object = None
    current_task: asyncio.Task[None] | None = None


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_greeting_that_ends_late_ends_no_question() -> None:
    from chat.page.catch_up import PageChannel  # what Chainlit imports warns

    sent: list[str] = []
    asked = asyncio.Event()

    async def emit(event: str, data: object) -> None:
        sent.append(event)

    session = Session(emit)
    line = PageChannel()
    line.attach(cast("Any", session))

    async def question() -> None:
        await line.tell("task_start", {})
        await asked.wait()
        await line.tell("task_end", {})

    async def greeted() -> None:
        await line.tell("task_start", {})
        session.current_task = asyncio.create_task(question())
        await asyncio.sleep(0)
        await line.tell("task_end", {})
        assert (sent, line.kept.running) == (["task_start", "task_start"], True)
        asked.set()
        await session.current_task
        assert (sent[2:], line.kept.running) == (["task_end"], False)

    asyncio.run(greeted())


@dataclass(frozen=True)
class Slow:
    """A chat whose model answers when it is let go."""

    cable: LooseCable
    let_go: threading.Event


@pytest.fixture(scope="module")
def chat(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, threading.Event]]:
    """Serve it."""
    assert chromium
    folder, let_go = tmp_path_factory.mktemp("slow"), threading.Event()

    def answer(handler: Handler, request: Request) -> None:
        let_go.wait(LIMIT_S)
        say(ASKED_BACK)(handler, request)

    ingest_small(folder)
    with serve(answer) as stub:
        more = {
            **offer_models(stub.url),
            "WIRELORE_MODEL": "openai:slow",
            "WIRELORE_MODEL_TIME_LIMIT_S": str(LIMIT_S),
        }
        with serve_chat(folder / "kg", folder / "log", more) as served:
            served.wait()
            yield served, let_go
            let_go.set()


@pytest.fixture
def slow(chat: tuple[Served, threading.Event]) -> Iterator[Slow]:
    """Put a cable between the page and the chat."""
    served, let_go = chat
    let_go.clear()
    cable = LooseCable(served)
    yield Slow(cable, let_go)
    let_go.set()
    cable.end()


def begin(page: Page, slow: Slow) -> None:
    """Ask, and see that it can be stopped."""
    open_chat(page, slow.cable.served)
    page.locator("#chat-input").click()
    page.keyboard.type("How many interfaces are on it?")
    send(page)
    expect(page.locator("#stop-button")).to_be_visible()


def come_back(page: Page, slow: Slow) -> None:
    """Mend the cable, and wait until the page is greeted anew."""
    slow.cable.mend()
    for _ in range(60):
        page.wait_for_timeout(1000)
        if slow.cable.joined.is_set():
            break
    page.wait_for_timeout(3000)


def test_what_runs_can_still_be_stopped_after_the_connection_was_lost(page: Page, slow: Slow) -> None:
    begin(page, slow)
    slow.cable.cut()
    come_back(page, slow)
    stop = page.locator("#stop-button")
    expect(stop).to_be_visible()
    stop.click()
    expect(page.get_by_text("Stopped.", exact=True)).to_be_visible()
    expect(stop).to_have_count(0)


def test_an_answer_that_came_while_the_connection_was_lost_is_there(page: Page, slow: Slow) -> None:
    begin(page, slow)
    slow.cable.cut()
    slow.let_go.set()
    page.wait_for_timeout(3000)
    come_back(page, slow)
    expect(page.locator(ANSWER).first).to_contain_text("openai:slow", timeout=LIMIT_S * 1000)
    expect(page.locator("#stop-button")).to_have_count(0)


def test_what_the_page_reads_while_the_connection_is_lost_comes_when_it_is_back(
    page: Page, slow: Slow
) -> None:
    """Chainlit's page takes a person that cannot be read for one who logged out, and begins anew."""
    begin(page, slow)
    slow.cable.cut()
    page.evaluate("() => { window.asked = fetch('/user').then((answer) => answer.status) }")
    page.wait_for_timeout(1500)
    come_back(page, slow)
    assert page.evaluate("() => window.asked") == 200
    expect(page).to_have_url(re.compile("/thread/"))
