"""Which Python a parser may use, with messages to repair from. A courtesy, not the security boundary.

It runs in the sealed worker, so that even reading the source (which can exhaust a stack) endangers nobody.
"""

from __future__ import annotations

import ast
import collections
import datetime
import ipaddress
import re
import string
import types
from collections.abc import Iterator

from .offered import BUILTINS, MODULES, words

Problem = tuple[int, str]
"""Line number (1-based), and what is wrong there with what is possible instead."""

_NODES = tuple(
    getattr(ast, name)
    for name in words(
        "Module FunctionDef ClassDef Return Delete Assign AugAssign AnnAssign For While If Try Raise "
        "Assert Import ImportFrom Expr Pass Break Continue Global Nonlocal BoolOp NamedExpr BinOp UnaryOp "
        "Lambda IfExp Dict Set ListComp SetComp DictComp GeneratorExp Yield YieldFrom Compare Call "
        "FormattedValue JoinedStr Constant Attribute Subscript Starred Name List Tuple Slice expr_context "
        "boolop operator unaryop cmpop comprehension ExceptHandler arguments arg keyword alias Match "
        "match_case MatchValue MatchSingleton MatchSequence MatchMapping MatchStar MatchAs MatchOr"
    )
)  # no With, async, MatchClass (it reads attributes without an Attribute node), TryStar, type parameters
_TOP_LEVEL = (
    ast.Import | ast.ImportFrom | ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign | ast.AugAssign
)
_DECORATORS = ("lru_cache", "cache", "staticmethod", "classmethod", "property")
_METHODS = words(
    "__init__ __repr__ __str__ __len__ __iter__ __next__ __getitem__ __contains__ __eq__ __ne__ __lt__ "
    "__le__ __gt__ __ge__ __hash__ __bool__ __call__"
)
_DEEPEST, _MOST_NODES, _LONGEST_LITERAL = 100, 400_000, 200_000


def check_source(source: str, most_bytes: int = 1_000_000) -> list[Problem]:
    """List what is not allowed, by line; nothing when the source may be loaded."""
    if len(source.encode("utf-8", "replace")) > most_bytes:
        return [(1, f"the source is over {most_bytes} bytes")]
    try:
        tree = read_source(source)
    except SyntaxError as error:
        return [(error.lineno or 1, f"SyntaxError: {error.msg}")]
    except (RecursionError, MemoryError):
        return [(1, "the code is nested too deep to be read")]
    except ValueError as error:
        return [(1, f"ValueError: {error}")]
    return sorted({*_at_top_level(tree), *_Checker(tree).problems()})


def read_source(source: str) -> ast.Module:
    """Parse what is to be checked and run: all but the `if __name__ == "__main__":` that only a script runs."""
    tree = ast.parse(source)
    tree.body = [
        each
        for each in tree.body
        if not isinstance(each, ast.If) or each.orelse or ast.unparse(each.test) != "__name__ == '__main__'"
    ]
    return tree


def _at_top_level(tree: ast.Module) -> Iterator[Problem]:
    possible = "possible there: imports, constants, functions, classes"
    for statement in tree.body:
        docstring = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        if not isinstance(statement, _TOP_LEVEL) and not docstring:
            yield statement.lineno, f"{type(statement).__name__} at top level; {possible}"
    if not any(isinstance(each, ast.FunctionDef) and each.name in ("split", "parse") for each in tree.body):
        yield 1, "no function `split(lines)` or `parse(lines)` at top level"


class _Checker:
    """Walks the tree once; knows what the source itself binds."""

    def __init__(self, tree: ast.Module) -> None:
        self._tree = tree
        self._names = set(BUILTINS)
        self._attributes: set[str] = set()
        self._formats: set[int] = set()
        self._modules: set[str] = set()
        for node in ast.walk(tree):
            self._names.update(_bound(node))
            self._attributes.update(_own_attributes(node))
            if isinstance(node, ast.Import):
                self._modules.update(_bound(node))
            if isinstance(node, ast.Call) and _is_plain_format(node.func):
                self._formats.add(id(node.func))

    def problems(self) -> Iterator[Problem]:
        stack: list[tuple[ast.AST, int]] = [(self._tree, 0)]
        count = 0
        while stack:
            node, depth = stack.pop()
            line, count = getattr(node, "lineno", 1), count + 1
            if depth > _DEEPEST or count > _MOST_NODES:
                yield line, f"code is nested over {_DEEPEST} deep or has over {_MOST_NODES} parts"
                return
            if not isinstance(node, _NODES):
                yield line, f"{type(node).__name__} is not possible in a parser"
                continue
            yield from ((line, what) for what in self._faults(node))
            stack += [(child, depth + 1) for child in ast.iter_child_nodes(node)]

    def _faults(self, node: ast.AST) -> Iterator[str]:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from _import_faults(node)
        elif isinstance(node, ast.Attribute):
            yield from self._attribute_faults(node)
        elif isinstance(node, ast.Name):
            if node.id not in self._names or node.id.startswith("__"):
                yield f"name {node.id!r} is not available to parsers"
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield from _definition_faults(node)
        else:
            yield from (f"name {name!r} is not possible" for name in _named(node) if name.startswith("__"))
        if isinstance(node, ast.ExceptHandler) and node.type is None:
            yield "bare `except:` would swallow the time limit; name the exception: `except ValueError:`"
        literal = getattr(node, "value", None)
        if isinstance(literal, str | bytes) and len(literal) > _LONGEST_LITERAL:
            yield f"a literal of over {_LONGEST_LITERAL} characters"

    def _attribute_faults(self, node: ast.Attribute) -> Iterator[str]:
        name = node.attr
        of_module = isinstance(node.value, ast.Name) and node.value.id in self._modules
        if of_module and not isinstance(node.ctx, ast.Load):
            yield f"changing a module (.{name}) is not possible"
        if name in OFFERED or id(node) in self._formats:
            return
        if name in _READING_ATTRIBUTES_BY_TEXT:
            yield f".{name} is not possible here; possible: f-strings, .format on a literal with plain {{}}"
        elif name.startswith("__") or name in INTERNAL or name not in self._attributes:
            yield f"attribute .{name} is not available to parsers"


def _import_faults(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    possible = ", ".join(name for name in MODULES if not name.startswith("_"))
    yield from (f"name {name!r} is not possible" for name in _bound(node) if name.startswith("__"))
    if isinstance(node, ast.Import):
        for alias in node.names:
            if alias.name not in MODULES:
                yield f"import of {alias.name!r} is not possible; possible: {possible}"
        return
    module = node.module or ""
    if node.level or module not in MODULES:
        yield f"import from {module!r} is not possible; possible: {possible}"
        return
    for alias in node.names:
        if alias.name not in MODULES[module]:
            yield f"{module}.{alias.name} is not possible; possible: {', '.join(MODULES[module])}"


def _definition_faults(node: ast.FunctionDef | ast.ClassDef) -> Iterator[str]:
    for decorator in node.decorator_list:
        target = decorator.func if isinstance(decorator, ast.Call) else decorator
        name = getattr(target, "id", None) or getattr(target, "attr", "")
        if not isinstance(target, ast.Name | ast.Attribute) or name not in _DECORATORS:
            yield f"decorator @{name} is not possible; possible: {', '.join(_DECORATORS)}"
    if node.name.startswith("__") and node.name not in _METHODS:
        yield f"name {node.name!r} is not possible; special methods that are: {', '.join(_METHODS)}"
    if isinstance(node, ast.ClassDef) and node.keywords:
        yield "a class with keywords (a metaclass) is not possible"


def _bound(node: ast.AST) -> Iterator[str]:
    """Names that this part of the source gives a meaning to."""
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Import | ast.ImportFrom):
        yield from (alias.asname or alias.name for alias in node.names)
    elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
        yield node.name
    elif isinstance(node, ast.MatchMapping) and node.rest:
        yield node.rest


def _named(node: ast.AST) -> Iterator[str]:
    """Names in this part of the source that are no Name: bound ones, keywords, declared scopes."""
    yield from _bound(node)
    if isinstance(node, ast.keyword) and node.arg:
        yield node.arg
    elif isinstance(node, ast.Global | ast.Nonlocal):
        yield from node.names


def _own_attributes(node: ast.AST) -> Iterator[str]:
    """Attributes that the source's own classes and objects get: assigned ones, methods, class variables."""
    if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
        yield node.attr
    elif isinstance(node, ast.ClassDef):
        for statement in node.body:
            yield from _bound(statement)
            for target in getattr(statement, "targets", [getattr(statement, "target", None)]):
                if isinstance(target, ast.Name):
                    yield target.id


# `'...{}...'.format(...)` is harmless on a literal without attribute or index access in its fields.


def _is_plain_format(function: ast.expr) -> bool:
    """Tell whether this is `.format` of a literal whose fields are empty, numbers or plain names."""
    return (
        isinstance(function, ast.Attribute)
        and function.attr == "format"
        and isinstance(function.value, ast.Constant)
        and isinstance(function.value.value, str)
        and _is_plain(function.value.value)
    )


def _is_plain(text: str, depth: int = 0) -> bool:
    try:
        fields = list(string.Formatter().parse(text))
    except ValueError:
        return False
    return depth <= 2 and all(
        field is None or (_is_plain_name(field) and _is_plain(spec or "", depth + 1))
        for _, field, spec, _ in fields
    )


def _is_plain_name(field: str) -> bool:
    return field == "" or field.isdigit() or (field.isidentifier() and "__" not in field)


# Attribute names that the offered types have, and names that lead into the interpreter.


_OFFERED_TYPES: tuple[type, ...] = (
    str, bytes, int, float, bool, list, dict, set, frozenset, tuple, range, slice, re.Pattern, re.Match,
    datetime.date, datetime.datetime, datetime.time, datetime.timedelta, datetime.timezone,
    ipaddress.IPv4Address, ipaddress.IPv6Address, ipaddress.IPv4Network, ipaddress.IPv6Network,
    ipaddress.IPv4Interface, ipaddress.IPv6Interface, collections.Counter, collections.OrderedDict,
    collections.defaultdict, collections.deque, collections.ChainMap,
)  # fmt: skip
_INTERNAL_TYPES: tuple[type, ...] = (
    types.FrameType, types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType,
    types.TracebackType, types.CodeType, types.FunctionType, types.MethodType, type,
)  # fmt: skip
_OFFERED_MORE = words(
    "from_iterable args msg pos lineno colno doc network ip fieldnames read readline readlines getvalue "
    "cache_clear send close"
)
_READING_ATTRIBUTES_BY_TEXT = {"format", "format_map"}

OFFERED = (
    frozenset(name for each in _OFFERED_TYPES for name in dir(each) if not name.startswith("_"))
    | frozenset(name for names in MODULES.values() for name in names)
    | frozenset(_OFFERED_MORE)
) - _READING_ATTRIBUTES_BY_TEXT
"""Always possible."""

INTERNAL = frozenset(name for each in _INTERNAL_TYPES for name in dir(each)) - OFFERED | {
    *_READING_ATTRIBUTES_BY_TEXT,
    "obj",
}
"""Never possible, even where the source has an attribute of its own by that name."""
