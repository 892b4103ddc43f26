"""A hook of MkDocs: pages made of what is elsewhere: commands, findings, formats that ship, CONTRIBUTING.md."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def on_page_markdown(markdown: str, page: object, **_: object) -> str:
    """Fill four pages in; leave the others as they are."""
    match getattr(getattr(page, "file", None), "src_uri", ""):
        case "commands.md":
            return f"{markdown}\n## {_commands()}"
        case "checks.md":
            return f"{markdown}\n{_explanations()}"
        case "formats.md":
            return f"{markdown}\n{_formats()}"
        case "contributing.md":
            return (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").replace("](docs/", "](")
    return markdown


def _formats() -> str:
    rows = []
    for path in sorted((ROOT / "formats").glob("*/parse.py")):
        told = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
        rows.append(f"| `{path.parent.name}` | {told.splitlines()[0].replace('|', chr(92) + '|')} |")
    return "\n".join(["| Format | What it reads |", "|---|---|", *rows])


def _explanations() -> str:
    sys.path.insert(0, str(ROOT))
    from findings.explanations import read_explanations

    return "\n".join(
        f"## {one.kind}\n\n{one.what[0].upper()}{one.what[1:]}. {one.why}\n\n"
        f"- **Mend it:** {one.mend}\n- **No problem if** {one.fine}\n"
        for one in read_explanations()
    )


def _commands() -> str:
    command = [sys.executable, "-m", "typer", "cli", "utils", "docs", "--name", "wirelore"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return told.partition("## ")[2]
