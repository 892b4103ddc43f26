"""The Python API: typed results, masked secrets, clear errors."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import wirelore

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def kg(small_kg: Path) -> Iterator[wirelore.Workspace]:
    with wirelore.open_kg(small_kg) as opened:
        yield opened


def test_an_answer_cites_its_lines(kg: wirelore.Workspace) -> None:
    answer = kg.ask("Which interfaces are shut down?")
    assert answer.status == "answered"
    assert {line.path for line in answer.citations} == {"r1.cfg", "a b/r2.cfg"}


def test_what_the_first_page_offers_is_chosen_once(kg: wirelore.Workspace) -> None:
    offered = ("Which interfaces are shut down?", "Who invented the wheel?")
    chosen = kg.answered(offered, 2, shown=True)
    assert chosen == offered[:1]
    assert kg.answered(offered, 2, shown=True) is chosen
    assert kg.answered(offered[1:], 2, shown=True) == ()


def test_rows_come_with_their_lines(kg: wirelore.Workspace) -> None:
    found = kg.rows(
        "MATCH (i:Interface {device: $device}) RETURN i.key AS name ORDER BY name", {"device": "r1"}
    )
    assert found.to_dicts() == [{"name": "Gi0/1"}, {"name": "Gi0/2"}]
    assert [row.lines[0].number for row in found] == [3, 8]
    assert not found.cut


def test_a_limit_is_told(kg: wirelore.Workspace) -> None:
    found = kg.rows("MATCH (l:Line) RETURN l.number AS number", limit=5)
    assert (len(found), found.cut, found.total) == (5, True, 100)
    assert repr(found) == "<the first 5 of 100 rows: number>"
    with pytest.warns(wirelore.CutRowsWarning, match="first 5 of 100 rows; limit=None"):
        assert len(found.to_dicts()) == 5


def test_without_a_limit_all_rows_are_given(kg: wirelore.Workspace) -> None:
    found = kg.rows("MATCH (l:Line) RETURN l.number AS number", limit=None)
    assert (len(found.to_dicts()), found.cut, repr(found)) == (100, False, "<100 rows: number>")


def test_the_example_of_the_docs_gives_an_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sample = ROOT / "examples" / "sample-network"
    (tmp_path / "configs").mkdir()
    for name in ("core1.cfg", "leaf1.cfg"):
        shutil.copy(sample / "configs" / name, tmp_path / "configs")
    lines = (sample / "logs" / "syslog.log").read_text("utf-8").splitlines(keepends=True)
    (tmp_path / "syslog.log").write_text("".join(lines[:100]), "utf-8")
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs" / "library.md").read_text("utf-8")
    names: dict[str, Any] = {}
    exec(page.split("```python\n")[1].split("```")[0], names)
    assert names["answer"].status == "answered"
    assert "Ethernet11" in names["answer"].text
    assert set(names["table"]["i.device"]) == {"core1", "leaf1"}


def test_rows_as_pandas(kg: wirelore.Workspace) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    table = kg.rows("MATCH (i:Interface {device: 'r1'}) RETURN i.key AS name ORDER BY name").to_pandas()
    assert list(table.columns) == ["name", "source"]
    assert list(table["source"]) == ["r1.cfg:3", "r1.cfg:8"]


def test_lines_are_shown_without_secrets(kg: wirelore.Workspace) -> None:
    lines = kg.lines("r1.cfg", 11, 12)
    assert [line.number for line in lines] == [11, 12]
    assert "n0tPublic" not in lines[1].text
    assert lines[1].text.startswith("snmp-server community redacted-community-8to15-")


def test_search_finds_lines(kg: wirelore.Workspace) -> None:
    found = kg.search("link AND down", limit=3)
    assert len(found) == 3
    assert found.total == 30
    assert {row.lines[0].path for row in found} == {"r1.log"}


def test_documents_and_devices(kg: wirelore.Workspace) -> None:
    assert kg.paths() == {"a b/r2.cfg": 20, "r1.cfg": 20, "r1.log": 60}
    assert set(kg.devices()) == {"r1", "r2"}


def test_findings_name_their_lines(kg: wirelore.Workspace) -> None:
    found = kg.check(only=["telnet-server"])
    assert [(one.devices, one.lines[0].path) for one in found] == [
        (("r1",), "r1.cfg"),
        (("r2",), "a b/r2.cfg"),
    ]


def test_nothing_to_compare_with(kg: wirelore.Workspace) -> None:
    assert kg.diff("r1.cfg") is None


WRONG = {
    "a statement that writes": ("CREATE (n) RETURN n", "CREATE"),
    "a statement that is none": ("MATCH (n RETURN n", ""),
}


@pytest.mark.parametrize(("statement", "named"), WRONG.values(), ids=WRONG)
def test_a_bad_statement_is_refused(kg: wirelore.Workspace, statement: str, named: str) -> None:
    with pytest.raises(wirelore.QueryError) as caught:
        kg.rows(statement)
    assert named in str(caught.value)
    assert caught.value.statement == statement


def test_an_unknown_path_is_named(kg: wirelore.Workspace) -> None:
    with pytest.raises(wirelore.UnknownPathError, match=r"r9\.cfg: no loaded document"):
        kg.lines("r9.cfg")


def test_wrong_lines_are_named(kg: wirelore.Workspace) -> None:
    with pytest.raises(ValueError, match="lines 5 to 2"):
        kg.lines("r1.cfg", 5, 2)


def test_a_missing_kg_is_named(tmp_path: Path) -> None:
    with pytest.raises(wirelore.GraphError, match="no KG there"):
        wirelore.ask("anything?", kg=tmp_path / "none")
