"""What the chat says: answers, queries, greetings, starters, troubles, and the page itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent.records import Answer, AnswerTable, ClosestLine, Outcome, Query, Row
from chat.asking.answer_view import show_answer, show_closest
from chat.asking.commands import COMMANDS, is_cypher, show_commands
from chat.asking.query_view import say_rows, say_seconds, show_outcome, write_query
from chat.errors import explain, unexpected
from chat.findings.findings_view import (
    list_incidents,
    list_new_incidents,
    show_findings,
    show_incidents,
)
from chat.page.page_words import our_words, show_opening, without_foreign_tags
from chat.welcome.greeting import greet, report_status
from chat.welcome.starters import choose_starters
from chat.words.say import percent
from findings.incidents import Incident
from findings.records import Finding
from graph_store.errors import (
    DiskFullError,
    GraphServerError,
    IngestInterruptedError,
    IngestRunningError,
    MissingGraphError,
    UnfinishedGraphError,
)
from graph_store.records import Document, SourceLine
from language_model.errors import ModelUnavailable, UnknownModelError
from workspace.overview import Dataset, KgOverview, TypeCount, choose_documents

LINE = SourceLine("a.cfg", 7, "mtu 9100")
CYPHER = Query("cypher", "MATCH (n) WHERE n.mtu = $v1 RETURN n.key AS key", {"v1": 9100})
ROW = Row({"key": "Gi0/1"}, (LINE,), 1)
DOCUMENT = Document("a.cfg", "ab", "configuration", 1, lines=10, lines_explained=9, device="a")
OVERVIEW = KgOverview(
    (DOCUMENT,),
    types=(
        TypeCount("LinkDown", 9, ("link", "down"), is_event=True),
        TypeCount("Interface", 5, ("interface",), devices=frozenset("a")),
        TypeCount("RouteMap", 3, ("route", "map"), devices=frozenset("a")),
        TypeCount("Tunnel", 2, ("tunnel",), devices=frozenset("b")),
    ),
    devices=("a",),
)


def test_an_answer_has_links_and_says_what_it_rests_on() -> None:
    answer = Answer("One: Gi0/1 [a.cfg:7].", "answered", (LINE,), seconds=0.5)
    expected = (
        "One\\: Gi0/1 [\\[1\\]](#source=a.cfg%3A7).\n\n"
        "\\[1\\] [a.cfg\\:7](#source=a.cfg%3A7)\n\n*1 line of 1 file cited · builtin · 500 ms*"
    )
    assert show_answer(answer) == expected


STATUS = {
    "the data has it not": (Answer("No x.", "none"), "> **Not in the data**\n> \n> No x."),
    "it was not understood": (
        Answer("Sorry.", "not_parsed"),
        "> **No answer was found**\n> \n> Sorry.",
    ),
    "a query failed": (Answer("No.", "failed"), "> **Not answered: the query failed**\n> \n> No."),
}


@pytest.mark.parametrize(("answer", "expected"), STATUS.values(), ids=STATUS)
def test_what_is_no_answer_says_so_first(answer: Answer, expected: str) -> None:
    assert show_answer(answer).startswith(expected)


def test_what_the_data_shows_stands_before_what_it_rests_on() -> None:
    table = AnswerTable("Findings", ("finding",), (("Gi0/1 is down.",),), 1, ((LINE,),))
    answer = Answer("Not answered for sure.", "closest", closest=(ClosestLine((LINE,)),), tables=(table,))
    parts = show_answer(answer).split("\n\n")
    assert parts[:2] == ["> Not answered for sure.", "**Findings**"]
    assert parts[-2:] == [show_closest(answer.closest), "*1 line of 1 file cited · builtin · 0 ms*"]


def test_closest_lines_link_to_their_places() -> None:
    shown = show_closest([ClosestLine((LINE,), 3)])
    assert shown == "\\[[a.cfg\\:7](#source=a.cfg%3A7)\\] · 3 alike\n```text\nmtu 9100\n```"


ROWS = {
    "one row": (Outcome(CYPHER, (ROW,)), "1 row"),
    "no rows": (Outcome(CYPHER), "0 rows"),
    "a limit is told": (Outcome(CYPHER, (ROW,), cut=True, total_rows=698), "1 of 698 rows"),
    "a limit of unknown size is told": (Outcome(CYPHER, (ROW,), cut=True), "1 of more rows"),
    "a failure": (Outcome(CYPHER, error="bad"), "failed"),
}


@pytest.mark.parametrize(("outcome", "expected"), ROWS.values(), ids=ROWS)
def test_say_rows(outcome: Outcome, expected: str) -> None:
    assert say_rows(outcome) == expected


def test_a_query_is_written_with_its_parameters() -> None:
    assert write_query(CYPHER) == f"{CYPHER.statement}\n// $v1 = 9100"
    assert write_query(Query("lucene", "CALL x($q)", {"q": "+mtu"})) == "+mtu"


def test_rows_are_a_table() -> None:
    assert show_outcome(Outcome(CYPHER, (ROW,), total_rows=1)) == "| key |\n|---|\n| Gi0/1 |"
    assert show_outcome(Outcome(CYPHER, (ROW,), cut=True, total_rows=9)).endswith("1 shown, 8 more.")


def test_seconds() -> None:
    assert [say_seconds(0.0123), say_seconds(1.25)] == ["12 ms", "1.2 s"]


def test_the_greeting_counts_what_is_loaded() -> None:
    assert "1 document · 10 lines · 1 device · 19 entities" in greet(OVERVIEW)
    assert "90.0 %" in greet(OVERVIEW)
    assert "empty" in greet(KgOverview())
    assert "No language model is connected" in greet(OVERVIEW, "builtin")
    assert "openai\\:x" in greet(OVERVIEW, "openai:x")


def test_an_unfinished_ingest_is_told() -> None:
    unfinished = KgOverview((DOCUMENT,), unfinished=("b.cfg",))
    assert "1 document (b.cfg)" in greet(unfinished)
    assert "An ingest is unfinished" in report_status(unfinished, "kg", "builtin")


def test_nearly_all_is_not_all() -> None:
    assert [percent(1.0), percent(0.99999), percent(0.5)] == ["100 %", "99.9 %", "50.0 %"]


def test_starters_come_from_what_is_loaded() -> None:
    assert choose_starters(OVERVIEW) == (
        "Which interfaces are on a?",
        "Which route maps are on a?",
        "Which records say link down?",
    )
    assert choose_starters(KgOverview()) == ()


def test_starters_come_from_each_dataset() -> None:
    interface, route_map, link_down = OVERVIEW.types[1], OVERVIEW.types[2], OVERVIEW.types[0]
    datasets = (
        Dataset("configuration", "a", (interface, route_map)),
        Dataset("log", "edge1", (link_down,)),
        Dataset("log", "", (link_down,)),
        Dataset("configuration", "b", (interface,)),
    )
    assert choose_starters(OVERVIEW, datasets) == (
        "Which interfaces are on a?",
        "Which route maps are on a?",
        "Which records of edge1 say link down?",
        "Which interfaces are on b?",
        "Which records say link down?",
    )


def test_starters_ask_first_what_is_wrong_and_what_happened() -> None:
    flaps = Finding(
        "flapping",
        "high",
        ("a", "b"),
        "On a, interface Gi0/1 went down 18 times.",
        (LINE,),
        since="2025-11-04T23:17:05.000000Z",
        until="2025-11-05T05:12:13.000000Z",
    )
    unused = Finding("unused-definition", "low", ("c",), "c never uses the prefix list X.", (LINE,))
    found = replace(
        OVERVIEW,
        types=tuple(replace(one, devices=frozenset("abc")) for one in OVERVIEW.types[:3]),
        incidents=(Incident("a Gi0/1 \u2013 b Gi0/9", (flaps,)), Incident("c", (unused,))),
    )
    assert choose_starters(found) == (
        "Why did Gi0/1 on a go down?",
        "What happened on a since 2025-11-05?",
        "Which interfaces are on a?",
        "Which route maps are on b?",
        "What is wrong with a?",
        "What is wrong with c?",
        "Which interfaces are on b?",
        "Which route maps are on c?",
        "Which interfaces are on c?",
        "Which route maps are on a?",
        "Which records say link down?",
    )


def test_a_dataset_is_told_by_its_largest_document() -> None:
    documents = [
        Document("a.cfg", "", "configuration", 1, 10, parser="x"),
        Document("b.cfg", "", "configuration", 2, 90, parser="y"),
        Document("c.cfg", "", "configuration", 3, 85, parser="x"),
        Document("d.log", "", "log", 4, 5, parser="z"),
        Document("e.txt", "", "text", 5, 500),
    ]
    assert [one.path for one in choose_documents(documents)] == ["c.cfg", "d.log", "b.cfg"]


TROUBLE = {
    "no KG": (MissingGraphError("no KG at x"), "There is no knowledge graph yet."),
    "the server is gone": (GraphServerError("refused"), "The knowledge graph is away."),
    "a full disk": (DiskFullError("no room"), "The disk is full."),
    "a half loaded KG": (UnfinishedGraphError(("a.cfg",), 1), "An ingest is unfinished."),
    "an ingest that runs": (IngestRunningError(("a.cfg",), 1), "An ingest is running."),
    "an ingest that was killed": (IngestInterruptedError(("a.cfg",), 1), "An ingest was interrupted."),
    "a model that is away": (ModelUnavailable("p", "gone"), "The language model does not answer."),
    "an unknown model": (
        UnknownModelError("x", "it names no provider"),
        "The language model cannot be used.",
    ),
}


@pytest.mark.parametrize(("error", "title"), TROUBLE.values(), ids=TROUBLE)
def test_a_trouble_has_a_title_and_advice(error: Exception, title: str) -> None:
    assert explain(error).startswith(f"**{title}**")


def test_what_nobody_expected_is_not_shown() -> None:
    assert explain(RuntimeError("secret")) == unexpected()


def test_the_page_names_no_other_host() -> None:
    page = '<link rel="preconnect" href="https://fonts.example" />\n<link href="/a.css"><script src="/b.js"></script>'
    assert without_foreign_tags(page) == '<link href="/a.css"><script src="/b.js"></script>'


def test_the_page_says_that_it_opens_before_its_script_is_there() -> None:
    assert show_opening('<body><div id="root"></div>') == '<body><div id="root"><p>Opening ...</p></div>'


def test_a_steps_title_stands_alone_and_other_words_stay() -> None:
    words = our_words({"a": {"b": "c"}, "chat": {"messages": {"x": "y", "status": {"used": "Used"}}}})
    assert words["a"] == {"b": "c"}
    assert words["chat"]["messages"]["x"] == "y"
    assert words["chat"]["messages"]["status"] == {"using": "", "used": ""}


def test_the_greeting_tells_the_most_severe_findings_with_their_lines() -> None:
    lines = (SourceLine("a.cfg", 9, "mtu 9000"), SourceLine("a.cfg", 4, "x"), SourceLine("b.cfg", 7, "y"))
    wrong = Finding("link-mtu", "high", ("a", "b"), "The ends of a link differ.", lines)
    other = Finding("flapping", "high", ("a",), "a x went down.", lines[1:2])
    minor = Finding("weak-password", "low", ("a",), "a keeps a key.", lines[:1])
    incidents = (
        Incident("a x \N{EN DASH} b y", (wrong, other)),
        *[Incident("", (wrong,))] * 6,
        Incident("", (minor,)),
    )
    said = greet(replace(OVERVIEW, incidents=incidents))
    assert "**8 things look wrong:**" in said
    first = (
        "- The ends of a link differ. With it: 1 flapping. [a.cfg\\:4,9](#source=a.cfg%3A4%2C9) [b.cfg\\:7]"
    )
    assert first in said
    assert "[3 more](#ask=%2Fincidents)" in said
    assert "[All findings: 9 (8 high, 1 low)](#ask=%2Ffindings)" in said
    assert "keeps a key" not in said
    assert "wrong" not in greet(OVERVIEW)


def test_findings_are_a_table_that_words_narrow() -> None:
    line = SourceLine("a.cfg", 4, "x")
    wrong = Finding("link-mtu", "high", ("a", "B"), "The ends of a link differ.", (line,))
    minor = Finding("weak-password", "low", ("a",), "a keeps a key.", (line,))
    incidents = (Incident("a", (wrong,)), Incident("a", (minor,)))
    assert "**2 findings (1 high, 1 low)**" in show_findings(incidents)
    assert (
        "| high | The ends of a link differ. | [a.cfg\\:4](#source=a.cfg%3A4) | a, B | link-mtu |"
        in show_findings(incidents, "a")
    )
    for chosen in ("low", "weak-password", "a low"):
        said = show_findings(incidents, chosen)
        assert ("keeps a key" in said, "ends of a link" in said) == (True, False)
    assert "**2 findings" in show_findings(incidents, "high low")
    assert "Nothing was found" in show_findings(incidents, "b low")
    assert "No finding is of odd. There are high, low, a, b, link-mtu" in show_findings(incidents, "odd")


def test_an_incident_tells_what_it_touches_and_little_ones_are_counted() -> None:
    line = SourceLine("s.log", 4, "x")
    flap = Finding("flapping", "high", ("a",), "a x went down.", (line,), since="2025-11-05T02:17:05Z")
    minor = Finding("described-but-down", "info", ("b",), "b y is shut down.", (line,))
    said = show_incidents((Incident("a x", (flap,), ("a x (circuit 7)",)), Incident("b y", (minor,))))
    assert "**2 incidents" in said
    alone = show_incidents((Incident("a x", (flap,)),))
    assert "**high** · a x went down. [s.log" in alone
    assert "**a x** · high · since 2025-11-05 02\\:17\\:05\nTouches a x \\(circuit 7\\)" in said
    assert "[Of little weight: 1 described-but-down](#ask=%2Ffindings%20info%20low)" in said
    assert show_incidents((Incident("a x", (flap,)),), "b") == "Nothing was found."


def test_where_findings_have_times_their_zone_is_said() -> None:
    line = SourceLine("s.log", 4, "x")
    flap = Finding("flapping", "high", ("a",), "a x went down.", (line,), since="2025-11-05T02:17:05Z")
    other = Finding("weak-password", "high", ("a",), "a keeps a key.", (line,))
    for show in (show_findings, show_incidents, list_incidents):
        assert "Times are in UTC" in show((Incident("a", (flap,)),))
        assert "Times" not in show((Incident("a", (other,)),))
    line = SourceLine("bare.log", 4, "Nov  5 02:17:05 a: link down")
    bare = Finding("flapping", "high", ("a",), "a x went down.", (line,), since="2025-11-05T02:17:05Z")
    said = show_findings((Incident("a", (flap, bare)),))
    assert "those of bare.log are as written, without a zone" in said


def test_a_load_tells_the_findings_of_its_own_files_and_counts_the_others() -> None:
    here, there = SourceLine("new.cfg", 9, "mtu 9000"), SourceLine("old.cfg", 4, "x")
    old = [Finding("k", "high", ("o",), f"Old one {number}.", (there,)) for number in range(6)]
    found = [Incident("", (one,)) for one in (*old, Finding("k", "high", ("n",), "New one.", (here, there)))]
    said = list_new_incidents(found, {"new.cfg"})
    assert "**One thing looks wrong:**" in said
    assert ("New one." in said, "Old one." in said) == (True, False)
    assert "[Elsewhere in the network: 6](#ask=%2Ffindings)" in said
    assert list_new_incidents([], {"new.cfg"}) == ""


PASTED = {
    "a statement": ("MATCH (n:Interface) RETURN n", True),
    "several lines": ("match (n)\nwhere n.mtu = 9100\nreturn count(n)", True),
    "a question": ("Match the interfaces to their VLANs, and return all", False),
    "a call of a procedure": ("CALL db.labels() YIELD label RETURN label", True),
}


@pytest.mark.parametrize(("text", "expected"), PASTED.values(), ids=PASTED)
def test_pasted_cypher_is_recognised(text: str, expected: bool) -> None:
    assert is_cypher(text) is expected


def test_help_lists_every_command() -> None:
    assert [line.split("`")[1] for line in show_commands().splitlines()] == [f"/{name}" for name in COMMANDS]


def test_a_failed_login_has_its_sentence_under_the_name_that_the_server_says() -> None:
    errors = our_words({})["auth"]["login"]["errors"]
    assert errors["Unauthorized"].startswith("Wrong name or password")
