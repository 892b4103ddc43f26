"""What no file of the repository may hold: package index addresses, machine paths, lines of others' data."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
INDEX_HOSTS = (
    "pypi" + ".org",
    "python" + "hosted.org",
    "npm" + "js.org",
    "crates" + ".io",
    "golang" + ".org",
    "maven" + ".org",
    "debian" + ".org",
)
MACHINE_PATH = re.compile(
    r"(?<![\w.])/(?:wo" + r"rk/(?:main|shared|\.)|ho" + r"me/\w+/|Us" + r"ers/\w+/|ro" + r"ot/\.?\w+/)"
)
LONG_LINE = 40
"""Characters, from which a line is somebody's: shorter ones occur in every configuration."""


def repository_files() -> list[Path]:
    """List what is tracked or could be: everything that is not ignored."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def text_lines() -> Iterator[tuple[str, str]]:
    """Yield ("path:number", line) for every line of every text file of the repository."""
    for path in repository_files():
        content = path.read_bytes()
        if b"\0" not in content:
            for number, line in enumerate(content.decode("utf-8", "replace").splitlines(), start=1):
                yield f"{path.relative_to(ROOT)}:{number}", line


def test_no_address_of_a_package_index() -> None:
    assert [place for place, line in text_lines() if any(host in line for host in INDEX_HOSTS)] == []


def test_no_path_of_a_machine() -> None:
    assert [place for place, line in text_lines() if MACHINE_PATH.search(line)] == []


def test_no_large_file() -> None:
    assert [path.name for path in repository_files() if path.stat().st_size > 2_000_000] == []


def test_no_line_of_the_test_data(shared_data: Path) -> None:
    taken = set(data_lines(shared_data))
    assert [place for place, line in text_lines() if line.strip() in taken] == []


def test_no_question_of_the_test_data(shared_data: Path) -> None:
    """Nothing is made for one question. (One without a digit names nothing: it fits any network.)"""
    asked = [
        json.loads(line)["question"].lower()
        for path in sorted((shared_data / "questions").glob("*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    named = [question for question in asked if re.search(r"\d", question)]
    assert [
        place for place, line in text_lines() if any(question in line.lower() for question in named)
    ] == []


def data_lines(folder: Path) -> Iterator[str]:
    """Yield the stripped lines of all data files that are long and hold a digit: words alone are syntax."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.name != "README.md" and path.parent.name != "licenses":
            for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
                if len(line.strip()) > LONG_LINE and re.search(r"\d", line):
                    yield line.strip()


PATHS = {
    "a home folder": ("see /ho" + "me/someone/x", True),
    "a folder of the workplace": ("cd /wo" + "rk/main", True),
    "a system folder": ("/usr/bin/env", False),
    "a relative folder": ("../shared/data", False),
    "an address": ("a.example/ho" + "me/someone/", False),
}


@pytest.mark.parametrize(("text", "expected"), PATHS.values(), ids=PATHS)
def test_machine_path(text: str, expected: bool) -> None:
    assert bool(MACHINE_PATH.search(text)) is expected
