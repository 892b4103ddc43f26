"""What goes wrong, and pages side by side, in a real browser: one chat whose model is away."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.chat.conftest import ingest_small
from tests.chat.loose_cable import LooseCable
from tests.chat.serving import Served, serve_chat
from tests.chat.test_chat_in_browser import ANSWER, ask, open_chat, send
from tests.chat.test_files_in_browser import LOADED_WITHIN_MS, drop

QUESTION = "Which interfaces are on core1?"
ASKED = '[data-step-type="user_message"]'
AWAY_WITHIN_S = 12.0
"""Five tries, as ingest has them, take 18 s on an idle machine."""


@pytest.fixture(scope="module")
def away(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Serve a chat whose model's server is not there; nor is that of the other one on offer."""
    assert chromium
    folder = tmp_path_factory.mktemp("away")
    ingest_small(folder)
    more = {
        "WIRELORE_MODEL": "openai:gone",
        "WIRELORE_MODELS": "openai:other",
        "OPENAI_API_KEY": "none",
        "OPENAI_BASE_URL": "http://127.0.0.1:9/v1",
    }
    with serve_chat(folder / "kg", folder / "log", more) as served:
        served.wait()
        yield served


@pytest.fixture
def cable(away: Served) -> Iterator[LooseCable]:
    loose = LooseCable(away)
    yield loose
    loose.end()


def titles(page: Page) -> str:
    return " ".join(page.locator('[data-sidebar="sidebar"]').all_inner_texts())


def test_a_model_that_is_away_is_named_soon_and_another_can_be_asked(page: Page, away: Served) -> None:
    open_chat(page, away)
    page.locator("#chat-input").click()
    page.keyboard.type(QUESTION)
    send(page)
    begun = time.monotonic()
    expect(page.locator(ANSWER).first).to_contain_text("The language model does not answer")
    assert time.monotonic() - begun < AWAY_WITHIN_S
    expect(page.locator(ANSWER).first).to_contain_text("openai:gone")
    page.get_by_role("button", name="Ask openai:other").click()
    expect(page.locator(ANSWER).nth(1)).to_contain_text("openai:other")
    page.get_by_role("button", name="Answer without a model").last.click()
    expect(page.locator(ANSWER).nth(2)).to_contain_text("Loopback0")


def test_two_pages_of_one_conversation_show_the_turns_of_each_other(page: Page, away: Served) -> None:
    open_chat(page, away)
    ask(page, "status")
    page.wait_for_url("**/thread/*")
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator(ANSWER)).to_have_count(1)
    for asks, sees, text in ((page, other, "documents"), (other, page, "schema")):
        before = sees.locator(ANSWER).count()
        ask(asks, f"/{text} " if text == "schema" else text)
        expect(sees.locator(ASKED).last).to_contain_text(text)
        expect(sees.locator(ANSWER)).to_have_count(before + 1)
        expect(sees.locator("#stop-button")).to_have_count(0)
    other.close()


def test_what_was_entered_without_a_connection_is_sent_when_it_is_there(
    page: Page, cable: LooseCable
) -> None:
    open_chat(page, cable.served)
    expect(page.locator("#command-button")).to_be_visible(timeout=60_000)
    page.locator("#chat-input").click()
    cable.cut()
    expect(page.get_by_text("Not connected to the server")).to_be_visible(timeout=20_000)
    page.keyboard.type("status")
    page.keyboard.press("Enter")
    page.keyboard.type("glued on")
    expect(page.locator("#chat-input")).to_have_value("status")
    cable.mend()
    expect(page.locator(ASKED)).to_have_text("status")
    expect(page.locator(ANSWER)).to_contain_text("Knowledge graph")
    expect(page.locator("#chat-input")).to_have_value("")


def test_arrow_up_takes_earlier_questions_up_again(page: Page, away: Served) -> None:
    open_chat(page, away)
    ask(page, "status")
    ask(page, "documents")
    composer = page.locator("#chat-input")
    composer.click()
    for key, text in (
        ("ArrowUp", "documents"),
        ("ArrowUp", "status"),
        ("ArrowUp", "status"),
        ("ArrowDown", "documents"),
        ("ArrowDown", ""),
        ("ArrowUp", "documents"),
    ):
        page.keyboard.press(key)
        expect(composer).to_have_value(text)
    page.keyboard.type(" core1*")
    page.keyboard.press("ArrowUp")
    expect(composer).to_have_value("documents core1*")
    send(page)
    expect(page.locator(ANSWER).nth(2)).to_contain_text("core1.cfg")


def test_what_cannot_be_loaded_has_its_reason_and_the_question_is_the_title(
    page: Page, away: Served, tmp_path: Path
) -> None:
    empty, binary = tmp_path / "empty.cfg", tmp_path / "picture.bin"
    empty.write_bytes(b"")
    binary.write_bytes(bytes(range(256)) * 40)
    open_chat(page, away)
    drop(page, empty, binary)
    refused = page.locator(ANSWER, has_text="Not loaded")
    expect(refused).to_contain_text("empty.cfg: empty file", timeout=LOADED_WITHIN_MS)
    expect(refused).to_contain_text("picture.bin: binary file")
    assert str(away.log.parent) not in page.content()
    ask(page, "How many interfaces are on dist1?")
    page.wait_for_timeout(1000)
    assert "How many interfaces are on dist1?" in titles(page)
    assert "picture.bin" not in titles(page)
