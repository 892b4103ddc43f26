"""What a model sends is read, however it is wrapped; what is missing is named."""

from __future__ import annotations

import pytest

from ingest.learn.model.attempt import ReplyParts, read_reply

SOURCE = "def split(lines):\n    return ['a' for _ in lines]\n"
DATA = {"a": "all"}
CASES = {
    "two fenced blocks": f'```json\n{{"a": "all"}}\n```\n```python\n{SOURCE}```',
    "talk before, between and after": f'Sure!\n```json\n{{"a": "all"}}\n```\nand\n```py\n{SOURCE}```\nHope it helps.',
    "blocks without names": f'```\n{{"a": "all"}}\n```\n```\n{SOURCE}```',
    "tildes and other endings": f'~~~json\r\n{{"a": "all"}}\r\n~~~\r\n~~~python\r\n{SOURCE}~~~\r\n',
    "longer fences around code that holds fences": f'````json\n{{"a": "all"}}\n````\n````python\n{SOURCE}````',
    "a first draft, then the final code": '```json\n{"a": "all"}\n```\n```python\ndef split(x): pass\n```\n'
    f"```python\n{SOURCE}```",
}


@pytest.mark.parametrize("text", CASES.values(), ids=CASES)
def test_both_parts_are_found(text: str) -> None:
    parts = read_reply(text, "split")
    assert (parts.data, parts.source, parts.problem) == (DATA, SOURCE, "")


def test_one_object_with_both_parts_is_read() -> None:
    text = '{"sections": {"a": "all"}, "code": "def split(lines):\\n    return []\\n"}'
    assert read_reply(text, "split") == ReplyParts({"a": "all"}, "def split(lines):\n    return []\n")


def test_a_fence_that_never_ends_is_read_to_the_end() -> None:
    assert read_reply(f"```python\n{SOURCE}", "split").source == SOURCE


def test_code_without_any_fence_is_read() -> None:
    assert read_reply(SOURCE, "split").source == SOURCE


PROBLEMS = {
    "broken json": ("```json\n{'a': 1}\n```", "the json block is no JSON"),
    "a list": ("```json\n[1]\n```", "expected an object"),
    "nothing but talk": ("I cannot do that.", "no fenced block found"),
}


@pytest.mark.parametrize(("text", "problem"), PROBLEMS.values(), ids=PROBLEMS)
def test_what_is_wrong_is_named(text: str, problem: str) -> None:
    assert problem in read_reply(text, "split").problem


ACCEPTED = ReplyParts({"A": 1, "B": 2}, "TABLE = [1]\n\n\ndef parse(lines):\n    return TABLE\n")
FIRST = ReplyParts({"A": 1, "B": 3}, "def parse(lines):\n    return 0\n")
COMPLETED = {
    "a whole reply": (
        '```json\n{"C": 4}\n```\n```python\ndef parse(lines):\n    return 1\n```',
        {"A": 1, "B": 3, "C": 4}, "return 1",
    ),
    "new entries of a table go behind the last code": (
        "```python\nTABLE += [2]\n```", {"A": 1, "B": 3}, "return 0\n\nTABLE += [2]\n",
    ),
    "nothing but types leaves the last code": ('```json\n{"B": 5}\n```', {"A": 1, "B": 5}, "return 0"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "data", "end"), COMPLETED.values(), ids=COMPLETED)
def test_what_a_reply_leaves_out_is_taken_from_before(text: str, data: dict[str, int], end: str) -> None:
    parts = read_reply(text, "parse").completed(FIRST, ACCEPTED)
    assert (parts.data, (parts.source or "").strip().endswith(end.strip())) == (data, True)
