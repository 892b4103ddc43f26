"""The lines around a citation."""

from __future__ import annotations

from chat.evidence.citation_links import read_request
from chat.evidence.evidence_view import MOST_LINES, draw_lines, numbers_around, say_numbers
from graph_store.graph import Parameters
from graph_store.records import Description, SourceLine, Table


def test_cited_lines_are_marked_and_gaps_are_shown() -> None:
    lines = [SourceLine("a.cfg", number, text) for number, text in ((9, "!"), (10, "mtu 9100"), (40, "end"))]
    assert draw_lines(lines, (10,)) == "   9  !\n▶ 10  mtu 9100\n   ⋯\n  40  end"


def test_windows_around_lines_join_and_start_at_one() -> None:
    assert numbers_around((2, 4), around=2) == (1, 2, 3, 4, 5, 6)


def test_many_cited_lines_are_limited_from_the_front() -> None:
    found = numbers_around(range(1, 10_000))
    assert (len(found), found[0]) == (MOST_LINES, 1)


def test_say_numbers() -> None:
    assert [say_numbers((7,)), say_numbers((7, 9))] == ["line 7", "lines 7, 9"]


def test_only_requests_of_the_page_are_read() -> None:
    asked = [None, "x", {"wirelore": "other"}, {"wirelore": "source", "citation": 3}]
    assert [read_request(one) for one in asked] == [None] * 4
    assert read_request({"wirelore": "source", "citation": "a.cfg:7"}) is not None


class OneFile:
    """A graph of two lines."""

    def read(
        self,
        statement: str,
        parameters: Parameters | None = None,
        *,
        row_limit: int = 50,
        time_limit_s: float = 10.0,
    ) -> Table:
        return Table(("number", "text"), ((6, "interface Gi0/1"), (7, "snmp-server community s3cr3tw0rd RO")))

    def describe(self) -> Description:
        return Description(())
