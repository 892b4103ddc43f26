"""The README draws the workflow as it is."""

from __future__ import annotations

from pathlib import Path

from agent.workflow import draw_workflow

OPENING, CLOSING = "<!-- workflow -->", "<!-- /workflow -->"
README = Path(__file__).resolve().parent.parent.parent / "README.md"


def test_the_readme_shows_the_workflow_as_it_is() -> None:
    text = README.read_text("utf-8")
    assert OPENING in text, f"README.md: no {OPENING} mark; expected the drawing between it and {CLOSING}"
    shown = text.partition(OPENING)[2].partition(CLOSING)[0].strip()
    assert shown == draw_workflow(), (
        "README.md: the workflow drawing is stale; put in what `python -m agent.workflow` prints"
    )
