"""Rows become tables, charts and pictures."""

from __future__ import annotations

import json

import pytest

from agent.records import Answer, Outcome, Query, Row
from agent.render.choose_chart import Series, choose_chart, draw_chart, is_plain_count, rows_between
from agent.render.tables import rows_as_csv
from chat.evidence.evidence_view import (
    column_names,
    first_chart,
    node_asked_for,
    page_graph,
    say_places,
    say_size,
    write_csv,
    write_frame,
)
from graph_store.records import Cell, SourceLine
from workspace.evidence_graph import DrawnNode, DrawnRelation, EvidenceGraph
from workspace.evidence_rows import keep_evidence, telling_outcomes

LINE, OTHER = SourceLine("a.cfg", 7, "mtu 9100"), SourceLine("a.cfg", 9, "mtu 1500")
LISTED = "MATCH (n:X) RETURN n.device AS device, n.mtu AS mtu"
COUNTED = "MATCH (n:X) RETURN n.device AS device, count(*) AS number"


def outcome(statement: str, rows: list[dict[str, Cell]], lines: tuple[SourceLine, ...] = ()) -> Outcome:
    return Outcome(Query("cypher", statement), tuple(Row(row, lines, len(lines)) for row in rows))


CELLS = outcome(LISTED, [{"device": "=cmd()", "n.up": True, "mtu": 9100, "names": ("a", "b")}], (LINE,))


def test_a_table_keeps_numbers_and_says_where_each_row_is_from() -> None:
    frame = json.loads(write_frame(CELLS))
    assert frame["columns"] == ["device", "n up", "mtu", "names", "source"]
    assert frame["data"] == [["=cmd()", "yes", 9100, "a, b", "a.cfg:7"]]


def test_a_csv_runs_no_formula() -> None:
    assert write_csv(CELLS) == 'device,n.up,mtu,names,source\n\'=cmd(),yes,9100,"a, b",a.cfg:7\n'


def test_a_csv_hides_nothing_by_marks_of_direction() -> None:
    assert rows_as_csv(("a", "b"), [("up\u202enwod\u0007", -5)]) == "a,b\nup\\u202enwod\\x07,-5\n"


def test_lines_are_their_own_source() -> None:
    rows: list[dict[str, Cell]] = [{"path": "a.cfg", "number": 7, "text": "mtu 9100"}]
    assert column_names(outcome("RETURN 1", rows, (LINE,))) == ("path", "number", "text")


def test_many_lines_are_counted() -> None:
    assert say_places((LINE, OTHER), 2) == "a.cfg:7,9"
    assert say_places((LINE, OTHER), 698) == "a.cfg:7,9 … 698 lines"


def test_only_what_tells_the_cited_lines_is_shown() -> None:
    graph = outcome(LISTED, [{"device": "a", "mtu": 9100}], (LINE,))
    text = Outcome(Query("lucene", "x"), (Row({"text": "mtu 9100"}, (LINE, OTHER), 2),))
    assert telling_outcomes(Answer("x", "answered", (LINE,), (text, graph))) == (graph,)
    assert telling_outcomes(Answer("x", "answered", (LINE, OTHER), (text, graph))) == (graph, text)
    assert telling_outcomes(Answer("x", "none", (), (graph,))) == ()


def counted(*pairs: tuple[str | None, int]) -> Outcome:
    return outcome(COUNTED, [{"device": name, "number": number} for name, number in pairs])


MOMENTS = [f"2026-11-02T10:0{minute}:30Z" for minute in (0, 0, 1, 3, 3, 3)]
CHARTS = {
    "a number for each name is a bar, the largest first": (
        counted(("a", 1), ("b", 3), (None, 2)),
        Series("bars", ("b", "(none)", "a"), (3.0, 2.0, 1.0), "device", "number"),
    ),
    "a number for each moment goes over time": (
        counted(("2026-11-03", 1), ("2026-11-02", 3), ("2026-11-04", 2)),
        Series("time", ("2026-11-02", "2026-11-03", "2026-11-04"), (3.0, 1.0, 2.0), "device", "number"),
    ),
    "two numbers need no chart": (counted(("a", 1), ("b", 3)), None),
    "numbers that are not counted are names": (
        outcome(LISTED, [{"device": "a", "mtu": number} for number in range(9)]),
        None,
    ),
    "moments are counted": (
        outcome("MATCH (e:Event) RETURN e.timestamp AS at", [{"at": moment} for moment in MOMENTS]),
        Series(
            "time",
            ("2026-11-02T10:00", "2026-11-02T10:01", "2026-11-02T10:03"),
            (2.0, 1.0, 3.0),
            "at, by minute",
            "rows",
        ),
    ),
    "a failure has no chart": (Outcome(Query("cypher", COUNTED), error="bad"), None),
}


@pytest.mark.parametrize(("found", "expected"), CHARTS.values(), ids=CHARTS)
def test_choose_chart(found: Outcome, expected: Series | None) -> None:
    assert choose_chart(found) == expected


def test_of_many_bars_the_largest_are_drawn_and_the_others_are_one() -> None:
    pairs = [(f"d{place}", place) for place in range(50)]
    series = choose_chart(counted(*pairs))
    assert series is not None
    assert (len(series.labels), series.labels[0], series.left_out) == (13, "d49", 0)
    assert (series.labels[-1], series.numbers[-1]) == ("38 others", float(sum(range(38))))


def test_what_cannot_be_added_up_is_counted_as_left_out() -> None:
    rows: list[dict[str, Cell]] = [{"device": f"d{place}", "number": place} for place in range(50)]
    series = choose_chart(outcome(COUNTED.replace("count(", "max("), rows))
    assert series is not None
    assert (len(series.labels), series.left_out) == (12, 38)
    assert "the largest 12 of 50" in draw_chart(series)


def test_bars_of_one_length_are_not_drawn() -> None:
    assert choose_chart(counted(*((f"d{place}", 2) for place in range(9)))) is None


def test_a_part_of_the_rows_is_not_drawn_at_once() -> None:
    whole = counted(("a", 1), ("b", 3), ("c", 2))
    part = Outcome(whole.query, whole.rows, cut=True, total_rows=9)
    assert first_chart(keep_evidence(Answer("x", "answered", (), (whole,)))) is not None
    assert first_chart(keep_evidence(Answer("x", "answered", (), (part,)))) is None


def test_a_range_of_time_is_zoomed_by_dragging() -> None:
    found = outcome("MATCH (e:Event) RETURN e.timestamp AS at", [{"at": moment} for moment in MOMENTS])
    series = choose_chart(found)
    assert series is not None
    layout = json.loads(draw_chart(series))["layout"]
    assert layout["dragmode"] == "zoom"
    assert (layout["xaxis"].get("fixedrange"), layout["yaxis"]["fixedrange"]) == (None, True)


def test_a_range_of_time_chooses_rows() -> None:
    moments = ("2026-11-02T10:15:30.5Z", "2026-11-02T11:00:00Z", "2026-11-03T00:00:00Z")
    found = outcome(
        "MATCH (e:Event) RETURN e.device AS d, e.timestamp AS at", [{"d": "x", "at": one} for one in moments]
    )
    chosen = rows_between(found, "2026-11-02 10:15:30.2", "2026-11-02 23:59:59.9999")
    assert [row.values["at"] for row in chosen.rows] == list(moments[:2])
    assert chosen.total_rows == 2
    assert rows_between(found, "2026-12-01", "2026-12-02").rows == ()
    assert rows_between(counted(("a", 1), ("b", 2)), "2026-11-02", "2026-11-03").rows == ()


def test_a_name_is_no_html_and_the_figure_loads_nothing() -> None:
    series = Series("bars", ("<b>x</b>", "b", "c"), (1.0, 2.0, 3.5), "device", "number")
    figure = json.loads(draw_chart(series))
    assert figure["layout"]["yaxis"]["ticktext"][0] == "&lt;b&gt;x&lt;/b&gt;"
    assert figure["data"][0]["text"] == ["1", "2", "3.50"]
    assert "http" not in json.dumps(figure)


PICTURE = EvidenceGraph(
    (
        DrawnNode(1, "Configuration", "", "core1", "a.cfg"),
        DrawnNode(2, "Interface", "TenGigabitEthernet1/0/1<x>", "core1", "a.cfg", (LINE, OTHER)),
    ),
    (DrawnRelation(1, "HAS", 2),),
    3,
)


def test_a_picture_names_its_nodes_and_relations() -> None:
    told = page_graph(PICTURE)
    assert [(node["name"], node["kind"], node["device"], node["cited"]) for node in told["nodes"]] == [
        ("core1", "Configuration", "core1", False),
        ("TenGigabitEthernet1/0/1<x>", "Interface", "core1", True),
    ]
    assert told["relations"] == [{"from": 1, "to": 2, "kind": "has"}]
    assert say_size(PICTURE) == "2 nodes, 1 relations; no room for 3 more"


def test_a_click_names_a_node_of_the_graph() -> None:
    assert node_asked_for({"wirelore": "node", "node": 7, "near": True}) == 7
    asked = (-1, True, "7", 2**63, None)
    assert [node_asked_for({"wirelore": "node", "node": one}) for one in asked] == [0] * 5
    assert node_asked_for({"wirelore": "source", "node": 7}) == 0


def test_a_plain_count_has_no_graph() -> None:
    assert is_plain_count(outcome("MATCH (n:X) RETURN count(n) AS number", [{"number": 3}], (LINE,)))
    assert not is_plain_count(counted(("a", 1)))
    assert not is_plain_count(CELLS)
