"""The chat, end to end, in a real browser."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from urllib.parse import unquote, urlsplit

from playwright.sync_api import Locator, Page, expect

from tests.chat.conftest import Chats
from tests.chat.serving import Served, serve_chat

CITATION = 'a[href^="#source="]'
ANSWER = '[data-step-type="assistant_message"]'
expect.set_options(timeout=20_000)
NODES = ("understand", "write_cypher", "write_lucene", "execute", "synthesize")


def open_chat(page: Page, served: Served) -> None:
    page.goto(served.url)
    expect(page.locator("#chat-input")).to_be_visible(timeout=60_000)


def ask(page: Page, text: str) -> Locator:
    """Ask, and return the answer's message once nothing runs any more."""
    before = page.locator(ANSWER).count()
    page.locator("#chat-input").click()
    page.keyboard.type(text)
    send(page)
    answer = page.locator(ANSWER).nth(before)
    expect(answer).to_be_visible()
    expect(page.locator("#stop-button")).to_have_count(0)
    return answer


def send(page: Page) -> None:
    """Press Enter until what was typed is sent: before the page is connected, nothing happens."""
    asked = page.locator('[data-step-type="user_message"]')
    before = asked.count()
    for _ in range(20):
        page.keyboard.press("Enter")
        with suppress(AssertionError):
            expect(asked).to_have_count(before + 1, timeout=1000)
            return
    raise AssertionError("the message was not sent")


def step(page: Page, name: str) -> Locator:
    return page.locator(f'[id^="step-{name}"]').first


def test_the_page_greets_with_what_is_loaded_and_with_starters(page: Page, chats: Chats) -> None:
    open_chat(page, chats.loaded)
    expect(page).to_have_title("Wirelore")
    expect(page.locator("#welcome-screen")).to_contain_text("3 documents")
    expect(page.locator("#starters button").first).to_be_visible()
    assert page.locator("#starters button").count() >= 2
    page.set_viewport_size({"width": 1280, "height": 900})
    for starter in page.locator("#starters button").all():
        expect(starter).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 1280, "height": 480})
    page.reload()  # where one has to scroll, nothing stands over them
    expect(page.locator("#starters button").first).to_be_attached()
    page.wait_for_timeout(500)
    expect(page.get_by_role("button", name="To the newest")).to_have_count(0)


def test_a_starter_is_answered_with_steps_and_a_citation_that_opens_its_lines(
    page: Page, chats: Chats
) -> None:
    open_chat(page, chats.loaded)
    page.locator("#starters button", has_text="interfaces").first.click()
    answer = page.locator(ANSWER).first
    expect(answer.locator(CITATION).first).to_be_visible()
    expect(answer).to_contain_text(re.compile(r"core1.*\[1\]", re.DOTALL))
    expect(step(page, "Sources")).to_be_visible()
    step(page, "How this was found").click()
    for node in NODES:
        expect(step(page, node)).to_be_visible()
    step(page, "write_cypher").click()
    expect(page.locator("pre code", has_text="MATCH (n:").first).to_be_visible()
    step(page, "execute").click()
    expect(step(page, "cypher")).to_contain_text(re.compile(r"\d+ rows?"))
    assert_citation_opens(page, answer.locator(CITATION).first)


def assert_citation_opens(page: Page, citation: Locator) -> None:
    path, numbers = unquote(str(citation.get_attribute("href"))).removeprefix("#source=").split(":", 1)
    number = re.match(r"\d+", numbers)
    assert number is not None
    citation.click()
    panel = page.locator("#side-view-content pre code").first
    expect(panel).to_contain_text(re.compile(rf"▶ +{number[0]}  interface"))
    expect(page.locator("#side-view-title")).to_contain_text(path)
    painted = "() => [...CSS.highlights.get('cited-line')].length + [...CSS.highlights.get('cypher-keyword')].length"
    page.wait_for_function(painted)


def test_a_citation_that_is_drawn_anew_while_it_is_pressed_opens(page: Page, chats: Chats) -> None:
    """As it is while an answer's words still come."""
    open_chat(page, chats.loaded)
    citation = ask(page, "Which interfaces are on core1?").locator(CITATION).first
    citation.hover()
    page.mouse.down()
    citation.evaluate("(link) => link.replaceWith(link.cloneNode(true))")
    page.mouse.up()
    expect(page.locator("#side-view-content pre code").first).to_be_visible()


def test_a_question_about_nothing_in_the_graph_ends_honestly(page: Page, chats: Chats) -> None:
    open_chat(page, chats.loaded)
    answer = ask(page, "What is the weather on Mars?")
    expect(answer.locator("blockquote")).to_contain_text(re.compile("Not in the data|Not answered"))
    assert answer.locator(CITATION).count() == 0


def test_status_and_an_empty_message_are_understood(page: Page, chats: Chats) -> None:
    open_chat(page, chats.loaded)
    expect(ask(page, "status")).to_contain_text("Knowledge graph")
    page.keyboard.press("Enter")
    assert page.locator(ANSWER).count() == 1


def test_no_request_goes_to_another_host(page: Page, chats: Chats) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    open_chat(page, chats.loaded)
    ask(page, "How many interfaces are there?")
    page.locator(CITATION).first.click()
    expect(page.locator("#side-view-content pre code").first).to_be_visible()
    hosts = {urlsplit(url).netloc for url in asked if not url.startswith(("data:", "blob:"))}
    assert hosts == {urlsplit(chats.loaded.url).netloc}
    assert re.findall(r"<(?:link|script|meta)[^>]*https?://", page.content()) == []


def test_pages_of_other_sites_are_refused(page: Page, chats: Chats) -> None:
    socket = f"{chats.loaded.url}/ws/socket.io/?EIO=4&transport=polling"
    asked = page.request.get(socket, headers={"Origin": "https://other.example"})
    assert asked.status == 403


def test_a_follow_up_is_read_with_what_came_before(page: Page, chats: Chats) -> None:
    open_chat(page, chats.loaded)
    ask(page, "How many interfaces are on core1?")
    expect(ask(page, "and on dist1?")).to_contain_text("12 interfaces on dist1")
    page.locator('[id^="step-How this was found"]').last.click()
    page.locator('[id^="step-understand"]').last.click()
    expect(page.get_by_text("on dist1 (interfaces)?")).to_be_visible()


def test_without_a_kg_the_person_is_told_what_to_do(page: Page, chats: Chats) -> None:
    open_chat(page, chats.missing)
    expect(page.locator("#welcome-screen")).to_contain_text("There is no knowledge graph yet")
    expect(page.locator("#starters button")).to_have_text("Load the sample network")
    answer = ask(page, "How many interfaces are there?")
    expect(answer).to_contain_text("wirelore ingest PATH")
    assert "Traceback" not in page.content()


def test_the_page_fits_a_phone(page: Page, chats: Chats) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_chat(page, chats.loaded)
    ask(page, "How many interfaces are there?")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_on_a_phone_the_list_of_conversations_stays_open(page: Page, chats: Chats) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_chat(page, chats.loaded)
    ask(page, "How many interfaces are there?")
    page.locator("#sidebar-trigger-button").click()
    page.wait_for_timeout(4000)  # meanwhile the page draws itself anew, with the list closed
    listed = page.locator('[role="dialog"] a[href*="/thread/"]')
    expect(listed).to_have_count(1)
    box = page.locator('[role="dialog"]').bounding_box()
    assert box is not None
    assert (box["x"], box["width"] < 390) == (0, True)
    page.locator('[role="dialog"] #new-chat-button').click()
    expect(page.locator(ANSWER)).to_have_count(0)


def test_a_number_opens_its_lines_and_then_the_whole_file(page: Page, chats: Chats) -> None:
    open_chat(page, chats.loaded)
    answer = ask(page, "Which interfaces on core2 are shut down?")
    expect(answer.locator("li").first).to_contain_text("[1]")
    expect(answer.locator("li").first).not_to_contain_text("core2.cfg")
    expect(answer).to_contain_text("[1] core2.cfg:")
    assert_citation_opens(page, answer.locator(CITATION).first)
    lines = page.locator("#side-view-content pre code").first
    assert lines.evaluate("one => getComputedStyle(one).whiteSpace") == "pre-wrap"
    page.locator("#side-view-content a", has_text=re.compile(r"^1\u2013")).click()
    expect(lines).to_contain_text("hostname core2")
    expect(lines).to_contain_text(re.compile(r"▶ +\d+  interface TenGig"))


def test_a_pasted_statement_is_run_and_help_lists_the_commands(page: Page, chats: Chats) -> None:
    open_chat(page, chats.loaded)
    expect(ask(page, "MATCH (n:Interface) RETURN n.device AS device").locator("table")).to_contain_text(
        "core1"
    )
    expect(ask(page, "/help ")).to_contain_text("/overview")


def test_an_interrupt_ends_the_chat_cleanly(page: Page, tmp_path: Path) -> None:
    with serve_chat(tmp_path / "nothing", tmp_path / "log") as served:
        served.wait()
        open_chat(page, served)
        assert served.interrupt() in (0, -2, 130)
        assert served.process.poll() is not None
    assert "Traceback" not in served.log.read_text(encoding="utf-8")
