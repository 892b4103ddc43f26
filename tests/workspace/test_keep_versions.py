"""An ingest keeps what it replaces, once, whenever it is killed."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from graph_store.bolt_graph import BoltGraph
from graph_store.open_graph import open_graph
from ingest.load.load_graph import Keep, known_documents
from ingest.pipeline import ingest
from workspace.folders import chat_folder
from workspace.versions import (
    KEPT,
    VERSIONS,
    Version,
    keep_replaced,
    keep_version,
    kept_times,
    numbered_version,
    read_version,
)

R1 = """\
hostname r1
interface Vlan10
 description {about}
 ip address 10.0.0.1 255.255.255.0
username admin secret Kept-From-Nobody-1
"""
CAPTURE = """\
r1#show ip interface brief
Interface              IP-Address      OK? Method Status                Protocol
Vlan10                 10.0.0.{last}        YES NVRAM  up                    up
"""
LOG = "2026-11-0{day}T10:00:00Z INFO api: served request id=1 status=200\n"


class KilledError(BaseException):
    """Stands for the end of the process."""


@pytest.fixture(scope="module")
def kg(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kept") / "kg"


@pytest.fixture(scope="module")
def graph(kg: Path) -> Iterator[BoltGraph]:
    with open_graph(str(kg), create=True, idle_s=1.0) as opened:
        yield opened


def load(files: dict[str, str], folder: Path, graph: BoltGraph, kg: Path, keep: Keep | None = None) -> None:
    """Write files, and load those of the folder; what is gone goes."""
    for name, text in files.items():
        (folder / name).write_text(text)
    keep = keep or partial(keep_replaced, str(kg))
    ingest([folder], graph, kg / "parsers", prune=True, keep=keep, key=b"k")


def versions(kg: str, path: str) -> list[Version]:
    numbered = (numbered_version(kg, path, number) for number in range(1, KEPT + 2))
    return [version for version in numbered if version]


def kept(kg: Path, path: str) -> list[tuple[str, ...]]:
    return [version.lines for version in versions(str(kg), path)]


def test_what_is_replaced_is_kept_redacted_and_compressed(tmp_path: Path, graph: BoltGraph, kg: Path) -> None:
    old, new = R1.format(about="one"), R1.format(about="two")
    load({"r1.cfg": old, "r1.txt": CAPTURE.format(last=1), "api.log": LOG.format(day=1)}, tmp_path, graph, kg)
    assert [kept(kg, path) for path in ("r1.cfg", "r1.txt", "api.log")] == [[], [], []]
    load({"r1.cfg": new, "r1.txt": CAPTURE.format(last=2), "api.log": LOG.format(day=2)}, tmp_path, graph, kg)
    load({}, tmp_path, graph, kg)
    (version,) = versions(str(kg), "r1.cfg")
    assert version.lines[:4] == tuple(old.splitlines()[:4])
    assert "Kept-From-Nobody" not in "".join(version.lines)
    assert (version.device, version.loaded <= version.taken) == ("r1", True)
    assert kept(kg, "r1.txt") == [tuple(CAPTURE.format(last=1).splitlines())]
    assert kept(kg, "api.log") == []
    files = list((chat_folder(str(kg)) / VERSIONS).glob("*/*"))
    assert [file.suffix for file in files] == [".gz", ".gz"]
    assert all(b"Kept-From-Nobody" not in gzip.decompress(file.read_bytes()) for file in files)
    assert {file.stat().st_mode & 0o077 for file in files} == {0}


def test_a_document_that_is_pruned_is_kept_until_it_comes_back(
    tmp_path: Path, graph: BoltGraph, kg: Path
) -> None:
    text = R1.format(about="pruned").replace("r1", "r3")
    load({"r3.cfg": text, "other.cfg": R1.format(about="other").replace("r1", "r4")}, tmp_path, graph, kg)
    (tmp_path / "r3.cfg").unlink()
    load({}, tmp_path, graph, kg)
    assert "r3.cfg" not in known_documents(graph)
    load({"r3.cfg": text.replace("pruned", "back")}, tmp_path, graph, kg)
    assert [lines[2] for lines in kept(kg, "r3.cfg")] == [" description pruned"]


@pytest.mark.parametrize("when", ["before it is kept", "when it is kept"])
def test_a_killed_ingest_loses_nothing_and_keeps_nothing_twice(
    when: str, tmp_path: Path, graph: BoltGraph, kg: Path
) -> None:
    name = f"{when.split()[0]}.cfg"
    texts = [R1.format(about=about).replace("r1", when.split()[0]) for about in ("one", "two", "three")]

    def die(*given: object) -> tuple[str, ...]:
        if when == "when it is kept":
            keep_replaced(str(kg), *given)  # type: ignore[arg-type]
        raise KilledError

    load({name: texts[0]}, tmp_path, graph, kg)
    with pytest.raises(KilledError):
        load({name: texts[1]}, tmp_path, graph, kg, die)
    loaded = read_version(name, graph)
    assert loaded is not None
    assert loaded.lines[2] == " description one"
    assert kept_times(str(kg), name, loaded.serial) == []
    load({name: texts[2]}, tmp_path, graph, kg)
    assert [lines[2] for lines in kept(kg, name)] == [" description one"]


def test_what_is_half_written_or_too_old_goes(tmp_path: Path, graph: BoltGraph) -> None:
    kg = str(tmp_path)
    keep_version(kg, Version("a.cfg", "old", "2020-01-01T00:00:00+00:00", serial=1))
    keep_version(kg, Version("a.cfg", "new", "2099-01-01T00:00:00+00:00", serial=2))
    folder = next((chat_folder(kg) / VERSIONS).iterdir())
    (folder / "x.json.gz.17.part").write_bytes(b"half")
    keep_replaced(kg, graph, [(10**9, None)])
    assert [version.sha256 for version in versions(kg, "a.cfg")] == ["new"]
    assert len(list(folder.iterdir())) == 1


def test_the_last_ones_are_kept_in_order_though_the_clock_is_set_back(tmp_path: Path) -> None:
    kg = str(tmp_path)
    for serial in range(1, KEPT + 3):
        taken = f"2026-11-21T10:{59 - serial:02}:00+00:00"
        keep_version(kg, Version("a.cfg", f"sha {serial}", taken, serial=serial))
    assert [version.serial for version in versions(kg, "a.cfg")] == list(range(KEPT + 2, 2, -1))


def test_versions_that_an_older_chat_kept_are_read(tmp_path: Path) -> None:
    kg = str(tmp_path)
    keep_version(kg, Version("a.cfg", "new", "2026-11-22T10:00:00+00:00", lines=("b",), serial=2))
    folder = next((chat_folder(kg) / VERSIONS).iterdir())
    old = {
        "path": "a.cfg",
        "sha256": "old",
        "taken": "2026-11-21T10:00:00+00:00",
        "things": [],
        "lines": ["a"],
    }
    (folder / "2026-11-21T100000Z.json").write_text(json.dumps(old))
    assert kept(tmp_path, "a.cfg") == [("b",), ("a",)]
    assert kept_times(kg, "a.cfg") == ["2026-11-22 10:00 UTC", "2026-11-21 10:00 UTC"]
