"""Asking by hand, settings, near names, and a model that is away, as a person sees it."""

from __future__ import annotations

import re
import time

from playwright.sync_api import Page, expect

from agent.execute import QueryLimits
from graph_store.arcadedb_http import list_statements
from graph_store.server_file import read_server
from tests.chat.conftest import Chats
from tests.chat.test_chat_in_browser import ANSWER, CITATION, ask, assert_citation_opens, open_chat, send
from tests.graph_store.test_stop_reading import wait_until

LONG = (
    "UNWIND range(1, 3000) AS a UNWIND range(1, 3000) AS b UNWIND range(1, 3000) AS c "
    "WITH a, b, c WHERE (a + b + c) % 7 = 1 RETURN count(c) AS number"
)
INTERFACES = "/cypher MATCH (n:Interface) RETURN n.device AS device, n.key AS interface"


def set_preference(page: Page, name: str, value: str) -> None:
    """Choose a value in the settings."""
    page.locator("#chat-settings-open-modal").click()
    page.locator(f"#{name}").click()
    page.get_by_role("option", name=value, exact=True).click()
    page.locator("#confirm").click()
    expect(page.locator("#confirm")).to_have_count(0)


def test_a_statement_by_hand_shows_its_rows(page: Page, chats: Chats) -> None:
    open_chat(page, chats.loaded)
    answer = ask(page, INTERFACES)
    expect(answer.locator("table")).to_contain_text("core1")
    expect(answer).to_contain_text(re.compile(r"\d+ rows · [\d.]+ m?s"))
    expect(page.get_by_role("button", name="Rows", exact=True)).to_be_visible()


def test_a_statement_that_writes_is_refused(page: Page, chats: Chats) -> None:
    open_chat(page, chats.loaded)
    expect(ask(page, "/cypher MATCH (n) DETACH DELETE n")).to_contain_text("found 'DETACH'")
    expect(ask(page, "Which interfaces are on core1?")).to_contain_text("Loopback0")


def test_a_search_by_hand_links_its_lines(page: Page, chats: Chats) -> None:
    open_chat(page, chats.loaded)
    answer = ask(page, "/search interface AND gigabitethernet*")
    assert_citation_opens(page, answer.locator(CITATION).first)


def test_a_command_is_chosen_from_the_list(page: Page, chats: Chats) -> None:
    open_chat(page, chats.loaded)
    page.locator("#chat-input").click()
    page.keyboard.type("/sche")
    page.get_by_text("The types, properties and relations").click()
    page.locator("#chat-input").click()
    page.keyboard.type("Interface")
    page.keyboard.press("Enter")
    expect(page.locator(ANSWER).first.locator("table").first).to_contain_text("Most common")


def test_the_row_limit_of_the_settings_holds(page: Page, chats: Chats) -> None:
    open_chat(page, chats.loaded)
    expect(ask(page, INTERFACES)).to_contain_text(re.compile(r"\n?\d+ rows ·"))
    set_preference(page, "rows", "10")
    expect(ask(page, INTERFACES)).to_contain_text(re.compile(r"10 of \d+ rows"))


def test_a_name_that_is_not_there_brings_one_that_is(page: Page, chats: Chats) -> None:
    open_chat(page, chats.loaded)
    expect(ask(page, "Which interfaces are on core9?")).to_contain_text("what the data shows")
    page.get_by_role("button", name="Ask about core1").click()
    expect(page.locator('[data-step-type="user_message"]').last).to_contain_text(
        "Which interfaces are on core1?"
    )
    expect(page.locator(ANSWER).last.locator(CITATION).first).to_be_visible()


def test_without_its_model_the_chat_answers_all_the_same(page: Page, chats: Chats) -> None:
    open_chat(page, chats.loaded)
    set_preference(page, "model", "openai:away")
    expect(ask(page, "Which interfaces are on core1?")).to_contain_text("language model")
    page.get_by_role("button", name="Answer without a model").click()
    expect(page.locator(ANSWER).last.locator(CITATION).first).to_be_visible()
    expect(page.locator(ANSWER).last).to_contain_text("builtin")


def test_what_a_model_asks_back_is_a_choice_of_buttons(page: Page, chats: Chats) -> None:
    open_chat(page, chats.loaded)
    set_preference(page, "model", "openai:asking")
    answer = ask(page, "Which interfaces are on core?")
    expect(answer).to_contain_text("Which device do you mean?")
    expect(answer).to_contain_text("openai:asking · 1 call · 11 + 7 tokens · price unknown")
    page.get_by_role("button", name="core2", exact=True).click()
    expect(page.locator('[data-step-type="user_message"]').last).to_have_text("core2")


def test_the_stop_button_ends_the_statement_in_the_server(page: Page, chats: Chats) -> None:
    record = read_server(chats.loaded.log.parent / "kg")
    open_chat(page, chats.loaded)
    page.locator("#chat-input").click()
    page.keyboard.type(f"/cypher {LONG}")
    send(page)
    assert record is not None

    def running() -> int:
        statements = list_statements(record.http_port, record.credentials)
        return sum(one.text == LONG for one in statements)

    wait_until(lambda: running() == 1)
    page.locator("#stop-button").click()
    stopped = time.monotonic()
    wait_until(lambda: running() == 0)
    assert time.monotonic() - stopped < QueryLimits().time_s / 2
    expect(ask(page, "Which interfaces are on core1?")).to_contain_text("13 interfaces on core1")
