"""Counts of records that are kept are those of a whole pass, however a log grew; only its end is read for them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from findings import log_forms
from findings.log_forms import Form, keep_forms, read_forms
from graph_store.bolt_graph import BoltGraph
from ingest.pipeline import ingest
from tests.borrowed_graph import borrowed_graph

PIECES = {
    "as before": [(0, 40), (40, 60), (60, 61)],
    "with a device and a template that are new": [(0, 30), (30, 90)],
}


def lines(first: int, last: int) -> str:
    return "".join(
        f"2026-05-01T{number // 60:02d}:{number % 60:02d}:00Z core{1 + number // 50} link[7]: "
        + (
            f"port Gi0/{number % 3} went down after {number} ms\n"
            if number % 7
            else f"fan {number} is loud\n"
        )
        for number in range(first, last)
    )


@pytest.fixture
def graph() -> Iterator[BoltGraph]:
    with borrowed_graph() as opened:
        yield opened


def _by_key(forms: list[Form]) -> dict[tuple[Any, ...], Form]:
    return {form.key: form for form in forms}


def _counted_anew(graph: BoltGraph) -> dict[tuple[Any, ...], Form]:
    graph.write("MATCH (s:Store) WHERE s.counted_by IS NOT NULL DELETE s")
    return _by_key(read_forms(graph))


@pytest.mark.parametrize("pieces", PIECES.values(), ids=PIECES)
def test_what_is_kept_is_what_one_pass_counts(
    graph: BoltGraph, tmp_path: Path, pieces: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "link.log"
    log.write_text("")
    for first, last in pieces:
        log.write_text(log.read_text() + lines(first, last))
        ingest([log], graph, tmp_path / "parsers")
    with monkeypatch.context() as patched:
        patched.setattr(log_forms, "_overview", None)  # nothing is counted now
        kept = _by_key(read_forms(graph))
    assert sum(form.count for form in kept.values()) == pieces[-1][1]
    assert kept == _counted_anew(graph)


def test_an_end_is_read_alone(graph: BoltGraph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "link.log"
    log.write_text(lines(0, 60))
    ingest([log], graph, tmp_path / "parsers")
    asked: list[Any] = []
    read = BoltGraph.read

    def watched(self: BoltGraph, statement: str, parameters: Any = None, **limits: Any) -> Any:
        asked.append((statement, parameters))
        return read(self, statement, parameters, **limits)

    monkeypatch.setattr(BoltGraph, "read", watched)
    log.write_text(lines(0, 75))
    ingest([log], graph, tmp_path / "parsers")
    counting = [parameters for statement, parameters in asked if "min(e.message)" in statement]
    assert [(one["first"] % 2**32, one["last"] % 2**32) for one in counting] == [(61, 75)]


def test_more_than_can_be_kept_is_counted_when_it_is_read(
    graph: BoltGraph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_forms, "MOST_KEPT", 100)
    log = tmp_path / "link.log"
    for last in (40, 60):
        log.write_text(lines(0, last))
        ingest([log], graph, tmp_path / "parsers")
        assert sum(form.count for form in read_forms(graph)) == last
    assert graph.read("MATCH (s:Store) WHERE s.counted_by IS NOT NULL RETURN s.forms").rows == ((None,),)


def test_many_uncounted_lines_are_counted_in_one_pass(
    graph: BoltGraph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_forms, "MOST_BY_ID", 5)
    for name, last in (("a.log", 40), ("b.log", 60)):
        (tmp_path / name).write_text(lines(0, last))
        ingest([tmp_path / name], graph, tmp_path / "parsers")
    assert sum(form.count for form in read_forms(graph)) == 100
    kept = _by_key(read_forms(graph))
    graph.write("MATCH (s:Store {document: 1}) SET s.counted_by = 'another way'")
    keep_forms(graph)
    assert _by_key(read_forms(graph)) == kept


@pytest.mark.parametrize(("level", "severity"), [("e", 3), ("f", 2), ("w", 4), ("error", 3), ("3", 3)])
def test_a_level_says_a_severity_also_by_one_letter(level: str, severity: int) -> None:
    form = Form(1, "r1", "Event", "x", level, 1, "", "", ("x", "x"))
    assert form.severity == severity
