"""What a terminal's session shows beside a configuration is none of its statements."""

from __future__ import annotations

import pytest

from reading.prompts import without_session

CONFIGURATION = ["hostname fen1", "interface e1", ' description "to fen2# e1"', " mtu 9000"]
CASES = {
    "prompts, and what other commands printed": (
        [
            "fen1# terminal length 0",
            "fen1# show running-config",
            *CONFIGURATION,
            "fen1# exit",
            "Connection closed.",
        ],
        [0, 1, 6, 7],
    ),
    "a configuration alone": (CONFIGURATION, []),
    "a session that shows no configuration": (["fen1# show clock", "10:10:10 UTC", "fen1# exit"], []),
    "what is configured behind it stays": (
        ["fen1# show running-config", *CONFIGURATION, "fen1# configure", "hostname fen3", "fen1# exit"],
        [0],
    ),
}


@pytest.mark.parametrize(("lines", "comments"), CASES.values(), ids=CASES)
def test_without_session(lines: list[str], comments: list[int]) -> None:
    found = without_session(lines)
    assert [at for at, line in enumerate(found) if line != lines[at]] == comments
    assert all(found[at] == f"# {lines[at]}" for at in comments)
