"""Unpacks archives into a folder, and refuses harmful ones as a whole."""

from __future__ import annotations

import errno
import gzip
import shutil
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, cast

from ingest.errors import ArchiveRefused
from ingest.text_encoding import is_tar

BLOCK = 1 << 18
LONGEST_NAME = 200
DEEPEST = 20
GZIP, ZIP = b"\x1f\x8b", (b"PK\x03\x04", b"PK\x05\x06")
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


@dataclass(frozen=True, slots=True)
class Upload:
    """A dropped file: what it is called, and where it was put."""

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
    uploads: Sequence[Upload], folder: Path, limits: ArchiveLimits = ArchiveLimits()
) -> tuple[Taken, ...]:
    """Copy and unpack all files into an empty folder, and return them in the order of their paths.

    A file within an archive keeps its path there. Archives within archives are not unpacked. Raises ArchiveRefused;
    what was taken before stays in the folder, which the caller throws away.
    """
    room = _Room(folder, limits)
    for upload in uploads:
        room.begin()
        try:
            _take(upload, room)
        except OSError as error:
            why = "the disk is full" if error.errno == errno.ENOSPC else str(error.strerror or error)
            raise ArchiveRefused(upload.name, why) from error
    if not room.taken:
        names = ", ".join(upload.name for upload in uploads)
        raise ArchiveRefused(
            names, "there is no file in it; expected configurations, logs, .zip, .tar.gz or .gz"
        )
    return tuple(Taken(path, room.taken[path]) for path in sorted(room.taken))


def is_archive(location: Path, name: str) -> bool:
    """Say whether a file is an archive that `unpack` takes apart. Raises OSError and what a damaged one raises."""
    head = _head(location)
    if head.startswith(ZIP):
        return name.lower().endswith(".zip")
    return is_tar(_unpacked_head(location) if head.startswith(GZIP) else head)


def _take(upload: Upload, room: _Room) -> None:
    try:
        archive = is_archive(upload.location, upload.name)
    except BROKEN as error:
        raise ArchiveRefused(upload.name, f"damaged archive ({error})") from error
    if archive:
        zipped = _head(upload.location).startswith(ZIP)
        _take_zip(upload, room) if zipped else _take_tar(upload, room)
        return
    path = room.name(upload.name, _safe_path(upload.name, upload.name.replace("\\", "/").split("/")[-1]))
    if _head(upload.location).startswith(GZIP):
        size = _count_gzip(upload, room)
    else:
        size = upload.location.stat().st_size
        room.require(upload, size, size)
    _copy(upload.location.open("rb"), room.place(path), lambda _: None)
    room.taken[path] = size


def _head(location: Path) -> bytes:
    with location.open("rb") as file:
        return file.read(HEAD)


def _unpacked_head(location: Path) -> bytes:
    with gzip.open(location, "rb") as file:
        return file.read(HEAD)


def _count_gzip(upload: Upload, room: _Room) -> int:
    """Return how large it is when unpacked. It stays packed: what reads it unpacks it."""
    packed, size = upload.location.stat().st_size, 0
    try:
        with gzip.open(upload.location, "rb") as file:
            while block := file.read(BLOCK):
                size += len(block)
                room.require(upload, size, packed)
    except BROKEN as error:
        raise ArchiveRefused(upload.name, f"damaged archive ({error})") from error
    return size


def _inflated(place: Path, upload: Upload, room: _Room, before: int, packed: int) -> int:
    """Return how large a gzip member is when what reads it has unpacked it; 0 for any other."""
    with place.open("rb") as file:
        if file.read(len(GZIP)) != GZIP:
            return 0
    size = 0
    with gzip.open(place, "rb") as file:
        while block := file.read(BLOCK):
            if not size:
                _refuse_tar(upload, block)
            size += len(block)
            room.require(upload, before + size, packed)
    return size


def _refuse_tar(upload: Upload, head: bytes) -> None:
    if is_tar(head):
        raise ArchiveRefused(upload.name, "a tar archive in an archive is not read; unpack it first")


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


def _take_tar(upload: Upload, room: _Room) -> None:
    """Read a tar archive, packed or not, from its begin to its end: nothing of it is written but files."""
    packed = upload.location.stat().st_size
    packer = gzip.open if _head(upload.location).startswith(GZIP) else open
    done = 0
    try:
        with packer(upload.location, "rb") as raw:
            counted = _Counted(cast("IO[bytes]", raw), lambda size: room.require(upload, size, packed))
            with tarfile.open(fileobj=cast("IO[bytes]", counted), mode="r|", tarinfo=_Member) as archive:
                for number, member in enumerate(archive, start=1):
                    room.require_count(upload, number, already=False)
                    path = _tar_path(upload, member)
                    content = archive.extractfile(member) if path else None
                    if content is not None:
                        done += _take_member(content, path, upload, room, done, packed)
    except BROKEN as error:
        raise ArchiveRefused(upload.name, f"damaged archive ({error})") from error


def _tar_path(upload: Upload, member: tarfile.TarInfo) -> str:
    """Return where a member goes; blank for folders and what is hidden. Raises ArchiveRefused for what would harm."""
    if member.issym() or member.islnk():
        raise ArchiveRefused(upload.name, f"{member.name!r} in it is a link; pack the file itself")
    if not (member.isreg() or member.isdir()):
        raise ArchiveRefused(upload.name, f"{member.name!r} in it is a device; pack files only")
    if member.isdir() and PurePosixPath(member.name) == PurePosixPath("."):
        return ""
    path = _shown_path(upload, member.name)
    return "" if member.isdir() else path


def _take_member(content: IO[bytes], path: str, upload: Upload, room: _Room, done: int, packed: int) -> int:
    """Write one member where it goes; returns its size, when unpacked."""
    path = room.name(upload.name, path)
    place = room.place(path)
    size = _copy(content, place, lambda written: room.require(upload, done + written, packed))
    _refuse_tar(upload, _head(place))
    room.taken[path] = size = max(size, _inflated(place, upload, room, done, packed))
    return size


def _take_zip(upload: Upload, room: _Room) -> None:
    packed = upload.location.stat().st_size
    try:
        with zipfile.ZipFile(upload.location) as archive:
            members = [one for one in archive.infolist() if not one.is_dir()]
            room.require_count(upload, len(members))
            room.require(upload, sum(one.file_size for one in members), packed)
            paths = {one.filename: _member_path(upload, one) for one in members}
            done = 0
            for one in members:
                if paths[one.filename]:
                    done += _take_member(archive.open(one), paths[one.filename], upload, room, done, packed)
    except BROKEN as error:
        raise ArchiveRefused(upload.name, f"damaged archive ({error})") from error


def _member_path(upload: Upload, member: zipfile.ZipInfo) -> str:
    """Return where a member goes; blank for what is hidden. Raises ArchiveRefused for what would harm."""
    if member.flag_bits & 1:
        raise ArchiveRefused(
            upload.name, f"{member.filename!r} in it is encrypted; pack it without a password"
        )
    if stat.S_ISLNK(member.external_attr >> 16):
        raise ArchiveRefused(upload.name, f"{member.filename!r} in it is a link; pack the file itself")
    return _shown_path(upload, member.filename)


def _shown_path(upload: Upload, name: str) -> str:
    """Return a safe path; blank for what is hidden."""
    path = _safe_path(upload.name, name)
    hidden = any(part.startswith(".") or part == LEFT_OUT for part in path.split("/"))
    return "" if hidden else path


def _safe_path(name: str, path: str) -> str:
    """Return a path below any folder, with `/`. Raises ArchiveRefused for one that leads out of it."""
    said = path.replace("\\", "/")
    parts = said.split("/")
    if said.startswith("/") or ".." in parts or (len(said) > 1 and said[1] == ":"):
        raise ArchiveRefused(name, f"{path!r} in it leads out of its folder; nothing of it was taken")
    if (
        not said.isprintable()
        or any(len(part.encode()) > LONGEST_NAME for part in parts)
        or len(parts) > DEEPEST
    ):
        raise ArchiveRefused(name, f"{path[:60]!r} is no usable name; nothing of it was taken")
    found = PurePosixPath(said).as_posix()
    if found in ("", "."):
        raise ArchiveRefused(name, "it has no name")
    return found


def _copy(source: IO[bytes], place: Path, count: Callable[[int], None]) -> int:
    size = 0
    with source, place.open("wb") as target:
        while block := source.read(BLOCK):
            size += len(block)
            count(size)
            target.write(block)
    return size


class _Room:
    """The folder that files are taken into, and how much more may go there."""

    def __init__(self, folder: Path, limits: ArchiveLimits) -> None:
        self._folder, self._limits = folder, limits
        self._before = 0
        self.taken: dict[str, int] = {}

    def begin(self) -> None:
        """Begin with the next upload."""
        self._before = sum(self.taken.values())

    def require(self, upload: Upload, size: int, packed: int) -> None:
        """Raise ArchiveRefused when an upload's bytes are too many, or came out of too few."""
        if self._before + size > self._limits.bytes:
            reason = f"more than {self._limits.bytes // MB:,} MB when unpacked; give less at a time"
            raise ArchiveRefused(upload.name, reason)
        if size > self._limits.ratio_from and size > packed * self._limits.ratio:
            reason = (
                f"its {packed:,} bytes unpack to more than {self._limits.ratio} times as many, as no real file does; "
                "nothing of it was taken"
            )
            raise ArchiveRefused(upload.name, reason)
        free = shutil.disk_usage(self._folder).free
        if size > free:
            raise ArchiveRefused(upload.name, f"the disk has room for {free // MB:,} MB only")

    def require_count(self, upload: Upload, more: int, *, already: bool = True) -> None:
        """Raise ArchiveRefused when so many files are too many, beside those that are `already` there."""
        if more + (len(self.taken) if already else 0) > self._limits.files:
            reason = f"more than {self._limits.files:,} files; give less at a time"
            raise ArchiveRefused(upload.name, reason)

    def name(self, upload: str, path: str) -> str:
        """Return the path, numbered where another file of this upload has it already."""
        found, number = PurePosixPath(path), 1
        while path in self.taken:
            number += 1
            path = found.with_name(f"{found.stem} ({number}){found.suffix}").as_posix()
        return path

    def place(self, path: str) -> Path:
        """Return where a file goes, with its folders made."""
        place = self._folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        return place
