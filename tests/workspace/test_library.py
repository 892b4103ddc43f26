"""The Python API: typed results, masked secrets, clear errors."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import wirelore


@pytest.fixture(scope="module")
def kg(small_kg: Path) -> Iterator[wirelore.Workspace]:
    with wirelore.open_kg(small_kg) as opened:
        yield opened


def test_an_answer_cites_its_lines(kg: wirelore.Workspace) -> None:
    answer = kg.ask("Which interfaces are shut down?")
    assert answer.status == "answered"
    assert {line.path for line in answer.citations} == {"r1.cfg", "a b/r2.cfg"}


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
