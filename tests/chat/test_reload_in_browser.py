"""A page that is loaded anew, or a conversation that is opened again, while files are loading; in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.chat.conftest import CONFIGS
from tests.chat.serving import Served, serve_chat
from tests.chat.test_chat_in_browser import ANSWER, CITATION, ask, assert_citation_opens, open_chat
from tests.chat.test_files_in_browser import LOADED_WITHIN_MS, drop

LINES = 12_000
"""So many take seconds to load."""
PROGRESS = re.compile(r"Loading 1 file")


@pytest.fixture(scope="module")
def empty(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Serve a chat whose KG is not there yet."""
    assert chromium
    folder = tmp_path_factory.mktemp("reload")
    with serve_chat(folder / "kg", folder / "log", {"WIRELORE_IDLE_S": "60"}) as served:
        served.wait()
        yield served


def write_log(path: Path, name: str) -> Path:
    """Write a log that nobody has seen."""
    lines = (
        f"2026-11-02T10:{place // 60 % 60:02d}:{place % 60:02d}Z {name} portd[{place % 90}]: link {place % 48} "
        f"{('rose', 'fell')[place % 2]} after {place} ms\n"
        for place in range(LINES)
    )
    log = path / f"{name}.log"
    log.write_text("".join(lines), encoding="utf-8")
    return log


def expect_loading(page: Page) -> None:
    """See how far it is, that it goes on, and that it can be stopped."""
    progress = page.locator(ANSWER, has_text=PROGRESS)
    expect(progress).to_be_visible()
    expect(page.locator("#stop-button")).to_be_visible()
    before = progress.inner_text()
    expect(progress).not_to_have_text(before, timeout=LOADED_WITHIN_MS)


def test_after_a_reload_a_load_is_seen_to_its_end(page: Page, empty: Served, tmp_path: Path) -> None:
    open_chat(page, empty)
    drop(page, write_log(tmp_path, "east"))
    expect(page).to_have_url(re.compile("/thread/"))
    for _ in range(2):
        page.reload()
        expect_loading(page)
    report = page.locator(ANSWER, has_text="Loaded 1 document")
    expect(report).to_be_visible(timeout=LOADED_WITHIN_MS)
    expect(page.locator(ANSWER, has_text=PROGRESS)).to_have_count(0)
    expect(page.locator("#stop-button")).to_have_count(0)
    assert report.count() == 1
    expect(ask(page, "status")).to_contain_text(f"{LINES:,}")


def test_what_is_asked_before_a_load_is_asked_again(page: Page, empty: Served, tmp_path: Path) -> None:
    open_chat(page, empty)
    config = tmp_path / "core1.cfg"
    config.write_text((CONFIGS / "core1.cfg").read_text(encoding="utf-8"), encoding="utf-8")
    drop(page, config)
    expect(page.locator(ANSWER, has_text="1 new")).to_be_visible(timeout=LOADED_WITHIN_MS)
    answer = ask(page, "How many interfaces are on core1?")

    config.write_text(config.read_text(encoding="utf-8").replace("mtu 9100", "mtu 9000", 1), encoding="utf-8")
    drop(page, config)
    expect(page.get_by_role("button", name="Replace")).to_be_visible(timeout=LOADED_WITHIN_MS)
    page.reload()
    page.get_by_role("button", name="Replace").click()
    expect(page.locator(ANSWER, has_text="1 replaced")).to_be_visible(timeout=LOADED_WITHIN_MS)
    expect(page.get_by_role("button", name="Replace")).to_have_count(0)

    again = page.locator(ANSWER, has_text=re.compile(r"\d+ lines? of 1 file cited"))
    expect(again).to_have_count(1)
    assert_citation_opens(page, again.locator(CITATION).first)
    again.get_by_role("button", name="Rows", exact=True).click()
    expect(page.locator("#side-view-content table")).to_be_visible()
    assert answer.count() == 1


def test_a_conversation_that_is_opened_again_stops_its_load(
    page: Page, empty: Served, tmp_path: Path
) -> None:
    open_chat(page, empty)
    drop(page, write_log(tmp_path, "west"))
    expect_loading(page)
    page.locator("#new-chat-button").first.click()
    expect(page.locator(ANSWER)).to_have_count(0)
    page.get_by_text("west.log").first.click()
    expect_loading(page)
    page.locator("#stop-button").click()
    expect(page.locator(ANSWER, has_text="Stopped. What was not loaded whole")).to_be_visible()
    expect(page.locator("#stop-button")).to_have_count(0)
    told = ask(page, "documents")
    expect(told).to_have_text(
        re.compile("Drop a file here|no knowledge graph yet|is empty"), timeout=LOADED_WITHIN_MS
    )
    expect(told).not_to_contain_text("west.log")
