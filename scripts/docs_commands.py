"""A hook of MkDocs: writes all commands, as Typer describes them, below the page docs/commands.md."""

from __future__ import annotations

import subprocess
import sys

PAGE = "commands.md"


def on_page_markdown(markdown: str, page: object, **_: object) -> str:
    """Append the commands to their page."""
    if getattr(getattr(page, "file", None), "src_uri", "") != PAGE:
        return markdown
    command = [sys.executable, "-m", "typer", "cli", "utils", "docs", "--name", "wirelore"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    sections = told.partition("## ")[2]
    return f"{markdown}\n## {sections}"
