"""Counting tokens without the network."""

from __future__ import annotations

from pathlib import Path

import pytest

from language_model.count_tokens import TABLES, Estimate, token_counter

COUNTS = {
    "nothing": ("", 0, 0),
    "a word": ("hello", 1, 1),
    "words with their blanks": ("the link of this port is down", 7, 9),
    "digits by three": ("1234567", 3, 3),
    "an address is seven": ("10.20.30.40", 7, 7),
    "a line end is one": ("\n", 1, 1),
    "indentation is one": ("        x", 2, 2),
    "an id costs about as much as its groups": ("3ea4052c-895d-4b64-9e2d-04d64c4d94ab", 19, 27),
    "letters that are no words": ("q" * 400, 40, 200),
    "other scripts": ("настройка сети", 2, 8),
}
"""Text, and the least and the most that the estimate may say (o200k_base lies between)."""


@pytest.mark.parametrize(("text", "least", "most"), COUNTS.values(), ids=COUNTS)
def test_estimate(text: str, least: int, most: int) -> None:
    assert least <= Estimate()(text) <= most


def test_lines_cost_what_their_text_costs() -> None:
    lines = ["interface Vlan10\n", " ip address 10.0.0.1 255.255.255.0\n", "!\n"] * 30
    apart = sum(map(Estimate(), lines))
    assert Estimate()("".join(lines)) == pytest.approx(apart, rel=0.05)


FOLDERS = {
    "there is no table": {},
    "a table is not what it should be": {file: b"aGk= 0\n" for file, _ in TABLES.values()},
}


@pytest.mark.parametrize("files", FOLDERS.values(), ids=FOLDERS)
@pytest.mark.parametrize(
    "model", ["openai:gpt-4o", "openai:gpt-3.5-turbo", "ollama:llama", "builtin", "", "openai:gpt2"]
)
def test_without_a_whole_table_it_estimates_and_touches_nothing(
    files: dict[str, bytes], model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    assert token_counter(model).name == "estimate"
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == files


def test_a_cache_that_is_switched_off_is_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", "")
    assert token_counter("openai:gpt-4o").name == "estimate"
