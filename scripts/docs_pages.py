"""A hook of MkDocs: pages made of what is elsewhere: the commands, what findings mean, CONTRIBUTING.md."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def on_page_markdown(markdown: str, page: object, **_: object) -> str:
    """Fill three pages in; leave the others as they are."""
    match getattr(getattr(page, "file", None), "src_uri", ""):
        case "commands.md":
            return f"{markdown}\n## {_commands()}"
        case "checks.md":
            return f"{markdown}\n{_explanations()}"
        case "contributing.md":
            return (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").replace("](docs/", "](")
    return markdown


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
