"""The history of a git repository becomes changes and versions, once, and nothing of the repository is executed."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

import pytest

from benchmarks.git_changes import make_repository, measure
from ingest.errors import UnreadableInput
from ingest.files.git_repository import MISSING, Commit, open_repository
from settings import read_settings
from workspace import git_history
from workspace.workspace import Workspace

MARK = "executed"


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("repository")
    make_repository(folder, commits=12, devices=3)
    return folder


def test_all_that_git_tells_is_found_with_its_author(repository: Path, tmp_path: Path) -> None:
    found = measure(repository, tmp_path / "kg")
    assert found.told > 20
    assert (found.found, found.missed, found.invented, found.wrong_author) == (found.told, 0, 0, 0)


def test_a_second_load_adds_what_is_new_only(repository: Path, tmp_path: Path) -> None:
    settings = read_settings({"WIRELORE_KG": str(tmp_path / "kg"), "WIRELORE_IDLE_S": "1"})
    with Workspace(settings, create=True) as opened:
        _, first = opened.ingest_git(repository)
        _, second = opened.ingest_git(repository)
        assert (first.versions > 0, second.versions) == (True, 0)
        loads = [load for load in opened.history() if not load.first]
        assert len(loads) == first.versions
        assert {load.author for load in loads} <= {"anna", "ben", "oxidized"}
        assert all(load.time.startswith("2026-") for load in loads)
        newest = loads[0]
        assert any(one.author == newest.author for one in opened.history(newest.device) if not one.first)
        (shown, *_) = opened.unified_diff(newest.device)
        assert (shown.added, shown.removed) == (newest.added, newest.removed)
        changes = [one for one in opened.timeline().entries if one.kind == "change"]
        assert changes
        assert all(one.lines for one in changes)
        file = repository / "r0"
        file.write_text(file.read_text() + "ntp server 192.0.2.1\n")
        git(repository, "commit", "--quiet", "--all", "-m", "more")
        _, third = opened.ingest_git(repository)
        assert third.versions == 1
        last = opened.rows(
            "MATCH (c:Change) RETURN c.after AS after, c.author AS author ORDER BY c.time DESC LIMIT 1"
        )
        assert last[0].values == {"after": ("ntp server 192.0.2.1",), "author": "carl"}


def test_nothing_of_the_repository_is_executed(repository: Path, tmp_path: Path) -> None:
    command = f"touch {tmp_path / MARK}"
    for name in (
        "core.fsmonitor",
        "core.pager",
        "gpg.program",
        "core.sshCommand",
        "diff.external",
        "filter.x.smudge",
    ):
        git(repository, "config", name, command)
    git(repository, "config", "log.showSignature", "true")
    hooks = repository / ".git" / "hooks"
    hooks.mkdir(exist_ok=True)
    for name in ("post-checkout", "reference-transaction", "post-index-change"):
        (hooks / name).write_text(f"#!/bin/sh\n{command}\n")
        (hooks / name).chmod(0o755)
    (repository / ".git" / "info").mkdir(exist_ok=True)
    (repository / ".git" / "info" / "attributes").write_text("* filter=x diff=x\n")
    with open_repository(repository) as (opened, found):
        assert len(found.files) == 3
        assert list(opened.read_objects([])) == []
    assert not (tmp_path / MARK).exists()


def test_what_is_no_repository_is_told(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match="no git repository"), open_repository(tmp_path):
        pass
    git(tmp_path, "init", "--quiet")
    with pytest.raises(UnreadableInput, match="no commit"), open_repository(tmp_path):
        pass


def git(folder: Path, *arguments: str, at: str = "") -> str:
    who = (
        "-c",
        "user.name=carl",
        "-c",
        "user.email=c@example.net",
        "-c",
        "core.fsmonitor=",
        "-c",
        "log.showSignature=false",
    )
    environment = {**os.environ, **({"GIT_COMMITTER_DATE": at, "GIT_AUTHOR_DATE": at} if at else {})}
    done = subprocess.run(
        ["git", *who, *arguments], cwd=folder, check=True, capture_output=True, env=environment
    )
    return done.stdout.decode().strip()


def test_versions_that_cannot_be_kept_are_named_and_the_others_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(git_history, "LONGEST", 1 << 20)
    monkeypatch.setattr(git_history, "MOST_LINES", 20)
    folder = tmp_path / "given"
    folder.mkdir()
    git(folder, "init", "--quiet")
    start = "version 15.2\nhostname c1\nntp server 192.0.2.{}\n"
    texts = [
        start.format(1),
        start.format(2) + "!\n" * 100,  # has too many lines
        start.format(3) + "!" * (2 << 20),  # is too long
        start.format(4),
        start.format(5),  # will be missing
        start.format(6),
        start.format(7),
        start.format(6),
        start.format(7),
    ]
    for number, text in enumerate(texts):
        (folder / "c1.cfg").write_text(text)
        git(folder, "add", "--all")
        git(folder, "commit", "--quiet", "-m", "m", at=f"{1_790_000_000 + number} +0000")
    blob = git(folder, "rev-parse", "HEAD~4:c1.cfg")
    (folder / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    settings = read_settings({"WIRELORE_KG": str(tmp_path / "kg"), "WIRELORE_IDLE_S": "1"})
    with Workspace(settings, create=True) as opened:
        report, history = opened.ingest_git(folder)
        changes = opened.rows("MATCH (c:Change) RETURN c.before AS b, c.after AS a ORDER BY c.time")
    assert (report.not_loaded, history.versions) == ((), 3)
    assert {reason for _, reason in history.passed_over} == {
        "it has more than 20 lines",
        "longer than 1 MB",
        MISSING,
    }
    servers = [
        (f"ntp server 192.0.2.{one}", f"ntp server 192.0.2.{two}") for one, two in (("6", "7"), ("7", "6"))
    ]
    told = [(row.values["b"][0], row.values["a"][0]) for row in changes]  # type: ignore[index]
    assert told == [servers[0], servers[1], servers[0]]


def test_damaged_commits_are_named_and_the_others_kept(tmp_path: Path) -> None:
    folder = tmp_path / "given"
    folder.mkdir()
    git(folder, "init", "--quiet")
    for number in range(4):
        (folder / "c1.cfg").write_text(f"version 15.2\nhostname c1\nntp server 192.0.2.{number}\n")
        git(folder, "add", "--all")
        git(folder, "commit", "--quiet", "-m", "m", at=f"{1_790_000_000 + number} +0000")
    tree = git(folder, "rev-parse", "HEAD~2^{tree}")
    (folder / ".git" / "objects" / tree[:2] / tree[2:]).unlink()
    settings = read_settings({"WIRELORE_KG": str(tmp_path / "kg"), "WIRELORE_IDLE_S": "1"})
    with Workspace(settings, create=True) as opened:
        report, history = opened.ingest_git(folder)
    assert (report.not_loaded, history.versions) == ((), 1)
    damaged = [git(folder, "rev-parse", name) for name in ("HEAD~2", "HEAD~1")]
    assert history.passed_over == tuple((f"commit {one}", git_history.DAMAGED_COMMIT) for one in damaged)


def test_a_commit_of_the_future_is_read_once(tmp_path: Path) -> None:
    folder = tmp_path / "given"
    folder.mkdir()
    git(folder, "init", "--quiet")
    for number in (1, 2):
        (folder / "c1.cfg").write_text(f"version 15.2\nhostname c1\nntp server 192.0.2.{number}\n")
        git(folder, "add", "--all")
        git(folder, "commit", "--quiet", "-m", "m", at=f"{1_790_000_000 * number} +0000")
    settings = read_settings({"WIRELORE_KG": str(tmp_path / "kg"), "WIRELORE_IDLE_S": "1"})
    with Workspace(settings, create=True) as opened:
        assert opened.ingest_git(folder)[1].versions == 1
        time.sleep(1.1)  # the next load's now is another
        assert opened.ingest_git(folder)[1].versions == 0


def test_what_is_written_together_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(git_history, "TOGETHER", 10)
    commit = Commit("c1.cfg", "", "", "1", "2")
    pair = None, commit, ("1", ("abc",)), ("2", ("abc",))
    assert [len(some) for some in git_history._together(iter([pair] * 5))] == [2, 2, 1]
