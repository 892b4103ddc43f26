"""Finds the files that ship with Wirelore beside its code: the chat's page, and the sample network."""

from __future__ import annotations

import errno
import os
import shutil
import site
import sys
from pathlib import Path

CLONE = Path(__file__).resolve().parent.parent
SHARE = Path("share") / "wirelore"
"""Where an installation keeps them, below its prefix (pyproject.toml, data-files)."""
PAGE = ("chainlit.md", "chainlit_en-US.md", "public", ".chainlit")
SAMPLE = Path("examples") / "sample-network"


def shipped_file(name: str | Path) -> Path:
    """Find a file or folder by its place in the repository. Raises FileNotFoundError."""
    for folder in (CLONE, Path(sys.prefix) / SHARE, Path(site.getuserbase()) / SHARE):
        if (folder / name).exists():
            return folder / name
    raise FileNotFoundError(errno.ENOENT, "not part of this installation", str(name))


def page_folder() -> Path:
    """Return a folder that holds the chat's page and can be written, as Chainlit needs it.

    A clone is one itself; an installation may be read-only, so its files are copied into the user's cache.
    """
    page = shipped_file(PAGE[0]).parent
    if page == CLONE:
        return page
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "wirelore" / "page"
    for name in PAGE:
        if (page / name).is_dir():
            shutil.copytree(page / name, cache / name, dirs_exist_ok=True)
        else:
            cache.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(page / name, cache / name)
    return cache
