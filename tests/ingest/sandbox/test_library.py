"""The reading library in the sandbox: of use to every parser, and to be changed by none for the next text or parser."""

from __future__ import annotations

import contextlib

import pytest

import reading
from ingest.sandbox import ParserError, Sandbox
from ingest.sandbox.errors import ParserRejectedError
from ingest.sandbox.worker.offered import MODULES
from ingest.sandbox.worker.wire import Layers

CONFIGURATION = """
from reading import read_configuration
def parse(lines):
    return read_configuration(lines, "interface <Interface> {\\n    mtu *\\n}", "indented")
"""

CHANGES = {
    "an attribute of a function": ("convert.kept", "convert.kept = 'kept'"),
    "a function's code": ("convert('kept')[4:]", "convert.__code__ = (lambda token: 'was kept').__code__"),
    "a default argument": (
        "(read_configuration.__defaults__ or ['none'])[0]",
        "read_configuration.__defaults__ = ('kept', None)",
    ),
    "a module's global": (
        "convert.__globals__.get('kept', '')",
        "convert.__globals__['kept'] = 'kept'",
    ),
    "a function that another one calls": (
        "convert('kept')",
        "convert.__globals__['shape'] = lambda token: 'quoted'",
    ),
    "a table": (
        "shape('kept') if shape('kept') == 'kept' else ''",
        "import re; shape.__globals__['SHAPES'] = (('kept', re.compile('kept')),)",
    ),
    "a class's attribute": (
        "statement().__class__.kept",
        "statement().__class__.kept = 'kept'",
    ),
    "a class's method": (
        "statement().rest(0)",
        "statement().__class__.rest = lambda self, index: 'kept'",
    ),
    "the facade": ("reading.kept", "reading.kept = 'kept'"),
}
"""What a parser changes: how it shows that it has been changed, and how to change it."""

HOLDING = """
import reading
from reading import convert, read_configuration, shape
def statement():
    return read_configuration.__globals__['statements_of'](['a b'], 'indented')[0]
def state():
    try:
        return str({shown})
    except (AttributeError, TypeError, KeyError):
        return 'as it was'
def parse(lines):
    before = state()
    {change}
    return [{{'type': 'seen', 'values': {{'before': before, 'after': state()}}, 'lines': [[0, 0]]}}]
"""


def is_carried(change: tuple[str, str], layers: Layers) -> bool:
    """Tell whether what a parser did to the library shows when the next text is read."""
    source = HOLDING.format(shown=change[0], change=change[1])
    with Sandbox(workers=1, allow_weak=True, layers=layers) as sandbox:
        first = sandbox.run_parse(source, ["a"])[0].values
        second = sandbox.run_parse(source, ["b"])[0].values
        assert sandbox.pool.started == 1
    assert first["after"] != first["before"], "the change itself does not work, so that nothing is shown"
    return first["before"] != second["before"]


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_without_protection_a_change_is_there_for_the_next_text(change: tuple[str, str]) -> None:
    assert is_carried(change, Layers(facades=False, allow_list=False))


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_no_change_outlives_the_text(change: tuple[str, str]) -> None:
    assert not is_carried(change, Layers(allow_list=False))


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_with_the_allow_list_most_changes_are_not_even_possible(change: tuple[str, str]) -> None:
    with contextlib.suppress(ParserRejectedError):
        assert not is_carried(change, Layers())


def test_a_parser_reads_with_the_library(sandbox: Sandbox) -> None:
    (root,) = sandbox.run_parse(CONFIGURATION, ["interface eth0", " mtu 9000"])
    assert [(each.type, each.values) for each in root.children] == [
        ("Interface", {"key": "eth0", "mtu": 9000})
    ]


def test_what_parsers_may_import_is_what_the_library_names() -> None:
    assert sorted(MODULES["reading"]) == sorted(reading.__all__)


@pytest.mark.parametrize("name", ["read_grammar", "re", "nested"])
def test_nothing_else_of_the_library_can_be_imported(name: str, sandbox: Sandbox) -> None:
    source = f"from reading import {name}\ndef parse(lines): return []"
    with pytest.raises(ParserError, match=f"reading.{name} is not possible"):
        sandbox.run_parse(source, ["a"])
