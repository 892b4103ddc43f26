"""Before a model is asked to learn from dropped files: what it would cost, and whether it may; in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.chat.conftest import answer_as_model, offer_models
from tests.chat.serving import Served, serve_chat
from tests.chat.test_chat_in_browser import ANSWER, open_chat
from tests.chat.test_files_in_browser import LOADED_WITHIN_MS, drop
from tests.language_model.openai_stub import Stub, serve

MODEL = "openai:away"
PRICE = "10,30"
UNKNOWN = """\
station lamp1
beam 1
 colour white
 reach 12
beam 2
 colour red
 reach 9
keeper anna
"""


@dataclass(frozen=True)
class Asking:
    """A chat with a model, and what the model was asked."""

    served: Served
    stub: Stub


@pytest.fixture(scope="module")
def asking(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    """Serve a chat whose model learns."""
    assert chromium
    folder = tmp_path_factory.mktemp("consent")
    with serve(answer_as_model) as stub:
        more = {
            **offer_models(stub.url),
            "WIRELORE_MODEL": MODEL,
            "WIRELORE_PRICE_USD": PRICE,
            "WIRELORE_IDLE_S": "60",
        }
        with serve_chat(folder / "kg", folder / "log", more) as served:
            served.wait()
            yield Asking(served, stub)


def test_nothing_is_sent_to_a_model_before_its_cost_is_told_and_agreed_to(
    page: Page, asking: Asking, tmp_path: Path
) -> None:
    open_chat(page, asking.served)
    (tmp_path / "lamp1.cfg").write_text(UNKNOWN)
    drop(page, tmp_path / "lamp1.cfg")
    told = page.locator(ANSWER, has_text="This is an estimate; nothing was sent yet.")
    expect(told).to_be_visible(timeout=LOADED_WITHIN_MS)
    expect(told).to_contain_text("with secrets masked, would be sent to openai:away")
    expect(told).to_contain_text(
        re.compile(r"\d+( to \d+)? calls, [\d,]+( to [\d,]+)? tokens, \d+\.\d\d( to \d+\.\d\d)? USD")
    )
    for name in ("Send and learn", "Load without a model", "Cancel"):
        expect(page.get_by_role("button", name=name)).to_be_visible()
    assert asking.stub.requests == []

    page.get_by_role("button", name="Cancel").click()
    expect(told).to_contain_text("Selected: Cancel")
    expect(page.locator(ANSWER, has_text="Nothing was loaded.")).to_be_visible()
    expect(page.locator("#stop-button")).to_have_count(0)

    drop(page, tmp_path / "lamp1.cfg")
    page.get_by_role("button", name="Load without a model").click(timeout=LOADED_WITHIN_MS)
    report = page.locator(ANSWER, has_text="Loaded 1 document")
    expect(report).to_be_visible(timeout=LOADED_WITHIN_MS)
    expect(report).to_contain_text("builtin (no model was asked)")
    assert asking.stub.requests == []
