"""A hostile git repository is read within limits, leads nowhere else, and loses only what is odd about it."""

from __future__ import annotations

import os
import subprocess
import time
import zlib
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ingest.errors import EmptyInput, UnreadableInput
from ingest.files import git_output, git_repository
from ingest.files.git_output import GitOutput
from ingest.files.git_repository import MISSING, Commit, GitLimits, open_repository

SINCE = datetime(2025, 1, 1, tzinfo=UTC)
UNLIMITED = GitLimits()
TEXT = b"hostname c1\n"
FIRST, SECOND = b"1790000000", b"1790000100"
Entry = tuple[str, bytes, str]


class Maker:
    """Writes objects of git as they are, also those that git itself would not."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        self.git("init", "--quiet", "--initial-branch=main")

    def git(self, *arguments: str, given: bytes = b"") -> str:
        done = subprocess.run(
            ["git", "-C", str(self.folder), *arguments], input=given, capture_output=True, check=True
        )
        return done.stdout.decode().strip()

    def object(self, kind: str, content: bytes) -> str:
        return self.git("hash-object", "-t", kind, "-w", "--stdin", "--literally", given=content)

    def blob(self, content: bytes = TEXT) -> str:
        return self.object("blob", content)

    def tree(self, entries: Sequence[Entry]) -> str:
        lines = [mode.encode() + b" " + name + b"\0" + bytes.fromhex(of) for mode, name, of in entries]
        return self.object("tree", b"".join(lines))

    def commit(self, tree: str, parent: str = "", author: bytes = b"anna", at: bytes = FIRST) -> str:
        above = f"parent {parent}\n".encode() if parent else b""
        who = author + b" <a@example.net> " + at + b" +0000\n"
        head = self.object(
            "commit", f"tree {tree}\n".encode() + above + b"author " + who + b"committer " + who + b"\nm\n"
        )
        (self.folder / ".git" / "refs" / "heads" / "main").write_text(head + "\n")
        return head

    def head(self, *entries: Entry) -> str:
        return self.commit(self.tree(entries))

    def change(self, author: bytes = b"anna", at: bytes = SECOND, name: bytes = b"c1.cfg") -> None:
        """Commit a file, and a change of it."""
        first = self.head(("100644", name, self.blob()))
        self.commit(self.tree([("100644", name, self.blob(TEXT + b"!\n"))]), first, author, at)


@pytest.fixture
def maker(tmp_path: Path) -> Maker:
    return Maker(tmp_path / "given")


def read(
    maker: Maker, follow_links: bool = False, limits: GitLimits = UNLIMITED
) -> tuple[list[str], list[str]]:
    """Return the files of the head, and what is passed over with its reason."""
    with open_repository(maker.folder, follow_links, limits) as (_, found):
        return [file.path for file in found.files], [f"{one.path}: {one.reason}" for one in found.passed_over]


def commits(maker: Maker) -> list[Commit]:
    with open_repository(maker.folder) as (opened, _):
        return opened.commits(SINCE)


def test_a_head_beyond_the_limits_is_refused_with_the_limit(maker: Maker) -> None:
    blob = maker.blob(b"hostname c1\n" + b"!" * 3_000_000)
    maker.head(*(("100644", b"c%d.cfg" % number, blob) for number in range(3)))
    assert read(maker, limits=GitLimits(bytes=10_000_000, entries=3)) == (["c0.cfg", "c1.cfg", "c2.cfg"], [])
    with pytest.raises(UnreadableInput, match="head have more than 8 MB"):
        read(maker, limits=GitLimits(bytes=8_000_000))
    with pytest.raises(UnreadableInput, match="head has more than 2 files and folders"):
        read(maker, limits=GitLimits(entries=2))


def test_a_tree_of_empty_trees_is_refused_while_it_is_read(maker: Maker) -> None:
    tree = maker.tree([])
    for _ in range(7):  # ten million folders
        tree = maker.tree([("40000", b"%d" % number, tree) for number in range(10)])
    maker.commit(tree)
    begun = time.monotonic()
    with pytest.raises(UnreadableInput, match="more than 1,000 files and folders"):
        read(maker, limits=GitLimits(entries=1000))
    assert time.monotonic() - begun < 5


def test_a_history_whose_list_is_too_long_is_refused(maker: Maker) -> None:
    maker.change()
    with (
        pytest.raises(UnreadableInput, match="git listed more than 200 bytes; --since"),
        open_repository(maker.folder, limits=GitLimits(listed=200)) as (opened, _),
    ):
        opened.commits(SINCE)


def test_objects_are_read_one_by_one_and_their_sizes_before(
    maker: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [maker.blob(b"a\n" * 300_000), maker.blob(b"b\n"), "11" * 20, maker.tree([])]
    maker.change()
    with open_repository(maker.folder) as (opened, _):
        assert opened.sizes(names) == {names[0]: 600_000, names[1]: 2}
        objects = opened.read_objects(names)
        assert next(objects) == (names[0], b"a\n" * 300_000)
        assert list(objects) == [(names[1], b"b\n"), (names[2], None), (names[3], None)]
        monkeypatch.setattr(git_repository, "LONGEST", 100)
        with pytest.raises(UnreadableInput, match="has more than 100 bytes"):
            next(opened.read_objects(names))


DAMAGE = {
    "the header tells more than there is": lambda: zlib.compress(b"blob 400\0" + TEXT),
    "the header tells less": lambda: zlib.compress(b"blob 4\0" + TEXT),
    "other content": lambda: zlib.compress(b"blob 12\0hostname c9\n"),
    "the end is cut": lambda: zlib.compress(b"blob 12\0" + TEXT)[:-9],
    "no object": lambda: b"junk",
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_object_is_named_and_the_others_load(maker: Maker, damage: Callable[[], bytes]) -> None:
    blob = maker.blob()
    maker.head(
        ("100644", b"a.cfg", maker.blob(b"a\n")),
        ("100644", b"b.cfg", blob),
        ("100644", b"c.cfg", maker.blob(b"c\n")),
        ("100644", b"d.cfg", maker.blob(b"d\n")),
    )
    file = maker.folder / ".git" / "objects" / blob[:2] / blob[2:]
    file.unlink()
    file.write_bytes(damage())
    with open_repository(maker.folder) as (_, found):
        assert [file.location.read_bytes() for file in found.files] == [b"a\n", b"c\n", b"d\n"]
        assert [(one.path, one.reason) for one in found.passed_over] == [("b.cfg", MISSING)]


def test_many_damaged_objects_end_the_load(maker: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(git_repository, "MOST_DAMAGED", 2)
    blobs = [maker.blob(b"%d\n" % number) for number in range(5)]
    maker.head(*(("100644", b"%d.cfg" % number, blob) for number, blob in enumerate(blobs)))
    for blob in blobs[:3]:
        file = maker.folder / ".git" / "objects" / blob[:2] / blob[2:]
        file.unlink()
        file.write_bytes(zlib.compress(b"blob 400\0" + TEXT))
    with pytest.raises(UnreadableInput, match="more than 2 git objects are damaged"):
        read(maker)


def _damage(maker: Maker, name: str) -> None:
    file = maker.folder / ".git" / "objects" / name[:2] / name[2:]
    file.unlink()
    file.write_bytes(b"junk")


def test_a_damaged_folder_is_named_and_the_others_load(maker: Maker) -> None:
    folders = [maker.tree([("100644", b"c.cfg", maker.blob(b"c%d\n" % number))]) for number in range(3)]
    maker.head(
        ("100644", b"a.cfg", maker.blob(b"a\n")),
        *(("40000", b"f%d" % number, folder) for number, folder in enumerate(folders)),
        ("100644", b"z.cfg", maker.blob(b"z\n")),
    )
    _damage(maker, folders[1])
    assert read(maker) == (["a.cfg", "f0/c.cfg", "f2/c.cfg", "z.cfg"], [f"f1/: {MISSING}"])


def test_a_head_that_is_damaged_is_named(maker: Maker) -> None:
    tree = maker.tree([("100644", b"a.cfg", maker.blob())])
    maker.commit(tree)
    _damage(maker, tree)
    with pytest.raises(UnreadableInput, match="the head's commit or first folder: its git object is missing"):
        read(maker)


def _versions(maker: Maker) -> tuple[list[str], list[str]]:
    """Commit five versions of a file, a minute apart; return the trees and the commits."""
    trees: list[str] = []
    heads = [""]
    for number in range(5):
        trees.append(maker.tree([("100644", b"c.cfg", maker.blob(b"v%d\n" % number))]))
        heads.append(maker.commit(trees[-1], heads[-1], at=b"%d" % (int(FIRST) + 60 * number)))
    return trees, heads[1:]


def test_the_changes_around_a_damaged_folder_of_the_past_are_named_and_the_others_told(maker: Maker) -> None:
    trees, heads = _versions(maker)
    _damage(maker, trees[1])
    with open_repository(maker.folder) as (opened, _):
        assert [one.time[14:16] for one in opened.commits(SINCE)] == ["13", "16", "17"]
        assert opened.damaged == (heads[1], heads[2])


def test_the_history_before_a_damaged_commit_is_named(maker: Maker) -> None:
    _, heads = _versions(maker)
    _damage(maker, heads[1])
    with open_repository(maker.folder) as (opened, _):
        assert [one.time[14:16] for one in opened.commits(SINCE)] == ["16", "17"]
        assert opened.damaged == (f"one before {heads[3]}",)


def test_git_that_takes_too_long_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "git").write_text("#!/bin/sh\nexec sleep 30\n")
    (tmp_path / "git").chmod(0o755)
    monkeypatch.setattr(git_output, "LIMIT_S", 0.2)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    begun = time.monotonic()
    with (
        pytest.raises(UnreadableInput, match=r"longer than 0\.2 s"),
        GitOutput("given", ["log"], dict(os.environ)) as output,
    ):
        output.until(b"\0")
    assert time.monotonic() - begun < 5


def _git_folder_is_a_link(given: Path, other: Path) -> None:
    (given / ".git").rename(given / "gone")
    (given / ".git").symlink_to(other / ".git")


def _git_folder_is_a_file(given: Path, other: Path) -> None:
    (given / ".git").rename(given / "gone")
    (given / ".git").write_text(f"gitdir: {other}/.git\n")


def _commondir(given: Path, other: Path) -> None:
    (given / ".git" / "commondir").write_text(f"{other}/.git\n")


def _objects(given: Path, other: Path) -> None:
    (given / ".git" / "objects").rename(given / "gone")
    (given / ".git" / "objects").symlink_to(other / ".git" / "objects")


def _folder_of_objects(given: Path, other: Path) -> None:
    (given / ".git" / "objects" / "ff").mkdir(exist_ok=True)
    (given / ".git" / "objects" / "ff" / ("1" * 38)).symlink_to(other / ".git" / "HEAD")


def _alternates(given: Path, other: Path) -> None:
    (given / ".git" / "objects" / "info").mkdir(exist_ok=True)
    (given / ".git" / "objects" / "info" / "alternates").write_text(f"{other}/.git/objects\n")


LEADING_OUT: dict[str, tuple[Callable[[Path, Path], None], str]] = {
    "the folder .git is a link": (_git_folder_is_a_link, ".git"),
    "a file .git names another": (_git_folder_is_a_file, ".git"),
    "commondir names another": (_commondir, "commondir"),
    "the objects are a link": (_objects, "objects"),
    "an object is a link": (_folder_of_objects, "objects/1"),
    "alternates name another": (_alternates, "objects/info/alternates"),
}


@pytest.mark.parametrize(("make", "named"), LEADING_OUT.values(), ids=LEADING_OUT)
def test_what_leads_out_of_the_folder_is_refused(
    maker: Maker, tmp_path: Path, make: Callable[[Path, Path], None], named: str
) -> None:
    maker.change()
    other = Maker(tmp_path / "other")
    other.change()
    make(maker.folder, other.folder)
    with pytest.raises(UnreadableInput, match=f"given: {named}.* leads out .*--follow-links"):
        read(maker)
    assert read(maker, follow_links=True) == (["c1.cfg"], [])


def test_a_worktree_is_read_where_links_are_followed(maker: Maker, tmp_path: Path) -> None:
    maker.change()
    maker.git("worktree", "add", "--quiet", str(tmp_path / "tree"))
    with open_repository(tmp_path / "tree", follow_links=True) as (opened, _):
        assert len(opened.commits(SINCE)) == 2


ODD_FILES = ("HEAD", "packed-refs", "commondir", "shallow", "objects/info/alternates", "refs/heads/main")


@pytest.mark.parametrize("name", ODD_FILES)
@pytest.mark.parametrize("kind", ["fifo", "link"])
def test_files_of_git_that_are_not_regular_are_refused(maker: Maker, name: str, kind: str) -> None:
    maker.change()
    if name == "packed-refs":
        (maker.folder / ".git" / "refs" / "heads" / "main").unlink()
    file = maker.folder / ".git" / name
    file.parent.mkdir(exist_ok=True)
    file.unlink(missing_ok=True)
    if kind == "fifo":
        os.mkfifo(file)
    else:
        file.symlink_to("/etc/hostname")
    with pytest.raises(UnreadableInput, match=r"no regular file|leads out"):
        read(maker)


@pytest.mark.parametrize("name", ["HEAD", "shallow", "packed-refs", "refs/heads/main"])
def test_no_content_of_a_file_of_git_is_in_an_error(maker: Maker, name: str) -> None:
    maker.change()
    if name == "packed-refs":
        (maker.folder / ".git" / "refs" / "heads" / "main").unlink()
    (maker.folder / ".git" / name).write_bytes(b"root:secret\xff refs/heads/main\n")
    with pytest.raises(UnreadableInput, match=r"no commit|no list of commits") as raised:
        read(maker)
    assert "secret" not in str(raised.value)
    with (maker.folder / ".git" / name).open("wb") as file:
        file.truncate((16 << 20) + 1)
    with pytest.raises(UnreadableInput, match="has more than 16,777,216 bytes"):
        read(maker)


def test_quoted_alternates_are_refused(maker: Maker) -> None:
    maker.change()
    (maker.folder / ".git" / "objects" / "info").mkdir(exist_ok=True)
    (maker.folder / ".git" / "objects" / "info" / "alternates").write_text('"\\057tmp"\n')
    with pytest.raises(UnreadableInput, match="quoted path"):
        read(maker)


def test_odd_files_are_named_and_the_others_load(maker: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(git_repository, "LONGEST", 2 << 20)
    good, inner = maker.blob(), maker.tree([])
    maker.head(
        ("100644", b"../out.cfg", good),
        ("100644", b"a", good),
        ("100644", b"b.cfg", "11" * 20),
        ("100644", b"c\xfe.cfg", good),
        ("100644", b"c\xff.cfg", good),
        ("100644", b"l.cfg", maker.blob(b"!" * (3 << 20))),
        ("100644", b"n" * 300, good),
        ("100644", b"t", inner),
        ("40000", b"a", maker.tree([("100644", b"x.cfg", good)])),
    )
    files, passed = read(maker)
    assert len([path for path in files if path in ("a", "a/x.cfg")]) == 1
    assert "c\ufffd.cfg" in files
    assert sorted(one for one in passed if not one.startswith("a")) == [
        "../out.cfg: its name leads out of the repository",
        f"b.cfg: {MISSING}",
        "c\ufffd.cfg: another file's name reads the same",
        "l.cfg: longer than 2 MB",
        f"{'n' * 300}: File name too long",
        f"t: {MISSING}",
    ]
    assert any(one.endswith(": a file and a folder have this name") for one in passed)


def test_a_head_without_any_file_is_named_as_it_was_given(maker: Maker) -> None:
    maker.head(("100644", b"b.cfg", "11" * 20))
    with pytest.raises(EmptyInput, match=rf"given: no text file in the head \(b.cfg: {MISSING}"):
        read(maker)


ODD_COMMITS = {
    "a name that is not UTF-8": ({"name": b"c\xff.cfg"}, "c\ufffd.cfg", "anna"),
    "a name with a mark": ({"name": b"c\x01\n:1.cfg"}, r"c\x01\n:1.cfg", "anna"),
    "an author with a mark": ({"author": b"an\x01na"}, "c1.cfg", "anna"),
    "an author with escapes": ({"author": b"\x1b[31manna\x1b[0m"}, "c1.cfg", "anna"),
    "an author that is not UTF-8": ({"author": b"ann\xff"}, "c1.cfg", "ann\ufffd"),
    "an author without end": ({"author": b"n" * 5_000}, "c1.cfg", "n" * 200),
}


@pytest.mark.parametrize(("odd", "path", "author"), ODD_COMMITS.values(), ids=ODD_COMMITS)
def test_odd_commits_are_read(maker: Maker, odd: dict[str, bytes], path: str, author: str) -> None:
    maker.change(**odd)
    found = commits(maker)
    assert [one.path for one in found] == [path, path]
    assert found[1].author == author


@pytest.mark.parametrize("at", [b"253402300700", b"99999999999999", b"9000000000"])
def test_a_time_in_the_future_is_now(maker: Maker, at: bytes) -> None:
    maker.change(at=at)
    before = datetime.now(UTC).replace(microsecond=0)
    last = commits(maker)[-1]
    assert last.ahead
    assert before <= datetime.fromisoformat(last.time) <= datetime.now(UTC)


def test_a_commit_without_a_time_is_counted_and_the_others_read(maker: Maker) -> None:
    maker.change(at=b"abc")
    with open_repository(maker.folder) as (opened, _):
        found = opened.commits(SINCE)
        assert ([one.time for one in found], opened.undated) == (["2026-09-21T14:13:20+00:00"], 1)


def test_secrets_in_authors_are_redacted(maker: Maker) -> None:
    maker.change(author=b"bob password Author-Secret-5")
    assert "redacted" in commits(maker)[-1].author
    assert "Author-Secret-5" not in commits(maker)[-1].author
