"""Nothing that lies in the folder one happens to be in, or in a KG, is run as a module of ours."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from ingest.files.convert_document import convert_document
from tests.product_patterns import module_files

TRAP = "raise SystemExit('the module of the folder was run')\n"


def _module_commands() -> Iterator[tuple[str, list[object]]]:
    """Yield the commands in the product's source that run a module in a new Python, as their literal words."""
    for path in module_files():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            words = (
                node.elts if isinstance(node, ast.List) else node.args if isinstance(node, ast.Call) else []
            )
            if any(isinstance(word, ast.Attribute) and word.attr == "executable" for word in words):
                yield path.name, [word.value if isinstance(word, ast.Constant) else None for word in words]


def test_each_new_python_takes_no_module_from_the_current_folder() -> None:
    found = list(_module_commands())
    assert len(found) >= 6
    assert [(place, words) for place, words in found if "-m" in words and "-P" not in words] == []


@pytest.mark.parametrize("name", ["ingest.py", "markitdown.py", "resource.py"])
def test_a_document_is_converted_without_the_modules_beside_it(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / name).write_text(TRAP)
    page = tmp_path / "page.html"
    page.write_text("<p>core1 is up</p>")
    monkeypatch.chdir(tmp_path)
    assert convert_document(page).decode().strip() == "core1 is up"
