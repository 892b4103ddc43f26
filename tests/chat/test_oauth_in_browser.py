"""Users whom a provider knows: they come in by it, and their conversations are theirs alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.chat.conftest import ingest_small
from tests.chat.oauth_provider import serve_provider
from tests.chat.serving import Served, serve_chat
from tests.chat.test_chat_in_browser import ask
from tests.chat.test_people_in_browser import connected, found, open_page, thread_of

ANN, BOB, EVE, NOBODY = "ann@example.com", "bob@example.com", "eve@elsewhere.example", "without an address"
QUESTION = "What is the IP address of Loopback0 on core2?"


@pytest.fixture(scope="module")
def company(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Serve a chat that lets a provider's users of one domain in."""
    assert chromium
    folder = tmp_path_factory.mktemp("oauth")
    ingest_small(folder)
    with serve_provider(ANN, BOB, EVE, NOBODY) as provider:
        more = {**provider.settings(), "WIRELORE_OAUTH_USERS": "*@example.com", "WIRELORE_IDLE_S": "60"}
        with serve_chat(folder / "kg", folder / "log", more) as served:
            served.wait()
            yield served


def come_in(browser: Browser, company: Served, name: str) -> Page:
    """Say to the provider who one is."""
    page = open_page(browser)
    page.goto(company.url)
    page.get_by_role("button", name="company").click()
    page.get_by_role("link", name=name).click()
    return page


@pytest.fixture(scope="module")
def ann(browser: Browser, company: Served) -> Iterator[Page]:
    page = come_in(browser, company, ANN)
    connected(page)
    expect(ask(page, QUESTION)).to_contain_text("core2")
    yield page
    page.context.close()


@pytest.fixture(scope="module")
def bob(browser: Browser, company: Served) -> Iterator[Page]:
    page = come_in(browser, company, BOB)
    connected(page)
    yield page
    page.context.close()


def test_two_users_have_their_own_conversations(ann: Page, bob: Page, company: Served) -> None:
    names = [page.request.get(f"{company.url}/user").json()["identifier"] for page in (ann, bob)]
    assert names == [f"company:{ANN}", f"company:{BOB}"]
    thread = thread_of(ann)
    assert (found(ann, company, ""), found(bob, company, "")) == (1, 0)
    assert ann.request.get(f"{company.url}/project/thread/{thread}").status == 200
    assert bob.request.get(f"{company.url}/project/thread/{thread}").status == 401
    bob.goto(f"{company.url}/thread/{thread}")
    bob.wait_for_timeout(2000)
    assert bob.get_by_text(QUESTION).count() == 0


def test_who_comes_in_again_finds_the_conversation(browser: Browser, ann: Page, company: Served) -> None:
    again = come_in(browser, company, ANN)
    connected(again)
    expect(again.locator(f'a[href*="/thread/{thread_of(ann)}"]').first).to_be_visible()
    again.context.close()


OUTSIDE = {
    "who is not invited stays outside": EVE,
    "who has no name at the provider stays outside": NOBODY,
}


@pytest.mark.parametrize("name", OUTSIDE.values(), ids=OUTSIDE)
def test_who_stays_outside(browser: Browser, company: Served, name: str) -> None:
    page = come_in(browser, company, name)
    expect(page.get_by_role("alert")).to_contain_text("you are not invited to this chat")
    assert page.request.get(f"{company.url}/user").status == 401
    assert page.locator("#chat-input").count() == 0
    page.context.close()


def test_an_answer_that_nobody_asked_for_lets_nobody_in(page: Page, company: Served) -> None:
    page.goto(f"{company.url}/auth/oauth/company/callback?code=made-up&state=made-up")
    expect(page.get_by_role("button", name="company")).to_be_visible()
    assert page.request.get(f"{company.url}/user").status == 401
