"""The notebook runs from top to bottom, and shows what it promises."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.mark.filterwarnings("ignore")
def test_the_notebook_runs() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import nbformat
        from nbclient import NotebookClient

    notebook = nbformat.read(EXAMPLES / "notebook.ipynb", as_version=4)
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(EXAMPLES)}}).execute()
    printed = "\n".join(
        str(output.get("text") or output.get("data", {}).get("text/plain", ""))
        for cell in notebook.cells
        for output in cell.get("outputs", [])
    )
    assert "answered" in printed
    assert "configs/core2.cfg:" in printed
    assert "source" in printed
    bars = notebook.cells[-1]["outputs"][-1]["data"]["text/html"]
    assert "linear-gradient" in bars
    assert "2025-11-05T02" in bars
