"""The line index finds what Lucene finds: random queries over lines of three kinds, answered by both."""

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from graph_store.graph import IndexedLine
from graph_store.text_search.errors import LuceneSyntaxError
from graph_store.text_search.line_index import LineIndex
from graph_store.text_search.lucene_clauses import read_clauses
from graph_store.text_search.tokenize_line import search_text
from tests.graph_store.text_search.lucene_questions import lucene_questions

REFERENCE = Path(__file__).with_name("lucene_reference.py")
SHAPES = (
    "interface Ethernet{a}/{b}.{c}",
    " ip address 10.{a}.{b}.{c}/24 secondary",
    "route-map as{a}_to_as{b} permit {c}",
    " set community {a}:{b} additive",
    "12:{b:02}:{c:02}.{a:03} app[{c}]: request to 10.{a}.0.{b}:80 failed: status={c} timed out",
    "%LINK-{a}-UPDOWN: Interface Ethernet{b}/{c}, changed state to down",
    "GET /v2/{a}{b}/servers/{c} from 00:1a:2b:{a:02x}:{b:02x}:{c:02x} took 0.{c} s",
)

FIXED = {
    "AND binds tighter than it looks": ("down OR additive AND community", "down OR additive AND community"),
    "a required group": ("+(permit OR additive) -community", "+(permit OR additive) -community"),
    "every line": ("*:*", "*:*"),
    "every line but some": ("*:* NOT interface", "*:* NOT interface"),
    "fuzzy in two letters": ("aditiv~", "aditiv~"),
    "a phrase that is interrupted": ('"set additive"~1', '"set additive"~1'),
    "an interval of one length": (r"/as<1-3>_to_as<2-5>/",) * 2,
    "any string": ("/10.@/", "/10.@/"),
    "words in a regular expression": (r"/\w+\/\d+/", r"/\w+\/\d+/"),
    "not a digit": (r"/[^0-9]+/", r"/[^0-9]+/"),
    "a class of signs": (r"/[a-z\-]+/", r"/[a-z\-]+/"),
    "an open group": ("(down", "(down"),
    "half a range": ("[a b]", "[a b]"),
    "an operator at the end": ("down AND", "down AND"),
    "an open class": ("/[/", "/[/"),
}


def made_lines(count: int, seed: int) -> list[str]:
    chance = random.Random(seed)
    numbers = [{name: chance.randrange(1, 30) for name in "abc"} for _ in range(count)]
    return [search_text(chance.choice(SHAPES).format(**values)) for values in numbers]


def found(index: LineIndex, query: str, limit: int) -> list[int] | None:
    """List what the index finds; None where it refuses the query."""
    try:
        return sorted(line for line, _ in index.best(query, limit)[0])
    except LuceneSyntaxError:
        return None


def excludes_only(query: str) -> bool:
    """Tell groups of excluded clauses alone: empty in Lucene without a word, refused here."""
    try:
        read_clauses(query)
    except LuceneSyntaxError as error:
        return error.found == "only excluded clauses"
    return False


@pytest.mark.timeout(120)
def test_the_index_agrees_with_lucene(tmp_path: Path) -> None:
    lines = made_lines(400, seed=1)
    made = lucene_questions(lines, 110, seed=2)
    questions = [*FIXED.values(), *(question for question in made if not excludes_only(question[0]))]
    request = json.dumps({"lines": lines, "queries": [escaped for _, escaped in questions]})
    reference = subprocess.run(
        [sys.executable, str(REFERENCE)], input=request, capture_output=True, text=True, check=True
    )
    index = LineIndex(tmp_path)
    index.add([IndexedLine(number, 1, line) for number, line in enumerate(lines)])
    index.commit(1)
    mine = {typed: found(index, typed, len(lines)) for typed, _ in questions}
    theirs = {
        typed: answer for (typed, _), answer in zip(questions, json.loads(reference.stdout), strict=True)
    }
    index.close()
    assert {typed: answer for typed, answer in mine.items() if answer != theirs[typed]} == {}
    assert sum(bool(answer) for answer in theirs.values()) > len(questions) // 2
