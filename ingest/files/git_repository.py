"""Reads the head and the history of a git repository, as Oxidized and RANCID keep one.

The program `git` is called, which is there wherever such a repository is. It works on an empty repository of our own
that borrows the objects of the given one: no configuration, hook, filter or attribute of that is ever read, and no
network is used.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from ingest.errors import EmptyInput, UnreadableInput
from ingest.files.find_files import FilesFound, PassedOver, open_files, printable_name
from ingest.files.git_folder import GitFolder, open_folder
from ingest.files.git_output import GitFailed, GitOutput
from ingest.files.read_lines import clean_text
from ingest.files.unpack_folder import unpack_folder
from language_model.redact import LineRedactor

NO_OBJECT = re.compile("0+")
FOLDER = "040000"
REGULAR = ("100644", "100755")
LONGEST = 64 << 20
"""Bytes of a file in the repository; a longer one is passed over."""
LONGEST_AUTHOR = 200
MB = 1_000_000
BLOB = b"blob"
MISSING = "its git object is missing, as in a partial clone, or damaged"
DAMAGED = b"damaged"
MOST_DAMAGED = 20
"""Objects of one reading; git is begun anew behind each."""
MOST_FOLDERS = 1_000
"""Folders that are read one by one, to find the damaged ones."""
_FIELDS = "%H%x00%an%x00"


@dataclass(frozen=True, slots=True)
class GitLimits:
    """What a repository may have at most: bytes of all files of its head, files and folders there, bytes of lists."""

    bytes: int = 2_000 * MB
    entries: int = 100_000
    listed: int = 256 * MB


class _Entry(NamedTuple):
    """A file or folder of the head; `told` is git's word for its size in bytes."""

    mode: str
    object: str
    told: str
    name: bytes


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit that changed a file: its time (UTC, ISO 8601), its author, and the file's objects before and after.

    An object is "" where the file was not there. The time of a commit that is `ahead` of the clock is now.
    """

    path: str
    time: str
    author: str
    before: str
    after: str
    ahead: bool = False


class GitRepository:
    """The head of a repository, and the commits that led to it.

    `passed_over` has the files of the head that are not read, `undated` counts commits without a time. `damaged` has
    the commits that git cannot compare with their parents: one of both, or a folder in them, is damaged.
    """

    def __init__(self, given: Path, own: GitFolder, folder: Path, limits: GitLimits) -> None:
        self.passed_over: list[PassedOver] = []
        self.undated = 0
        self.damaged: tuple[str, ...] = ()
        self._given, self._limits, self._head = str(given), limits, own.head
        self._written: dict[bytes, str] = {}
        bare = folder / "git"
        self._environment = {
            "PATH": os.environ.get("PATH", os.defpath),
            "LC_ALL": "C",
            "HOME": str(folder),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_DIR": str(bare),
            "GIT_TERMINAL_PROMPT": "0",
            "GIT_ALLOW_PROTOCOL": "none",
            "GIT_OPTIONAL_LOCKS": "0",
            "GIT_ALTERNATE_OBJECT_DIRECTORIES": _quoted(own.objects),
        }
        kind = "sha256" if len(self._head) == 64 else "sha1"
        with self._run(
            "init", "--quiet", "--bare", "--template=", f"--object-format={kind}", str(bare)
        ) as made:
            made.until(b"\0")
        if own.shallow:
            (bare / "shallow").write_text(own.shallow)

    def write_head(self, folder: Path) -> None:
        """Write the files of the head below a folder; links and other repositories stay out.

        What cannot be written is in `passed_over`. Raises UnreadableInput for what is beyond the limits.
        """
        wanted: dict[str, list[tuple[bytes, str]]] = {}
        entries = size = 0
        names: set[str] = set()
        for mode, blob, size_text, name in self._entries():
            entries += 1
            if entries > self._limits.entries:
                most = f"{self._limits.entries:,} files and folders"
                raise UnreadableInput(self._given, f"the head has more than {most}")
            if mode not in REGULAR:
                continue
            path = printable_name(os.fsdecode(name))
            if reason := _reason_to_pass(name, path, size_text, names):
                self.passed_over.append(PassedOver(path, reason, reason == MISSING))
                continue
            names.add(path)
            size += int(size_text)
            if size > self._limits.bytes:
                most = f"{self._limits.bytes // MB:,} MB"
                raise UnreadableInput(self._given, f"the files of the head have more than {most}")
            wanted.setdefault(blob, []).append((name, path))
        for blob, content in self.read_objects(list(wanted)):
            for name, path in wanted[blob]:
                self._write(folder, name, path, content)

    def _entries(self) -> Iterator[_Entry]:
        """Yield the files and folders of the head; those of a damaged folder are passed over."""
        seen: set[bytes] = set()
        try:
            for entry in self._list("-r", "-t", self._head):
                seen.add(entry.name)
                yield entry
        except GitFailed:
            yield from (entry for entry in self._by_folder() if entry.name not in seen)

    def _by_folder(self) -> Iterator[_Entry]:
        """Yield the entries of one folder after the other. Raises UnreadableInput where the first one is damaged."""
        folders = [(b"", self._head)]
        for number, (above, tree) in enumerate(folders):
            if number > MOST_FOLDERS:
                raise UnreadableInput(self._given, f"a folder is damaged among more than {MOST_FOLDERS:,}")
            try:
                for entry in self._list(tree):
                    inside = entry._replace(name=above + entry.name)
                    if entry.mode == FOLDER:
                        folders.append((inside.name + b"/", entry.object))
                    yield inside
            except GitFailed as error:
                if not above:
                    raise UnreadableInput(
                        self._given, f"the head's commit or first folder: {MISSING}"
                    ) from error
                self.passed_over.append(PassedOver(printable_name(os.fsdecode(above)), MISSING, True))

    def _list(self, *of: str) -> Iterator[_Entry]:
        with self._run("ls-tree", "-z", "-l", "--full-tree", *of) as listed:
            while line := listed.until(b"\0"):
                fields, _, name = line.partition(b"\t")
                mode, _, blob, size = fields.decode("ascii", "replace").split()
                yield _Entry(mode, blob, size, name)

    def _write(self, folder: Path, name: bytes, path: str, content: bytes | None) -> None:
        if content is None:
            self.passed_over.append(PassedOver(path, MISSING, True))
            return
        target = folder / os.fsdecode(name)
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("xb") as file:
                file.write(content)
        except (FileExistsError, NotADirectoryError, IsADirectoryError):
            self.passed_over.append(PassedOver(path, "a file and a folder have this name", True))
        except OSError as error:
            self.passed_over.append(PassedOver(path, error.strerror or "it cannot be written", True))
        else:
            self._written[name] = path

    def commits(self, since: datetime, key: bytes = b"") -> list[Commit]:
        """Return who changed which file of the head, and when, the oldest first.

        Of a merge what it brings to its first parent counts. Secrets in authors are redacted under `key`.
        """
        found: list[Commit] = []
        authors: dict[bytes, str] = {}
        now = datetime.now(UTC)
        times = dict(reversed(list(self._times(since, now))))
        left = list(times)
        while left:  # behind a damaged commit, git is begun anew
            read = 0
            with suppress(GitFailed), self._run(
                "log", "--no-walk=unsorted", "--stdin", "--first-parent", "-m", "--raw", "-z", "--no-abbrev",
                "--no-renames", "--no-show-signature", "--no-color", "--no-notes", "--root", f"--format={_FIELDS}",
                given=left,
            ) as log:  # fmt: skip
                when, author = now, ""
                while (field := log.until(b"\0")) is not None:
                    field = field.strip(b"\n")
                    if field.startswith(b":"):
                        path = self._written.get(log.until(b"\0") or b"", "")
                        if path:
                            time = when.isoformat(timespec="seconds")
                            found.append(Commit(path, time, author, *_objects(field), when == now))
                    elif field:  # a commit
                        read = left.index(field.decode("ascii", "replace"), read) + 1
                        when = times[left[read - 1]]
                        name = log.until(b"\0") or b""
                        if name not in authors:
                            authors[name] = _author(name, key)
                        author = authors[name]
                break
            self._damaged(left[read : read + 1])
            left = left[read + 1 :]
        return found

    def _damaged(self, commits: Sequence[str]) -> None:
        """Remember a commit that cannot be read. Raises UnreadableInput where they are many."""
        self.damaged += tuple(commits)
        if len(self.damaged) > MOST_DAMAGED:
            raise UnreadableInput(self._given, f"more than {MOST_DAMAGED} commits are damaged")

    def _times(self, since: datetime, now: datetime) -> Iterator[tuple[str, datetime]]:
        """Yield the commits since a time, the newest first; a time in the future is now.

        Git itself would end at the first commit with a wrong time.
        """
        self.undated, self.damaged = 0, ()
        commit = self._head
        try:
            with self._run("rev-list", "--first-parent", "--timestamp", commit) as listed:
                while line := listed.until(b"\n"):
                    seconds, commit = line.decode("ascii", "replace").split()
                    moment = min(int(seconds), now.timestamp())
                    self.undated += not moment
                    if moment >= max(1.0, since.timestamp()):
                        ahead = moment == now.timestamp()
                        yield commit, now if ahead else datetime.fromtimestamp(moment, UTC)
        except GitFailed:
            self.damaged = (f"one before {commit}",)

    def sizes(self, names: Sequence[str]) -> dict[str, int]:
        """Return the sizes of files' contents by their objects' names, in bytes; what is missing is left out."""
        found: dict[str, int] = {}
        with self._run("cat-file", "--batch-check", given=names) as output:
            for name in names:
                kind, size = _kind_and_size(output.until(b"\n"))
                if kind == BLOB:
                    found[name] = size
        return found

    def read_objects(self, names: Sequence[str]) -> Iterator[tuple[str, bytes | None]]:
        """Yield the contents of objects in the order of their names; None for one that is missing or damaged.

        Each is held in memory: ask for `sizes` first. Raises UnreadableInput for one that is too long, and
        where many are damaged.
        """
        at = damaged = 0
        while at < len(names):  # behind a damaged object, what git writes next is anywhere
            with self._run("cat-file", "--batch", given=names[at:]) as output:
                while at < len(names) and damaged <= MOST_DAMAGED:
                    name = names[at]
                    at += 1
                    kind, content = self._next_object(output, name)
                    yield name, content if kind == BLOB else None
                    if kind == DAMAGED:
                        damaged += 1
                        break
            if damaged > MOST_DAMAGED:
                raise UnreadableInput(self._given, f"more than {MOST_DAMAGED} git objects are damaged")

    def _next_object(self, output: GitOutput, name: str) -> tuple[bytes, bytes]:
        """Read the kind of an object, b"" where it is missing, and its content."""
        try:
            kind, size = _kind_and_size(output.until(b"\n"))
            if size > LONGEST:
                raise UnreadableInput(self._given, f"git object {name} has more than {LONGEST:,} bytes")
            content = output.exactly(size + 1)[:size] if kind else b""
        except GitFailed:
            return DAMAGED, b""
        hashed = hashlib.sha256() if len(name) == 64 else hashlib.sha1(usedforsecurity=False)
        hashed.update(b"%b %d\0%b" % (kind, size, content))
        return kind if not kind or hashed.hexdigest() == name else DAMAGED, content

    def _run(self, *arguments: str, given: Sequence[str] = ()) -> GitOutput:
        most = None if "--batch" in arguments else self._limits.listed
        return GitOutput(self._given, arguments, self._environment, given, most)


@contextmanager
def open_repository(
    given: Path, follow_links: bool = False, limits: GitLimits = GitLimits()
) -> Iterator[tuple[GitRepository, FilesFound]]:
    """Open a repository, bare or not, with the files of its head. Raises UnreadableInput and EmptyInput.

    One that borrows from outside of the given folder (links, a worktree, alternates) is refused unless `follow_links`.
    """
    own = open_folder(given, follow_links)
    with unpack_folder() as folder, ExitStack() as stack:
        repository = GitRepository(given, own, folder, limits)
        head = folder / "head"
        head.mkdir()
        repository.write_head(head)
        left = repository.passed_over
        try:
            found = stack.enter_context(open_files([head]))
        except EmptyInput as error:
            reasons = "; ".join(f"{item.path}: {item.reason}" for item in left[:5])
            reason = f"no text file in the head{f' ({reasons})' if left else ''}"
            raise EmptyInput(str(given), reason) from error
        root = Path(printable_name(str(given.resolve())))
        files = tuple(replace(file, origin=str(root / file.path)) for file in found.files)
        passed = tuple(replace(item, origin=str(root / item.path)) for item in (*found.passed_over, *left))
        yield repository, FilesFound(files, passed, (str(root),))


def _reason_to_pass(name: bytes, path: str, size: str, names: set[str]) -> str:
    """Say why a file of the head is not taken; blank where it is."""
    parts = PurePosixPath(os.fsdecode(name)).parts
    if not parts or name.startswith(b"/") or ".." in parts or ".git" in parts:
        return "its name leads out of the repository"
    if path in names:
        return "another file's name reads the same"
    if not size.isdigit():
        return MISSING
    return f"longer than {LONGEST >> 20} MB" if int(size) > LONGEST else ""


def _author(name: bytes, key: bytes) -> str:
    (redacted,) = LineRedactor(key).lines([clean_text(name.decode("utf-8", "replace"))])
    return redacted[:LONGEST_AUTHOR]


def _objects(field: bytes) -> tuple[str, str]:
    """Read a file's objects before and after from what the log has in front of its name."""
    before_mode, after_mode, before, after, _ = field[1:].decode("ascii", "replace").split()
    first, second = (
        "" if NO_OBJECT.fullmatch(blob) or mode not in REGULAR else blob
        for mode, blob in ((before_mode, before), (after_mode, after))
    )
    return first, second


def _kind_and_size(line: bytes | None) -> tuple[bytes, int]:
    """Read a line `HASH KIND SIZE` of git; b"" and 0 where the object is missing."""
    fields = (line or b"").split()
    return (fields[1], int(fields[2])) if len(fields) == 3 and fields[2].isdigit() else (b"", 0)


def _quoted(path: Path) -> str:
    """Write a path for a list of paths, in which a colon would end it."""
    return '"' + str(path).replace("\\", "\\\\").replace('"', '\\"') + '"'
