"""Measures if all changes of a git repository are found: `python -m benchmarks.git_changes [COMMITS [DEVICES]]`.

Makes a repository as Oxidized writes one (a commit for each device that changed), loads it with its history, and
compares the lines of all `Change` nodes with those of `git diff` between each commit and the one before.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from settings import read_settings
from workspace.workspace import Workspace

PORTS = 24
FIRST = 1_795_000_000
"""Seconds of the first commit's time; an hour is between two."""


@dataclass(frozen=True, slots=True)
class Found:
    """Lines that `git diff` tells, those that changes tell, and what only one of them does; seconds to load."""

    told: int
    found: int
    missed: int
    invented: int
    wrong_author: int
    seconds: float


def make_repository(folder: Path, commits: int, devices: int, seed: int = 1) -> None:
    """Commit configurations of some devices, then one change of one of them after the other."""
    chance = random.Random(seed)  # noqa: S311 - no secret
    texts = {f"r{number}": _configuration(number) for number in range(devices)}
    _git(folder, "init", "--quiet")
    for name, lines in texts.items():
        (folder / name).write_text("\n".join(lines) + "\n")
    _commit(folder, 0, "oxidized")
    for number in range(1, commits):
        name = chance.choice(sorted(texts))
        _change(texts[name], chance, number)
        (folder / name).write_text("\n".join(texts[name]) + "\n")
        _commit(folder, number, chance.choice(("anna", "ben", "oxidized")))


def _configuration(number: int) -> list[str]:
    lines = [f"hostname r{number}", "!"]
    for port in range(PORTS):
        lines += [f"interface GigabitEthernet0/{port}", f" description port {port}"]
        lines += [f" ip address 10.{number}.{port}.1 255.255.255.0", " no shutdown", "!"]
    return [*lines, "router bgp 65000", f" neighbor 10.{number}.0.2 remote-as 65001", "!", "end"]


def _change(lines: list[str], chance: random.Random, number: int) -> None:
    """Change, add or remove some lines, in one to three places."""
    for _ in range(chance.randint(1, 3)):
        place = chance.randrange(2, len(lines) - 1)
        match chance.randrange(3):
            case 0 if lines[place].startswith(" "):
                lines[place] = f" description changed {number}"
            case 1 if lines[place].startswith(" "):
                del lines[place]
            case _:
                lines[place:place] = [f"ip route 192.0.2.{number % 256} 255.255.255.255 10.0.0.{place % 250}"]


def _commit(folder: Path, number: int, author: str) -> None:
    moment = f"{FIRST - 1_800_000 + 3600 * number} +0000"
    who = ("-c", f"user.name={author}", "-c", f"user.email={author}@example.net")
    _git(folder, "add", "--all")
    _git(
        folder,
        *who,
        "commit",
        "--quiet",
        "--allow-empty",
        "-m",
        f"{number}",
        f"--date={moment}",
        moment=moment,
    )


def _git(folder: Path, *arguments: str, moment: str = "") -> str:
    environment = {"PATH": "/usr/bin:/bin:/usr/local/bin", "HOME": str(folder), "GIT_COMMITTER_DATE": moment}
    if not moment:
        del environment["GIT_COMMITTER_DATE"]
    command = ["git", "-c", "commit.gpgsign=false", *arguments]
    return subprocess.run(  # noqa: S603
        command, cwd=folder, env=environment, check=True, capture_output=True, text=True
    ).stdout


def changed_lines(folder: Path) -> Counter[tuple[str, str, str]]:
    """Count the lines that `git diff` tells: author, sign with path, and text."""
    counted: Counter[tuple[str, str, str]] = Counter()
    for entry in _git(folder, "log", "--format=%H %an").splitlines()[:-1]:
        commit, author = entry.split(" ", 1)
        path = ""
        for line in _git(folder, "diff", "--no-color", "-U0", f"{commit}~1", commit).splitlines():
            if line.startswith("+++ "):
                path = line.removeprefix("+++ b/")
            elif line[:1] in "+-" and not line.startswith("--- "):
                counted[author, line[:1] + path, line[1:]] += 1
    return counted


def measure(folder: Path, kg: Path) -> Found:
    """Load a repository, and compare."""
    settings = read_settings({"WIRELORE_KG": str(kg), "WIRELORE_IDLE_S": "1"})
    started = time.monotonic()
    with Workspace(settings, create=True) as opened:
        opened.ingest_git(folder)
        seconds = time.monotonic() - started
        rows = opened.rows(
            "MATCH (c:Change) RETURN c.author AS author, c.path AS path, c.before AS before, c.after AS after",
            limit=100_000,
        )
    found: Counter[tuple[str, str, str]] = Counter()
    for row in rows:
        for sign, name in (("-", "before"), ("+", "after")):
            cell = row.values[name]
            for text in cell if isinstance(cell, list | tuple) else ():
                found[str(row.values["author"]), f"{sign}{row.values['path']}", str(text)] += 1
    told = changed_lines(folder)
    without = [Counter({key[1:]: 0 for key in some}) + _without_author(some) for some in (told, found)]
    missed, invented = without[0] - without[1], without[1] - without[0]
    wrong = (told - found).total() - missed.total()
    return Found(told.total(), found.total(), missed.total(), invented.total(), wrong, seconds)


def _without_author(counted: Counter[tuple[str, str, str]]) -> Counter[tuple[str, str]]:
    fewer: Counter[tuple[str, str]] = Counter()
    for (_, place, text), count in counted.items():
        fewer[place, text] += count
    return fewer


def main() -> None:
    """Print what was found."""
    commits, devices = (int(text) for text in (*sys.argv[1:3], *("200", "20")[len(sys.argv) - 1 :]))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "repository").mkdir()
        make_repository(folder / "repository", commits, devices)
        found = measure(folder / "repository", folder / "kg")
    sys.stdout.write(
        f"{commits} commits of {devices} devices in {found.seconds:.1f} s: {found.told:,} changed lines by git diff, "
        f"{found.found:,} in changes, {found.missed} missed, {found.invented} invented, "
        f"{found.wrong_author} of another author\n"
    )


if __name__ == "__main__":
    main()
