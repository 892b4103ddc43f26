"""What comes out of the sandbox: whole records, or an error that names the place."""

from __future__ import annotations

import pytest

from ingest.sandbox import RawRecord, Sandbox
from ingest.sandbox.errors import BadOutputError

LEAF = "{'type': 'a', 'values': {}, 'lines': [[0, 0]], 'children': []}"
GOOD = {
    "every kind of value": (
        """[{'type': 'a', 'values': {'s': 'x', 'i': -2**63, 'f': 1.5, 'b': True, 'l': ['y', 1], 'e': []},
        'lines': [[0, 1], [1, 1]], 'children': []}]""",
        [
            RawRecord(
                "a", {"s": "x", "i": -(2**63), "f": 1.5, "b": True, "l": ("y", 1), "e": ()}, ((0, 1), (1, 1))
            )
        ],
    ),
    "children": (
        f"[{{'type': 'p', 'lines': [], 'children': [{LEAF}]}}]",
        [RawRecord("p", {}, (), (RawRecord("a", {}, ((0, 0),)),))],
    ),
    "a generator": (f"(each for each in [{LEAF}])", [RawRecord("a", {}, ((0, 0),))]),
    "a tuple": (f"({LEAF},)", [RawRecord("a", {}, ((0, 0),))]),
    "nothing": ("[]", []),
    "any script, and control characters as they are": (
        "[{'type': 'é', 'values': {'名': '\\x1b]0;<b>\\t\\U0001f600'}, 'lines': [[0, 0]]}]",
        [RawRecord("é", {"名": "\x1b]0;<b>\t\U0001f600"}, ((0, 0),))],
    ),
}


@pytest.mark.parametrize(("result", "expected"), GOOD.values(), ids=GOOD)
def test_records_arrive_as_they_are(sandbox: Sandbox, result: str, expected: list[RawRecord]) -> None:
    assert sandbox.run_parse(f"def parse(lines): return {result}", ["one", "two"]) == expected


def item(values: str) -> str:
    return f"[{{'type': 'a', 'values': {values}, 'lines': [[0, 0]]}}]"


KEYS = "the keys children, line, lines, type, values"
SHORT = "{'type': 'a', 'lines': [[0, 0]]}"
HALF = "NUL or half a character in"
POSSIBLE = "text, numbers, True, False and lists of these"
BAD = {
    "no list": ("5", "result", "a number"),
    "None": ("None", "result", "None"),
    "text": ("'abc'", "result", "text"),
    "an item that is no record": ("[3]", "result[0]", "a number"),
    "an unknown key": (f"[dict({LEAF}, line=3)]", "result[0]", KEYS),
    "a missing key": ("[{'type': 'a'}]", "result[0]", "the keys type"),
    "a type that is no text": (f"[dict({LEAF}, type=3)]", "result[0]", "a number"),
    "an empty type": (f"[dict({LEAF}, type='')]", "result[0].type", "no characters"),
    "values that are no names": (f"[dict({LEAF}, values=[1])]", "result[0].values", "a list"),
    "None as a value": (item("{'x': None}"), "result[0].values.x", "None"),
    "an object as a value": (item("{'x': {'y': 1}}"), "result[0].values.x", "an object"),
    "a list in a list": (item("{'x': [[1]]}"), "result[0].values.x", "a list"),
    "bytes": (item("{'x': b'y'}"), "result[0].values.x", f"bytes is not possible; possible: {POSSIBLE}"),
    "NaN": (item("{'x': float('nan')}"), "result[0].values.x", "nan is not possible in a number"),
    "infinity": (item("{'x': [1e400]}"), "result[0].values.x[0]", "inf is not possible in a number"),
    "a number over 64 bits": (item("{'x': 2**63}"), "result[0].values.x", "a number over 64 bits"),
    "NUL": (item("{'x': 'a\\0b'}"), "result[0].values.x", f"{HALF} 'a\\x00b'"),
    "half a character": (item("{'x': '\\ud800'}"), "result[0].values.x", f"{HALF} '\\ud800'"),
    "half a character in a name": (item("{'\\udfff': 1}"), "result[0].values", "the name '\\udfff'"),
    "an empty name": (item("{'': 1}"), "result[0].values", "the name ''"),
    "a name that is no text": (item("{1: 1}"), "result[0]", "the name 1 is no text"),
    "an index past the end": (f"[dict({LEAF}, lines=[[0, 2]])]", "result[0].lines", "[0, 2]"),
    "a negative index": (f"[dict({LEAF}, lines=[[-1, 0]])]", "result[0].lines", "[-1, 0]"),
    "a range backwards": (f"[dict({LEAF}, lines=[[1, 0]])]", "result[0].lines", "[1, 0]"),
    "a range of booleans": (f"[dict({LEAF}, lines=[[False, True]])]", "result[0].lines", "[False, True]"),
    "a range of fractions": (f"[dict({LEAF}, lines=[[0.0, 1]])]", "result[0].lines", "[0.0, 1]"),
    "a range that is no pair": (f"[dict({LEAF}, lines=[[0]])]", "result[0].lines", "[0]"),
    "neither lines nor children": (f"[dict({LEAF}, lines=[])]", "result[0].lines", "no lines and no children"),
    "a child that is wrong": (f"[dict({LEAF}, children=[{LEAF}, 7])]", "result[0].children[1]", "a number"),
    "too many records": (f"[{SHORT}] * 1017", "result", "more than 1016 records"),
    "too many values": (item("{'x': [1] * 11000}"), "result", "about 11011 values"),
}  # fmt: skip


@pytest.mark.parametrize(("result", "place", "found"), BAD.values(), ids=BAD)
def test_what_breaks_the_contract_is_named(sandbox: Sandbox, result: str, place: str, found: str) -> None:
    with pytest.raises(BadOutputError) as caught:
        sandbox.run_parse(f"def parse(lines): return {result}", ["one", "two"], parser="demo")
    assert (caught.value.place, caught.value.found) == (place, found)
    assert str(caught.value).startswith(f"parser 'demo': {place}: {found}")


SECTIONS = {
    "too few": ("lines[1:]", "1 sections", "2, one for each line"),
    "too many": ("lines * 2", "4 sections", "2, one for each line"),
    "numbers": ("[1, 2]", "a number", "text"),
    "None among them": ("['a', None]", "None", "text"),
    "no list": ("{}", "an object", "a list with one text for each line"),
}


@pytest.mark.parametrize(("result", "found", "expected"), SECTIONS.values(), ids=SECTIONS)
def test_split_gives_each_line_a_section(sandbox: Sandbox, result: str, found: str, expected: str) -> None:
    assert sandbox.run_split("def split(lines): return ['s' + x for x in lines]", ["a", "b"]) == ["sa", "sb"]
    with pytest.raises(BadOutputError) as caught:
        sandbox.run_split(f"def split(lines): return {result}", ["a", "b"])
    assert (caught.value.found, caught.value.expected) == (found, expected)


ECHO = "def split(lines): return [repr(x) for x in lines]"
INPUTS = {
    "no lines": ([], []),
    "one empty line": ([""], ["''"]),
    "separators that are not newlines": (["a\r", "b\x0bc\u2028d"], ["'a\\r'", "'b\\x0bc\\u2028d'"]),
    "NUL and half characters become replacement characters": (["a\0b\ud800"], ["'a\ufffdb\ufffd'"]),
}


@pytest.mark.parametrize(("lines", "expected"), INPUTS.values(), ids=INPUTS)
def test_lines_arrive_in_the_parser(sandbox: Sandbox, lines: list[str], expected: list[str]) -> None:
    assert sandbox.run_split(ECHO, lines) == expected


def test_a_line_with_a_newline_is_a_mistake_of_the_caller(sandbox: Sandbox) -> None:
    with pytest.raises(ValueError, match="line 1 of the batch holds a newline"):
        sandbox.run_split(ECHO, ["a", "b\nc"])
