"""What docs/security.md says: its tests exist, and its sentences that no attack's test repeats are true."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ingest.files.find_files import find_files
from ingest.files.read_lines import read_lines
from language_model.redact import LineRedactor, redact_text
from tests.product_patterns import module_files

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "security.md").read_text("utf-8")
KEY = bytes(32)


def test_every_attack_names_a_test_that_is_there() -> None:
    rows = PAGE.partition("## Attacks that the tests repeat")[2].partition("## Secrets")[0].splitlines()
    attacks = [row for row in rows if row.startswith("| ")][1:]
    commands = [re.findall(r"`(?:pytest|python -m) ([^`]+)` \|$", row) for row in attacks]
    assert len(attacks) > 40
    assert [row for row, found in zip(attacks, commands, strict=True) if not found] == []
    tests = [test for (names,) in commands for test in names.split()]
    files = [test if "/" in test else test.replace(".", "/") + ".py" for test in tests]
    assert [file for file in files if not (ROOT / file).exists()] == []


def _imported(name: str) -> Iterator[str]:
    """Yield the files of the product that import a module, or something of it."""
    for path in module_files():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom):
                found = [f"{node.module}.{one.name}" for one in node.names]
            else:
                found = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            if any(one == name or one.startswith(f"{name}.") for one in found):
                yield path.relative_to(ROOT).as_posix()


def test_no_other_face_shows_secrets_than_ask() -> None:
    assert set(_imported("workspace.original_lines.opened_lines")) == {"cli.py"}
    cli = (ROOT / "cli.py").read_text("utf-8")
    assert cli.count('"--show-secrets"') == 1
    inside = cli.partition("\ndef ask(")[2].partition("\n@app")[0]
    assert "workspace.original_lines" in inside


@pytest.mark.timeout(60)
def test_only_logging_and_threading_are_instrumented() -> None:
    code = (
        "import sys, chainlit.server\n"
        "names = {name.split('.')[2] for name in sys.modules if name.startswith('opentelemetry.instrumentation.')}\n"
        "print(*sorted(names - {'_semconv', 'dependencies', 'instrumentor', 'log_utils', 'utils'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.split() == ["logging", "threading"]


def test_a_guess_that_is_loaded_has_the_hash_of_the_secret() -> None:
    (secret,) = LineRedactor(KEY).lines(["snmp-server community Zx81-Quantum RO"])
    (guess,) = LineRedactor(KEY).lines(["snmp-server community Zx81-Quantum RO guess"])
    (other,) = LineRedactor(bytes(31) + b"1").lines(["snmp-server community Zx81-Quantum RO"])
    assert guess.startswith(secret)
    assert other != secret


NOT_PROMISED = {
    "a secret that nothing announces": "description ask carl, he knows Zx81-Quantum",
    "a secret typed without a word that announces it": "who uses Zx81-Quantum?",
}


@pytest.mark.parametrize("line", NOT_PROMISED.values(), ids=NOT_PROMISED)
def test_what_is_not_promised_is_stored_as_it_stands(line: str) -> None:
    assert LineRedactor(KEY).lines([line]) == [line]
    assert redact_text(line) == line


def test_names_of_files_and_folders_stay_and_what_is_in_them_does_not(tmp_path: Path) -> None:
    folder = tmp_path / "password=Zx81-Quantum"
    folder.mkdir()
    (folder / "secret-Zx81.cfg").write_text("hostname r1\nenable secret Zx81-Quantum\n")
    (file,) = find_files([tmp_path]).files
    assert file.path == "password=Zx81-Quantum/secret-Zx81.cfg"
    assert [line for line in read_lines(file) if "Zx81" in line.text] == []
