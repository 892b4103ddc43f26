"""The command wirelore demo: load the sample network, and serve the chat on it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

DEMO_KG = Path(".wirelore-demo")


def run_demo(
    kg: Annotated[Path, typer.Option(help="Folder for the KG.")] = DEMO_KG,
    host: Annotated[str | None, typer.Option(help="Address to serve on. [default: 127.0.0.1]")] = None,
    port: Annotated[int | None, typer.Option(min=1, max=65535, help="Port. [default: 8000, or PORT]")] = None,
) -> None:
    """Load the bundled sample network and serve the chat on it until Ctrl-C."""
    from cli import chat, ingest
    from command_line.shipped_files import SAMPLE, shipped_file

    ingest([str(shipped_file(SAMPLE))], kg=str(kg))
    chat(kg=str(kg), host=host, port=port)
