"""Commands, settings, near names and what is asked by hand."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

from agent.errors import ModelReplyError
from agent.execute import QueryLimits
from agent.near_names import near_names
from agent.records import Answer, AnswerTable, Outcome, Row
from chat.asking.answer_view import say_usd, show_answer
from chat.asking.commands import (
    COMMANDS,
    Preferences,
    read_command,
    read_preferences,
    say_unknown,
    typed_text,
    unknown_command,
)
from chat.asking.query_view import show_by_hand, show_schema
from chat.asking.tables_view import show_tables
from chat.errors import is_of_model
from graph_store.errors import GraphServerError
from graph_store.graph import IndexedLine, Parameters
from graph_store.read_only import check_read_only
from graph_store.records import Description, LabelDescription, PropertyDescription, SourceLine, Table
from graph_store.text_search.line_index import LineIndex
from graph_store.text_search.tokenize_line import search_text
from language_model.budget import GivenPrice
from language_model.errors import ModelUnavailable
from workspace.queries import as_answer, cypher_by_hand, run_by_hand, search_by_hand

LINE = SourceLine("a.cfg", 7, "mtu 9100")
DESCRIPTION = Description(
    (
        LabelDescription("Interface", 5, (PropertyDescription("mtu", ("integer",), 4, 2, (9100, 1500)),)),
        LabelDescription("RouteMap", 2, (), ("Configuration",)),
    ),
    (("Interface", "HAS", "Unit", 3),),
)


class Lines:
    """A graph that has three devices and one line."""

    def read(
        self,
        statement: str,
        parameters: Parameters | None = None,
        *,
        row_limit: int = 50,
        time_limit_s: float = 10.0,
    ) -> Table:
        check_read_only(statement)
        if statement.startswith("MATCH (d:Device)"):
            return Table(("d.name",), (("core1",), ("dist7",), ("dist8",)))
        return Table(("node.text",), ((" route-map EDGE-OUT permit 10",),))

    def describe(self) -> Description:
        return DESCRIPTION


READ = {
    "a command with what stands behind it": ("/search  bgp down", ("search", "bgp down")),
    "a command on a line of its own": ("/cypher\nMATCH (n)\nRETURN n", ("cypher", "MATCH (n)\nRETURN n")),
    "in any case": ("/SCHEMA", ("schema", "")),
    "a question": ("search bgp", ("", "search bgp")),
    "a path": ("/var/log is full", ("", "/var/log is full")),
}


@pytest.mark.parametrize(("text", "expected"), READ.values(), ids=READ)
def test_read_command(text: str, expected: tuple[str, str]) -> None:
    assert read_command(text, COMMANDS) == expected


def test_each_command_of_the_list_is_served() -> None:
    with warnings.catch_warnings():  # Chainlit's own, with this Pydantic
        warnings.simplefilter("ignore")
        from chat.asking.desk import BY_HAND, OF_DEVICES, WORDS
    of_the_page = {"help", "overview", "status", "test-filter"}
    assert {*WORDS, *OF_DEVICES, *BY_HAND, *of_the_page} == set(COMMANDS)


def test_a_chosen_command_stands_before_its_text() -> None:
    assert typed_text(" bgp ", "search") == "/search bgp"
    assert typed_text("/search bgp", "search") == "/search bgp"
    assert typed_text("", "schema") == "/schema"
    assert typed_text("which bgp?", None) == "which bgp?"


def test_an_unknown_command_is_told_with_those_there_are() -> None:
    assert [unknown_command(text) for text in ("/foo bar", "/24 is what?", "/etc/x", "foo", "")] == [
        "/foo",
        "",
        "",
        "",
        "",
    ]
    assert "`/cypher`" in say_unknown("/foo")


SAID = {
    "nothing is set": (None, Preferences("builtin")),
    "all is set": (
        {"mode": "graph", "rows": "100", "model": "openai:x"},
        Preferences("openai:x", "graph", 100),
    ),
    "what is not on offer is not taken": (
        {"mode": "magic", "rows": "1000000", "model": "openai:other"},
        Preferences("builtin"),
    ),
}


@pytest.mark.parametrize(("said", "expected"), SAID.values(), ids=SAID)
def test_read_preferences(said: object, expected: Preferences) -> None:
    assert read_preferences(said, ("builtin", "openai:x")) == expected


UNANSWERED = Answer("No.", "none")


def test_a_device_that_is_not_there_brings_those_that_sound_alike() -> None:
    found = near_names("What is the mtu of core9?", UNANSWERED, Lines())
    assert [(one.name, one.question) for one in found] == [("core1", "What is the mtu of core1?")]


def test_names_come_from_the_lines_as_they_are_written_there() -> None:
    found = near_names("Who uses EDGE-OTU?", UNANSWERED, Lines())
    assert [one.name for one in found] == ["EDGE-OUT"]


def test_what_was_answered_needs_no_other_name() -> None:
    assert near_names("What is the mtu of core9?", Answer("9", "answered"), Lines()) == ()


def test_a_name_that_is_there_has_no_near_names() -> None:
    assert near_names("What is the mtu of dist7?", UNANSWERED, Lines()) == ()


def test_the_schema_shows_types_and_one_of_them() -> None:
    assert "| Interface | 5 | mtu |" in show_schema(DESCRIPTION)
    assert r"| mtu | integer | 4 | 9100, 1500 |" in show_schema(DESCRIPTION, "interface")
    assert "Near: Interface" in show_schema(DESCRIPTION, "interfaec")
    assert "no entities" in show_schema(Description(()))


def test_a_statement_by_hand_only_reads() -> None:
    outcome = run_by_hand(cypher_by_hand("MATCH (n) DELETE n;"), Lines(), QueryLimits())
    assert "DELETE" in outcome.error
    assert show_by_hand(outcome).startswith("**The query failed.**\n\n```text\nfound 'DELETE'")
    assert as_answer(outcome).status == "failed"


def test_lines_that_were_found_are_links() -> None:
    row = Row({"path": "a.cfg", "number": 7, "text": " mtu 9100"}, (LINE,), 1)
    found = Outcome(search_by_hand(" mtu "), (row,), cut=True, total_rows=9)
    assert show_by_hand(found).startswith(
        "- \\[[a.cfg\\:7](#source=a.cfg%3A7)\\] mtu 9100\n\n1 shown, 8 more."
    )
    assert search_by_hand(" mtu bgp ").parameters == {"q": "mtu bgp"}


def test_a_word_alone_is_found_inside_longer_ones_behind_whole_ones(tmp_path: Path) -> None:
    texts = ("%IP-4-DUPADDR: Duplicate address 10.0.0.1", "dupaddr seen", "mtu 9000")
    index = LineIndex(tmp_path)
    index.add([IndexedLine(id=n, document=1, search_text=search_text(text)) for n, text in enumerate(texts)])
    index.commit(1)
    searched = str(search_by_hand(" DUPADDR ").parameters["q"])
    assert [line for line, _ in index.best(searched, 9)[0]] == [1, 0]
    index.close()


def test_an_answer_says_what_its_model_took() -> None:
    answer = Answer(
        "x", "answered", model="openai:x", calls=3, prompt_tokens=5000, completion_tokens=200, seconds=2
    )
    said = "nothing cited · openai\\:x · 3 calls · 5,000 + 200 tokens"
    assert show_answer(answer, GivenPrice(2, 8)).endswith(f"*{said} · \\$0.0116 · 2.0 s*")
    assert show_answer(answer).endswith(f"*{said} · price unknown · 2.0 s*")
    assert say_usd(1.2) == r"\$1.20"


def test_a_row_of_two_files_links_both() -> None:
    cited = (SourceLine("a/r1.cfg", 2, ""), SourceLine("b/r2.cfg", 9, ""), SourceLine("b/r2.cfg", 10, ""))
    shown = show_tables([AnswerTable("t", ("in", "r1"), (("x", "y"),), 1, (cited,))])
    assert "[r1.cfg\\:2](#source=a%2Fr1.cfg%3A2) [r2.cfg\\:9](#source=b%2Fr2.cfg%3A9%2C10)" in shown


def test_no_column_of_a_table_is_left_out() -> None:
    names = tuple(f"c{number}" for number in range(11))
    shown = show_tables([AnswerTable("t", names, (names,), 1, ((),))])
    assert all(f" {name} " in shown for name in names)


def test_what_tables_cite_counts_as_cited() -> None:
    line = SourceLine("a.cfg", 7, "")
    table = AnswerTable("t", ("x",), (("1",), ("2",)), 2, ((line,), (line, SourceLine("b.cfg", 9, ""))))
    assert "*2 lines of 2 files cited · " in show_answer(Answer("x", "closest", tables=(table,)))


def test_without_its_model_a_question_can_be_answered_all_the_same() -> None:
    assert not is_of_model(GraphServerError("gone"))
    assert is_of_model(ModelUnavailable("write", "no reply"))
    assert is_of_model(ModelReplyError("write", "nonsense", "no JSON"))
