"""The main job with the keyboard alone: ask, open what is cited, close it, ask by hand."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from chat.asking.commands import COMMANDS
from tests.chat.conftest import Chats
from tests.chat.test_chat_in_browser import ANSWER, CITATION, open_chat, send

MOST_TABS = 12
MOST_CELLS = 30
FOCUSED = "document.activeElement"
NAMELESS = """() => [...document.querySelectorAll('button, a, input, textarea')].filter(one => one.offsetParent &&
    !one.ariaLabel && !one.textContent.trim() && !one.placeholder).map(one => one.outerHTML)"""
RING = f"""() => {{
    const one = {FOCUSED};
    if (!one.matches('a, button')) return null;
    const style = getComputedStyle(one);
    return [style.outlineStyle, style.outlineColor, one.outerHTML];
}}"""


def begin(page: Page, chats: Chats) -> None:
    """Open the chat: who types then, types a question."""
    open_chat(page, chats.loaded)
    expect(page.locator("#command-button")).to_be_visible(timeout=60_000)
    expect(page.locator("#chat-input")).to_be_focused()


def test_a_question_is_asked_and_its_lines_are_read_without_a_mouse(page: Page, chats: Chats) -> None:
    begin(page, chats)
    page.keyboard.type("How many interfaces are on core1?")
    send(page)
    citation = page.locator(ANSWER).first.locator(CITATION).first
    expect(citation).to_be_visible()
    expect(page.locator("#stop-button")).to_have_count(0)
    expect(page.locator("#chat-input")).to_be_focused()
    go_to(page, f"{FOCUSED}.matches('{ANSWER} [href^=\"#source=\"]')")
    chosen = str(page.locator("a:focus").get_attribute("href"))
    page.keyboard.press("Enter")
    panel = page.locator("#side-view-content pre code").first
    expect(panel).to_contain_text("▶")
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(page.locator("a:focus")).to_have_attribute("href", chosen)
    page.keyboard.press("Escape")
    expect(page.locator("#chat-input")).to_be_focused()


def test_rows_open_beside_the_chat_and_give_the_focus_back(page: Page, chats: Chats) -> None:
    begin(page, chats)
    page.keyboard.type(
        "/cypher MATCH (n:Interface) WHERE n.mtu = 9100 RETURN n.device AS device, n.key AS port"
    )
    send(page)
    rows = page.get_by_role("button", name="Rows", exact=True)
    expect(rows).to_be_visible()
    expect(page.locator("#stop-button")).to_have_count(0)
    expect(page.locator("#chat-input")).to_be_focused()
    go_to(page, f"{FOCUSED}.textContent.trim() === 'Rows'")
    page.keyboard.press("Enter")
    expect(page.locator("#side-view-content table")).to_be_visible()
    page.locator("#side-view-title button").focus()
    page.keyboard.press("Escape")
    expect(page.locator("#side-view-content")).to_have_count(0)
    expect(rows).to_be_focused()


def test_rows_are_sorted_and_turned_over_without_a_mouse(page: Page, chats: Chats) -> None:
    begin(page, chats)
    page.keyboard.type("/cypher MATCH (n:Interface) RETURN n.device AS device, n.key AS interface")
    send(page)
    expect(page.get_by_role("button", name="Rows", exact=True)).to_be_visible()
    expect(page.locator("#stop-button")).to_have_count(0)
    go_to(page, f"{FOCUSED}.textContent.trim() === 'Rows'")
    page.keyboard.press("Enter")
    table = page.locator("#side-view-content table")
    header = table.get_by_role("columnheader", name="interface")
    expect(header).to_have_attribute("aria-sort", "none")
    page.locator("#side-view-content a[download]").focus()
    tab_to(page, f"{FOCUSED}.textContent === 'interface'")
    first, cells = table.locator("tbody tr").first, {}
    for key, sorting in (("Enter", "ascending"), ("Space", "descending"), ("Enter", "none")):
        page.keyboard.press(key)
        expect(header).to_have_attribute("aria-sort", sorting)
        expect(header.get_by_role("button")).to_be_focused()
        cells[sorting] = first.inner_text()
    assert cells["ascending"] != cells["descending"]
    tab_to(page, f"{FOCUSED}.textContent.startsWith('Next')")
    page.keyboard.press("Enter")
    expect(page.locator('nav[aria-label="pagination"] [aria-current="page"]')).to_have_text("2")
    assert first.inner_text() != cells["none"]


def test_a_command_is_chosen_with_the_arrows(page: Page, chats: Chats) -> None:
    begin(page, chats)
    page.keyboard.type("/")
    expect(page.get_by_text("What is loaded", exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_text("What is loaded")).to_have_count(0)
    page.keyboard.press("Backspace")
    page.keyboard.type("/")
    expect(page.get_by_text("What is loaded", exact=True)).to_be_visible()
    for _ in range(list(COMMANDS).index("schema")):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.keyboard.type("Interface")
    send(page)
    expect(page.locator(ANSWER).first.locator("table").first).to_contain_text("Most common")


def test_every_button_has_a_name(page: Page, chats: Chats) -> None:
    begin(page, chats)
    page.keyboard.type("How many interfaces are on core1?")
    send(page)
    page.locator(ANSWER).first.locator(CITATION).first.click()
    expect(page.locator("#side-view-content pre code").first).to_be_visible()
    page.wait_for_function(f"() => ({NAMELESS})().length === 0", polling=200)
    expect(page.get_by_role("button", name="Load files: configurations, logs, .zip, .gz")).to_be_visible()
    expect(page.get_by_role("button", name="This answer is wrong")).to_be_visible()


def tab_to(page: Page, reached: str) -> None:
    """Go on with Tab until a condition holds."""
    go_to(page, reached, key="Tab", most=MOST_CELLS)


def go_to(page: Page, reached: str, key: str = "Shift+Tab", most: int = MOST_TABS) -> None:
    """Go back with Tab until a condition holds; wherever that leads, the focus is to be seen."""
    for _ in range(most):
        page.keyboard.press(key)
        ring = page.evaluate(RING)
        if ring is not None:
            style, colour, shown = ring
            assert style == "solid", shown
            assert colour != "rgba(0, 0, 0, 0)", shown
        if page.evaluate(reached):
            return
    raise AssertionError(f"not reached with {most} tabs: {reached}")


def test_a_command_that_needs_nothing_behind_it_is_sent_with_one_enter(page: Page, chats: Chats) -> None:
    open_chat(page, chats.loaded)
    for command, answered in (
        ("/help", "/overview"),
        ("/history", "first load"),
        ("/rules", "no rules yet"),
        ("/share", "nothing to share yet"),
    ):
        page.locator("#chat-input").click()
        page.keyboard.type(command)
        expect(page.locator("#chat-submit")).to_be_enabled()
        page.keyboard.press("Enter")
        expect(page.locator(ANSWER).last).to_contain_text(answered)
