"""Reads the committed sample network and its gold questions."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"
NETWORK = EXAMPLES / "sample-network"
Question = dict[str, object]


def lines_of(path: str) -> list[str]:
    return (NETWORK / path).read_text(encoding="utf-8").splitlines()


def configurations() -> dict[str, list[str]]:
    return {path.stem: lines_of(f"configs/{path.name}") for path in sorted((NETWORK / "configs").iterdir())}


def found(pattern: str, path: str) -> list[re.Match[str]]:
    return [match for line in lines_of(path) if (match := re.search(pattern, line))]


def found_in_configurations(pattern: str) -> Iterator[tuple[str, re.Match[str]]]:
    for device, lines in configurations().items():
        yield from ((device, match) for line in lines if (match := re.search(pattern, line)))


def questions() -> dict[str, Question]:
    lines = (EXAMPLES / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    return {str(record["question"]): record for record in map(json.loads, lines)}


def answer(beginning: str) -> object:
    """Give the gold answer of the one question that begins so."""
    (record,) = [record for text, record in questions().items() if text.startswith(beginning)]
    return record["answer"]
