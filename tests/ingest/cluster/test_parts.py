"""How files are cut, who gets a block, files behind a URL, and what is told where a cluster cannot be used."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, cast

import fsspec
import pytest

from graph_store.records import Document
from ingest.cluster.open_cluster import check_cluster
from ingest.cluster.remote_files import find_remote
from ingest.cluster.spread import LINES_A_THREAD, Spread, Spreader
from ingest.cluster.work import DocumentJob, FileBlock, GraphLogin, cut_blocks, only_block
from ingest.errors import StoreNotSharedError
from ingest.files.find_files import InputFile
from ingest.files.read_lines import Span, line_ends, read_lines
from ingest.files.read_times import TimeReader
from ingest.load.apply_parsers import BATCH_CHARACTERS, split_batches
from ingest.records import Parser

if TYPE_CHECKING:
    from distributed import Client

BLOCK_BYTES = BATCH_CHARACTERS
ENDS = {
    "line feeds": (b"a\nbb\n", [2, 5]),
    "the last line has no end": (b"a\nbb", [2, 4]),
    "carriage returns": (b"a\rbb\rc\r", [2, 5, 7]),
    "a carriage return within a line": (b"a\rbb\r\nc\n", [6, 8]),
    "a line end over two reads": (b"x" * 65535 + b"\r\ny\n", [65537, 65539]),
    "a carriage return at the end of a read": (b"x" * 65535 + b"\ry\n", [65538]),
    "a line over two reads": (b"x" * 70000 + b"\ny", [70001, 70002]),
}


@pytest.mark.parametrize(("content", "expected"), ENDS.values(), ids=ENDS)
def test_line_ends(tmp_path: Path, content: bytes, expected: list[int]) -> None:
    file = _file(tmp_path, content)
    assert list(line_ends(file)) == expected
    assert len(list(read_lines(file))) == len(expected)


def test_blocks_are_whole_batches_and_together_the_file(tmp_path: Path) -> None:
    lines = [
        f"2024-01-01 10:00:{number % 60:02} n {'y' * (number % 90)}\n  more\n" for number in range(18_000)
    ]
    file = _file(tmp_path, "".join(lines).encode())
    size = file.location.stat().st_size
    assert only_block(file, "log", size, BLOCK_BYTES) is None
    blocks = cut_blocks(file, "log", size, BLOCK_BYTES)
    assert len(blocks) > 3
    assert blocks[0].span.start == 0
    assert blocks[-1].end == size
    assert all(one.end == other.span.start for one, other in pairwise(blocks))
    batches = [batch for block in blocks for batch in split_batches(read_lines(file, block.span), "log")]
    assert batches == list(split_batches(read_lines(file), "log"))
    assert [block.position for block in blocks[1:]] == [
        block.position + block.batches for block in blocks[:-1]
    ]
    assert cut_blocks(file, "log", size, BLOCK_BYTES, blocks[1]) == blocks[2:]


def test_a_configuration_and_a_small_file_are_one_block(tmp_path: Path) -> None:
    file = _file(tmp_path, b"hostname r1\n" * 20)
    assert only_block(file, "log", 240, 1000) == FileBlock(Span(bytes=240), 13)
    assert only_block(file, "configuration", 240, 10) == FileBlock(Span(bytes=240), 13)


class Idle:
    """A cluster of one thread that keeps what it is given."""

    status = "running"

    def __init__(self) -> None:
        self.given: list[str] = []

    def scheduler_info(self, **_asked: int) -> dict[str, dict[str, dict[str, int]]]:
        return {"workers": {"a": {"nthreads": 1}}}

    def submit(
        self, act: Callable[..., object], *given: object, key: str, priority: int = 0
    ) -> Future[object]:
        self.given.append(act.__name__)
        future: Future[object] = Future()
        future.key = key  # type: ignore[attr-defined]
        return future


LENGTHS = {
    "blocks wait where there is no room": ([15_000, 15_000, 15_000], 2),
    "a block that is too long for the room goes alone": ([3 * LINES_A_THREAD, 1], 1),
}


@pytest.mark.parametrize(("lengths", "placed"), LENGTHS.values(), ids=LENGTHS)
def test_only_so_many_lines_are_in_work(tmp_path: Path, lengths: list[int], placed: int) -> None:
    cluster = Idle()
    job = DocumentJob(
        _file(tmp_path, b""), Document("x.log", "0", "log", 7), TimeReader(datetime.now(UTC)), GraphLogin("")
    )
    one = Spread(job, Parser("x", "log", {}, ""))
    spreader = Spreader(cast("Client", cluster), [], lambda count: None, BLOCK_BYTES)
    spreader._open.append(one)
    spreader._add(one, [FileBlock(Span(), lines) for lines in lengths])
    spreader._count_threads()
    spreader._place()
    assert cluster.given.count("parse") == placed


def test_files_behind_a_url_are_listed_and_read_like_others() -> None:
    memory = fsspec.filesystem("memory")
    memory.pipe({"/cluster/b/x.log": b"one\ntwo\n", "/cluster/a.bin": b"\0\1\2", "/cluster/.hidden": b"no\n"})
    try:
        found = find_remote("memory://cluster")
        assert [file.path for file in found.files] == ["b/x.log"]
        assert [item.path for item in found.passed_over] == ["a.bin"]
        (file,) = found.files
        assert [line.text for line in read_lines(file, Span(4, 4, 2))] == ["two"]
        assert file.location.stat().st_size == 8
    finally:
        memory.rm("/cluster", recursive=True)


def test_a_kg_in_a_folder_is_refused() -> None:
    with pytest.raises(StoreNotSharedError, match="belong to one machine"):
        check_cluster(".wirelore")


def _file(folder: Path, content: bytes) -> InputFile:
    place = folder / "x.log"
    place.write_bytes(content)
    return InputFile("x.log", place, str(place))
