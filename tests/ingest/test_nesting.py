"""Documents that nest too deep, or from which nothing can be learned, are text; said once, and not tried again."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path

import pytest

from findings.statements import read_statements
from graph_store.records import SourceLine
from ingest.files.read_sample import too_deep
from ingest.pipeline import ingest
from tests.borrowed_graph import borrowed_graph

DEEP = {
    "braces": ("\n".join(["hostname r1", *(f"a{n} {{" for n in range(20_000)), *"}" * 20_000]), 102),
    "JSON on a line": ('{"a":' * 50_000 + "1" + "}" * 50_000, 1),
    "lists of lists": ("[" * 300 + "]" * 300, 1),
    "XML": ("<a>" * 300 + "</a>" * 300, 1),
    "indentation": ("\n".join(" " * n + f"b{n} x" for n in range(2_000)), 101),
}
FLAT = {
    "braces that close": "a {\n b;\n}\n" * 1_000,
    "placeholders": "snmp-server community <removed> <cr>\n" * 1_000,
    "lists in brackets": "members [ a b\n" * 1_000,
    "tags without an end": "<?xml version='1.0'?>\n<a>\n" + "<b/><c x='1'>1</c>\n" * 1_000 + "</a>",
    "lines ever less indented": "\n".join(" " * (300 - n) + "x" for n in range(300)),
}


@pytest.mark.parametrize(("text", "number"), DEEP.values(), ids=DEEP)
def test_the_line_that_is_too_deep_is_named(text: str, number: int) -> None:
    assert too_deep(text.splitlines()) == number


@pytest.mark.parametrize("text", FLAT.values(), ids=FLAT)
def test_what_is_not_deep(text: str) -> None:
    assert too_deep(text.splitlines()) == 0


@pytest.mark.parametrize("name", ["braces", "indentation"])
def test_a_statement_has_the_words_of_few_blocks_however_deep_it_stands(name: str) -> None:
    lines = [SourceLine("r1.cfg", number, text) for number, text in enumerate(DEEP[name][0].splitlines(), 1)]
    _, statements = read_statements(lines)
    assert len(statements) >= 2_000
    assert max(len(one.text) for one in statements) < 300


def test_what_cannot_be_learned_is_loaded_as_text_and_not_tried_again(tmp_path: Path) -> None:
    chance, network = random.Random(1), tmp_path / "network"
    network.mkdir()
    (network / "deep.cfg").write_text(DEEP["braces"][0])
    (network / "line.json").write_text(DEEP["JSON on a line"][0])
    records = (
        {"time": f"2026-01-01T00:00:{n % 60:02}", **{f"k{n}-{m}": m for m in range(5)}} for n in range(600)
    )
    (network / "keys.log").write_text("".join(json.dumps(record) + "\n" for record in records))
    odd = ("".join(chance.choices("abc {}[]=:;,.-/<>019|", k=chance.randrange(1, 90))) for _ in range(300))
    (network / "odd.txt").write_text("\n".join(odd))
    with borrowed_graph() as graph:
        first = ingest([network], graph, tmp_path / "parsers")
        assert first.not_loaded == ()
        said = " ".join(first.failures)
        assert "deep.cfg:102: more than 100 blocks inside each other" in said
        assert "keys.log: a type with 3,00" in said
        began = time.monotonic()
        again = ingest([network], graph, tmp_path / "parsers")
        assert (again.not_loaded, again.unchanged) == ((), 4)
        assert "keys.log: nothing could be learned from it before" in " ".join(again.failures)
        assert again.seconds["learn"] < 1
        assert time.monotonic() - began < 10
