"""One file spoils no other: what fails is told and the rest loads; sites, copies and deletions are told apart."""

from __future__ import annotations

import gzip
import shutil
import tarfile
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import pytest

from graph_store.bolt_graph import BoltGraph
from graph_store.errors import StatementFailedError
from graph_store.graph import Parameters
from graph_store.unfinished import check_finished
from ingest.errors import ArchiveRefused, BadSource, NotLoaded
from ingest.learn import choose_parsers
from ingest.load.forget_documents import choose_documents
from ingest.pipeline import ingest
from reading.styles import opening_words
from tests.borrowed_graph import borrowed_graph
from tests.ingest.conftest import rows

CONFIG = """\
hostname {name}
interface Gi0/0
 ip address 10.0.0.{number} 255.255.255.0
interface Gi0/1
 shutdown
"""
LOG = "".join(
    f"2024-05-01T10:00:{n % 60:02d}Z INFO api: served request id={n} status=200\n" for n in range(900)
)
DEVICES = "MATCH (v:Device) RETURN v.name ORDER BY v.name"
FOUND = "CALL db.index.fulltext.queryNodes('lines', $name) YIELD node RETURN count(node)"


class RefusingGraph(BoltGraph):
    """A graph whose server refuses to write a word."""

    refused = "poison"

    def write_all(self, statements: Iterable[tuple[str, Parameters]]) -> None:
        some = list(statements)
        if any(self.refused in repr(parameters) for statement, parameters in some if ":Line" in statement):
            raise StatementFailedError("CREATE", "the server refuses this")
        super().write_all(some)


@pytest.fixture(scope="module")
def store() -> Iterator[BoltGraph]:
    with borrowed_graph() as opened:
        yield opened


@pytest.fixture
def graph(store: BoltGraph) -> BoltGraph:
    for (serial,) in store.read("MATCH (d:Document) RETURN d.serial", row_limit=1000).rows:
        store.delete_document(int(str(serial)))
    store.commit_lines(0)
    store.write("MATCH (v:Device) DETACH DELETE v")
    return store


def site(folder: Path, *names: str, first: int = 1) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for number, name in enumerate(names, start=first):
        (folder / f"{name}.cfg").write_text(CONFIG.format(name=name, number=number))
    return folder


def paths(graph: BoltGraph) -> list[str]:
    return [str(path) for (path,) in rows(graph, "MATCH (d:Document) RETURN d.path ORDER BY d.path")]


def test_a_file_that_cannot_be_read_to_its_end_is_named(graph: BoltGraph, tmp_path: Path) -> None:
    folder = site(tmp_path / "in", "core", "edge")
    packed = gzip.compress("".join(f"{n} {LOG}" for n in range(200)).encode(), 1)
    (folder / "cut.log.gz").write_bytes(packed[: len(packed) // 2])
    (folder / "head.log.gz").write_bytes(packed[:20])
    report = ingest([folder], graph, tmp_path / "parsers")
    assert dict(report.not_loaded).keys() == {"cut.log.gz", "head.log.gz"}
    assert paths(graph) == ["core.cfg", "edge.cfg"]
    assert report.lines == 10
    check_finished(graph)


def test_a_file_that_the_server_refuses_is_named(graph: BoltGraph, tmp_path: Path) -> None:
    folder = site(tmp_path / "in", "core", "poison", "edge")
    graph.__class__ = RefusingGraph
    try:
        report = ingest([folder], graph, tmp_path / "parsers")
    finally:
        graph.__class__ = BoltGraph
    assert [path for path, _ in report.not_loaded] == ["poison.cfg"]
    assert "the server refuses this" in report.not_loaded[0][1]
    assert (paths(graph), report.lines) == (["core.cfg", "edge.cfg"], 10)
    assert [name for (name,) in rows(graph, DEVICES)] == ["core", "edge"]
    check_finished(graph)
    assert ingest([folder], graph, tmp_path / "parsers").not_loaded == ()
    assert paths(graph) == ["core.cfg", "edge.cfg", "poison.cfg"]


def test_two_sites_with_equal_names_both_stay(graph: BoltGraph, tmp_path: Path) -> None:
    one, two = site(tmp_path / "one/net", "core"), site(tmp_path / "two/net", "core", first=7)
    ingest([one], graph, tmp_path / "parsers")
    ingest([two], graph, tmp_path / "parsers")
    both = ["core.cfg", "net/core.cfg"]
    assert paths(graph) == both
    (two / "core.cfg").write_text(CONFIG.format(name="core", number=9))
    for given in (two, one, two / "core.cfg", tmp_path / "one"):  # each file is found again, from wherever
        ingest([given], graph, tmp_path / "parsers")
        assert paths(graph) == both
    assert rows(
        graph, "MATCH (i:Interface {key: 'Gi0/0'}) RETURN i.path, i.ip_address_prefix ORDER BY i.path"
    ) == [
        ("core.cfg", "10.0.0.1/24"),
        ("net/core.cfg", "10.0.0.9/24"),
    ]


def test_a_folder_that_was_moved_is_the_same(graph: BoltGraph, tmp_path: Path) -> None:
    ingest([site(tmp_path / "before", "core")], graph, tmp_path / "parsers")
    shutil.rmtree(tmp_path / "before")
    report = ingest([site(tmp_path / "after", "core", first=7)], graph, tmp_path / "parsers")
    assert paths(graph) == ["core.cfg"]
    assert report.moved == (("core.cfg", str((tmp_path / "before/core.cfg").resolve())),)


def test_a_source_keeps_its_files_apart_by_name(graph: BoltGraph, tmp_path: Path) -> None:
    for name, first in (("paris", 1), ("rome", 5)):
        ingest([site(tmp_path / name, "core", first=first)], graph, tmp_path / "parsers", source=name)
    assert paths(graph) == ["paris/core.cfg", "rome/core.cfg"]
    shutil.move(tmp_path / "rome", tmp_path / "checkout")
    ingest([tmp_path / "checkout"], graph, tmp_path / "parsers", source="rome")
    assert paths(graph) == ["paris/core.cfg", "rome/core.cfg"]
    assert choose_documents([], "rome", graph) == ("rome/core.cfg",)
    assert choose_documents(["paris"], "", graph) == ("paris/core.cfg",)
    assert choose_documents([str(tmp_path / "checkout")], "", graph) == ("rome/core.cfg",)
    for named, source in ((["nowhere"], ""), ([], "berlin"), (["paris"], "rome")):
        with pytest.raises(NotLoaded):
            choose_documents(named, source, graph)
    with pytest.raises(BadSource):
        ingest([tmp_path / "paris"], graph, tmp_path / "parsers", source="../x")


def test_what_was_deleted_goes_when_asked(graph: BoltGraph, tmp_path: Path) -> None:
    folder, other = site(tmp_path / "in", "core", "edge", "old"), site(tmp_path / "other", "far", first=9)
    ingest([folder, other], graph, tmp_path / "parsers")
    (folder / "edge.cfg").unlink()
    shutil.rmtree(other)
    (folder / "old.cfg").rename(folder / "new.cfg")
    assert ingest([folder], graph, tmp_path / "parsers").pruned == ()
    report = ingest([folder], graph, tmp_path / "parsers", prune=True)
    assert report.pruned == ("edge.cfg", "old.cfg")
    assert paths(graph) == ["core.cfg", "far.cfg", "new.cfg"]
    assert [name for (name,) in rows(graph, DEVICES)] == ["core", "far", "old"]
    assert graph.read(FOUND, {"name": "edge"}).rows == ((0,),)
    assert rows(graph, "MATCH (e:Entity) WHERE e.device = 'edge' RETURN count(e)") == [(0,)]
    check_finished(graph)


def test_copies_are_told_and_counted_once(graph: BoltGraph, tmp_path: Path) -> None:
    folder = site(tmp_path / "in", "core")
    (folder / "backup").mkdir()
    shutil.copy(folder / "core.cfg", folder / "backup/core.cfg")
    for _ in range(2):
        report = ingest([folder], graph, tmp_path / "parsers")
        assert report.copies in ((("core.cfg", "backup/core.cfg"),), (("backup/core.cfg", "core.cfg"),))
        assert (report.documents, report.lines, len(paths(graph))) == (1, 5, 1)
    (folder / "core.cfg").write_text(CONFIG.format(name="core", number=7))
    assert ingest([folder], graph, tmp_path / "parsers").copies == ()
    assert paths(graph) == ["backup/core.cfg", "core.cfg"]
    shutil.copy(folder / "core.cfg", folder / "backup/core.cfg")
    assert len(ingest([folder], graph, tmp_path / "parsers").copies) == 1
    assert len(paths(graph)) == 1


def test_a_file_that_is_written_meanwhile_is_read_again(graph: BoltGraph, tmp_path: Path) -> None:
    folder = site(tmp_path / "in", "core", "edge")
    writes: list[str] = []

    def rewrite(stage: str, done: int, total: int) -> None:
        """Write a file between its sample and its loading."""
        if stage == "load" and done == 0 and not writes:
            writes.append(CONFIG.format(name="core", number=99))
            (folder / "core.cfg").write_text(writes[0])

    report = ingest([folder], graph, tmp_path / "parsers", progress=rewrite)
    assert (report.not_loaded, report.lines, paths(graph)) == ((), 10, ["core.cfg", "edge.cfg"])
    address = "MATCH (i:Interface {device: 'core', key: 'Gi0/0'}) RETURN i.ip_address_prefix"
    assert rows(graph, address) == [("10.0.0.99/24",)]
    assert ingest([folder], graph, tmp_path / "parsers").unchanged == 2


def test_a_file_that_is_always_written_is_named(graph: BoltGraph, tmp_path: Path) -> None:
    folder = site(tmp_path / "in", "core", "edge")
    numbers = iter(range(10, 200))

    def rewrite(stage: str, done: int, total: int) -> None:
        if stage == "load" and done == 0:
            (folder / "core.cfg").write_text(CONFIG.format(name="core", number=next(numbers)))

    report = ingest([folder], graph, tmp_path / "parsers", progress=rewrite)
    assert report.not_loaded == (("core.cfg", "it was written while it was read"),)
    assert paths(graph) == ["edge.cfg"]


def test_archives_are_read_as_folders(graph: BoltGraph, tmp_path: Path) -> None:
    folder = site(tmp_path / "made/site", "core", "edge").parent
    zipped, packed = tmp_path / "in/all.zip", tmp_path / "more.tar.gz"
    zipped.parent.mkdir()
    with zipfile.ZipFile(zipped, "w") as archive:
        archive.write(folder / "site/core.cfg", "site/core.cfg")
    with tarfile.open(packed, "w:gz") as tar:
        tar.add(folder / "site/edge.cfg", "site/edge.cfg")
    (zipped.parent / "bad.zip").write_bytes(zipped.read_bytes()[:50])
    for _ in range(2):
        report = ingest([zipped.parent, packed], graph, tmp_path / "parsers")
        assert [path for path, _ in report.not_loaded] == ["bad.zip"]
        assert paths(graph) == ["all.zip/site/core.cfg", "site/edge.cfg"]
    assert report.unchanged == 2
    with pytest.raises(ArchiveRefused, match=r"bad\.zip"):
        ingest([zipped.parent / "bad.zip"], graph, tmp_path / "parsers")
    site(tmp_path / "made/site", "new", first=5)
    with tarfile.open(packed, "w:gz") as tar:
        tar.add(folder / "site/new.cfg", "site/new.cfg")
    assert ingest([packed], graph, tmp_path / "parsers", prune=True).pruned == ("site/edge.cfg",)
    assert paths(graph) == ["all.zip/site/core.cfg", "site/new.cfg"]


def test_a_file_that_cannot_be_taken_apart_is_text_and_named(
    graph: BoltGraph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail_on_one(lines: Sequence[str], *style: str) -> set[str]:
        if "hostname poison" in lines:
            raise AttributeError("no such sign")
        return opening_words(lines, *style)

    monkeypatch.setattr(choose_parsers, "opening_words", fail_on_one)
    folder = site(tmp_path / "in", "core", "poison", "edge")
    report = ingest([folder], graph, tmp_path / "parsers")
    assert [text for text in report.failures if text.startswith("poison.cfg: cannot be taken apart")]
    assert paths(graph) == ["core.cfg", "edge.cfg", "poison.cfg"]
    assert graph.read(FOUND, {"name": "poison"}).rows == ((1,),)
    assert [name for (name,) in rows(graph, DEVICES)] == ["core", "edge"]
