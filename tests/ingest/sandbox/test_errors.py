"""What a failure tells the one who has to repair the parser."""

from __future__ import annotations

import pytest

from ingest.sandbox import Sandbox
from ingest.sandbox.errors import (
    BadOutputError,
    Frame,
    InputLimitError,
    MemoryLimitError,
    ParserError,
    ParserRaisedError,
    ParserRejectedError,
    ParserTimeLimitError,
    Problem,
    WorkerDiedError,
)
from ingest.sandbox.limits import SandboxLimits

LINES = ("first", "second")


def failure(sandbox: Sandbox, source: str, lines: tuple[str, ...] = LINES) -> ParserError:
    with pytest.raises(ParserError) as caught:
        sandbox.run_parse(source, lines, parser="demo")
    return caught.value


def test_an_exception_comes_with_its_frames_lines_and_output(sandbox: Sandbox) -> None:
    source = """def number(text):
    return int(text)

def parse(lines):
    print('at', lines[0])
    return number(lines[0])
"""
    error = failure(sandbox, source)
    assert isinstance(error, ParserRaisedError)
    assert error.frames == (
        Frame(6, "parse", "return number(lines[0])"),
        Frame(2, "number", "return int(text)"),
    )
    assert (error.exception_type, error.parser, error.lines, error.stderr) == (
        "ValueError",
        "demo",
        LINES,
        "at first\n",
    )
    assert str(error).startswith("parser 'demo': ValueError: invalid literal for int() with base 10: 'first'")
    assert str(error).endswith("(line 2, in number)")


def test_a_repair_text_quotes_what_may_come_from_data(sandbox: Sandbox) -> None:
    error = failure(
        sandbox,
        "def parse(lines):\n    raise ValueError(lines[0])",
        ('a"b',),
    )
    assert error.repair_text().splitlines() == [
        'ParserRaisedError in parse(lines): "ValueError: a\\"b (line 2, in parse)"',
        '  line 2, in parse: "raise ValueError(lines[0])"',
    ]


def test_a_rejected_source_names_lines_and_what_is_possible(sandbox: Sandbox) -> None:
    error = failure(sandbox, "import os\ndef parse(lines):\n    return open('x')\n")
    assert isinstance(error, ParserRejectedError)
    assert [each.line for each in error.problems] == [1, 3]
    assert error.problems[1] == Problem(3, "name 'open' is not available to parsers")
    assert error.frames[1] == Frame(3, "<module>", "return open('x')")


WAYS = {
    "an endless loop": (
        "while True: pass",
        ParserTimeLimitError,
        "no result within 1.0 s (at line 2, in parse)",
    ),
    "a catastrophic regular expression": (
        "import re; re.match('(a+)+$', 'a' * 40 + 'b')",
        ParserTimeLimitError,
        "no result within 1.0 s (at line 2, in parse)",
    ),
    "a number that takes for ever": ("return 10 ** 10 ** 8", ParserTimeLimitError, "no result within 1.0 s"),
    "too much memory": ("x = 'a' * 10 ** 11", MemoryLimitError, "needs more than 512 MiB of memory"),
    "too deep a recursion": (
        "return parse(lines)",
        ParserRaisedError,
        "RecursionError: maximum recursion depth",
    ),
    "leaving the interpreter": (
        "raise SystemExit",
        ParserRejectedError,
        "rejected: line 2: name 'SystemExit'",
    ),
    "too much output": (
        "return ['x' * 1000] * 10000",
        BadOutputError,
        "reply: 10030006 bytes of output; expected at",
    ),
    "an exception while loading": (
        "return []\n1 / 0 == 0",
        ParserRejectedError,
        "rejected: line 3: Expr at top",
    ),
    "an error while loading": (
        "return []\nx = 1 / 0",
        ParserRaisedError,
        "ZeroDivisionError: division by zero",
    ),
    "no such function": (
        "return []\nparse, split = 1, parse",
        ParserRaisedError,
        "TypeError: 1 is not a function",
    ),
}


@pytest.mark.parametrize(("body", "kind", "what"), WAYS.values(), ids=WAYS)
def test_each_way_to_fail_has_its_error(
    sandbox: Sandbox, body: str, kind: type[ParserError], what: str
) -> None:
    error = failure(sandbox, f"def parse(lines):\n    {body}\n")
    assert type(error) is kind
    assert error.what.startswith(what)
    assert sandbox.run_split("def split(lines): return lines", ["a"]) == ["a"], (
        "the sandbox must go on working"
    )


def test_a_loop_that_catches_the_time_limit_is_killed_with_a_trace(sandbox: Sandbox) -> None:
    source = """def parse(lines):
    while True:
        try:
            x = sum(range(10**5))
        finally:
            continue
"""
    error = failure(sandbox, source)
    assert isinstance(error, ParserTimeLimitError)
    assert error.frames[-1].function == "parse"


def test_output_of_the_parser_is_cut() -> None:
    with Sandbox(workers=1, limits=SandboxLimits(printed_bytes=1000)) as sandbox:
        error = failure(
            sandbox, "def parse(lines):\n    for _ in range(10000): print('x' * 100)\n    return 1"
        )
    assert len(error.stderr) == 1000


def test_a_batch_over_the_limit_is_not_tried() -> None:
    with Sandbox(workers=1, limits=SandboxLimits(input_bytes=10)) as sandbox:
        error = failure(sandbox, "def parse(lines): return []")
    assert isinstance(error, InputLimitError)
    assert error.what == "a batch of 12 bytes; possible: up to 10 bytes"


def test_a_worker_that_dies_says_of_what() -> None:
    with Sandbox(workers=1, limits=SandboxLimits(cpu_s=1, time_base_s=30)) as sandbox:
        error = failure(sandbox, "def parse(lines):\n    while True: pass\n")
    assert isinstance(error, WorkerDiedError)
    assert error.ending in ("SIGXCPU", "SIGKILL")
