"""Takes the README's pictures of the chat: `python scripts/take_screenshots.py URL` while it is served."""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "screenshots"
WIDE = ViewportSize(width=1280, height=860)
NARROW = ViewportSize(width=390, height=844)
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-sync",
)
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
QUESTION = "Which interfaces are shut down on leaf1?"
GRAPH_QUESTION = QUESTION
CITATION = 'a[href^="#source="]'
WAIT_MS = 60_000
SETTLE_MS = 900
"""What animations take."""


def main() -> None:
    """Read the command line and take all pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url", nargs="?", default="http://localhost:8000")
    parser.add_argument("--question", default=QUESTION)
    asked = parser.parse_args()
    browser_path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser_path is None:
        parser.error(f"no browser found: looked for {', '.join(BROWSERS)}")
    expect.set_options(timeout=WAIT_MS)
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=list(FLAGS))
        take_start(open_page(browser, asked.url, WIDE))
        take_answer(open_page(browser, asked.url, WIDE), asked.question)
        take_steps(open_page(browser, asked.url, WIDE, dark=True), asked.question)
        take_graph(open_page(browser, asked.url, WIDE, dark=True), GRAPH_QUESTION)
        take_phone(open_page(browser, asked.url, NARROW), asked.question)
        browser.close()


def open_page(browser: Browser, url: str, size: ViewportSize, *, dark: bool = False) -> Page:
    """Open the chat in a fresh profile."""
    context = browser.new_context(viewport=size, color_scheme="dark" if dark else "light")
    page = context.new_page()
    page.goto(url)
    expect(page.locator("#welcome-screen")).to_be_visible()
    return page


def take_start(page: Page) -> None:
    """Picture the page with its starters."""
    expect(page.locator("#starters button").first).to_be_enabled()
    save(page, "start")


def take_answer(page: Page, question: str) -> None:
    """Picture an answer with the source lines of a citation."""
    ask(page, question)
    page.locator(CITATION).first.click()
    expect(page.locator("#side-view-content pre code").first).to_be_visible()
    save(page, "answer")


def take_steps(page: Page, question: str) -> None:
    """Picture how an answer was found."""
    ask(page, question)
    for name in ("How this was found", "write_cypher", "execute"):
        page.locator(f'[id^="step-{name}"]').first.click()
        page.wait_for_timeout(SETTLE_MS)
    page.locator('[id^="step-How this was found"]').first.scroll_into_view_if_needed()
    save(page, "steps")


def take_graph(page: Page, question: str) -> None:
    """Picture the part of the graph that an answer rests on."""
    ask(page, question)
    page.get_by_role("button", name="Graph", exact=True).first.click()
    expect(page.locator("#evidence-graph[data-drawn]").first).to_be_visible()
    save(page, "graph")


def take_phone(page: Page, question: str) -> None:
    """Picture an answer on a small screen."""
    ask(page, question)
    save(page, "phone")


def ask(page: Page, question: str) -> None:
    """Ask, and wait for the whole answer."""
    page.locator("#chat-input").click()
    page.keyboard.type(question)
    expect(page.locator("#chat-submit")).to_be_enabled()
    page.keyboard.press("Enter")
    expect(page.locator('[data-step-type="assistant_message"]').first).to_be_visible()
    expect(page.locator("#stop-button")).to_have_count(0)


def save(page: Page, name: str) -> None:
    """Write one picture, without the hint of what the mouse points at."""
    page.mouse.move(0, 0)
    page.wait_for_timeout(SETTLE_MS)
    page.screenshot(path=FOLDER / f"{name}.png")


if __name__ == "__main__":
    main()
