import gzip
import hashlib
import os
import tracemalloc
import zipfile
from pathlib import Path

import pytest

from ingest.errors import EmptyInput, InputError, NoSuchInput, UnreadableInput
from ingest.files.encoding import HEAD_BYTES
from ingest.files.find_files import InputFile, PassedOver, find_files, open_files
from ingest.files.log_or_configuration import kind_of
from ingest.files.read_lines import BLOCK_BYTES, LINE_BYTES, hash_file, pick_lines, read_lines
from ingest.files.real_path import RealPath, resolve

TWO = ["hostname é", " ip address 10.0.0.1"]

BYTES = {
    "UTF-8 with line feeds": ("hostname é\n ip address 10.0.0.1\n".encode(), TWO),
    "no end of line after the last line": ("hostname é\n ip address 10.0.0.1".encode(), TWO),
    "a byte order mark is no text": ("\ufeffhostname é\n ip address 10.0.0.1\n".encode(), TWO),
    "carriage return and line feed": ("hostname é\r\n ip address 10.0.0.1\r\n".encode(), TWO),
    "carriage returns alone": ("hostname é\r ip address 10.0.0.1\r".encode(), TWO),
    "a carriage return within a line ends none": (
        b"hostname r1\nvlan 7\r name x\n\rvlan 8\r\r\nend\n",
        ["hostname r1", "vlan 7  name x", "vlan 8", "end"],
    ),
    "a pager that a carriage return went back over": (
        b"acl 7\r\n --More-- \r         \r rule 1\r\n--More--\rrule 2\r\n",
        ["acl 7", " rule 1", "rule 2"],
    ),
    "UTF-16 with its mark": ("hostname é\r\n ip address 10.0.0.1\r\n".encode("utf-16"), TWO),
    "UTF-16 without a mark, low byte first": ("hostname é\n ip address 10.0.0.1\n".encode("utf-16-le"), TWO),
    "UTF-16 without a mark, high byte first": ("hostname é\n ip address 10.0.0.1\n".encode("utf-16-be"), TWO),
    "Latin-1": ("hostname é\n ip address 10.0.0.1\n".encode("latin-1"), TWO),
    "UTF-8 and Latin-1 in one file": ("é\n".encode() + "é\n".encode("latin-1"), ["é", "é"]),
    "gzip": (gzip.compress("hostname é\n ip address 10.0.0.1\n".encode()), TWO),
    "an empty line counts": (b"a\n\n\nb\n", ["a", "", "", "b"]),
    "other separators end no line": (
        "a\x0cb\x0bc\n\x1cd\u2028e\u0085f\ng\n".encode(),
        ["a b c", " d e f", "g"],
    ),
    "colours are taken out": (b"\x1b[1;31minterface\x1b[0m Gi0\n", ["interface Gi0"]),
    "a window title is taken out": (b"\x1b]0;title\x07interface Gi0\n", ["interface Gi0"]),
    "a pager that was wiped with backspaces": (
        b" --More-- \b\b\b\b\b\b\b\b\b\b          \b\b\b\b\b\b\b\b\b\b ip address\n",
        [" ip address"],
    ),
    "a pager that was wiped but for a column": (
        b"vlan 7\n --More-- \b\b\b\b\b\b\b\b\b         \b\b\b\b\b\b\b\b\bvlan 8\n name x\n",
        ["vlan 7", "vlan 8", " name x"],
    ),
    "a pager that was written over": (b"--More--\b\b\b\b\b\b\b\bshut\nexit\n", ["shut", "exit"]),
    "a pager that the cursor went back over": (
        b"acl 3001\n rule 5 deny\n  ---- More ----\x1b[42D" + b" " * 42 + b"\x1b[42D rule 10 permit\n",
        ["acl 3001", " rule 5 deny", " rule 10 permit"],
    ),
    "a pager within a word": (b"snmp-server com --More-- \b\b\b\bmunity\n", ["snmp-server community"]),
    "a pager that stayed": (b"---(more 45%)---\n<--- More ---> ip\n", ["", "ip"]),
    "a tab stays, a bell does not": (b"a\tb\x07\n", ["a\tb"]),
    "zeros of a crash": (
        b"Mar  1 10:00:00 r1 up\n" * 20 + b"\0\0\0Mar\n",
        ["Mar  1 10:00:00 r1 up"] * 20 + ["Mar"],
    ),
}


@pytest.mark.parametrize(("raw", "expected"), BYTES.values(), ids=BYTES)
def test_lines(tmp_path: Path, raw: bytes, expected: list[str]) -> None:
    (tmp_path / "r1.cfg").write_bytes(raw)
    (file,) = find_files([tmp_path]).files
    lines = list(read_lines(file))
    assert [line.text for line in lines] == expected
    assert [line.number for line in lines] == list(range(1, len(expected) + 1))
    assert {line.path for line in lines} == {"r1.cfg"}
    assert hash_file(file).sha256 == hashlib.sha256(raw).hexdigest()


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_lines_across_blocks_keep_their_numbers(tmp_path: Path, end: str, encoding: str) -> None:
    texts = [f"{number:07} " + "x" * (number % 91) for number in range(40_000)]
    (tmp_path / "big.log").write_bytes(end.join(texts).encode(encoding))
    (file,) = find_files([tmp_path / "big.log"]).files
    assert [line.text for line in read_lines(file)] == texts


def test_a_large_file_is_not_held_in_memory(tmp_path: Path) -> None:
    with gzip.open(tmp_path / "big.log.gz", "wb", compresslevel=1) as packed:
        for _ in range(30):
            packed.write((b"Mar  1 10:00:00 r1 link up on interface Gi0/1 again " * 20 + b"\n") * 1000)
    (file,) = find_files([tmp_path]).files
    tracemalloc.start()
    assert sum(1 for _ in read_lines(file)) == 30_000
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 12_000_000


@pytest.mark.parametrize("end", [b"\n", b"\r", b"a\n"], ids=["blank", "CR", "one letter"])
@pytest.mark.parametrize("packed", [True, False], ids=["packed", "plain"])
def test_millions_of_tiny_lines_are_no_text(tmp_path: Path, end: bytes, packed: bool) -> None:
    text = end * 4_000_000
    path = tmp_path / "tiny.log"
    path.write_bytes(gzip.compress(text, 1) if packed else text)
    with pytest.raises(UnreadableInput, match="no text has so many"):
        sum(1 for _ in read_lines(InputFile("tiny.log", path)))
    with pytest.raises(UnreadableInput, match="no text has so many"):
        pick_lines(InputFile("tiny.log", path), lambda count: [count])


def test_a_folder_is_walked_in_the_order_of_names_and_hidden_files_are_skipped(tmp_path: Path) -> None:
    for name in ("b.cfg", "a/z.cfg", "a/c.cfg", ".git/config", "a/.swp", "B.cfg"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("hostname r1\n")
    (tmp_path / "image.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1")
    (tmp_path / "empty.cfg").write_bytes(b"")
    os.mkfifo(tmp_path / "pipe")
    found = find_files([tmp_path])
    assert [file.path for file in found.files] == ["B.cfg", "a/c.cfg", "a/z.cfg", "b.cfg"]
    assert found.passed_over == (
        PassedOver("empty.cfg", "empty file"),
        PassedOver("image.png", "binary file"),
        PassedOver("pipe", "not a regular file"),
    )


def test_a_zip_within_an_archive_is_no_text_however_well_it_packs(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "inner.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("r1.cfg", "interface x\n" * 3_000_000)
    with zipfile.ZipFile(tmp_path / "outer.zip", "w") as packed:
        packed.write(tmp_path / "inner.zip", "inner.zip")
        packed.writestr("r2.cfg", "hostname r2\n")
    with open_files([tmp_path / "outer.zip"]) as found:
        assert [file.path for file in found.files] == ["r2.cfg"]
        assert [(one.path, one.reason) for one in found.passed_over] == [("inner.zip", "binary file")]


def test_a_file_given_twice_is_read_once(tmp_path: Path) -> None:
    (tmp_path / "r1.cfg").write_text("hostname r1\n")
    (tmp_path / "link").symlink_to(tmp_path)
    found = find_files([tmp_path, tmp_path / "r1.cfg", str(tmp_path)])
    assert [file.path for file in found.files] == ["r1.cfg"]


def test_links_that_leave_the_folder_are_named_and_followed_on_request(tmp_path: Path) -> None:
    given, outside = tmp_path / "given", tmp_path / "outside"
    for folder in (given / "a", outside):
        folder.mkdir(parents=True)
        (folder / "r1.cfg").write_text(f"hostname {folder.name}\n")
    links = {
        "inside.cfg": given / "a" / "r1.cfg",
        "itself": given / "itself",
        "gone.cfg": tmp_path / "gone",
        "secret.cfg": outside / "r1.cfg",
        "folder": outside,
        "above": tmp_path,
        "root": Path("/"),
    }
    for name, target in links.items():
        (given / name).symlink_to(target)
    leaves, nowhere = "a link that leaves the folder; see --follow-links", "a link that leads nowhere"
    found = find_files([given])
    assert [file.path for file in found.files] == ["a/r1.cfg"]
    assert [(item.path, item.reason, item.failed) for item in found.passed_over] == [
        ("above", leaves, False),
        ("folder", leaves, False),
        ("gone.cfg", nowhere, False),
        ("itself", nowhere, False),
        ("root", leaves, False),
        ("secret.cfg", leaves, False),
    ]
    for name in ("above", "root"):
        (given / name).unlink()
    followed = [file.path for file in find_files([given], follow_links=True).files]
    assert followed == ["a/r1.cfg", "folder/r1.cfg"]


def _swap(folder: Path, outside: Path) -> None:
    """Put a link in the place of a folder."""
    if not folder.is_symlink():
        folder.rename(folder.with_name("away"))
        folder.symlink_to(outside)


@pytest.mark.parametrize("name", ["r1.cfg", "r1.log.gz"])
@pytest.mark.parametrize("parts", [True, False])
def test_a_link_that_takes_a_folders_place_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, parts: bool
) -> None:
    given, outside = tmp_path / "given", tmp_path / "outside"
    for folder in (given / "sub", outside):
        folder.mkdir(parents=True)
        text = f"hostname {folder.name}\n".encode()
        (folder / name).write_bytes(gzip.compress(text) if name.endswith("gz") else text)
    if not parts:
        monkeypatch.delattr(os, "O_PATH")
    (file,) = find_files([given]).files
    assert [line.text for line in read_lines(file)] == ["hostname sub"]
    _swap(given / "sub", outside)
    with pytest.raises(UnreadableInput, match="a link has taken the place"):
        list(read_lines(file))
    with pytest.raises(UnreadableInput, match="a link has taken the place"):
        hash_file(file)


def test_a_folder_that_becomes_a_link_during_the_walk_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given, outside = tmp_path / "given", tmp_path / "outside"
    for folder in (given / "sub", outside):
        folder.mkdir(parents=True)
        (folder / "r1.cfg").write_text(f"hostname {folder.name}\n")
    (given / "keep.cfg").write_text("hostname keep\n")

    def swap_and_resolve(path: Path) -> RealPath:
        if path.parent.name == "sub":
            _swap(given / "sub", outside)
        return resolve(path)

    monkeypatch.setattr("ingest.files.find_files.resolve", swap_and_resolve)
    found = find_files([given])
    assert [file.path for file in found.files] == ["keep.cfg"]
    assert [item.path for item in found.passed_over] == ["sub/r1.cfg"]


def test_two_roots_with_the_same_file_name_give_two_paths(tmp_path: Path) -> None:
    for folder in ("east", "west"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "r1.cfg").write_text(f"hostname {folder}\n")
    found = find_files([tmp_path / "east", tmp_path / "west"])
    assert [file.path for file in found.files] == ["r1.cfg", "west/r1.cfg"]


BAD: dict[str, tuple[bytes | None, type[InputError], str]] = {
    "nothing is there": (None, NoSuchInput, "no such file or folder"),
    "a binary file": (bytes(range(256)) * 9, UnreadableInput, "binary file"),
    "a file without a byte": (b"", EmptyInput, "empty file"),
    "an archive that was cut": (gzip.compress(b"hostname r1\n" * 99)[:20], UnreadableInput, "unreadable"),
}


@pytest.mark.parametrize(("raw", "kind", "reason"), BAD.values(), ids=BAD)
def test_bad_input_is_named(tmp_path: Path, raw: bytes | None, kind: type[InputError], reason: str) -> None:
    path = tmp_path / "r1.cfg"
    if raw is not None:
        path.write_bytes(raw)
    with pytest.raises(kind) as raised:
        find_files([path])
    assert raised.value.path == str(path)
    assert str(raised.value).startswith(f"{path}: {reason}")


def test_a_folder_without_text_is_an_error_that_says_what_was_there(tmp_path: Path) -> None:
    with pytest.raises(EmptyInput, match=r"no text file in this folder$"):
        find_files([tmp_path])
    (tmp_path / "a.bin").write_bytes(b"\0\1\2\3" * 50)
    with pytest.raises(EmptyInput, match=r"no text file in this folder \(a.bin: binary file\)"):
        find_files([tmp_path])


def test_a_damaged_archive_is_found_while_reading(tmp_path: Path) -> None:
    path = tmp_path / "r1.log.gz"
    raw = gzip.compress(os.urandom(200_000).hex().encode())
    path.write_bytes(raw[:-2000])
    with pytest.raises(UnreadableInput, match=r"^r1\.log\.gz: "):
        list(read_lines(InputFile("r1.log.gz", path)))


KINDS = {
    "syslog": (["Mar  1 10:00:00 r1 a: up", "Mar  1 10:00:01 r1 a: down"], "log"),
    "one line of a log": (["2024-03-01T10:00:00Z up"], "log"),
    "a log with stack traces": (
        ["2024-03-01 10:00:00 ERROR x", "java.io.IOException: no", "\tat a.b", "Caused by: y"] * 3,
        "log",
    ),
    "one JSON object a line": (['{"msg": "up"}', '{"msg": "down"}'], "log"),
    "key=value with a time": (
        ["ts=2024-03-01T10:00:00Z level=info", "ts=2024-03-01T10:00:01Z level=info"],
        "log",
    ),
    "levels without times": (["INFO started", "WARN slow", "INFO done"], "log"),
    "priorities without times": (["<13>r1 up", "<14>r1 down"], "log"),
    "octets counted before priorities": (["11 <13>1 - r1 up", "12 <13>1 - r1 down"], "log"),
    "a long head before few records": (
        [
            *["#separator x", "#path notice", "#fields ts note"] * 4,
            "1761440404.5\tScan",
            "1761440405.0\tScan",
        ],
        "log",
    ),
    "times in the head of an export": (
        ["# 2025-03-04 07:31:15 by RouterOS 7.14.3", "/interface bridge", "add name=br-lan"],
        "configuration",
    ),
    "indented blocks": (["interface Gi0", " ip address 10.0.0.1 255.0.0.0", "!"], "configuration"),
    "a configuration that says when it was changed": (
        [
            "! Last configuration change at 10:00:00 UTC Mon Mar 4 2024",
            "hostname r1",
            "interface Gi0",
            "line vty 0",
        ],
        "configuration",
    ),
    "set paths": (["set system host-name r1", "set system ntp server 10.0.0.1"], "configuration"),
    "a JSON document": (["{", '  "hostname": "h1",', '  "up": true', "}"], "configuration"),
    "packet filter rules": (["*filter", ":INPUT ACCEPT [0:0]", "-A INPUT -p tcp -j ACCEPT"], "configuration"),
    "hardware addresses are no clocks": (["mac 00:11:22:aa:bb:cc", "mac 00:11:22:aa:bb:cd"], "configuration"),
    "nothing": ([], "configuration"),
}


@pytest.mark.parametrize(("lines", "expected"), KINDS.values(), ids=KINDS)
def test_kind(lines: list[str], expected: str) -> None:
    assert kind_of(lines) == expected


LONG = {
    "in the middle": (b"a\n" + b"x" * (3 << 20) + b"\nb\n", ["a", "b"], 3 << 20),
    "without an end": (b"a\n" + b"x" * (3 << 20), ["a"], 3 << 20),
    "carriage return and line feed": (b"a\r\n" + b"x" * (3 << 20) + b"\r\nb\r\n", ["a", "b"], 3 << 20),
    "UTF-16": (("a\n" + "x" * (3 << 20) + "\nb\n").encode("utf-16"), ["a", "b"], 3 << 20),
    "gzip": (gzip.compress(b"a\n" + b"x" * (3 << 20) + b"\nb\n"), ["a", "b"], 3 << 20),
    "cut within a character": (
        b"a\n" + b"x" + "é".encode() * (1 << 20) + b"\nb\n",
        ["a", "b"],
        (2 << 20) + 1,
    ),
}


@pytest.mark.parametrize(("raw", "others", "size"), LONG.values(), ids=LONG)
def test_of_a_very_long_line_the_head_is_kept(
    tmp_path: Path, raw: bytes, others: list[str], size: int
) -> None:
    (tmp_path / "a.log").write_bytes(raw)
    lines = list(read_lines(InputFile("a.log", tmp_path / "a.log")))
    (long,) = (line for line in lines if line.bytes)
    assert (long.number, long.bytes, long.text.rstrip("xé")) == (2, size, "")
    assert LINE_BYTES - 2 <= len(long.text.encode()) <= LINE_BYTES
    assert [(line.text, line.bytes) for line in lines if line is not long] == [(text, 0) for text in others]


def test_a_line_of_200_mb_takes_little_memory(tmp_path: Path) -> None:
    place = tmp_path / "a.log"
    with place.open("wb") as file:
        file.write(b"first\n")
        for _ in range(200):
            file.write(b"y" * 1_000_000)
        file.write(b"\nlast\n")
    tracemalloc.start()
    found = [(line.number, line.bytes) for line in read_lines(InputFile("a.log", place))]
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found == [(1, 0), (2, 200_000_000), (3, 0)]
    assert peak < 20 << 20


def test_a_packed_file_that_grows_beyond_all_text_is_refused(tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.log.gz"
    with gzip.open(bomb, "wb", compresslevel=9) as file:
        for _ in range(120):
            file.write((b"a line of a log " * 64 + b"\n") * 1024)
    assert bomb.stat().st_size < 1_000_000
    with pytest.raises(UnreadableInput, match="more than 250 times"):
        sum(1 for _ in read_lines(InputFile("bomb.log.gz", bomb)))


def test_a_name_that_is_no_utf8_is_told_as_text(tmp_path: Path) -> None:
    with open(os.fsencode(tmp_path) + b"/bad\xff\xfe.log", "wb") as file:
        file.write(b"Nov  6 13:02:00 r1 up\n")
    (found,) = find_files([tmp_path]).files
    assert found.path == "bad\ufffd\ufffd.log"
    assert found.origin.encode()
    assert found.location.read_bytes().startswith(b"Nov")


def test_a_name_with_controls_is_shown_escaped(tmp_path: Path) -> None:
    folder = tmp_path / "site\x1b[31m"
    folder.mkdir()
    for name in ("a\nb.log", "a\tb.log", "a\u2028b.log", "a\u202eb.log", "Zürich 東京.log"):
        (folder / name).write_text("Nov  6 13:02:00 r1 up\n")
    found = find_files([folder])
    shown = ["Zürich 東京.log", r"a\nb.log", r"a\tb.log", r"a\u2028b.log", r"a\u202eb.log"]
    assert sorted(file.path for file in found.files) == shown
    assert found.roots[0].endswith(r"/site\x1b[31m")
    assert all(file.origin == f"{found.roots[0]}/{file.path}" for file in found.files)
    assert all(line.text.startswith("Nov") for file in found.files for line in read_lines(file))
    assert [file.path for file in find_files([folder / "a\nb.log"]).files] == [r"a\nb.log"]


@pytest.mark.parametrize("shift", range(4))
@pytest.mark.parametrize("ends", [b"\r\n", b"\r", b"\n", b"\n\r\n", b"\r\r\n"])
def test_lines_are_counted_as_they_are_read(tmp_path: Path, ends: bytes, shift: int) -> None:
    """Whatever an end of a line a block of the file ends within."""

    def lines(size: int) -> bytes:
        return ((b"ab" * 200 + ends) * (size // 400))[:size].rstrip(b"\r\n").ljust(size, b"x")

    first, second = lines(HEAD_BYTES - shift), lines(BLOCK_BYTES - len(ends))
    (tmp_path / "a.log").write_bytes(first + ends + second + ends + b"last")
    (file,) = find_files([str(tmp_path)]).files
    told: list[int] = []

    def choose(count: int) -> list[int]:
        told.append(count)
        return [count]

    (last,) = pick_lines(file, choose)
    assert told == [sum(1 for _ in read_lines(file))]
    assert last.text == "last"
