"""Files dropped into the chat, in a real browser: one chat that begins without a KG."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.chat.conftest import CONFIGS
from tests.chat.serving import Served, serve_chat
from tests.chat.test_chat_in_browser import ANSWER, CITATION, ask, assert_citation_opens, open_chat
from workspace.folders import file_of

LOADED_WITHIN_MS = 300_000


@pytest.fixture(scope="module")
def empty(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Serve a chat whose KG is not there yet."""
    assert chromium
    folder = tmp_path_factory.mktemp("files")
    with serve_chat(folder / "kg", folder / "log", {"WIRELORE_IDLE_S": "60"}) as served:
        served.wait()
        yield served


def drop(page: Page, *files: Path) -> Locator:
    """Send files without a word, at once, and return the last message that comes."""
    expect(page.locator("#command-button")).to_be_visible(
        timeout=60_000
    )  # before the page is connected, no file is taken
    page.locator("#upload-button-input").set_input_files(list(files))
    expect(page.locator("#chat-submit")).to_be_enabled()
    page.locator("#chat-submit").click()
    return page.locator(ANSWER).last


def pack(path: Path, name: str, content: str) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
    return path


def test_a_dropped_archive_is_loaded_asked_replaced_and_removed(
    page: Page, empty: Served, tmp_path: Path
) -> None:
    open_chat(page, empty)
    config = (CONFIGS / "core1.cfg").read_text(encoding="utf-8")
    drop(page, pack(tmp_path / "site.zip", "site/core1.cfg", config))
    expect(page.locator("#stop-button")).to_be_visible(timeout=LOADED_WITHIN_MS)
    report = page.locator(ANSWER, has_text="Loaded 1 document")
    expect(report).to_be_visible(timeout=LOADED_WITHIN_MS)
    expect(report).to_contain_text("of which parsers explain 100 %")
    answer = ask(page, "How many interfaces are on core1?")
    assert_citation_opens(page, answer.locator(CITATION).first)
    kept = file_of(str(empty.log.parent / "kg"), "site/core1.cfg")
    assert kept.read_text(encoding="utf-8") == config

    changed = config.replace("mtu 9100", "mtu 9000", 1)
    drop(page, pack(tmp_path / "newer.zip", "site/core1.cfg", f"{changed}\nunheard of\n"))
    page.get_by_role("button", name="Replace").click()
    replaced = page.locator(ANSWER, has_text="1 replaced")
    expect(replaced).to_be_visible(timeout=LOADED_WITHIN_MS)
    expect(replaced.locator("pre code", has_text="+  mtu 9000")).to_be_visible()
    listed = ask(page, "unexplained")
    expect(listed).to_contain_text(re.compile(r"site/core1\.cfg:\d+\] unheard of"))
    assert listed.locator("li").count() == 1

    told = ask(page, "diff core1")
    expect(told).to_contain_text(re.compile("TenGigabitEthernet1/0/1 changed"))
    expect(told.locator("pre code").first).to_contain_text("+  mtu 9000")

    drop(page, pack(tmp_path / "elsewhere.zip", "other-name.cfg", config))
    page.get_by_role("button", name="Replace it").click()
    expect(page.locator(ANSWER, has_text="1 replaced")).to_have_count(2, timeout=LOADED_WITHIN_MS)
    expect(page.locator(ANSWER).last.locator("pre code", has_text="+  mtu 9100")).to_be_visible()

    page.locator("#chat-input").click()
    page.keyboard.type("remove site/*")
    page.locator("#chat-submit").click()
    page.get_by_role("button", name="Remove").click()
    expect(page.locator(ANSWER, has_text="Removed 1 document")).to_be_visible(timeout=LOADED_WITHIN_MS)
    expect(ask(page, "documents")).to_contain_text("The knowledge graph is empty")
    assert not kept.parent.exists()


def test_a_folder_is_loaded_with_the_paths_of_its_files(page: Page, empty: Served, tmp_path: Path) -> None:
    open_chat(page, empty)
    for name in ("depot", "harbour"):
        place = tmp_path / "net" / name / "run.cfg"
        place.parent.mkdir(parents=True)
        place.write_text(f"hostname {name}\ninterface Gi0/1\n mtu 9100\n", "utf-8")
    (tmp_path / "net" / ".hidden").mkdir()
    (tmp_path / "net" / ".hidden" / "run.cfg").write_text("hostname hidden\n", "utf-8")
    expect(page.locator("#command-button")).to_be_visible(timeout=60_000)
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Load a folder").click()
    chooser.value.set_files(tmp_path / "net")
    expect(page.locator("#chat-submit")).to_be_enabled()
    page.locator("#chat-submit").click()
    expect(page.locator(ANSWER, has_text="Loaded 2 documents")).to_be_visible(timeout=LOADED_WITHIN_MS)
    listed = ask(page, "/documents")
    for path in ("depot/run.cfg", "harbour/run.cfg"):
        expect(listed.locator("td", has_text=path).first).to_have_text(path)


def test_what_would_harm_is_refused(page: Page, empty: Served, tmp_path: Path) -> None:
    open_chat(page, empty)
    drop(page, pack(tmp_path / "evil.zip", "../../evil.cfg", "hostname evil\n"))
    expect(page.locator(ANSWER).last).to_contain_text("leads out of its folder; nothing of it was taken")
    drop(page, pack(tmp_path / "bomb.zip", "bomb.log", "\0" * 101_000_000))
    expect(page.locator(ANSWER).last).to_contain_text("bomb.zip: its ")
    assert [path for path in empty.log.parent.rglob("*") if path.name in {"evil.cfg", "bomb.log"}] == []
