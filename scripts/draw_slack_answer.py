"""Draw an answer as Slack shows it: the same blocks, in a browser. `python scripts/draw_slack_answer.py KG OUT.png`.

What each block looks like follows the pictures of Slack's Block Kit reference.
"""

from __future__ import annotations

import html
import json
import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

import wirelore
from slack_bridge.blocks import Block, show_answer

QUESTION = "Which interfaces on core2 are shut down?"
STYLE = """
body{font:15px/1.46 Lato,"Segoe UI",sans-serif;margin:0;padding:20px;width:640px;color:#1d1c1d;background:#fff}
.who{font-weight:900}.app{background:#eee;border-radius:2px;font-size:10px;padding:1px 3px;margin-left:4px}
.asked{margin-bottom:14px}.small{color:#616061;font-size:13px}p{margin:4px 0;white-space:pre-wrap}
blockquote{border-left:4px solid #ddd;margin:6px 0;padding-left:10px;white-space:pre-wrap}
pre{background:#f8f8f8;border:1px solid #ddd;border-radius:4px;padding:8px;font-size:12px;white-space:pre-wrap}
button{background:#fff;border:1px solid #ccc;border-radius:4px;font-weight:700;padding:5px 12px;margin:6px 6px 0 0}
table{border-collapse:collapse}td{border:1px solid #ddd;padding:3px 8px}
"""


def draw(block: Block) -> str:
    """Write one block, or one of its elements, as HTML."""
    inside = "".join(draw(one) for one in block.get("elements", []))
    match block["type"]:
        case "text" | "raw_text" | "plain_text":
            return html.escape(block["text"])
        case "user":
            return f"@{html.escape(block['user_id'])}"
        case "rich_text_section":
            return f"<p>{inside}</p>"
        case "rich_text_quote":
            return f"<blockquote>{inside}</blockquote>"
        case "rich_text_preformatted":
            return f"<pre>{inside}</pre>"
        case "rich_text_list":
            return f"<ul>{''.join(f'<li>{draw(one)}</li>' for one in block['elements'])}</ul>"
        case "context":
            return f"<p class=small>{inside}</p>"
        case "button":
            return f"<button>{html.escape(block['text']['text'])}</button>"
        case "feedback_buttons":
            names = (block["positive_button"], block["negative_button"])
            return "".join(f"<button>{one['text']['text']}</button>" for one in names)
        case "table":
            rows = ("".join(f"<td>{draw(cell)}</td>" for cell in row) for row in block["rows"])
            return f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"
        case _:
            return inside


def main() -> None:
    """Ask, and take the picture."""
    kg, out = sys.argv[1:]
    with wirelore.open_kg(kg) as opened:
        shown = show_answer(opened.ask(QUESTION), "slack-example 1", "https://lore.example")
    blocks = json.loads(json.dumps(shown.blocks))
    page = (
        f"<style>{STYLE}</style><div class=asked><span class=who>Ann</span><p>@Wirelore {QUESTION}</p></div>"
        f"<span class=who>Wirelore</span><span class=app>APP</span>{''.join(map(draw, blocks))}"
    )
    browser_path = (
        shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        view = browser.new_page(viewport={"width": 680, "height": 300}, device_scale_factor=2)
        view.set_content(page)
        view.screenshot(path=Path(out), full_page=True)
        browser.close()


if __name__ == "__main__":
    main()
