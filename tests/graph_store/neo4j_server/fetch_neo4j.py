"""Fetches the server's jars with Maven, once: 120 MB into Maven's own folder; later runs only read a list."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
from pathlib import Path

from filelock import FileLock

POM = Path(__file__).with_name("pom.xml")
OLDEST_JAVA, NEWEST_JAVA = 17, 21
FETCH_LIMIT_S = 900.0
CACHE = Path.home() / ".cache" / "wirelore-tests"


class NoNeo4jError(Exception):
    """There is no Neo4j to test with, and why."""


def fetch_neo4j() -> tuple[str, str]:
    """Return the java to use and the class path of a server. Raises NoNeo4jError."""
    java, maven = _java(), shutil.which("mvn")
    known = CACHE / f"neo4j-jars-{_fingerprint()}"
    CACHE.mkdir(parents=True, exist_ok=True)
    with FileLock(f"{known}.lock"):
        if known.is_file() and _all_there(known.read_text("utf-8")):
            return java, known.read_text("utf-8")
        if maven is None:
            raise NoNeo4jError("mvn is not installed (Debian and Ubuntu: maven)")
        return java, _resolve(maven, known)


def _java() -> str:
    java = shutil.which("java")
    if java is None:
        raise NoNeo4jError("java is not installed (Debian and Ubuntu: openjdk-17-jre-headless)")
    done = subprocess.run([java, "-version"], capture_output=True, text=True, check=False, timeout=60)
    found = re.search(r'version "(\d+)', done.stderr)
    if found is None or not OLDEST_JAVA <= int(found[1]) <= NEWEST_JAVA:
        said = done.stderr.strip().partition("\n")[0]
        raise NoNeo4jError(f"{java} says {said!r}; expected Java {OLDEST_JAVA} to {NEWEST_JAVA}")
    return java


def _resolve(maven: str, known: Path) -> str:
    written = known.with_suffix(".part")
    command = [
        maven,
        "-B",
        "-q",
        "-f",
        str(POM),
        "dependency:build-classpath",
        f"-Dmdep.outputFile={written}",
    ]
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            check=False,
            timeout=FETCH_LIMIT_S,
            stdin=subprocess.DEVNULL,
        )
    except subprocess.TimeoutExpired as error:
        raise NoNeo4jError(f"mvn did not fetch Neo4j within {FETCH_LIMIT_S:.0f} s") from error
    if done.returncode != 0:
        said = [line for line in done.stdout.splitlines() if "ERROR" in line]
        raise NoNeo4jError("mvn could not fetch Neo4j: " + " ".join(said[:2] or [done.stderr[-400:]]))
    written.replace(known)
    return known.read_text("utf-8")


def _all_there(class_path: str) -> bool:
    """Tell whether the jars of a list are still in Maven's folder."""
    return bool(class_path) and all(Path(jar).is_file() for jar in class_path.split(os.pathsep))


def _fingerprint() -> str:
    return hashlib.sha256(POM.read_bytes()).hexdigest()[:16]
