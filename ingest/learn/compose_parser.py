"""Joins a splitting function, section parsers, and the functions they may call, into one `parse(lines)`.

Each part becomes the body of a function, so that parts written apart share no names.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

from ingest.errors import BadParserSource
from ingest.records import Kind

ROOT = "Configuration"
MOST_CHARACTERS = 400_000

_JOIN = '''
def _ranges(indices):
    found = []
    for index in sorted(indices):
        if found and index == found[-1][1] + 1:
            found[-1][1] = index
        else:
            found.append([index, index])
    return found


def _placed(record, where):
    """Turn indices into a section's lines into indices into all lines."""
    own = [where[index] for first, last in record["lines"] for index in range(max(first, 0), last + 1)]
    children = [_placed(child, where) for child in record.get("children") or []]
    return {**record, "lines": _ranges(own), "children": children}


def _first(record):
    return min([record["lines"][0][0]] if record["lines"] else [_first(each) for each in record["children"]] or [0])


def _records(lines):
    places = {}
    for index, name in enumerate(_split(lines)):
        places.setdefault(name, []).append(index)
    records = []
    for name, read in _SECTIONS:
        where = places.get(name)
        if where:
            try:
                found = [_placed(record, where) for record in read([lines[index] for index in where])]
            except Exception:  # a section that fails leaves its lines unexplained; the others are kept
                found = []
            records.extend(found)
    return sorted(records, key=_first)
'''
_LOG = """
def parse(lines):
    return _records(lines)
"""
_CONFIGURATION = '''
def parse(lines):
    """Return one root: device-wide settings of all sections are its values, every other record is its child."""
    values, own, children = {}, [], []
    for record in _records(lines):
        if record["type"] != "Configuration":
            children.append(record)
            continue
        for name, value in (record.get("values") or {}).items():
            values.setdefault(name, value)
        own += [index for first, last in record["lines"] for index in range(first, last + 1)]
        children += record["children"]
    if not (own or children):
        return []
    return [{"type": "Configuration", "values": values, "lines": _ranges(set(own)), "children": children}]
'''


def compose_parser(split_source: str, parse_sources: Mapping[str, str], kind: Kind) -> str:
    """Return the joined source; `parse_sources` are by section. Raises BadParserSource for one that is no Python."""
    parts = [_as_function("_make_split", split_source, "split")]
    names = {section: f"_make_{number}" for number, section in enumerate(parse_sources, start=1)}
    parts += [
        _as_function(names[section], run_alone(source), "parse") for section, source in parse_sources.items()
    ]
    table = ", ".join(f"({section!r}, {name}())" for section, name in names.items())
    parts += [
        f"_split = _make_split()\n_SECTIONS = [{table}]",
        _JOIN,
        _LOG if kind == "log" else _CONFIGURATION,
    ]
    return "\n\n".join(part.strip("\n") for part in parts) + "\n"


def _as_function(name: str, source: str, result: str) -> str:
    """Make a module's source the body of a function that returns one of its functions."""
    body = [
        _Closures().visit(each)
        for each in _read_module(source, name, result).body
        if not isinstance(each, ast.If)  # the block that runs a module as a program
        and not (isinstance(each, ast.ImportFrom) and each.module == "__future__")
    ]
    wrapped = ast.parse(f"def {name}():\n    return {result}")
    function = wrapped.body[0]
    assert isinstance(function, ast.FunctionDef)
    function.body = [*body, *function.body]
    return ast.unparse(ast.fix_missing_locations(wrapped))


def _read_module(source: str, name: str, function: str) -> ast.Module:
    """Parse a part, and see that it defines its function. Raises BadParserSource."""
    if len(source) > MOST_CHARACTERS:
        raise BadParserSource(name, f"{len(source)} characters; possible: up to {MOST_CHARACTERS}")
    try:
        tree = ast.parse(source)
        ast.unparse(tree)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise BadParserSource(name, f"{type(error).__name__}: {error}") from error
    if not any(isinstance(each, ast.FunctionDef) and each.name == function for each in tree.body):
        raise BadParserSource(name, f"no function {function}(lines) at top level")
    return tree


class _Closures(ast.NodeTransformer):
    """What was global in the module belongs to the function around it now."""

    def visit_Global(self, node: ast.Global) -> ast.Nonlocal:
        return ast.copy_location(ast.Nonlocal(node.names), node)


# The functions of `reading` that a section's source calls without an import of its own.

_OFFERED = ("read_configuration", "read_events", "read_log")


def run_alone(source: str) -> str:
    """Return a section's source as it runs by itself: with imports of the offered functions that it calls."""
    called = [
        name
        for name in _OFFERED
        if re.search(rf"\b{name}\(", source)
        and not re.search(rf"^def {name}\(|^[ \t]*+(?:from|import) .*\b{name}\b", source, re.M)
    ]
    return f"from reading import {', '.join(called)}\n{source}" if called else source
