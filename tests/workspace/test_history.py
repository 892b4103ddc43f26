"""When configurations were loaded, and which of their lines changed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli import app
from settings import read_settings
from timeline.compare_lines import DiffLine, compare_lines, cut_hunks
from workspace.errors import NoDeviceError, OneVersionError
from workspace.history import DocumentDiff, Load
from workspace.versions import keep_version, numbered_version
from workspace.workspace import Workspace

R1 = "hostname r1\ninterface Vlan10\n mtu {mtu}\n ip address 10.0.0.1 255.255.255.0\n"
R2 = "hostname r2\ninterface Vlan10\n ip address 10.0.0.2 255.255.255.0\n"
MTUS = (1500, 9000, 9100)
FIRST, SECOND = "2026-11-20T10:00:00+00:00", "2026-11-22T10:00:00+00:00"


@pytest.fixture(scope="module")
def kg(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    """Load a configuration three times; say that the first loads were days apart."""
    folder = tmp_path_factory.mktemp("history")
    (folder / "r2.cfg").write_text(R2)
    settings = read_settings({"WIRELORE_KG": str(folder / "kg"), "WIRELORE_IDLE_S": "1"})
    with Workspace(settings, create=True) as opened:
        for mtu in MTUS:
            (folder / "r1.cfg").write_text(R1.format(mtu=mtu))
            opened.ingest(folder / "r1.cfg", folder / "r2.cfg")
        newer, older = (numbered_version(opened.name, "r1.cfg", number) for number in (1, 2))
        assert newer
        assert older
        opened.forget(["r1.cfg"])
        keep_version(opened.name, replace(older, loaded=FIRST, taken=SECOND))
        keep_version(opened.name, replace(newer, loaded=SECOND))
        yield opened


def test_loads_are_listed_with_the_lines_that_changed(kg: Workspace) -> None:
    loads = kg.history("r1")
    assert loads == (
        Load("r1.cfg", "r1", loads[0].time, 1, 1, False),
        Load("r1.cfg", "r1", SECOND, 1, 1, False),
        Load("r1.cfg", "r1", FIRST, 4, 0, True),
    )
    assert loads[0].time > SECOND
    assert kg.history("r1.cfg") == loads
    assert [(load.path, load.added, load.first) for load in kg.history("R2")] == [("r2.cfg", 3, True)]
    assert len(kg.history()) == 4


CASES = {
    "since the version before": ("r1", "", SECOND, [" mtu 9000"], True),
    "since a time at which the second was loaded": ("r1", "2026-11-22T10:00:00", SECOND, [" mtu 9000"], True),
    "since a time at which the first was still there": (
        "r1",
        "2026-11-22T09:59:59",
        FIRST,
        [" mtu 1500"],
        True,
    ),
    "since a time before the first": ("r1", "2026-11-20T09:59:59", FIRST, [" mtu 1500"], False),
    "by path, in other letters of the device": ("r1.cfg", "", SECOND, [" mtu 9000"], True),
    "in other letters": ("R1", "", SECOND, [" mtu 9000"], True),
}


@pytest.mark.parametrize(("asked", "since", "before", "removed", "complete"), CASES.values(), ids=CASES)
def test_what_changed(
    kg: Workspace, asked: str, since: str, before: str, removed: list[str], complete: bool
) -> None:
    moment = datetime.fromisoformat(since).replace(tzinfo=UTC) if since else None
    (diff,) = kg.unified_diff(asked, moment)
    assert (diff.path, diff.device, diff.before, diff.complete) == ("r1.cfg", "r1", before, complete)
    assert [line for hunk in diff.hunks for line in hunk if line.sign != " "] == [
        DiffLine("-", 3, 0, removed[0]),
        DiffLine("+", 0, 3, " mtu 9100"),
    ]


def test_nothing_changed_since_the_last_load(kg: Workspace) -> None:
    (diff,) = kg.unified_diff("r1", datetime.now(UTC))
    assert diff == DocumentDiff("r1.cfg", "r1", diff.after, diff.after, versions=3)


def test_errors_name_what_is_there(kg: Workspace) -> None:
    with pytest.raises(NoDeviceError, match=r"^no device r9; devices: r1, r2$"):
        kg.unified_diff("r9")
    with pytest.raises(NoDeviceError, match=r"^no device r9; devices: r1, r2$"):
        kg.history("r9")
    with pytest.raises(OneVersionError, match=r"^only one version of r2 was loaded \(r2\.cfg 20"):
        kg.unified_diff("r2")


@pytest.mark.parametrize("seed", range(20))
def test_a_diff_holds_both_versions(seed: int) -> None:
    chance = random.Random(seed)
    old = chance.choices(["!", " exit", *map(str, range(50))], [300, 100, *[5] * 50], k=600)
    new = [line for line in old if chance.random() > 0.05]
    for _ in range(10):
        new.insert(chance.randrange(len(new)), chance.choice(["!", "new"]))
    lines = compare_lines(old, new)
    assert [(line.before, line.text) for line in lines if line.sign != "+"] == list(enumerate(old, 1))
    assert [(line.after, line.text) for line in lines if line.sign != "-"] == list(enumerate(new, 1))


HUNKS: dict[str, tuple[Sequence[str], Sequence[str], list[str]]] = {
    "nothing changed": ("abc", "abc", []),
    "all is new": ("", "ab", ["+a+b"]),
    "a change in the middle": ("abcdefghi", "abcdXfghi", [" b c d-e+X f g h"]),
    "two that are near are one": ("abcdefgh", "XbcdefgX", ["-a+X b c d e f g-h+X"]),
    "two that are far are two": ("abcdefghi", "XbcdefghX", ["-a+X b c d", " f g h-i+X"]),
}


@pytest.mark.parametrize(("old", "new", "expected"), HUNKS.values(), ids=HUNKS)
def test_cut_hunks(old: str, new: str, expected: list[str]) -> None:
    hunks = cut_hunks(compare_lines(old, new))
    assert ["".join(f"{line.sign}{line.text}" for line in hunk) for hunk in hunks] == expected


def test_a_kg_in_a_folder_keeps_its_versions_there(kg: Workspace) -> None:
    assert list(Path(kg.name, "chat", "versions").glob("*/*.gz"))


def test_a_diff_is_printed_with_its_tabs(kg: Workspace, tmp_path: Path) -> None:
    file = tmp_path / "r5.cfg"
    for mtu in MTUS[:2]:
        file.write_text(R1.format(mtu=f"\t{mtu}").replace("r1", "r5"))
        kg.ingest(file)
    printed = CliRunner().invoke(app, ["diff", "r5", "--kg", kg.name])
    assert (printed.exit_code, "- mtu \t1500\n+ mtu \t9000\n" in printed.output) == (0, True)
