"""What of a file's path is its name in a question."""

from __future__ import annotations

import pytest

from agent.planner.logs.tie_events import is_file_name

NAMES = {
    "the path": ("logs/door.log", True),
    "its end": ("door.log", True),
    "in another case": ("Door.LOG", True),
    "a part of a name": ("or.log", False),
    "a folder": ("logs", False),
    "another file": ("gate.log", False),
}


@pytest.mark.parametrize(("text", "expected"), NAMES.values(), ids=NAMES)
def test_names(text: str, expected: bool) -> None:
    assert is_file_name(text, "logs/door.log") is expected
