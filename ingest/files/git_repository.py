"""Reads the head and the history of a git repository, as Oxidized and RANCID keep one.

The program `git` is called, which is there wherever such a repository is. It works on an empty repository of our own
that borrows the objects of the given one: no configuration, hook, filter or attribute of that is ever read, and no
network is used.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from ingest.errors import UnreadableInput
from ingest.files.find_files import FilesFound, open_files

LIMIT_S = 600.0
NO_OBJECT = re.compile("0+")
REGULAR = ("100644", "100755")
LONGEST = 64 << 20
"""Bytes of a file in the repository; a longer one is passed over."""
_HEAD_OF_LOG = "%x01%H%x00%ct%x00%an%x00"
_REF = re.compile(r"ref: (refs/[^\\\s]+)")
_HASH = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit that changed a file: its time (UTC, ISO 8601), its author, and the file's objects before and after.

    An object is "" where the file was not there.
    """

    path: str
    time: str
    author: str
    before: str
    after: str


class GitRepository:
    """The head of a repository, and the commits that led to it."""

    def __init__(self, given: Path, folder: Path) -> None:
        self._given, self._git = str(given), folder / "git"
        self._environment = {
            "PATH": os.environ.get("PATH", os.defpath),
            "LC_ALL": "C",
            "HOME": str(folder),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_DIR": str(self._git),
            "GIT_TERMINAL_PROMPT": "0",
            "GIT_ALLOW_PROTOCOL": "none",
            "GIT_OPTIONAL_LOCKS": "0",
        }
        own = _own_folder(given)
        common = _common_folder(own)
        self._head = _read_head(own, common, self._given)
        kind = "sha256" if len(self._head) == 64 else "sha1"
        self._environment["GIT_ALTERNATE_OBJECT_DIRECTORIES"] = _quoted(common / "objects")
        self._run("init", "--quiet", "--bare", "--template=", f"--object-format={kind}", str(self._git))
        if (common / "shallow").is_file():
            (self._git / "shallow").write_bytes((common / "shallow").read_bytes())

    def write_head(self, folder: Path) -> None:
        """Write the files of the head below a folder; links, other repositories and what is too long stay out."""
        listed = self._run("ls-tree", "-r", "-z", "-l", "--full-tree", self._head)
        wanted: dict[str, str] = {}
        for entry in filter(None, listed.split(b"\0")):
            told, _, name = entry.partition(b"\t")
            mode, _, blob, size = told.decode().split()
            path = os.fsdecode(name)
            if mode in REGULAR and _is_safe(path) and int(size) <= LONGEST:
                wanted[path] = blob
        contents = self.read_objects(tuple(wanted.values()))
        for path, blob in wanted.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(contents[blob])

    def commits(self, since: datetime) -> list[Commit]:
        """Return who changed which file, and when, the oldest first; of a merge what it brings to its first parent."""
        found = self._run(
            "log", "--first-parent", "-m", "--raw", "-z", "--no-abbrev", "--no-renames", "--reverse",
            "--no-show-signature", "--no-color", "--no-notes", "--root", f"--format={_HEAD_OF_LOG}",
            f"--since={since.isoformat()}", self._head, "--",
        )  # fmt: skip
        return [one for part in found.split(b"\1")[1:] for one in _read_commit(part)]

    def read_objects(self, names: Sequence[str]) -> dict[str, bytes]:
        """Return the contents of objects by their names. Raises UnreadableInput where one is missing."""
        wanted = list(dict.fromkeys(names))
        found: dict[str, bytes] = {}
        output = self._run("cat-file", "--batch", given="".join(f"{name}\n" for name in wanted).encode())
        place = 0
        for name in wanted:
            end = output.index(b"\n", place)
            told = output[place:end].split()
            if len(told) != 3 or not told[2].isdigit():
                raise UnreadableInput(self._given, f"git object {name} is missing")
            size = int(told[2])
            found[name] = output[end + 1 : end + 1 + size]
            place = end + size + 2
        return found

    def _run(self, *arguments: str, given: bytes = b"") -> bytes:
        command = [
            "git",
            "-c",
            "core.fsmonitor=",
            "-c",
            "core.hooksPath=/dev/null",
            "-c",
            "protocol.allow=never",
        ]
        try:
            ended = subprocess.run(  # noqa: S603 - a list, no shell; the environment is our own
                [*command, *arguments],
                input=given,
                capture_output=True,
                env=self._environment,
                timeout=LIMIT_S,
                check=False,
            )
        except FileNotFoundError as error:
            raise UnreadableInput(self._given, "the program git is not installed") from error
        except subprocess.TimeoutExpired as error:
            raise UnreadableInput(self._given, f"git took longer than {LIMIT_S:g} s") from error
        if ended.returncode:
            reason = ended.stderr.decode("utf-8", "replace").strip().splitlines()[-1:] or ["git failed"]
            raise UnreadableInput(self._given, reason[0])
        return ended.stdout


@contextmanager
def open_repository(given: Path) -> Iterator[tuple[GitRepository, FilesFound]]:
    """Open a repository, bare or not, with the files of its head. Raises UnreadableInput and EmptyInput."""
    with TemporaryDirectory(prefix="wirelore-git-") as name:
        folder = Path(name)
        repository = GitRepository(given, folder)
        head = folder / "head"
        head.mkdir()
        repository.write_head(head)
        with open_files([head]) as found:
            root = given.resolve()
            files = tuple(replace(file, origin=str(root / file.path)) for file in found.files)
            passed = tuple(replace(item, origin=str(root / item.path)) for item in found.passed_over)
            yield repository, FilesFound(files, passed, (str(root),))


def _read_commit(part: bytes) -> Iterator[Commit]:
    """Read one commit of the log: its hash, time and author, then a file after the other."""
    _, seconds, author, *rest = part.split(b"\0")
    time = datetime.fromtimestamp(int(seconds), UTC).isoformat(timespec="seconds")
    pieces = [piece.lstrip(b"\n") for piece in rest if piece.strip(b"\n")]
    for told, name in zip(pieces[::2], pieces[1::2], strict=False):
        if not told.startswith(b":"):
            continue
        before_mode, after_mode, before, after, _ = told[1:].decode().split()
        path = os.fsdecode(name)
        kept = [
            "" if NO_OBJECT.fullmatch(blob) or mode not in REGULAR else blob
            for mode, blob in ((before_mode, before), (after_mode, after))
        ]
        yield Commit(path, time, author.decode("utf-8", "replace"), *kept)


def _is_safe(path: str) -> bool:
    parts = PurePosixPath(path).parts
    return bool(parts) and not path.startswith("/") and ".." not in parts and ".git" not in parts


def _own_folder(given: Path) -> Path:
    """Return the folder of a repository: itself where it is bare, `.git`, or what the file `.git` names."""
    git = given / ".git"
    if git.is_file():
        return (given / git.read_text(errors="replace").removeprefix("gitdir:").strip()).resolve()
    for folder in (git, given):
        if (folder / "HEAD").is_file() and (folder / "objects").is_dir():
            return folder
    raise UnreadableInput(str(given), "no git repository")


def _common_folder(own: Path) -> Path:
    """Return where the objects and branches are: a worktree has them elsewhere."""
    link = own / "commondir"
    return (own / link.read_text().strip()).resolve() if link.is_file() else own


def _read_head(own: Path, common: Path, given: str) -> str:
    """Return the commit that the head is at."""
    text = (own / "HEAD").read_text(errors="replace").strip() if (own / "HEAD").is_file() else ""
    found = _REF.fullmatch(text)
    if found and _is_safe(found[1]):
        text = next((path.read_text().strip() for path in (common / found[1],) if path.is_file()), "")
        text = text or _packed(common).get(found[1], "")
    if not _HASH.fullmatch(text):
        raise UnreadableInput(given, "the git repository has no commit")
    return text


def _packed(common: Path) -> Mapping[str, str]:
    packed = common / "packed-refs"
    lines = packed.read_text(errors="replace").splitlines() if packed.is_file() else []
    pairs = (line.split(" ", 1) for line in lines if line[:1] not in "#^" and " " in line)
    return {name: commit for commit, name in pairs}


def _quoted(path: Path) -> str:
    """Write a path for a list of paths, in which a colon would end it."""
    return '"' + str(path).replace("\\", "\\\\").replace('"', '\\"') + '"'
