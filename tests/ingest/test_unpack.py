"""What is dropped is taken into a folder, and nothing leads out of it."""

from __future__ import annotations

import gzip
import io
import stat
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from ingest.errors import ArchiveRefused
from ingest.files.find_files import open_files
from ingest.files.unpack import ArchiveLimits, Taken, Upload, unpack

CONFIG = b"hostname a\ninterface Gi0/1\n mtu 9100\n"
SMALL = ArchiveLimits(files=5, bytes=100_000, ratio=20, ratio_from=20_000)


def zipped(members: Mapping[str | zipfile.ZipInfo, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return packed.getvalue()


def link() -> zipfile.ZipInfo:
    member = zipfile.ZipInfo("a.cfg")
    member.external_attr = (stat.S_IFLNK | 0o777) << 16
    return member


def encrypted() -> bytes:
    """Set the flag of encryption in both headers; the content is never looked at."""
    packed = bytearray(zipped({"a.cfg": CONFIG}))
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        packed[packed.index(mark) + at] |= 1
    return bytes(packed)


def lying() -> bytes:
    """Declare a size that is a hundredth of what comes out."""
    packed = zipped({"a.cfg": b"a" * 90_000})
    return packed.replace((90_000).to_bytes(4, "little"), (900).to_bytes(4, "little"))


def tarred(
    name: str = "a.cfg", content: bytes = CONFIG, kind: bytes = tarfile.REGTYPE, times: int = 1
) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for number in range(times):
            member = tarfile.TarInfo(name if times == 1 else f"{number}{name}")
            member.type, member.linkname = kind, "/etc/passwd"
            member.size = len(content) if kind == tarfile.REGTYPE else 0
            archive.addfile(member, io.BytesIO(content))
    return packed.getvalue()


def long_header() -> bytes:
    """Declare a name of a gigabyte, as GNU tar writes long names."""
    member = tarfile.TarInfo("././@LongLink")
    member.type, member.size = tarfile.GNUTYPE_LONGNAME, 1 << 30
    return member.tobuf(tarfile.GNU_FORMAT) + b"a" * 512


def drop(tmp_path: Path, dropped: Mapping[str, bytes], limits: ArchiveLimits = SMALL) -> tuple[Taken, ...]:
    """Put files where the chat puts them, under names of its own, and take them."""
    (tmp_path / "in").mkdir()
    (tmp_path / "out").mkdir()
    uploads = []
    for number, (name, content) in enumerate(dropped.items()):
        location = tmp_path / "in" / str(number)
        location.write_bytes(content)
        uploads.append(Upload(name, location))
    return unpack(uploads, tmp_path / "out", limits)


TAKEN: dict[str, tuple[dict[str, bytes], list[str]]] = {
    "a file keeps its name": ({"a.cfg": CONFIG}, ["a.cfg"]),
    "a file needs no ending": ({"core1": CONFIG}, ["core1"]),
    "a packed file stays packed": ({"a.log.gz": gzip.compress(CONFIG)}, ["a.log.gz"]),
    "an archive's files keep their paths": (
        {"all.zip": zipped({"site/a.cfg": CONFIG, "site/b/b.cfg": CONFIG})},
        ["site/a.cfg", "site/b/b.cfg"],
    ),
    "hidden files are left": (
        {"all.zip": zipped({"__MACOSX/._a": b"x", ".git/x": b"x", "a": CONFIG})},
        ["a"],
    ),
    "an archive in an archive is not unpacked": (
        {"all.zip": zipped({"b.zip": zipped({"c": b"c"})})},
        ["b.zip"],
    ),
    "a tar archive": ({"all.tar": tarred("site/a.cfg")}, ["site/a.cfg"]),
    "a packed tar archive": ({"all.tar.gz": gzip.compress(tarred("./site/a.cfg"))}, ["site/a.cfg"]),
    "a packed file in a packed tar": (
        {"a.tgz": gzip.compress(tarred("a.gz", gzip.compress(CONFIG)))},
        ["a.gz"],
    ),
    "hidden files of a tar are left": ({"a.tar": tarred(".git/x"), "b.cfg": CONFIG}, ["b.cfg"]),
    "two files of one name are numbered": (
        {"x.zip": zipped({"a.cfg": CONFIG}), "a.cfg": CONFIG},
        ["a (2).cfg", "a.cfg"],
    ),
    "a folder's files keep their paths below it": (
        {"net/r1/run.cfg": CONFIG, "net/r2/run.cfg": CONFIG, "net/a.log": CONFIG},
        ["a.log", "r1/run.cfg", "r2/run.cfg"],
    ),
    "beside a folder its name counts": (
        {"net/run.cfg": CONFIG, "a.cfg": CONFIG},
        ["a.cfg", "net/run.cfg"],
    ),
    "hidden files of a folder are left": ({"net/.git/x": b"x", "net/a.cfg": CONFIG}, ["a.cfg"]),
    "a path that climbs out is cut to the name": (
        {"../../a.cfg": CONFIG, "/etc/b.cfg": CONFIG, "x/../c.cfg": CONFIG, "C:/d.cfg": CONFIG},
        ["a.cfg", "b.cfg", "c.cfg", "d.cfg"],
    ),
    "a browser's path is cut to the name": ({r"C:\configs\a.cfg": CONFIG}, ["a.cfg"]),
}


@pytest.mark.parametrize(("dropped", "expected"), TAKEN.values(), ids=TAKEN)
def test_what_is_taken(tmp_path: Path, dropped: dict[str, bytes], expected: list[str]) -> None:
    taken = drop(tmp_path, dropped)
    assert [one.path for one in taken] == expected
    found = [
        path.relative_to(tmp_path / "out").as_posix()
        for path in (tmp_path / "out").rglob("*")
        if path.is_file()
    ]
    assert sorted(found) == expected


REFUSED: dict[str, tuple[str, Callable[[], bytes], str]] = {
    "a path that climbs out": ("x.zip", lambda: zipped({"a/../../b.cfg": CONFIG}), "leads out of its folder"),
    "an absolute path": ("x.zip", lambda: zipped({"/etc/a.cfg": CONFIG}), "leads out of its folder"),
    "a path that climbs out the other way": ("x.zip", lambda: zipped({r"..\b.cfg": CONFIG}), "leads out"),
    "a drive": ("x.zip", lambda: zipped({r"C:\a.cfg": CONFIG}), "leads out"),
    "a link": ("x.zip", lambda: zipped({link(): b"/etc/passwd"}), "is a link"),
    "an encrypted archive": ("x.zip", encrypted, "encrypted"),
    "a zip bomb": ("x.zip", lambda: zipped({"a": b"\0" * 90_000}), "20 times as many"),
    "a bomb that declares little": ("x.zip", lying, "damaged archive"),
    "a gzip bomb in a zip": (
        "x.zip",
        lambda: zipped({"a.gz": gzip.compress(b"\0" * 90_000)}),
        "20 times as many",
    ),
    "a packed tar in a zip": (
        "x.zip",
        lambda: zipped({"a.tgz": gzip.compress(tarred())}),
        "a tar archive in an archive is not read",
    ),
    "a gzip bomb": ("x.gz", lambda: gzip.compress(b"\0" * 90_000), "20 times as many"),
    "too much": ("x.log", lambda: b"a" * 100_001, "more than 0 MB"),
    "too many files": ("x.zip", lambda: zipped({str(n): CONFIG for n in range(6)}), "more than 5 files"),
    "a broken zip": ("x.zip", lambda: b"PK\x03\x04 and no more", "damaged archive"),
    "a broken gzip": ("x.gz", lambda: gzip.compress(CONFIG)[:-9], "damaged archive"),
    "a tar that climbs out": (
        "x.tar",
        lambda: tarred("../a.cfg"),
        "'../a.cfg' in it leads out of its folder",
    ),
    "a packed tar with an absolute path": ("x.tgz", lambda: gzip.compress(tarred("/etc/a.cfg")), "leads out"),
    "a tar with a link": ("x.tar", lambda: tarred(kind=tarfile.SYMTYPE), "'a.cfg' in it is a link"),
    "a tar with a hard link": ("x.tar", lambda: tarred(kind=tarfile.LNKTYPE), "'a.cfg' in it is a link"),
    "a tar with a device": ("x.tar", lambda: tarred(kind=tarfile.CHRTYPE), "'a.cfg' in it is a device"),
    "a tar with a pipe": ("x.tar", lambda: tarred(kind=tarfile.FIFOTYPE), "'a.cfg' in it is a device"),
    "a tar of too many files": ("x.tar", lambda: tarred(times=6), "more than 5 files"),
    "a packed tar that is a bomb": (
        "x.tgz",
        lambda: gzip.compress(tarred(content=b"\0" * 90_000)),
        "20 times as many",
    ),
    "a gzip bomb in a packed tar": (
        "x.tgz",
        lambda: gzip.compress(tarred("a.gz", gzip.compress(b"\0" * 90_000))),
        "20 times as many",
    ),
    "a tar in a tar": ("x.tar", lambda: tarred("b.tar", tarred()), "a tar archive in an archive is not read"),
    "a tar with a huge header": ("x.tar", long_header, "damaged archive"),
    "a tar that was cut": ("x.tgz", lambda: gzip.compress(tarred())[:-20], "damaged archive"),
    "an empty archive": ("x.zip", lambda: zipped({}), "there is no file in it"),
    "a name with a line break": ("x.zip", lambda: zipped({"a\nb": CONFIG}), "no usable name"),
}


@pytest.mark.parametrize(("name", "content", "expected"), REFUSED.values(), ids=REFUSED)
def test_what_is_refused(tmp_path: Path, name: str, content: Callable[[], bytes], expected: str) -> None:
    with pytest.raises(ArchiveRefused, match=expected):
        drop(tmp_path, {name: content()})
    outside = [path for path in tmp_path.rglob("*") if path.is_file() and path.parent.name != "in"]
    assert all((tmp_path / "out") in path.parents for path in outside)


def test_a_log_that_packs_well_is_taken(tmp_path: Path) -> None:
    lines = b"".join(b"Nov 21 10:00:%02d a: link %d is down\n" % (n % 60, n) for n in range(2000))
    assert drop(tmp_path, {"a.log.gz": gzip.compress(lines)}) == (Taken("a.log.gz", len(lines)),)


def mixed_tar() -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name, kind in (
            ("a.cfg", tarfile.REGTYPE),
            ("link.cfg", tarfile.SYMTYPE),
            ("../b.cfg", tarfile.REGTYPE),
        ):
            member = tarfile.TarInfo(name)
            member.type, member.linkname = kind, "/etc/passwd"
            member.size = len(CONFIG) if kind == tarfile.REGTYPE else 0
            archive.addfile(member, io.BytesIO(CONFIG))
    return packed.getvalue()


def damaged_zip() -> bytes:
    packed = zipped({"bad.cfg": CONFIG, "a.cfg": CONFIG})
    at = packed.index(b"bad.cfg") + len("bad.cfg")
    return packed[:at] + bytes(8) + packed[at + 8 :]


BAD_MEMBERS = {
    "a link and a path in a tar": ("x.tar.gz", mixed_tar(), ["link.cfg", "../b.cfg"]),
    "a path in a zip": ("x.zip", zipped({"../b.cfg": CONFIG, "a.cfg": CONFIG}), ["../b.cfg"]),
    "a damaged one": ("x.zip", damaged_zip(), ["bad.cfg"]),
    "one at an absolute path": ("x.zip", zipped({"a.cfg": CONFIG, "/etc/b.cfg": CONFIG}), ["/etc/b.cfg"]),
}


@pytest.mark.parametrize(("name", "packed", "bad"), BAD_MEMBERS.values(), ids=BAD_MEMBERS)
def test_what_is_loaded_leaves_bad_members_out_and_names_them(
    tmp_path: Path, name: str, packed: bytes, bad: list[str]
) -> None:
    (tmp_path / name).write_bytes(packed)
    with open_files([tmp_path]) as found:
        assert [file.path for file in found.files] == [f"{name}/a.cfg"]
        assert len(found.passed_over) == len(bad)
        for one, member in zip(found.passed_over, bad, strict=True):
            assert one.path == name
            assert one.failed
            assert one.reason.startswith(repr(member))
            assert "nothing of it was taken" not in one.reason
    (tmp_path / "out").mkdir()
    with pytest.raises(ArchiveRefused):
        unpack([Upload(name, tmp_path / name)], tmp_path / "out")


def test_an_archive_of_bad_members_alone_says_why(tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_bytes(zipped({"../b.cfg": CONFIG}))
    with pytest.raises(ArchiveRefused, match="leads out of its folder"), open_files([tmp_path / "x.zip"]):
        pass
