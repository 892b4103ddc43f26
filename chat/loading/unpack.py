"""Take dropped files into a folder: archives are unpacked, and what tries to harm is refused as a whole."""

from __future__ import annotations

import errno
import gzip
import shutil
import stat
import zipfile
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from chat.errors import UploadRefusedError
from chat.words.say import say

BLOCK = 1 << 18
LONGEST_NAME = 200
DEEPEST = 20
GZIP, ZIP = b"\x1f\x8b", (b"PK\x03\x04", b"PK\x05\x06")
TAR_AT, TAR = 257, b"ustar"
MB = 1_000_000
BROKEN = (
    zipfile.BadZipFile,
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
class Limits:
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


def unpack(uploads: Sequence[Upload], folder: Path, limits: Limits = Limits()) -> tuple[Taken, ...]:
    """Copy and unpack all files into an empty folder, and return them in the order of their paths.

    A file within an archive keeps its path there. Archives within archives are not unpacked. Raises UploadRefusedError;
    what was taken before stays in the folder, which the caller throws away.
    """
    room = _Room(folder, limits)
    for upload in uploads:
        room.begin()
        try:
            _take(upload, room)
        except OSError as error:
            why = say("upload.disk_full") if error.errno == errno.ENOSPC else str(error.strerror or error)
            raise UploadRefusedError(upload.name, why) from error
    if not room.taken:
        names = ", ".join(upload.name for upload in uploads)
        raise UploadRefusedError(names, say("upload.empty"))
    return tuple(Taken(path, room.taken[path]) for path in sorted(room.taken))


def _take(upload: Upload, room: _Room) -> None:
    with upload.location.open("rb") as file:
        head = file.read(TAR_AT + len(TAR))
    if head.startswith(ZIP) and upload.name.lower().endswith(".zip"):
        _take_zip(upload, room)
        return
    path = room.name(upload.name, _safe_path(upload.name, upload.name.replace("\\", "/").split("/")[-1]))
    if head.startswith(GZIP):
        size = _count_gzip(upload, room)
    else:
        _refuse_tar(upload, head)
        size = upload.location.stat().st_size
        room.require(upload, size, size)
    _copy(upload.location.open("rb"), room.place(path), lambda _: None)
    room.taken[path] = size


def _count_gzip(upload: Upload, room: _Room) -> int:
    """Return how large it is when unpacked. It stays packed: what reads it unpacks it."""
    packed, size = upload.location.stat().st_size, 0
    try:
        with gzip.open(upload.location, "rb") as file:
            while block := file.read(BLOCK):
                if not size:
                    _refuse_tar(upload, block)
                size += len(block)
                room.require(upload, size, packed)
    except (*BROKEN, gzip.BadGzipFile) as error:
        raise UploadRefusedError(upload.name, say("upload.damaged", reason=error)) from error
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
    if head[TAR_AT : TAR_AT + len(TAR)] == TAR:
        raise UploadRefusedError(upload.name, say("upload.tar"))


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
                path = paths[one.filename]
                if not path:
                    continue
                path = room.name(upload.name, path)
                before = done

                def count(written: int, before: int = before) -> None:
                    room.require(upload, before + written, packed)

                place = room.place(path)
                size = _copy(archive.open(one), place, count)
                size = max(size, _inflated(place, upload, room, done, packed))
                done += size
                room.taken[path] = size
    except BROKEN as error:
        raise UploadRefusedError(upload.name, say("upload.damaged", reason=error)) from error


def _member_path(upload: Upload, member: zipfile.ZipInfo) -> str:
    """Return where a member goes; blank for what is hidden. Raises UploadRefusedError for what would harm."""
    if member.flag_bits & 1:
        raise UploadRefusedError(upload.name, say("upload.encrypted", name=member.filename))
    if stat.S_ISLNK(member.external_attr >> 16):
        raise UploadRefusedError(upload.name, say("upload.link", name=member.filename))
    path = _safe_path(upload.name, member.filename)
    hidden = any(part.startswith(".") or part == LEFT_OUT for part in path.split("/"))
    return "" if hidden else path


def _safe_path(name: str, path: str) -> str:
    """Return a path below any folder, with `/`. Raises UploadRefusedError for one that leads out of it."""
    said = path.replace("\\", "/")
    parts = said.split("/")
    if said.startswith("/") or ".." in parts or (len(said) > 1 and said[1] == ":"):
        raise UploadRefusedError(name, say("upload.leads_out", name=path))
    if (
        not said.isprintable()
        or any(len(part.encode()) > LONGEST_NAME for part in parts)
        or len(parts) > DEEPEST
    ):
        raise UploadRefusedError(name, say("upload.bad_name", name=path[:60]))
    found = PurePosixPath(said).as_posix()
    if found in ("", "."):
        raise UploadRefusedError(name, say("upload.no_name"))
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

    def __init__(self, folder: Path, limits: Limits) -> None:
        self._folder, self._limits = folder, limits
        self._before = 0
        self.taken: dict[str, int] = {}

    def begin(self) -> None:
        """Begin with the next upload."""
        self._before = sum(self.taken.values())

    def require(self, upload: Upload, size: int, packed: int) -> None:
        """Raise UploadRefusedError when an upload's bytes are too many, or came out of too few."""
        if self._before + size > self._limits.bytes:
            reason = say("upload.too_large", most=self._limits.bytes // MB)
            raise UploadRefusedError(upload.name, reason)
        if size > self._limits.ratio_from and size > packed * self._limits.ratio:
            reason = say("upload.bomb", packed=packed, ratio=self._limits.ratio)
            raise UploadRefusedError(upload.name, reason)
        free = shutil.disk_usage(self._folder).free
        if size > free:
            raise UploadRefusedError(upload.name, say("upload.no_room", free=free // MB))

    def require_count(self, upload: Upload, more: int) -> None:
        """Raise UploadRefusedError when so many more files are too many."""
        if len(self.taken) + more > self._limits.files:
            reason = say("upload.too_many", most=self._limits.files)
            raise UploadRefusedError(upload.name, reason)

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
