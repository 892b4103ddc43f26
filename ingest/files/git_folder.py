"""Finds where a git repository keeps its head and its objects, and refuses what leads out of the given folder."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import NoReturn

from ingest.errors import UnreadableInput

LONGEST = 16 << 20
"""Bytes of a file that names commits: `packed-refs` is the longest."""
_REF = re.compile(r"ref: (refs/[^\\\s]+)")
_HASH = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_SEE = "leads out of the given folder; see --follow-links"


@dataclass(frozen=True, slots=True)
class GitFolder:
    """The commit of the head, the folder of the objects, and the commits at which a shallow clone ends, one a line."""

    head: str
    objects: Path
    shallow: str


def open_folder(given: Path, follow_links: bool) -> GitFolder:
    """Read a repository's own files, which are regular and bounded. Raises UnreadableInput."""
    try:
        return _Reader(given, follow_links).read()
    except OSError as error:
        raise UnreadableInput(str(given), str(error.strerror or error)) from error


@dataclass(frozen=True, slots=True)
class _Reader:
    given: Path
    follow_links: bool

    def read(self) -> GitFolder:
        own = self._own()
        link = self._text(own / "commondir").strip()
        common = self._inside(own / link, "commondir") if link else own
        head = self._head(own, common)
        shallow = self._text(common / "shallow")
        if not all(map(_HASH.fullmatch, shallow.split())):
            self._refuse("shallow is no list of commits")
        objects = self._inside(common / "objects", "objects")
        self._check(objects)
        return GitFolder(head, objects, shallow)

    def _own(self) -> Path:
        """Return the folder of a repository: itself where it is bare, `.git`, or what the file `.git` names."""
        git = self.given / ".git"
        if git.is_file():
            place = self._text(git).removeprefix("gitdir:").strip()
            return self._inside(self.given / place, ".git")
        for folder in (git, self.given):
            if os.path.lexists(folder / "HEAD") and (folder / "objects").is_dir():
                return self._inside(folder, ".git")
        raise UnreadableInput(str(self.given), "no git repository")

    def _head(self, own: Path, common: Path) -> str:
        """Return the commit that the head is at."""
        text = self._text(own / "HEAD").strip()
        found = _REF.fullmatch(text)
        if found and ".." not in PurePosixPath(found[1]).parts:
            text = self._text(common / found[1], "the branch of HEAD").strip() or self._packed(
                common, found[1]
            )
        if not _HASH.fullmatch(text):
            self._refuse("the git repository has no commit")
        return text

    def _packed(self, common: Path, ref: str) -> str:
        lines = self._text(common / "packed-refs").splitlines()
        pairs = (line.split(" ", 1) for line in lines if line[:1] not in "#^" and " " in line)
        return next((commit for commit, name in pairs if name == ref), "")

    def _check(self, objects: Path) -> None:
        """Refuse links out of the folder, and what git would wait for, among objects and those that they borrow."""
        seen: set[Path] = set()
        waiting = [objects]
        while waiting:
            folder = waiting.pop()
            if folder in seen or not folder.is_dir():
                continue
            seen.add(folder)
            for entry in _entries(folder):
                self._inside(Path(entry.path), f"objects/{entry.name}" if entry.is_symlink() else "")
                if not (entry.is_file() or entry.is_dir()) and os.path.exists(entry.path):
                    self._refuse(f"{entry.name} below objects is no regular file")
            for line in self._text(folder / "info" / "alternates").split("\n"):
                if line.startswith('"'):
                    self._refuse("objects/info/alternates has a quoted path")
                if line and not line.startswith("#"):
                    waiting.append(self._inside(folder / line, "objects/info/alternates"))

    def _inside(self, path: Path, named: str) -> Path:
        """Return where a path leads; refuse one out of the given folder, unless links are followed."""
        if not named:
            return path
        try:
            real = path.resolve()
        except (OSError, RuntimeError, ValueError):  # RuntimeError for a loop, before Python 3.13
            self._refuse(f"{named} leads nowhere")
        if not self.follow_links and not real.is_relative_to(self.given.resolve()):
            self._refuse(f"{named} {_SEE}")
        return real

    def _text(self, path: Path, named: str = "") -> str:
        """Read a file, whose bytes that are no UTF-8 are surrogates; "" where there is none."""
        named = named or path.name
        self._inside(path.parent, named)
        try:
            file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        except (FileNotFoundError, NotADirectoryError):
            return ""
        except (OSError, ValueError):  # a link, or a name that is none
            self._refuse(f"{named} is no regular file, or cannot be read")
        with os.fdopen(file, "rb") as opened:
            if not stat.S_ISREG(os.fstat(file).st_mode):
                self._refuse(f"{named} is no regular file")
            content = opened.read(LONGEST + 1)
        if len(content) > LONGEST:
            self._refuse(f"{named} has more than {LONGEST:,} bytes")
        return os.fsdecode(content)

    def _refuse(self, reason: str) -> NoReturn:
        raise UnreadableInput(str(self.given), reason)


def _entries(folder: Path, deeper: bool = True) -> Iterator[os.DirEntry[str]]:
    """Yield what is in a folder of objects, and in the folders there."""
    with os.scandir(folder) as entries:
        for entry in entries:
            yield entry
            if deeper and entry.is_dir():
                yield from _entries(Path(entry.path), False)
