"""Finds the product's regular expressions: compiled ones of its modules, and those that functions spell out."""

from __future__ import annotations

import ast
import importlib
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeGuard

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = (
    "agent",
    "chat",
    "command_line",
    "conversations",
    "evaluation",
    "findings",
    "graph_store",
    "ingest",
    "language_model",
    "mcp_server",
    "reading",
    "retrieval",
    "slack_bridge",
    "timeline",
    "workspace",
)
METHODS = frozenset({"match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer"})
HANDED_ON = {"reading/styles.py:_YAML_LINE": ("match",)}
"""Patterns that a function takes as an argument, and how it uses them."""
IMPORTS_RE = re.compile(r"^\s*import .*\bre\b", re.MULTILINE)
HOLE = "Xq7"
"""Stands for what a pattern's text takes from elsewhere: a name, a value, already escaped."""


@dataclass(frozen=True, slots=True)
class Found:
    """A pattern, where it stands, and how it is used."""

    place: str
    pattern: re.Pattern[Any]
    methods: tuple[str, ...]


def module_files() -> list[Path]:
    """Return the files of the product whose patterns are judged."""
    files = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    return files + sorted(ROOT.glob("*.py"))


def modules_with_patterns() -> list[Path]:
    """Return those of them that may have one; none is parsed or imported for that."""
    return [path for path in module_files() if IMPORTS_RE.search(path.read_text())]


def patterns_of(path: Path, methods_of: Mapping[str, set[str]]) -> Iterator[Found]:
    """Yield the patterns of one module: module and class constants, and literals given to functions of `re`."""
    name, source = path.relative_to(ROOT).with_suffix("").as_posix(), path.read_text()
    tree = ast.parse(source)
    nodes = list(ast.walk(tree))
    if "re" not in _imported(nodes):
        return
    with warnings.catch_warnings():  # Chainlit warns when it is imported
        warnings.simplefilter("ignore")
        namespace = vars(importlib.import_module(name.replace("/", ".")))
    methods_of = {**methods_of, **_methods_in(nodes)}
    own = {target.id for node in tree.body for target in _targets(node)}
    for constant in sorted(own & namespace.keys()):
        for compiled in _compiled_in(namespace[constant], 0):
            place = f"{name}.py:{constant}"
            used = HANDED_ON.get(place) or _used(methods_of.get(constant, set()))
            yield Found(place, compiled, used)
    yield from _spelled_out(tree, nodes, f"{name}.py", namespace, methods_of)


def compiled_in_source(source: str, place: str) -> Iterator[Found]:
    """Yield the patterns of a parser that the product wrote; nothing of it is run but `re.compile`."""
    tree = ast.parse(source)
    yield from _spelled_out(tree, list(ast.walk(tree)), place, {"re": re}, {})


@cache
def methods_by_name() -> Mapping[str, set[str]]:
    """Return by which methods the patterns of each name are used anywhere in the product."""
    used: dict[str, set[str]] = {}
    for path in module_files():
        for name, methods in _methods_in(ast.walk(ast.parse(path.read_text()))).items():
            used.setdefault(name, set()).update(methods)
    return used


def _methods_in(nodes: Iterable[ast.AST]) -> dict[str, set[str]]:
    used: dict[str, set[str]] = {}
    loops: list[tuple[str, ast.expr]] = []
    for node in nodes:
        if isinstance(node, ast.Attribute):
            if node.attr in METHODS and isinstance(node.value, ast.Name):
                used.setdefault(node.value.id, set()).add(node.attr)
        elif isinstance(node, ast.For | ast.comprehension) and isinstance(node.iter, ast.Name):
            loops.append((node.iter.id, node.target))
    for name, targets in loops:
        for target in ast.walk(targets):
            if isinstance(target, ast.Name) and target.id in used:
                used.setdefault(name, set()).update(used[target.id])
    return used


def _used(methods: set[str]) -> tuple[str, ...]:
    """Reduce to what differs in cost; a pattern whose use cannot be seen is judged as if it were searched."""
    kinds = {
        method if method in ("match", "fullmatch") else "findall" if method != "search" else method
        for method in methods
    }
    return tuple(sorted(kinds)) or ("fullmatch", "findall")


def _imported(nodes: Iterable[ast.AST]) -> set[str]:
    return {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}


def _targets(node: ast.stmt) -> Iterator[ast.Name]:
    targets = (
        node.targets
        if isinstance(node, ast.Assign)
        else [node.target]
        if isinstance(node, ast.AnnAssign)
        else []
    )
    for target in targets:
        yield from (inner for inner in ast.walk(target) if isinstance(inner, ast.Name))


def _compiled_in(value: Any, depth: int) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif depth < 4 and isinstance(value, tuple | list | set | frozenset):
        for item in value:
            yield from _compiled_in(item, depth + 1)
    elif depth < 4 and isinstance(value, dict):
        yield from _compiled_in(list(value.values()), depth + 1)
    elif depth < 4 and hasattr(value, "__dataclass_fields__") and not isinstance(value, type):
        yield from _compiled_in([getattr(value, name) for name in value.__dataclass_fields__], depth + 1)


def _spelled_out(
    tree: ast.Module,
    nodes: Sequence[ast.AST],
    place: str,
    namespace: Mapping[str, Any],
    methods_of: Mapping[str, set[str]],
) -> Iterator[Found]:
    constants = {
        id(inner)
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None
        for inner in ast.walk(node.value)
    }
    names = {
        id(node.value): target.id
        for node in nodes
        if isinstance(node, ast.Assign)
        for target in _targets(node)
    }
    for node in nodes:
        if not _calls_re(node) or id(node) in constants:
            continue
        text = _text_of(node.args[0], namespace)
        compiled = None if text is None else _compile(text, _flags_of(node, namespace))
        if compiled is not None:
            method = _method(node)
            used = {method} if method != "compile" else methods_of.get(names.get(id(node), ""), set())
            yield Found(f"{place}:{node.lineno}", compiled, _used(used))


def _calls_re(node: ast.AST) -> TypeGuard[ast.Call]:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "re"
        and node.func.attr in METHODS | {"compile"}
        and bool(node.args)
    )


def _method(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else ""


def _compile(text: str, flags: int) -> re.Pattern[str] | None:
    try:
        return re.compile(text, flags)
    except re.error:  # what was put in is not known here
        return None


def _text_of(node: ast.expr, namespace: Mapping[str, Any]) -> str | None:
    """Return a pattern's text, with a word where a value is put in; None where nothing of it is spelled out."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return "".join(_hole(part, namespace) for part in node.values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = _text_of(node.left, namespace), _text_of(node.right, namespace)
        return None if left is None and right is None else (left or HOLE) + (right or HOLE)
    return None


def _hole(part: ast.expr, namespace: Mapping[str, Any]) -> str:
    if isinstance(part, ast.Constant):
        return str(part.value)
    inner = part.value if isinstance(part, ast.FormattedValue) else part
    if isinstance(inner, ast.Name) and isinstance(namespace.get(inner.id), str | int):
        return str(namespace[inner.id])
    return HOLE


def _flags_of(node: ast.Call, namespace: Mapping[str, Any]) -> int:
    flags = 0
    for value in [*node.args[1:], *(keyword.value for keyword in node.keywords)]:
        for name in ast.walk(value):
            if isinstance(name, ast.Attribute) and isinstance(name.value, ast.Name) and name.value.id == "re":
                flag = getattr(re, name.attr)
                flags |= int(flag) if isinstance(flag, re.RegexFlag) else 0
    return flags
