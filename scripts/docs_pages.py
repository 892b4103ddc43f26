"""A hook of MkDocs: pages that are made of what is elsewhere, the commands as Typer tells them and CONTRIBUTING.md."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def on_page_markdown(markdown: str, page: object, **_: object) -> str:
    """Fill the two pages in; leave the others as they are."""
    match getattr(getattr(page, "file", None), "src_uri", ""):
        case "commands.md":
            return f"{markdown}\n## {_commands()}"
        case "contributing.md":
            return (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").replace("](docs/", "](")
    return markdown


def _commands() -> str:
    command = [sys.executable, "-m", "typer", "cli", "utils", "docs", "--name", "wirelore"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return told.partition("## ")[2]
