"""What users install is enough: every module of ours is imported without what only developers have."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

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
    "workspace",
)
PYTEST_PLUGIN = "command_line.collect_conversations"
MODULES = sorted(
    [
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
    ]
    + ["app", "cli", "settings", "wirelore"]
)
IMPORT_ALL = """
import importlib, json, sys

class Hidden:
    def __init__(self, names):
        self.names = frozenset(names)
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in self.names:
            raise ModuleNotFoundError(f"No module named {name!r}: not among what users install", name=name)

given = json.load(sys.stdin)
sys.meta_path.insert(0, Hidden(given["hidden"]))
failed = {}
for name in given["modules"]:
    try:
        importlib.import_module(name)
    except ImportError as error:
        failed[name] = str(error)
print("\\n" + json.dumps(failed))
"""


def installed_by_users() -> set[str]:
    """Return the distributions that the project's own requirements bring, their extras and markers heeded."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    waiting = [Requirement(text) for text in project["dependencies"]]
    seen: set[tuple[str, str]] = set()
    while waiting:
        one = waiting.pop()
        name = canonicalize_name(one.name)
        for extra in ("", *one.extras):
            if (name, extra) in seen:
                continue
            seen.add((name, extra))
            try:
                needed = requires(name) or []
            except PackageNotFoundError:
                continue
            waiting += [
                inner
                for inner in map(Requirement, needed)
                if inner.marker is None or inner.marker.evaluate({"extra": extra})
            ]
    return {name for name, _ in seen}


def test_every_module_is_imported_with_what_users_install() -> None:
    there = installed_by_users() | {"wirelore"}
    assert {"chainlit", "langgraph", "sqlalchemy"} <= there
    assert not {"pytest", "mypy", "playwright"} & there
    hidden = [
        module
        for module, owners in packages_distributions().items()
        if not there & {canonicalize_name(owner) for owner in owners}
    ]
    assert {"pytest", "playwright"} <= set(hidden)
    done = subprocess.run(
        [sys.executable, "-c", IMPORT_ALL],
        input=json.dumps({"hidden": hidden, "modules": [name for name in MODULES if name != PYTEST_PLUGIN]}),
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
        timeout=250,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout.splitlines()[-1]) == {}
