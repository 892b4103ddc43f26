"""What a parser may be written in, and what the messages say."""

from __future__ import annotations

import pytest

from ingest.sandbox.worker.allow_list import check_source

ALLOWED = {
    "regular expressions and generators": r"""
import re
LINE = re.compile(r'(\w+) (\d+)')
def parse(lines):
    for i, line in enumerate(lines):
        if m := LINE.match(line):
            yield {'type': m[1], 'values': {'n': int(m.group(2))}, 'lines': [[i, i]]}
""",
    "a class with its own attributes": """
class Block:
    depth = 0
    def __init__(self, name):
        self.name = name
        self.lines: list[int] = []
def parse(lines):
    block = Block('x')
    block.lines.append(block.depth)
    return [block.name]
""",
    "a table of data with functions that read values": """
import json, ipaddress, datetime
TABLE = {'a': [1, 2]}
def typed(value):
    try:
        return str(ipaddress.ip_address(value))
    except ValueError:
        return value
def parse(lines):
    return [typed(each) for each in TABLE]
""",
    "format on a literal with plain fields": "def parse(lines): return ['{} {x:>4}'.format(1, x=2)]",
    "match on values": """
def parse(lines):
    match lines:
        case [first, *rest]:
            return [first, rest]
""",
    "a main block, which is neither run nor looked at": """
def parse(lines): return []
if __name__ == '__main__':
    import sys
    sys.exit()
""",
    "a docstring and annotations": """'''Doc.'''
from __future__ import annotations
def split(lines: list[str]) -> list[str]:
    return lines
""",
    "a cached function": """
from functools import cache
@cache
def f(x): return x
def parse(lines): return [f(1)]
""",
}
NO_FUNCTION = "no function `split(lines)` or `parse(lines)` at top level"
REJECTED = {
    "a module outside the list": ("import os", "import of 'os' is not possible; possible: re, json, "),
    "a name of a module outside its list": (
        "from re import enum",
        "re.enum is not possible; possible: compile, ",
    ),
    "a module reached through another": (
        "import json; x = json.codecs",
        "attribute .codecs is not available",
    ),
    "a builtin outside the list": ("x = open('x')", "name 'open' is not available to parsers"),
    "a special attribute": ("x = ().__class__", "attribute .__class__ is not available"),
    "an attribute of frames that a class also has": (
        "def f(x): x.gi_frame = x.gi_frame",
        "attribute .gi_frame is not available",
    ),
    "format on a variable": (
        "def f(x): return x.format(1)",
        ".format is not possible here; possible: f-strings",
    ),
    "format that reads attributes": ("x = '{0.x}'.format(1)", ".format is not possible here"),
    "a main block in disguise": ("if __name__ != '__main__': pass", "If at top level; possible there: "),
    "a pattern that reads attributes": (
        "def f(x):\n match x:\n  case object(y=z): pass",
        "MatchClass is not possible in a parser",
    ),
    "a module changed": ("import re; re.match = None", "changing a module (.match) is not possible"),
    "a decorator outside the list": ("@print\ndef f(): pass", "decorator @print is not possible"),
    "a metaclass": ("class A(metaclass=str): pass", "a class with keywords (a metaclass) is not possible"),
    "a special method outside the list": (
        "class A:\n def __init_subclass__(cls): pass",
        "name '__init_subclass__' is not possible",
    ),
    "a statement at top level": ("print(1)", "Expr at top level; possible there: imports, constants, "),
    "a bare except": (
        "def f():\n try: f()\n except: pass",
        "bare `except:` would swallow the time limit; name the exception",
    ),
    "an exception that takes the time limit in": (
        "def f():\n try: f()\n except BaseException: pass",
        "name 'BaseException' is not available",
    ),
    "a syntax error": ("x = [", "SyntaxError: "),
    "too much nesting": ("x = " + "-" * 150 + "1", "code is nested over 100 deep"),
    "a source that is too long": ("#" * 1_000_001, "the source is over 1000000 bytes"),
    "a literal that is too long": (f"x = '{'a' * 200_001}'", "a literal of over 200000 characters"),
}


@pytest.mark.parametrize("source", ALLOWED.values(), ids=ALLOWED)
def test_allowed(source: str) -> None:
    assert check_source(source) == []


@pytest.mark.parametrize(("code", "expected"), REJECTED.values(), ids=REJECTED)
def test_rejected_with_line_and_reason(code: str, expected: str) -> None:
    problems = check_source("def parse(lines): return []\n" + code)
    assert any(line >= 1 and what.startswith(expected) for line, what in problems), problems


def test_every_problem_is_listed_by_line() -> None:
    source = "import os\ndef f():\n    return open('x')\n"
    assert [line for line, _ in check_source(source)] == [1, 1, 3]
    assert check_source("X = 1") == [(1, NO_FUNCTION)]
