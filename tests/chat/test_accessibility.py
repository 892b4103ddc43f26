"""No finding of axe-core in any view of the chat, light and dark, wide and on a phone."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.chat.conftest import Chats
from tests.chat.test_chat_in_browser import ANSWER, CITATION, open_chat, send

PHONE = {"width": 390, "height": 844}


def findings(page: Page, view: str) -> list[str]:
    """Return what axe-core finds, with the elements."""
    expect(page.locator("button#chat-submit, button#stop-button").first).to_have_attribute(
        "aria-label", re.compile(".")
    )
    page.wait_for_timeout(600)  # what fades in has its colours then
    found = Axe().run(page).response["violations"]
    return [
        f"{view}: {one['id']} ({one['impact']}): {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
        for one in found
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["wide", "phone"])
def test_no_view_has_a_finding(page: Page, chats: Chats, scheme: str, size: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    if size == "phone":
        page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    open_chat(page, chats.loaded)
    expect(page.locator("#command-button")).to_be_visible(timeout=60_000)
    found = findings(page, "first page")
    page.locator("#chat-input").fill("Which interfaces have mtu 9100?")
    send(page)
    citation = page.locator(ANSWER).first.locator(CITATION).first
    expect(citation).to_be_visible()
    expect(page.locator("#stop-button")).to_have_count(0)
    found += findings(page, "answer")
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]
    citation.click()
    expect(page.locator("#side-view-content pre code").first).to_be_visible()
    found += findings(page, "source")
    page.keyboard.press("Escape")
    page.locator("#chat-input").fill("/findings ")
    send(page)
    expect(page.locator("table[data-wirelore] ~ .wl-tools, .wl-tools + table").last).to_be_visible()
    found += findings(page, "findings")
    page.locator("#chat-input").click()  # whatever tooltip hangs there
    page.keyboard.type("/diff core1 dist1")
    send(page)
    expect(page.locator(".hljs-deletion").first).to_be_visible()
    page.locator('button:has-text("How this was found")').first.click()
    page.locator("#chat-input").fill("/device core1")
    send(page)
    expect(page.locator(ANSWER).last).to_contain_text("interfaces")
    found += findings(page, "steps, difference and device")
    assert not found, "\n".join(found)


def test_the_page_of_a_chat_without_data_has_none_either(page: Page, chats: Chats) -> None:
    open_chat(page, chats.missing)
    expect(page.locator("#chat-input")).to_be_visible(timeout=60_000)
    found = findings(page, "nothing loaded")
    assert not found, "\n".join(found)
