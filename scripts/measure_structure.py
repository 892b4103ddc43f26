"""Measures the code: files, lines, largest functions, and the files that one question and one configuration enter.

python scripts/measure_structure.py KG CONFIGURATION    # a KG of the sample network; any configuration
"""

from __future__ import annotations

import ast
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
OUTSIDE = ("tests/", "benchmarks/", "examples/", "scripts/")
QUESTION = "Which interfaces of core1 are shut down?"
LARGEST = 10


def product_files() -> list[Path]:
    """Return the tracked Python files of the product."""
    listed = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / name for name in listed.stdout.split() if not name.startswith(OUTSIDE)]


def largest_functions(files: list[Path]) -> list[tuple[int, str]]:
    """Return the longest functions, with their lines."""
    found = [
        (node.end_lineno - node.lineno + 1, f"{file.relative_to(ROOT)}:{node.name}")
        for file in files
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno
    ]
    return sorted(found, reverse=True)[:LARGEST]


def imported_once(files: list[Path]) -> int:
    """Count the modules that exactly one other file imports by their full name (the sandbox worker's are relative)."""
    modules = {str(file.relative_to(ROOT))[:-3].replace("/", "."): file for file in files}
    users: Counter[str] = Counter()
    for file in files:
        named = set()
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                named |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        users.update(named & modules.keys())
    return sum(count == 1 for count in users.values())


def entered(act: Callable[[], object]) -> set[str]:
    """Return the product's files whose functions are called in this process, in any thread."""
    seen: set[str] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            seen.add(frame.f_code.co_filename)

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    ours = {str(file) for file in product_files()}
    return seen & ours


def main() -> None:
    """Print the measures."""
    from agent.ask import Agent
    from agent.records import Question
    from graph_store.open_graph import open_graph
    from ingest.pipeline import ingest

    files = product_files()
    by_package: Counter[str] = Counter()
    for file in files:
        by_package[file.relative_to(ROOT).parts[0]] += len(file.read_text("utf-8").splitlines())
    print(f"{len(files)} files, {by_package.total()} lines, {imported_once(files)} files imported once")
    print(", ".join(f"{name} {lines}" for name, lines in by_package.most_common()))
    for lines, name in largest_functions(files):
        print(f"{lines:4} {name}")
    with open_graph(sys.argv[1]) as graph:
        agent = Agent(graph)
        print(f"files entered by one question: {len(entered(lambda: agent.ask(Question(QUESTION))))}")
    with tempfile.TemporaryDirectory() as folder, open_graph(f"{folder}/kg", create=True) as graph:
        found = entered(lambda: ingest([sys.argv[2]], graph, Path(folder) / "parsers"))
        print(f"files entered by one configuration: {len(found)}")


if __name__ == "__main__":
    main()
