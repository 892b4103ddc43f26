"""Finds the text files below given paths, and which document of the graph each one is."""

from __future__ import annotations

import os
import re
import stat
import zlib
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from unicodedata import category

from ingest.errors import ArchiveRefused, BadSource, EmptyInput, NoSuchInput, UnreadableInput
from ingest.files.encoding import ZIP, encoding_of, is_tar, read_head
from ingest.files.log_or_configuration import kind_of
from ingest.files.real_path import resolve
from ingest.files.several_configurations import part_configurations
from ingest.files.unpack import BROKEN, Upload, is_archive, unpack
from ingest.files.unpack_folder import unpack_folder
from ingest.load.load_graph import KnownDocument

READ_ERRORS = (OSError, EOFError)
UNREADABLE = "unreadable"
_CONTROLS = ("Cc", "Cf", "Zl", "Zp")
"""Categories of Unicode: controls, formats (of direction, or without width), ends of lines and paragraphs."""
_COPY = re.compile(
    r"(?P<live>.+?)(?:~|\.(?:bak|backup|copy|old|orig|save|rpmsave|dpkg-old|dpkg-bak)(?:[.-]?\d{1,14})?)"
)
"""How editors, packages and people call what a file was before."""
_COPY_LINES = 200


@dataclass(frozen=True, slots=True)
class InputFile:
    """A text file to read. `path` is relative to the data root; `origin` is where it came from, also in an archive.

    Under `key`, equal secrets in its lines get equal stand-ins; without one nothing tells that they are equal.
    `secrets` are those of other files, which are hidden in this one wherever they stand.
    """

    path: str
    location: Path
    origin: str = ""
    key: bytes = field(default=b"", repr=False)
    secrets: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A file that was found and not taken, and why; `failed` where it could not be read, `origin` where it is."""

    path: str
    reason: str
    failed: bool = False
    origin: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class FilesFound:
    """What a walk found, in file order; `roots` are the folders and archives that were given."""

    files: tuple[InputFile, ...]
    passed_over: tuple[PassedOver, ...] = ()
    roots: tuple[str, ...] = ()


MakeFolder = Callable[[], Path]
"""Makes an empty folder for what an archive holds."""


@contextmanager
def open_files(paths: Sequence[str | Path], follow_links: bool = False) -> Iterator[FilesFound]:
    """Find files as `find_files` does, and those in archives, which stay unpacked inside the context."""
    with ExitStack() as stack:

        def make_folder() -> Path:
            return stack.enter_context(unpack_folder())

        yield find_files(paths, make_folder, follow_links)


def find_files(
    paths: Sequence[str | Path], make_folder: MakeFolder | None = None, follow_links: bool = False
) -> FilesFound:
    """List the text files at and below `paths`, each once, folders in the order of their names.

    A given folder or archive is the data root of its files, of a given file its folder; an archive in a folder is
    like a folder. Hidden files are skipped; `passed_over` names binary, empty and unreadable ones, damaged archives,
    links that leave the given folder unless `follow_links`, copies of configurations that stand beside the live ones
    (`r1.cfg.bak`), and without `make_folder` all archives. A path that two roots would give twice gets the name of its
    root in front.
    Raises NoSuchInput, EmptyInput, UnreadableInput and ArchiveRefused for a given path that leads to nothing.
    """
    files: list[InputFile] = []
    passed: list[PassedOver] = []
    seen: set[str] = set()
    names: set[str] = set()
    beside: dict[Path, list[str]] = defaultdict(list)
    for given in paths:
        beside[Path(given).parent].append(Path(given).name)
    for given in paths:
        found, left = _below(Path(given), make_folder, follow_links)
        if len(found) == 1 and found[0].path == Path(given).name:
            left = _passed_as_copy(found[0], Path(given), beside[Path(given).parent])
            found = [] if left else found
        for file in found:
            if file.origin not in seen:
                seen.add(file.origin)
                path = name_apart(file, names)
                names.add(path)
                files.append(replace(file, path=path))
        passed.extend(left)
    return FilesFound(
        tuple(files), tuple(passed), tuple(printable_name(str(Path(given).resolve())) for given in paths)
    )


def _below(
    root: Path, make_folder: MakeFolder | None, follow_links: bool
) -> tuple[list[InputFile], list[PassedOver]]:
    """Read one given path; a folder without text, or a file that is none, is an error."""
    if not os.path.lexists(root):
        raise NoSuchInput(str(root))
    walk = _Walk(make_folder, follow_links)
    if root.is_dir():
        walk.folder(root, "", "")
    elif make_folder and _is_archive(root):
        walk.archive(resolve(root), "", str(root.resolve()), make_folder)
    elif reason := reason_to_pass(root):
        raise (EmptyInput if reason == "empty file" else UnreadableInput)(str(root), reason)
    else:
        real = resolve(root)
        file = InputFile(printable_name(root.name), real, printable_name(str(real)))
        return walk.parts(file), []
    if not walk.files:
        left = "; ".join(f"{item.path}: {item.reason}" for item in walk.passed[:5])
        where = "folder" if root.is_dir() else "archive"
        raise EmptyInput(str(root), f"no text file in this {where}{f' ({left})' if left else ''}")
    return walk.files, walk.passed


@dataclass(slots=True)
class _Walk:
    """What is found below one root."""

    make_folder: MakeFolder | None
    follow_links: bool
    files: list[InputFile] = field(default_factory=list)
    passed: list[PassedOver] = field(default_factory=list)

    def folder(self, root: Path, above: str, origin: str) -> None:
        """Take the files below a folder, whose paths get `above` in front; `origin` is the archive it came out of."""
        real = root.resolve()
        for location in self._below(root, real, set()):
            inner = printable_name(location.relative_to(root).as_posix())
            path = f"{above}{inner}"
            place = resolve(location)
            if reason := self._reason_of_link(location, real) or self._reason_to_leave(place, real):
                self.passed.append(
                    PassedOver(path, reason, False, f"{origin or printable_name(str(real))}/{inner}")
                )
                continue
            where = f"{origin}/{inner}" if origin else printable_name(str(place))
            if self.make_folder and not origin and _is_archive(place):
                try:
                    self.archive(place, f"{path}/", where, self.make_folder)
                except ArchiveRefused as error:
                    self.passed.append(PassedOver(path, error.reason, True, where))
            elif reason := reason_to_pass(place):
                self.passed.append(PassedOver(path, reason, reason.startswith(UNREADABLE), where))
            else:
                file = InputFile(path, place, where)
                copies = _passed_as_copy(file, location, (one.name for one in location.parent.iterdir()))
                self.passed.extend(copies)
                self.files.extend([] if copies else self.parts(file))

    def _below(self, folder: Path, root: Path, entered: set[Path]) -> Iterator[Path]:
        """Yield what is not hidden, by name; a folder that links lead back to is entered once."""
        real = folder.resolve()
        if real in entered:
            return
        entered.add(real)
        try:
            entries = sorted(folder.iterdir(), key=lambda entry: entry.name)
        except OSError as error:
            raise UnreadableInput(str(folder), _said(error)) from error
        for entry in entries:
            if entry.name.startswith("."):
                continue
            if entry.is_dir() and not self._reason_of_link(entry, root):
                yield from self._below(entry, root, entered)
            else:
                yield entry

    def _reason_of_link(self, location: Path, root: Path) -> str:
        """Say why a link is not followed; blank where it is, or where there is none."""
        if not location.is_symlink():
            return ""
        try:
            return self._reason_to_leave(location.resolve(strict=True), root)
        except (OSError, RuntimeError):  # RuntimeError for a loop, before Python 3.13
            return "a link that leads nowhere"

    def _reason_to_leave(self, place: Path, root: Path) -> str:
        """Say why a resolved path is not taken; blank where it is. A folder above may be a link by now."""
        inside = self.follow_links or place.is_relative_to(root)
        return "" if inside else "a link that leaves the folder; see --follow-links"

    def parts(self, file: InputFile) -> list[InputFile]:
        """Return a file as the configurations of several devices that it holds, which are like files in an archive."""
        try:
            found = part_configurations(file.location, self.make_folder) if self.make_folder else []
        except (*READ_ERRORS, zlib.error):  # reading it says so
            found = []
        return [
            InputFile(f"{file.path}/{one.name}", resolve(one), f"{file.origin}/{one.name}") for one in found
        ] or [file]

    def archive(self, location: Path, above: str, origin: str, make_folder: MakeFolder) -> None:
        """Take the files of an archive. Raises ArchiveRefused."""
        folder, left_out = make_folder(), list[str]()
        unpack([Upload(str(location), location)], folder, left_out=left_out)
        name = above.rstrip("/") or location.name
        self.passed += [PassedOver(name, printable_name(reason), True, origin) for reason in left_out]
        self.folder(folder, above, origin)


def printable_name(name: str) -> str:
    """Write a file's name as text that can be kept and shown on one line.

    Bytes that are no UTF-8 become U+FFFD. Controls, marks of direction and ends of lines become escapes: `\\x1b`.
    """
    text = name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    if text.isprintable():
        return text
    return "".join(
        sign.encode("unicode_escape").decode() if category(sign) in _CONTROLS else sign for sign in text
    )


def _is_archive(location: Path) -> bool:
    try:
        return stat.S_ISREG(location.stat().st_mode) and is_archive(location, location.name)
    except BROKEN + READ_ERRORS:
        return False


def reason_to_pass(location: Path) -> str:
    """Say why a file is not taken; blank when it is text."""
    try:
        if not stat.S_ISREG(location.stat().st_mode):
            return "not a regular file"
        head = read_head(location)
    except READ_ERRORS as error:
        return f"{UNREADABLE}: {_said(error)}"
    if not head:
        return "empty file"
    is_text = encoding_of(head) and not is_tar(head) and not head.startswith(ZIP)
    return "" if is_text else "binary file"


def _passed_as_copy(file: InputFile, location: Path, beside: Iterable[str]) -> list[PassedOver]:
    """Pass over an old copy of a configuration that has live files `beside` it: of its name, or with its ending.

    An old log (`dmesg.old`) is no copy.
    """
    copy = _COPY.fullmatch(location.name)
    if copy is None:
        return []
    names = sorted(name for name in beside if not _COPY.fullmatch(name))
    ending = Path(copy["live"]).suffix
    live = [name for name in names if name == copy["live"]]
    live += [name for name in names if ending and Path(name).suffix == ending]
    head = read_head(file.location) if live else b""
    lines = head.decode(encoding_of(head) or "utf-8", "replace").splitlines()[:_COPY_LINES]
    if not live or kind_of(lines) != "configuration":
        return []
    reason = f"an old copy, beside {live[0]}; to load it, give this file alone"
    return [PassedOver(file.path, reason, False, file.origin)]


def name_apart(file: InputFile, names: Container[str]) -> str:
    """Return a file's path, with as many names of the folders above in front as no other of `names` is equal to it."""
    path = file.path
    above = reversed(Path(file.origin).parts[1 : -len(Path(path).parts)])
    while path in names:
        path = f"{next(above, 'again')}/{path}"
    return path


def _said(error: OSError | EOFError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__


# Decides which document of the graph a file is: two files are one document only where they are one file.

_SOURCE = re.compile(r"[\w.-]{1,100}")


@dataclass(frozen=True, slots=True)
class Settled:
    """Files under their documents' paths, and the document that each replaces; `moved` were elsewhere before."""

    files: tuple[InputFile, ...]
    replaced: Mapping[str, KnownDocument]
    moved: tuple[tuple[str, str], ...] = ()


def check_source(source: str) -> None:
    """Raise BadSource for a name that cannot stand in front of a path."""
    if source and (not _SOURCE.fullmatch(source) or set(source) == {"."}):
        raise BadSource(source)


def settle_paths(
    files: Sequence[InputFile], known: Mapping[str, KnownDocument], source: str = "", same_paths: bool = False
) -> Settled:
    """Give each file its document's path.

    With a `source` that is the name of the source and the path below the root. Else a file that was loaded before
    keeps its path; a path of another file that is still there gets the names of its folders in front. With
    `same_paths` equal paths are the same document, wherever the files are.
    """
    by_location = {each.document.location: each for each in known.values() if each.document.location}
    before = {file.origin: by_location[file.origin] for file in files if file.origin in by_location}
    if source:
        files = [replace(file, path=f"{source}/{file.path}") for file in files]
    if source or same_paths:
        replaced = {file.path: before.get(file.origin, known.get(file.path)) for file in files}
        own = {path: known.get(path, old) for path, old in replaced.items()}
        return Settled(tuple(files), {path: old for path, old in own.items() if old is not None})
    taken = {old.document.path for old in before.values()}
    settled: list[InputFile] = []
    moved: list[tuple[str, str]] = []
    for file in files:
        path = file.path
        if file.origin in before:
            settled.append(replace(file, path=before[file.origin].document.path))
            continue
        if path in taken or (path in known and _is_elsewhere(known[path])):
            path = name_apart(file, taken | known.keys())
        if path in known and known[path].document.location:
            moved.append((path, known[path].document.location))
        taken.add(path)
        settled.append(replace(file, path=path))
    there = {file.path: known[file.path] for file in settled if file.path in known}
    return Settled(tuple(settled), there, tuple(moved))


def is_below(location: str, root: str) -> bool:
    """Say whether a location is a root or lies below it."""
    return location == root or location.startswith(root.rstrip("/") + "/")


def _is_elsewhere(known: KnownDocument) -> bool:
    """Say whether a document has a file of its own that is still there: also one in an archive."""
    location = known.document.location
    archives = (above.is_file() for above in Path(location).parents)
    return bool(location) and (os.path.lexists(location) or any(archives))
