"""What an answer rests on, as a person sees it: rows, charts, and the graph behind it."""

from __future__ import annotations

import csv
import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.chat.conftest import Chats
from tests.chat.test_chat_in_browser import ANSWER, ask, open_chat

PER_DEVICE = "/cypher MATCH (n:Interface) RETURN n.device AS device, count(n) AS interfaces"
PER_HOUR = "/cypher MATCH (n:Interface) RETURN '2026-11-02T' + toString(10 + n.first_line % 9) AS hour, count(*) AS n"
LISTED = "Which interfaces are on core1?"
PANEL = "#side-view-content"
PLOT = ".js-plotly-plot"
TEXTS = f"{PLOT} text"
SAVE = f'{PLOT} [data-title*="png" i]'


def open_evidence(page: Page, name: str) -> Locator:
    """Click the last answer's button, and return the panel."""
    page.get_by_role("button", name=name, exact=True).last.click()
    panel = page.locator(PANEL)
    expect(panel).to_be_visible()
    return panel


def download(page: Page, click: Locator) -> Path:
    """Click, and return the file that comes."""
    with page.expect_download() as waiting:
        click.click()
    return waiting.value.path()


def test_rows_of_named_things_have_their_properties(page: Page, chats: Chats) -> None:
    open_chat(page, chats.loaded)
    ask(page, "Which interfaces are on core1?")
    panel = open_evidence(page, "Rows")
    for name in ("device", "name", "description", "mtu", "source"):
        expect(panel.locator("th", has_text=name).first).to_be_visible()
    expect(panel.locator("tbody")).to_contain_text("9100")
    ask(page, "Which VLANs are on dist1?")
    expect(open_evidence(page, "Rows").locator("th", has_text="called").first).to_be_visible()


def test_rows_are_a_table_that_sorts_and_a_csv(page: Page, chats: Chats) -> None:
    open_chat(page, chats.loaded)
    ask(page, LISTED)
    panel = open_evidence(page, "Rows")
    expect(page.locator("#side-view-title")).to_contain_text(re.compile(r"\d+ rows"))
    header = panel.get_by_role("cell", name="name", exact=True).or_(panel.locator("th", has_text="name"))
    first = panel.locator("tbody tr").first
    expect(first).to_contain_text("core1.cfg:")
    header.first.locator("div").click()
    ascending = first.text_content()
    header.first.locator("div").click()
    expect(first).not_to_have_text(str(ascending))
    saved = download(page, panel.locator("a[download]")).read_text(encoding="utf-8-sig")
    rows = list(csv.DictReader(saved.splitlines()))
    assert {row["device"] for row in rows} == {"core1"}
    assert all(re.match(r"core1\.cfg:\d", row["source"]) for row in rows)


OVERLAPS = """() => {
  const { network } = document.querySelector("#evidence-graph");
  const boxes = network.body.nodeIndices.map((id) => network.getBoundingBox(id));
  return boxes.flatMap((one, place) => boxes.slice(place + 1).filter((other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 4 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 4)).length;
}"""
POINT = """(label) => {
  const { network } = document.querySelector("#evidence-graph");
  const node = Object.values(network.body.nodes).find((one) => one.options.label?.includes(label));
  return network.canvasToDOM(network.getPosition(node.id));
}"""


def open_graph(page: Page) -> Locator:
    """Open the graph behind the last answer, and wait until it is drawn."""
    panel = open_evidence(page, "Graph")
    expect(panel.locator("#evidence-graph[data-drawn]")).to_be_visible()
    return panel


def test_the_graph_behind_an_answer_is_drawn_without_overprint_and_saved(page: Page, chats: Chats) -> None:
    open_chat(page, chats.loaded)
    ask(page, LISTED)
    panel = open_graph(page)
    expect(page.locator("#side-view-title")).to_contain_text(re.compile(r"\d+ nodes, \d+ relations"))
    assert page.evaluate(OVERLAPS) == 0
    picture = download(page, panel.get_by_role("button", name="Save as PNG"))
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_node_tells_its_properties_and_lines_and_then_its_neighbours(page: Page, chats: Chats) -> None:
    open_chat(page, chats.loaded)
    ask(page, LISTED)
    panel = open_graph(page)
    at = page.evaluate(POINT, "Loopback0")
    canvas = panel.locator("#evidence-graph .canvas")
    canvas.click(position=at)
    details = panel.locator(".details")
    expect(details).to_contain_text("10.255.0.1")
    expect(details.locator('a[href^="#source="]').first).to_contain_text("core1.cfg:")
    before = panel.locator("#evidence-graph > details li").count()
    canvas.dblclick(position=page.evaluate(POINT, "core1\nConfiguration"))
    expect(panel.locator("#evidence-graph > details li").nth(before)).to_be_attached()
    page.wait_for_timeout(1500)
    assert page.evaluate(OVERLAPS) == 0


def test_the_graph_is_a_list_for_the_keyboard(page: Page, chats: Chats) -> None:
    open_chat(page, chats.loaded)
    ask(page, LISTED)
    panel = open_graph(page)
    panel.get_by_text("Nodes as a list").press("Enter")
    entry = panel.get_by_role("button", name=re.compile("Loopback0 · Interface"))
    entry.press("Enter")
    expect(panel.locator(".details")).to_contain_text("10.255.0.1")
    panel.get_by_role("button", name="Show neighbours").press("Enter")
    expect(panel.locator(".details h3")).to_contain_text("Loopback0")


def test_a_plain_count_offers_no_graph(page: Page, chats: Chats) -> None:
    open_chat(page, chats.loaded)
    ask(page, "/cypher MATCH (n:Interface) RETURN count(n) AS number")
    expect(page.get_by_role("button", name="Rows", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Graph", exact=True)).to_have_count(0)


def test_numbers_are_drawn_under_the_answer(page: Page, chats: Chats) -> None:
    open_chat(page, chats.loaded)
    ask(page, PER_DEVICE)
    for name in ("core1", "core2", "dist1"):
        expect(page.locator(TEXTS, has_text=name).first).to_be_visible()
    assert download(page, page.locator(SAVE)).read_bytes().startswith(b"\x89PNG")


def test_dragging_over_a_time_chart_shows_the_rows_of_that_range(page: Page, chats: Chats) -> None:
    open_chat(page, chats.loaded)
    ask(page, PER_HOUR)
    chart = page.locator(f"{PLOT} .nsewdrag").first
    chart.scroll_into_view_if_needed()
    box = chart.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"], box["y"] + box["height"] / 2, steps=5)
    page.mouse.up()
    expect(page.locator(PANEL)).to_be_visible()
    title = page.locator("#side-view-title")
    expect(title).to_contain_text(re.compile(r"\d+ rows"))
    shown, whole = (int(re.findall(r"\d+", text)[0]) for text in (str(title.text_content()), rows_told(page)))
    assert 0 < shown < whole


def rows_told(page: Page) -> str:
    """Open all rows of the last answer, and return the panel's title."""
    open_evidence(page, "Rows")
    page.wait_for_timeout(500)
    return str(page.locator("#side-view-title").text_content())


def test_evidence_fits_a_phone(page: Page, chats: Chats) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_chat(page, chats.loaded)
    ask(page, PER_DEVICE)
    expect(page.locator(PLOT)).to_be_visible()
    for name in ("Rows", "Graph"):
        box = open_evidence(page, name).bounding_box()
        assert box is not None
        assert box["width"] > 330
        page.keyboard.press("Escape")
        expect(page.locator(PANEL)).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_an_answer_without_evidence_offers_none(page: Page, chats: Chats) -> None:
    open_chat(page, chats.loaded)
    ask(page, "What is the weather on Mars?")
    expect(page.locator(ANSWER)).to_have_count(1)
    assert page.get_by_role("button", name="Graph", exact=True).count() == 0


def test_the_graph_goes_when_a_citation_opens_and_long_lines_wrap(page: Page, chats: Chats) -> None:
    open_chat(page, chats.loaded)
    ask(page, LISTED)
    open_graph(page)
    page.locator(ANSWER).last.locator('a[href^="#source="]').first.click()
    code = page.locator(f"{PANEL} pre code").first
    expect(code).to_be_visible()
    expect(page.locator("#evidence-graph")).to_have_count(0)
    assert code.evaluate("(code) => code.scrollWidth <= code.clientWidth + 1")
