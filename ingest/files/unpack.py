"""Unpacks archives into a folder, and refuses harmful ones as a whole, or what is bad in them."""

from __future__ import annotations

import errno
import gzip
import shutil
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import IO, TypeVar, cast

from ingest.errors import ArchiveRefused
from ingest.files.encoding import GZIP, ZIP, is_tar

BLOCK = 1 << 18
LONGEST_NAME = 200
DEEPEST = 20
HEAD = 512
LONGEST_HEADER = 1 << 20
MB = 1_000_000
BROKEN = (
    zipfile.BadZipFile,
    tarfile.TarError,
    gzip.BadGzipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
)
LEFT_OUT = "__MACOSX"
NOTHING = "; nothing of it was taken"
_Named = TypeVar("_Named", tarfile.TarInfo, zipfile.ZipInfo)


@dataclass(frozen=True, slots=True)
class Upload:
    """A dropped file: what it is called, and where it was put.

    A name with `/` is its place in a folder that was dropped whole.
    """

    name: str
    location: Path


@dataclass(frozen=True, slots=True)
class ArchiveLimits:
    """What one upload may hold when unpacked; `ratio` is unpacked to packed size, and counts from `ratio_from`."""

    files: int = 20_000
    bytes: int = 4_000 * MB
    ratio: int = 250
    ratio_from: int = 100 * MB


@dataclass(frozen=True, slots=True)
class Taken:
    """A file that was taken; `path` is relative to the folder, `bytes` its size (unpacked, of a .gz)."""

    path: str
    bytes: int


def unpack(
    uploads: Sequence[Upload],
    folder: Path,
    limits: ArchiveLimits = ArchiveLimits(),
    left_out: list[str] | None = None,
) -> tuple[Taken, ...]:
    """Copy and unpack all files into an empty folder, and return them in the order of their paths.

    Archives within archives stay packed. A folder that holds all of them is left out of the paths, as where it is
    ingested. Raises ArchiveRefused; the caller throws away what was taken before. With `left_out`, a member that would
    harm or is damaged is left out, and named there; the others are taken.
    """
    taken: dict[str, int] = {}
    tops = {upload.name.partition("/")[0] if "/" in upload.name else "" for upload in uploads}
    top = f"{tops.pop()}/" if len(tops) == 1 else ""
    for upload in (replace(upload, name=upload.name.removeprefix(top)) for upload in uploads):
        try:
            size, before = upload.location.stat().st_size, sum(taken.values())
            _Taking(upload, folder, limits, taken, size, before, left_out).take()
        except BROKEN as error:
            raise ArchiveRefused(upload.name, f"damaged archive ({error})") from error
        except OSError as error:
            why = "the disk is full" if error.errno == errno.ENOSPC else str(error.strerror or error)
            raise ArchiveRefused(upload.name, why) from error
    if not taken:
        names = ", ".join(upload.name for upload in uploads)
        reason = "there is no file in it; expected configurations, logs, .zip, .tar.gz or .gz"
        raise ArchiveRefused(names, "; ".join(left_out) if left_out else reason)
    return tuple(Taken(path, taken[path]) for path in sorted(taken))


def is_archive(location: Path, name: str) -> bool:
    """Say whether a file is an archive that `unpack` takes apart. Raises OSError and what a damaged one raises."""
    head = _head(location)
    if head.startswith(ZIP):
        return name.lower().endswith(".zip")
    if head.startswith(GZIP):
        with location.open("rb") as packed, gzip.open(packed, "rb") as file:
            head = file.read(HEAD)
    return is_tar(head)


def _head(location: Path) -> bytes:
    with location.open("rb") as file:
        return file.read(HEAD)


class _Counted:
    """An archive's unpacked bytes, counted as they are read: headers and what is left out as well."""

    def __init__(self, inner: IO[bytes], count: Callable[[int], None]) -> None:
        self._inner, self._count, self._size = inner, count, 0

    def read(self, size: int) -> bytes:
        block = self._inner.read(size)
        self._size += len(block)
        self._count(self._size)
        return block


class _Member(tarfile.TarInfo):
    """A member of a tar archive; one whose long name or further header is huge is refused before that is read."""

    def _proc_member(self, archive: tarfile.TarFile) -> tarfile.TarInfo:
        if not (self.isreg() or self.isdir()) and self.size > LONGEST_HEADER:
            raise tarfile.ReadError(f"a header of {self.size:,} bytes")
        return super()._proc_member(archive)  # type: ignore[misc,no-any-return]


@dataclass(slots=True)
class _Taking:
    """Takes one upload of `packed` bytes; `taken` are files with their sizes, `before` and `done` sums of them."""

    upload: Upload
    folder: Path
    limits: ArchiveLimits
    taken: dict[str, int]
    packed: int
    before: int
    left_out: list[str] | None
    done: int = 0

    def take(self) -> None:
        """Copy a file, or unpack an archive. Raises ArchiveRefused, OSError and what is in BROKEN."""
        location, name = self.upload.location, self.upload.name
        head = _head(location)
        if is_archive(location, name):
            self._take_zip() if head.startswith(ZIP) else self._take_tar(head)
            return
        path = self._dropped_path(name)
        if not path:
            return
        if head.startswith(GZIP):
            size = self._inflated(location)
        else:
            size = self.packed
            self._require(size)
        self._copy(location.open("rb"), path, lambda _: None)
        self.taken[path] = size

    def _take_tar(self, head: bytes) -> None:
        """Read a tar archive, packed or not, from its begin to its end: nothing of it is written but files."""
        with ExitStack() as stack:
            raw: IO[bytes] = stack.enter_context(self.upload.location.open("rb"))
            if head.startswith(GZIP):
                raw = cast("IO[bytes]", stack.enter_context(gzip.open(raw, "rb")))
            counted = cast("IO[bytes]", _Counted(raw, self._require))
            with tarfile.open(fileobj=counted, mode="r|", tarinfo=_Member) as archive:
                for number, member in enumerate(archive, start=1):
                    self._require_count(number)
                    path = self._path(self._tar_path, member)
                    content = archive.extractfile(member) if path else None
                    if content is not None:
                        self._take_member(content, path)

    def _path(self, find: Callable[[_Named], str], member: _Named) -> str:
        """Return where a member goes; blank for what is left out."""
        try:
            return find(member)
        except ArchiveRefused as error:
            self._leave_out(error.reason.removesuffix(NOTHING), error)
            return ""

    def _leave_out(self, reason: str, error: Exception) -> None:
        """Say what is left out. Raises the error where all of the archive is refused."""
        if self.left_out is None:
            raise error
        self.left_out.append(reason)

    def _tar_path(self, member: tarfile.TarInfo) -> str:
        """Return where a member goes; blank for folders and what is hidden. Refuses what would harm."""
        if member.issym() or member.islnk():
            raise self._refused(f"{member.name!r} in it is a link; pack the file itself")
        if not (member.isreg() or member.isdir()):
            raise self._refused(f"{member.name!r} in it is a device; pack files only")
        if member.isdir() and PurePosixPath(member.name) == PurePosixPath("."):
            return ""
        path = self._shown_path(member.name)
        return "" if member.isdir() else path

    def _take_zip(self) -> None:
        with self.upload.location.open("rb") as packed, zipfile.ZipFile(packed) as archive:
            members = [one for one in archive.infolist() if not one.is_dir()]
            self._require_count(len(members) + len(self.taken))
            self._require(sum(one.file_size for one in members))
            paths = {one.filename: self._path(self._zip_path, one) for one in members}
            for one in members:
                if path := paths[one.filename]:
                    try:
                        self._take_member(archive.open(one), path)
                    except (zipfile.BadZipFile, zlib.error) as error:
                        self._leave_out(f"{one.filename!r} in it is damaged ({error})", error)

    def _zip_path(self, member: zipfile.ZipInfo) -> str:
        """Return where a member goes; blank for what is hidden. Refuses what would harm."""
        if member.flag_bits & 1:
            raise self._refused(f"{member.filename!r} in it is encrypted; pack it without a password")
        if stat.S_ISLNK(member.external_attr >> 16):
            raise self._refused(f"{member.filename!r} in it is a link; pack the file itself")
        return self._shown_path(member.filename)

    def _take_member(self, content: IO[bytes], path: str) -> None:
        """Write one member where it goes. What is packed with gzip stays packed, and counts as what it unpacks to."""
        path = self._free_path(path)
        size = self._copy(content, path, lambda written: self._require(self.done + written))
        head = _head(self.folder / path)
        self._refuse_tar(head)
        if head.startswith(GZIP):
            size = max(size, self._inflated(self.folder / path))
        self.taken[path] = size
        self.done += size

    def _inflated(self, place: Path) -> int:
        """Return how large a gzip file is when what reads it has unpacked it."""
        size = 0
        with place.open("rb") as packed, gzip.open(packed, "rb") as file:
            while block := file.read(BLOCK):
                if not size:
                    self._refuse_tar(block)
                size += len(block)
                self._require(self.done + size)
        return size

    def _dropped_path(self, name: str) -> str:
        """Return a free path for a file that is no archive; blank for one that a dropped folder hides.

        Of a path that does not lead below a folder, only the name counts.
        """
        parts = name.replace("\\", "/").split("/")
        if "\\" in name or {"", ".", ".."} & set(parts) or ":" in parts[0] or len(parts) == 1:
            return self._free_path(self._safe_path(parts[-1]))
        shown = self._shown_path(name)
        return self._free_path(shown) if shown else ""

    def _shown_path(self, name: str) -> str:
        """Return a safe path; blank for what is hidden."""
        path = self._safe_path(name)
        hidden = any(part.startswith(".") or part == LEFT_OUT for part in path.split("/"))
        return "" if hidden else path

    def _safe_path(self, path: str) -> str:
        """Return a path below any folder, with `/`. Refuses one that leads out of it."""
        written = path.replace("\\", "/")
        parts = written.split("/")
        if written.startswith("/") or ".." in parts or (len(written) > 1 and written[1] == ":"):
            raise self._refused(f"{path!r} in it leads out of its folder{NOTHING}")
        if (
            not written.isprintable()
            or any(len(part.encode()) > LONGEST_NAME for part in parts)
            or len(parts) > DEEPEST
        ):
            raise self._refused(f"{path[:60]!r} is no usable name{NOTHING}")
        found = PurePosixPath(written).as_posix()
        if found in ("", "."):
            raise self._refused("it has no name")
        return found

    def _free_path(self, path: str) -> str:
        """Return the path, numbered where another file has it already."""
        found, number = PurePosixPath(path), 1
        while path in self.taken:
            number += 1
            path = found.with_name(f"{found.stem} ({number}){found.suffix}").as_posix()
        return path

    def _copy(self, source: IO[bytes], path: str, count: Callable[[int], None]) -> int:
        place, size = self.folder / path, 0
        place.parent.mkdir(parents=True, exist_ok=True)
        try:
            with source, place.open("wb") as target:
                while block := source.read(BLOCK):
                    size += len(block)
                    count(size)
                    target.write(block)
        except BROKEN:
            place.unlink()
            raise
        return size

    def _require(self, size: int) -> None:
        """Refuse the upload when its bytes are too many, or came out of too few."""
        limits, free = self.limits, shutil.disk_usage(self.folder).free
        if self.before + size > limits.bytes:
            raise self._refused(f"more than {limits.bytes // MB:,} MB when unpacked; give less at a time")
        if size > limits.ratio_from and size > self.packed * limits.ratio:
            raise self._refused(
                f"its {self.packed:,} bytes unpack to more than {limits.ratio} times as many, as no real file does; "
                "nothing of it was taken"
            )
        if size > free:
            raise self._refused(f"the disk has room for {free // MB:,} MB only")

    def _require_count(self, files: int) -> None:
        """Refuse the upload when so many files are too many."""
        if files > self.limits.files:
            raise self._refused(f"more than {self.limits.files:,} files; give less at a time")

    def _refuse_tar(self, head: bytes) -> None:
        if is_tar(head):
            raise self._refused("a tar archive in an archive is not read; unpack it first")

    def _refused(self, reason: str) -> ArchiveRefused:
        return ArchiveRefused(self.upload.name, reason)
