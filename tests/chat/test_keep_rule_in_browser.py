"""A question is kept as a rule with a button under its answer, in a real browser."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.chat.conftest import CONFIGS
from tests.chat.serving import Served, serve_chat
from tests.chat.test_chat_in_browser import ANSWER, ask, open_chat
from tests.chat.test_files_in_browser import LOADED_WITHIN_MS, drop


@pytest.fixture
def served(chromium: str, tmp_path: Path) -> Iterator[Served]:
    assert chromium
    with serve_chat(tmp_path / "kg", tmp_path / "log") as served:
        served.wait()
        yield served


def test_a_question_is_kept_with_a_button(page: Page, served: Served, tmp_path: Path) -> None:
    shutil.copy(CONFIGS / "access1.cfg", tmp_path / "access1.cfg")
    open_chat(page, served)
    drop(page, tmp_path / "access1.cfg")
    expect(page.locator(ANSWER, has_text="Loaded 1 document")).to_be_visible(timeout=LOADED_WITHIN_MS)
    ask(page, "which interfaces have no description")
    page.get_by_role("button", name="Keep as rule").click()
    expect(page.get_by_text("Kept as rule which-interfaces-have-no-description: see")).to_be_visible()
    kept = page.locator(ANSWER, has_text="as rule which-interfaces-have-no-description")
    expect(kept).to_contain_text("It finds 1 now.")
    expect(kept).to_contain_text("things: Interface")
    assert "which-interfaces-have-no-description" in (tmp_path / "kg" / "rules.yaml").read_text()
    page.get_by_role("button", name="Keep as rule").last.click()
    expect(page.locator(ANSWER, has_text="of rules.yaml already")).to_be_visible()
    assert (tmp_path / "kg" / "rules.yaml").read_text().count("- name:") == 1
    ask(page, "/rules ")
    listed = page.locator(ANSWER).last
    expect(listed).to_contain_text("asked: which interfaces have no description")
    expect(listed).to_contain_text("rules.yaml")
    ask(page, "/findings ")
    expect(page.locator(ANSWER, has_text="access1 Vlan1 has no description")).to_be_visible()
