"""What is asked in the chat is kept, with what the person thinks of the answer."""

from __future__ import annotations

import time
from pathlib import Path

from playwright.sync_api import Page, expect

from conversations.conversation_file import find_conversations, read_conversation
from conversations.records import Conversation
from tests.chat.conftest import Chats
from tests.chat.test_chat_in_browser import ask, open_chat

QUESTION = "What is the IP address of Loopback0 on core2?"
WITHIN_S = 20.0


def kept(folder: Path) -> list[Conversation]:
    """Return the conversations in which the question was asked, once it has feedback."""
    for _ in range(int(WITHIN_S / 0.2)):
        found = [read_conversation(path) for path in find_conversations([folder])]
        judged = [each for each in found if each.feedback and each.turns[0].question == QUESTION]
        if judged:
            return judged
        time.sleep(0.2)
    return []


def test_an_answer_is_kept_and_judged(page: Page, chats: Chats) -> None:
    open_chat(page, chats.loaded)
    answer = ask(page, QUESTION)
    expect(answer).to_contain_text("core2")
    page.locator("button:has(svg.lucide-thumbs-down)").first.click()
    page.get_by_role("button", name="Submit feedback").click()
    expect(page.get_by_text("Feedback updated")).to_be_visible()
    (conversation,) = kept(chats.loaded.log.parent / "kg" / "conversations")
    (turn,) = conversation.turns
    assert (conversation.heading.door, turn.status, turn.history) == ("chat", "answered", 0)
    assert [(said.turn, said.verdict) for said in conversation.feedback] == [(1, "down")]
