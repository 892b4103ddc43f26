"""Fixtures of the chat's tests: a small KG, served chats, and a real browser."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from graph_store.open_graph import open_graph
from ingest.pipeline import ingest
from tests.chat.postgresql import find_postgresql, serve_postgresql
from tests.chat.serving import ROOT, Served, serve_chat
from tests.language_model.openai_stub import Handler, Request, say, serve

CONFIGS = ROOT / "examples" / "sample-network" / "configs"
SMALL = ("core1.cfg", "core2.cfg", "dist1.cfg")
NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
WIDE = {"width": 1280, "height": 860}
POSTGRESQL = "WIRELORE_TEST_POSTGRESQL"
REQUIRE_POSTGRESQL = "WIRELORE_REQUIRE_POSTGRESQL"
ASKED_BACK = '{"question": "", "ask": "Which device do you mean?", "choices": ["core1", "core2"]}'


@dataclass(frozen=True)
class Chats:
    """Two chats: one with a KG, one without."""

    loaded: Served
    missing: Served


@pytest.fixture(scope="session")
def chromium() -> str:
    """Find the browser. Where it must be there, its absence is a failure."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found:
        return found
    reason = f"no browser found: looked for {', '.join(NAMES)}"
    if os.environ.get("CI") == "true" or os.environ.get("WIRELORE_REQUIRE_CHROMIUM") == "1":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def chats(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chats]:
    """Serve both chats. The one gets its KG while it starts: it needs none before the first question."""
    assert chromium
    folder = tmp_path_factory.mktemp("chat")
    with (
        serve(answer_as_model) as stub,
        serve_chat(folder / "kg", folder / "loaded.log", offer_models(stub.url)) as loaded,
        serve_chat(folder / "nothing", folder / "missing.log") as missing,
    ):
        ingest_small(folder)
        loaded.wait()
        missing.wait()
        yield Chats(loaded, missing)


def offer_models(url: str) -> dict[str, str]:
    """Offer two models beside the builtin one: one that asks back, whatever it is asked, and one that is away."""
    return {
        "WIRELORE_MODELS": "openai:asking, openai:away",
        "WIRELORE_MODEL_TIME_LIMIT_S": "5",
        "OPENAI_API_KEY": "none",
        "OPENAI_BASE_URL": url,
    }


def answer_as_model(handler: Handler, request: Request) -> None:
    """Answer for both models."""
    if request["model"] == "away":
        handler.send(b'{"error": {"message": "no such model"}}', 404)
    else:
        say(ASKED_BACK)(handler, request)


def ingest_small(folder: Path) -> None:
    """Ingest a part of the sample network."""
    files, kg = folder / "files", folder / "kg"
    files.mkdir()
    for name in SMALL:
        shutil.copy(CONFIGS / name, files / name)
    with open_graph(str(kg), create=True, idle_s=10.0) as graph:
        ingest([str(files)], graph, kg / "parsers")


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """Start a browser for one file's tests: while it is driven, this thread has an event loop that runs."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        yield launched
        launched.close()


@pytest.fixture
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """Open an empty page of a fresh profile; how it looks at the end is kept in the folder $WIRELORE_SCREENSHOTS."""
    context = browser.new_context(viewport=WIDE)  # type: ignore[arg-type]
    context.set_default_timeout(20_000)
    opened = context.new_page()
    yield opened
    folder = os.environ.get("WIRELORE_SCREENSHOTS", "")
    if folder and not opened.is_closed():
        name = re.sub(r"[^a-z0-9]+", "-", request.node.name.lower()).strip("-")[:80]
        opened.screenshot(path=Path(folder) / f"{name}.png")
    context.close()


@pytest.fixture(scope="module")
def postgresql() -> Iterator[str]:
    """Return a server's URL; its tables may be changed. Where there must be one, none is a failure."""
    if named := os.environ.get(POSTGRESQL, ""):
        yield named
        return
    programs = find_postgresql()
    if programs is None:
        reason = f"no initdb found, and {POSTGRESQL} names no server: needs PostgreSQL"
        if os.environ.get(REQUIRE_POSTGRESQL) == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    with serve_postgresql(programs) as url:
        yield url
