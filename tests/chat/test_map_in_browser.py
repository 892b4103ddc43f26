"""The map as a person sees it: drawn, by layers, with a list for the keyboard, and clean for a screen reader."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page, expect

from tests.chat.conftest import Chats
from tests.chat.test_accessibility import findings
from tests.chat.test_chat_in_browser import ANSWER, ask, open_chat

MAP = "#network-map"
MANY = """(count) => {
  const name = (at) => `device-${at}`;
  const nodes = [...Array(count).keys()].map((at) =>
    ({ id: name(at), kind: "device", severity: at % 9 ? "" : "high", findings: at % 9 ? 0 : 2, lit: false,
       x: Math.sin(at * 7.1), y: Math.cos(at * 3.7) }));
  const links = [...Array(count * 2).keys()].map((at) =>
    ({ from: name(at % count), to: name((at * 7 + 1) % count), layer: "physical", ports: ["a", "b"], label: "",
       sure: true, severity: "", lit: false, vlans: [], proofs: "subnet", lines: ["a.cfg:1"] }));
  const { words } = window.told;
  window.postMessage({ wirelore: "map", layer: "physical", nodes, links, words }, location.origin);
}"""
OVERLAPS = """() => {
  const { network } = document.querySelector("#network-map");
  const boxes = network.body.nodeIndices.map((id) => network.getBoundingBox(id));
  return boxes.flatMap((one, at) => boxes.slice(at + 1).filter((other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2)).length;
}"""

REDRAWN_MS = """() => {
  const { network } = document.querySelector("#network-map");
  const began = performance.now();
  for (let at = 0; at < 10; at++) network.redraw();
  return (performance.now() - began) / 10;
}"""


def open_map(page: Page) -> None:
    page.evaluate(
        "addEventListener('message', ({ data }) => data?.wirelore === 'map' && (window.told = data))"
    )
    ask(page, "/map ")
    expect(page.locator(f"{MAP}[data-drawn]")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1280, 900), (390, 844)], ids=["wide", "phone"])
def test_the_map_is_drawn_and_has_no_serious_finding(
    page: Page, chats: Chats, scheme: str, size: tuple[int, int]
) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    open_chat(page, chats.loaded)
    open_map(page)
    assert page.evaluate(OVERLAPS) == 0
    assert page.evaluate(f"document.querySelector('{MAP}').network.getScale() * 14") >= 12
    assert findings(page, "map") == []
    page.evaluate(f"document.querySelector('{MAP} details').open = true")
    page.locator(f"{MAP} li button", has_text="core1").first.click()
    assert findings(page, "a device of the map") == []
    page.keyboard.press("Escape")
    expect(page.locator(MAP)).to_have_count(0)
    assert findings(page, "list of links") == []


def test_a_device_is_chosen_by_keyboard_and_its_page_opens(page: Page, chats: Chats) -> None:
    open_chat(page, chats.loaded)
    open_map(page)
    page.locator(f"{MAP} li button", has_text="core1").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(f"{MAP} h3")).to_have_text("core1")
    expect(page.locator(f"{MAP} h3")).to_be_focused()
    expect(page.locator(f"{MAP} .details ul").last).to_contain_text("TenGigabitEthernet1/0/1")
    wrong = page.locator(f"{MAP} .details ul").first.locator("li")
    assert 0 < wrong.count() <= 3
    expect(wrong.first.locator("a").first).to_be_visible()
    page.locator(f"{MAP} .details a", has_text="Open its page").click()
    expect(page.locator(ANSWER).last).to_contain_text("interfaces")
    expect(page.locator(MAP)).to_have_count(0)


def test_a_layer_is_chosen_and_a_way_lights_up(page: Page, chats: Chats) -> None:
    open_chat(page, chats.loaded)
    open_map(page)
    count = f"document.querySelector('{MAP}').network.body.edgeIndices.length"
    physical = page.evaluate(count)
    page.locator(f"{MAP} select").select_option("bgp")
    assert 0 < page.evaluate(count) != physical
    page.keyboard.press("Escape")
    ask(page, "/path core2 dist1")
    expect(page.locator(MAP)).to_have_count(0)  # it would cover the proof
    page.locator(ANSWER).last.get_by_text("Open the map").click()
    expect(page.locator(f"{MAP}[data-drawn]")).to_be_visible()
    widths = (
        f"Object.values(document.querySelector('{MAP}').network.body.edges).map((edge) => edge.options.width)"
    )
    assert 5 in page.evaluate(widths)


def test_two_hundred_devices_are_drawn_at_once_and_can_be_read(page: Page, chats: Chats) -> None:
    open_chat(page, chats.loaded)
    open_map(page)
    began = time.monotonic()
    page.evaluate(MANY, 200)
    expect(page.locator(f"{MAP}[data-drawn='200']")).to_be_visible()
    assert time.monotonic() - began < 5
    assert page.evaluate(OVERLAPS) <= 4
    assert page.evaluate(f"document.querySelector('{MAP}').network.getScale() * 14") >= 12
    assert page.evaluate(REDRAWN_MS) < 100


CUT = """() => [...document.querySelectorAll("table[data-wirelore] td")].filter((cell) => {
  const [inner, frame] = [cell, cell.closest("table").parentElement].map((one) => one.getBoundingClientRect());
  return inner.width && (inner.right > frame.right + 1 || inner.left < frame.left - 1);
}).map((cell) => cell.innerText)"""


@pytest.mark.parametrize("width", [1280, 390], ids=["wide", "phone"])
def test_a_table_of_links_is_read_without_scrolling_to_the_side(page: Page, chats: Chats, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    open_chat(page, chats.loaded)
    answer = ask(page, "/device core1")
    expect(answer.locator("table[data-wirelore]").first).to_be_visible()
    assert page.evaluate(CUT) == []
    assert answer.get_by_role("columnheader").count() > 4
    if width == 390:  # a cell stands beside its column's name, however long that is
        cell = answer.locator("table[data-wirelore] td").first
        before = cell.evaluate(
            "(cell) => [cell.clientHeight, (cell.dataset.column = 'name of three words')][0]"
        )
        assert cell.evaluate("(cell) => cell.clientHeight") > before
