"""What the chat is started with: nothing of the folder in which somebody happens to be."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from command_line.serve_chat import chat_environment

LOOK = """
import os, chainlit
print(os.environ.get("WIRELORE_USERS_FILE"), chainlit.config.config.root)
"""


def test_the_current_folder_sets_nothing(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("WIRELORE_USERS_FILE=forged\nCHAINLIT_APP_ROOT=forged\n", "utf-8")
    (tmp_path / "chainlit.md").write_text("forged", "utf-8")
    clean = {name: said for name, said in os.environ.items() if not name.startswith(("CHAINLIT", "WIRELORE"))}
    environment = chat_environment(8000, clean | {"CHAINLIT_ENV_FILE": ".env"}, "")
    told = subprocess.run(
        [sys.executable, "-P", "-c", LOOK],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.split() == ["None", environment["CHAINLIT_APP_ROOT"]]
    assert sorted(path.name for path in tmp_path.iterdir()) == [".env", "chainlit.md"]
