"""Imports point one way: faces, workspace, evaluation, agent, findings, the graph; ingest beside the agent."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LOWEST: frozenset[str] = frozenset()
MAY_IMPORT = {
    "graph_store": LOWEST,
    "language_model": frozenset({"reading"}),
    "reading": LOWEST,
    "formats": frozenset({"reading"}),
    "ingest": frozenset({"findings", "formats", "graph_store", "language_model", "reading", "timeline"}),
    "findings": frozenset({"formats", "graph_store", "language_model", "reading"}),
    "timeline": frozenset({"findings", "graph_store", "reading"}),
    "retrieval": frozenset({"graph_store", "language_model"}),
    "agent": frozenset({"findings", "graph_store", "language_model", "reading", "retrieval", "timeline"}),
    "conversations": frozenset({"agent", "graph_store", "language_model"}),
    "evaluation": frozenset({"agent", "conversations", "graph_store", "language_model", "retrieval"}),
    "benchmarks": frozenset(
        {"agent", "evaluation", "graph_store", "ingest", "language_model", "reading", "workspace"}
    ),
}
"""Package → the other packages of ours that it may import."""
BELOW_FACES = frozenset(MAY_IMPORT) - {"benchmarks"} | {"workspace"}
MAY_IMPORT |= {
    "workspace": BELOW_FACES - {"workspace"},
    **dict.fromkeys(("chat", "command_line", "mcp_server", "slack_bridge", "wirelore"), BELOW_FACES),
    "app": BELOW_FACES | {"chat"},
    "cli": BELOW_FACES | {"command_line", "mcp_server", "slack_bridge"},
}
"""A face imports what lies below, and no other face; an entry point imports its own faces."""
OURS = MAY_IMPORT.keys()
MODULES = frozenset(path.stem for path in ROOT.glob("*.py"))
PACKAGES = sorted(OURS - MODULES)
HEAVY = frozenset({"chainlit", "sklearn", "langgraph", "langchain", "langchain_neo4j", "neo4j", "tantivy"})


def imports_of(source: str) -> Iterator[str]:
    """Yield the top-level name of every module that a source imports, inside functions as well."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def first_imports_of(source: str) -> Iterator[str]:
    """Yield what is imported as soon as the module is: by its own statements, not inside functions."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from imports_of(ast.unparse(node))


def files_of(name: str) -> list[Path]:
    """Return the files of a package, or the one file of an entry point."""
    return [ROOT / f"{name}.py"] if name in MODULES else sorted((ROOT / name).rglob("*.py"))


@pytest.mark.parametrize("package", sorted(MAY_IMPORT))
def test_no_arrow_points_up(package: str) -> None:
    allowed = MAY_IMPORT[package] | {package}
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in files_of(package)
        for name in imports_of(path.read_text(encoding="utf-8"))
        if name in OURS and name not in allowed
    ]
    assert wrong == []


def test_every_package_has_its_arrows() -> None:
    assert OURS | {"settings"} >= MODULES
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert packages == set(PACKAGES) | {"examples", "tests"}


def test_only_the_chat_imports_chainlit() -> None:
    wrong = [
        str(path.relative_to(ROOT))
        for package in OURS - {"app", "chat"}
        for path in files_of(package)
        if "chainlit" in imports_of(path.read_text(encoding="utf-8"))
    ]
    assert wrong == []


@pytest.mark.parametrize("name", ["cli", "settings", "workspace/folders", "workspace/open_kg"])
def test_entry_points_start_light(name: str) -> None:
    first = set(first_imports_of((ROOT / f"{name}.py").read_text(encoding="utf-8")))
    assert first & (HEAVY | set(PACKAGES) - {"command_line", "workspace"}) == set()


SOURCES = {
    "a plain import": ("import agent.ask", {"agent"}),
    "an import from": ("from ingest.pipeline import ingest", {"ingest"}),
    "an import inside a function": ("def f():\n    import json", {"json"}),
    "a relative import stays inside": ("from . import records", set()),
}


@pytest.mark.parametrize(("source", "expected"), SOURCES.values(), ids=SOURCES)
def test_imports_of(source: str, expected: set[str]) -> None:
    assert set(imports_of(source)) == expected


def test_this_python_is_one_that_is_supported() -> None:
    assert (3, 11) <= sys.version_info[:2] < (3, 14)
