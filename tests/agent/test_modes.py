"""The one list of the retrieval modes."""

from __future__ import annotations

from pathlib import Path

from agent.modes import MODES, WAYS

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("agent", "chat", "command_line", "conversations", "evaluation", "mcp_server", "slack_bridge")


def test_every_mode_says_how_it_looks() -> None:
    assert tuple(WAYS) == MODES
    assert all(way.about for way in WAYS.values())


def test_no_other_file_lists_them() -> None:
    listing = [
        str(path.relative_to(ROOT))
        for part in PARTS
        for path in (ROOT / part).rglob("*.py")
        if all(f'"{mode}"' in path.read_text("utf-8") for mode in ("text", "combined", "hybrid"))
    ]
    assert listing == ["agent/modes.py"]
