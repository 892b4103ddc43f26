"""What axe-core finds on the chat's pages: nothing serious on a wide page in light colours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.chat.conftest import WIDE, Chats
from tests.chat.test_chat_in_browser import CITATION, ask, open_chat

PHONE = {"width": 390, "height": 844}
GRAVE = frozenset({"serious", "critical"})
INTERFACES = "Which interfaces are on core1?"
ROWS = "/cypher MATCH (n:Interface) RETURN n.device AS device, n.key AS interface, n.mtu AS mtu"


def grave_findings(page: Page) -> list[str]:
    """Return the serious findings, one for each place."""
    page.wait_for_timeout(600)  # what fades in has its colours then
    return [
        f"{found['id']}: {place['html'][:200]} {[check['message'] for check in place['any']][:1]}"
        for found in Axe().run(page).response["violations"]
        if found["impact"] in GRAVE
        for place in found["nodes"]
    ]


def walk(page: Page, chats: Chats) -> Iterator[str]:
    """Go through the page's parts, and stop at each."""
    open_chat(page, chats.loaded)
    expect(page.locator("#starters button").first).to_be_visible()
    expect(page.locator("#upload-button[aria-label]")).to_be_visible()
    yield "start"
    answer = ask(page, INTERFACES)
    expect(answer.locator(CITATION).first).to_be_visible()
    page.locator('[id^="step-How this was found"]').first.click()
    yield "answer"
    answer.locator(CITATION).first.click()
    expect(page.locator("#side-view-content pre code").first).to_be_visible()
    yield "lines"
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Rows", exact=True).first.click()
    expect(page.locator("#side-view-content table").first).to_be_visible()
    yield "rows"
    page.keyboard.press("Escape")
    ask(page, ROWS)
    yield "statement"
    ask(page, "documents")
    yield "documents"
    ask(page, "What is the weather on Mars?")
    yield "nothing found"


@pytest.mark.parametrize(("theme", "size"), [("light", WIDE)], ids=["light, wide"])
def test_nothing_serious_is_found(
    page: Page, chats: Chats, theme: Literal["light", "dark"], size: dict[str, int]
) -> None:
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.emulate_media(color_scheme=theme)
    found = [f"{where}: {finding}" for where in walk(page, chats) for finding in grave_findings(page)]
    assert not found, "\n".join(found)


def test_a_table_of_many_columns_is_moved_within_the_page_on_a_phone(page: Page, chats: Chats) -> None:
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    open_chat(page, chats.loaded)
    answer = ask(page, "documents")
    expect(answer.locator("table")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    last = answer.locator("table tr").first.locator("th").last
    last.scroll_into_view_if_needed()
    box = last.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]
