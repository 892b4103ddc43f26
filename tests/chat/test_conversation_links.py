"""A link from Slack opens the same conversation in the browser, which goes on there; other links open nothing."""

from __future__ import annotations

from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Page, expect

from agent.records import Answer, AnswerTable, Question
from conversations.keeper import Keeper, find_conversation
from graph_store.open_graph import open_graph
from graph_store.records import SourceLine
from tests.chat.conftest import Chats
from tests.chat.test_chat_in_browser import ANSWER, send
from workspace.users import conversation_link

ASKED = "Which VLANs does core1 have?"
TOLD = "core1 has two VLANs: core1.cfg:3."
SHOWN = AnswerTable(
    "VLANs on core1", ("VLAN", "name"), (("10", "OVENS"),), 1, ((SourceLine("core1.cfg", 3, ""),),)
)


@pytest.fixture
def kept(chats: Chats) -> str:
    """A conversation that was begun in Slack; its name."""
    kg = str(chats.loaded.log.parent / "kg")
    keeper = Keeper(kg, "slack", "slack:T1:U1")
    with open_graph(kg, idle_s=10.0) as graph:
        keeper.keep(Question(ASKED), Answer(TOLD, "closest", tables=(SHOWN,)), graph)
    return keeper.id


def test_the_link_opens_the_conversation_and_it_goes_on(page: Page, chats: Chats, kept: str) -> None:
    kg = str(chats.loaded.log.parent / "kg")
    page.goto(conversation_link(chats.loaded.url, kg, kept))
    expect(page.get_by_text(ASKED).first).to_be_visible()
    expect(page.get_by_text("core1 has two VLANs").first).to_be_visible()
    expect(page.get_by_role("cell", name="OVENS")).to_be_visible()
    page.locator("#chat-input").fill("/cypher MATCH (n:Interface) RETURN count(n) AS n")
    page.goto(conversation_link(chats.loaded.url, kg, kept))  # once more: the same thread, nothing doubled
    expect(page.get_by_text("core1 has two VLANs")).to_have_count(1)
    page.locator("#chat-input").fill("Which devices run IS-IS?")
    send(page)
    expect(page.locator(ANSWER)).to_have_count(2)
    expect(page.locator("#stop-button")).to_have_count(0)
    conversation = find_conversation(kg, kept)
    assert conversation is not None
    assert [turn.question for turn in conversation.turns] == [ASKED, "Which devices run IS-IS?"]
    assert [turn.number for turn in conversation.turns] == [1, 2]


@pytest.mark.parametrize("key", ["", "?key=", "?key=" + "0" * 64])
def test_without_its_key_a_conversation_is_not_shown(page: Page, chats: Chats, kept: str, key: str) -> None:
    response = page.goto(f"{chats.loaded.url}/conversations/{kept}{key}")
    assert response is not None
    assert response.status == 404
    expect(page.get_by_text("This link leads to no conversation here")).to_be_visible()
    expect(page.get_by_text(ASKED)).to_have_count(0)


def test_without_a_session_nothing_is_told(chats: Chats, kept: str) -> None:
    link = conversation_link(chats.loaded.url, str(chats.loaded.log.parent / "kg"), kept)
    with urlopen(Request(link)) as answered:
        assert ASKED not in answered.read().decode()
