"""Finds Java's prepared classes in the user's cache; with them a server starts in half the time."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from graph_store.errors import GraphServerError


def java_package() -> Path:
    """Return the folder with the embedded server's `jre` and `jars`. Raises GraphServerError without one."""
    spec = importlib.util.find_spec("arcadedb_embedded")
    if spec is None or spec.origin is None:
        raise GraphServerError(
            "the package 'arcadedb-embedded' is not installed; use a bolt:// URL, or install it"
        )
    return Path(spec.origin).parent


PLACE = "WIRELORE_JAVA_CACHE"
"""The environment's name of the folder; "off" for none."""
NONE = "off"
METHOD = "4"
"""Changes whenever the cache is made otherwise, or java is started with other options."""
MAKER_SEES = ("PATH", "LANG", "TZ", "TMPDIR", "HOME", "XDG_CACHE_HOME", "LOCALAPPDATA", PLACE)


def cache_file() -> Path | None:
    """Return the file for the java and the jars that are installed, be it there or not; None where none is wanted."""
    folder = _folder()
    if folder is None:
        return None
    package = java_package()
    release = package / "jre" / "release"
    digest = hashlib.sha256(METHOD.encode() + (release.read_bytes() if release.is_file() else b""))
    for jar in sorted((package / "jars").glob("*.jar")):
        facts = jar.stat()
        digest.update(f"\n{jar} {facts.st_size} {facts.st_mtime_ns}".encode())
    return folder / f"java-{digest.hexdigest()[:16]}.aot"


def cache_options() -> list[str]:
    """Return java's options to use what is kept; java starts without it where it does not fit."""
    kept = cache_file()
    return [f"-XX:AOTCache={kept}"] if kept is not None and kept.is_file() else []


def begin_java_cache() -> None:
    """Start to make the cache where there is none, in a process of its own and of the lowest priority."""
    kept = cache_file()
    if kept is None or kept.is_file():
        return
    subprocess.Popen(
        [sys.executable, "-P", "-m", "graph_store.make_java_cache"],
        env=passed_on(MAKER_SEES),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def passed_on(names: Iterable[str]) -> dict[str, str]:
    """Return these variables of the environment, for a process of ours that finds our modules."""
    paths = [str(Path(__file__).resolve().parent.parent), os.environ.get("PYTHONPATH", "")]
    known = {name: os.environ[name] for name in names if name in os.environ}
    return {**known, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


def _folder() -> Path | None:
    """Return the folder that the environment names, or the system's usual one; None for none."""
    named = os.environ.get(PLACE, "")
    if named:
        return None if named == NONE else Path(named)
    home = os.environ.get("HOME", "")
    usual = os.environ.get("XDG_CACHE_HOME", "") or (f"{home}/.cache" if home else "")
    if sys.platform == "win32":
        usual = os.environ.get("LOCALAPPDATA", "")
    elif sys.platform == "darwin":
        usual = f"{home}/Library/Caches" if home else ""
    return Path(usual) / "wirelore" if usual else None
