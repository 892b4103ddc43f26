"""The list of conversations, as a person uses it: search, rename, resume and delete; in a real browser."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.chat.conftest import Chats
from tests.chat.test_chat_in_browser import ANSWER, ask, open_chat

FIRST, SECOND = "How many interfaces are on core1?", "How many neighbors are on core2?"
LISTED = 'a[href*="/thread/"]'


def choose(page: Page, conversation: Locator, name: str) -> None:
    """Choose from the menu of a conversation, with the keyboard."""
    conversation.hover()
    conversation.locator("xpath=ancestor::li[1]").locator(
        '#thread-options[aria-label="Rename, Delete"]'
    ).focus()
    page.keyboard.press("Enter")
    page.get_by_role("menuitem", name=name).click()


def test_a_conversation_is_found_renamed_taken_up_and_deleted(page: Page, chats: Chats) -> None:
    open_chat(page, chats.loaded)
    ask(page, FIRST)
    page.locator("#new-chat-button").first.click()
    expect(page.locator(ANSWER)).to_have_count(0)
    ask(page, SECOND)
    expect(page.locator(LISTED)).to_have_count(2)

    choose(page, page.locator(LISTED, has_text=FIRST), "Rename")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Rename this conversation")
    dialog.locator("input").fill("Ports of core1")
    dialog.get_by_role("button", name="Confirm").click()
    renamed = page.locator(LISTED, has_text="Ports of core1")
    expect(renamed).to_be_visible()

    page.locator("#search-chats-button").click()
    page.get_by_role("dialog").locator("input").fill("how many interfaces")
    found = page.get_by_role("dialog").get_by_text("Ports of core1")
    expect(found).to_be_visible()
    expect(page.get_by_role("dialog").get_by_text(SECOND)).to_have_count(0)
    found.click()
    expect(page.locator(ANSWER).first).to_contain_text("core1")
    expect(ask(page, "and on core2?")).to_contain_text("core2")

    choose(page, renamed, "Delete")
    dialog = page.get_by_role("alertdialog").or_(page.get_by_role("dialog"))
    expect(dialog).to_contain_text("Its questions, answers and thumbs are deleted for good.")
    dialog.get_by_role("button", name="Confirm").click()
    expect(renamed).to_have_count(0)
    expect(page.locator(LISTED)).to_have_count(1)
