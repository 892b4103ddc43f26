"""Whatever the data holds, a terminal is told nothing by it."""

from __future__ import annotations

import pytest
from rich.table import Table

from command_line.running import console

HOSTILE = {
    "a colour": "\x1b[31mred",
    "a title": "\x1b]0;owned\x07",
    "eight bits": "\x9b2J",
    "the other direction": "abc\u202edcb",
    "a backspace": "ok\x08\x08no",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_terminal_obeys_no_data(capsys: pytest.CaptureFixture[str], text: str) -> None:
    table = Table("column")
    table.add_row(text)
    out = console()
    out.print(text, markup=False)
    out.print(table)
    shown = capsys.readouterr().out
    assert all(sign.isprintable() or sign in "\n\t" for sign in shown)


def test_other_letters_and_lines_stay(capsys: pytest.CaptureFixture[str]) -> None:
    console().print("Zürich → 東京\nsecond", markup=False)
    assert capsys.readouterr().out == "Zürich → 東京\nsecond\n"
