"""What a load says: before, while and after it runs; and the page of what is loaded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from chat.asking.commands import read_word
from chat.documents.documents_view import choose_paths, say_no_such, show_documents
from chat.loading.load_view import ask_for_model, draw_progress, needs_model, report_load, say_taken
from graph_store.records import Document
from ingest.files.read_share import OPEN, read_share
from ingest.files.unpack import Taken
from workspace.folders import file_of, forget_files, keep_files
from workspace.load_job import (
    Done,
    Failed,
    JobEvent,
    LoadJob,
    Progressed,
    read_event,
    read_job,
    write_event,
    write_job,
)
from workspace.overview import Loaded
from workspace.place_files import Arrival

PLAN: dict[str, Any] = {
    "model": "openai:x",
    "formats": [{}, {}],
    "calls": [4, 9],
    "tokens": [1000, 2500],
    "cost_usd": [0.01, 0.04],
}
REPORT: dict[str, Any] = {
    "documents": 2,
    "lines": 1000,
    "lines_explained": 999,
    "coverage": 0.999,
    "field_coverage": 0.75,
    "entities": 12,
    "labels": {"Interface": 12},
    "parsers": ["configuration-a"],
    "model": "builtin",
    "unexplained": [{"path": "a.cfg", "line": 7, "text": "odd <thing>"}],
    "unexplained_total": 31,
    "passed_over": [{"path": "b.bin", "reason": "binary file"}],
    "prose": [],
    "failures": [],
    "doubts": [{"path": "a.log", "reason": "device", "lines": [4], "sentence": "'down' is no device"}],
}


def test_progress_is_a_bar() -> None:
    drawn = draw_progress("Loading 4 files", Progressed("load", 1, 4), 2.0)
    assert f"`{'█' * 6}{'░' * 18}` 25%" in drawn
    assert "1 of 4" in drawn


PROGRESS: dict[str, tuple[Progressed | None, str]] = {
    "another load goes first": (None, "Waiting for its turn."),
    "a stage without parts shows the time": (Progressed("learn", 0, 1), "written · 2.0 s"),
    "a bar does not stand at its end": (Progressed("load", 1, 1), "looking for what is wrong · 2.0 s"),
    "nor just before it": (Progressed("load", 0, 1, 0.99), "looking for what is wrong · 2.0 s"),
    "an unknown stage is named": (Progressed("relate", 1, 2), "relate · 1 of 2"),
}


@pytest.mark.parametrize(("told", "expected"), PROGRESS.values(), ids=PROGRESS)
def test_what_progress_says(told: Progressed | None, expected: str) -> None:
    assert expected in draw_progress("Loading", told, 2.0)


def test_a_part_of_the_only_file_is_a_bar_with_an_end() -> None:
    drawn = draw_progress("Loading 1 file", Progressed("load", 0, 1, 0.25), 2.0)
    assert f"`{'█' * 6}{'░' * 18}` 25%" in drawn
    assert "0 of 1" in drawn
    assert "` 38%" in draw_progress("x", Progressed("load", 1, 4, 0.5), 2.0)


@pytest.mark.skipif(not OPEN.is_dir(), reason="no /proc: the system does not tell how far a file is read")
def test_how_much_of_an_open_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "big.log").write_bytes(b"x" * 1000)
    assert read_share([tmp_path]) == 0.0
    with (tmp_path / "big.log").open("rb", buffering=0) as file:
        file.read(250)
        assert read_share([tmp_path]) == 0.25
        assert read_share([tmp_path / "other"]) == 0.0
        file.read()
        assert read_share([tmp_path]) == 1.0


def test_a_bar_without_an_end_moves_to_and_fro() -> None:
    begun, later, back = (draw_progress("x", Progressed("learn", 0, 1), now) for now in (0.0, 1.0, 8.5))
    assert f"`{'█' * 5}{'░' * 19}`" in begun
    assert f"`{'░' * 4}{'█' * 5}{'░' * 15}`" in later
    assert f"`{'░' * 4}{'█' * 5}{'░' * 15}`" in back


def test_a_model_is_asked_for_with_its_cost() -> None:
    said = ask_for_model(PLAN)
    assert "4 to 9 calls, 1,000 to 2,500 tokens, 0.01 to 0.04 USD" in said
    assert "nothing was sent yet" in said
    assert "price not known" in ask_for_model({**PLAN, "cost_usd": None})


NEEDS: dict[str, tuple[dict[str, Any], bool]] = {
    "new formats do": (PLAN, True),
    "known formats do not": ({**PLAN, "calls": [0, 0]}, False),
    "the builtin learner does not": ({**PLAN, "model": "builtin"}, False),
}


@pytest.mark.parametrize(("plan", "expected"), NEEDS.values(), ids=NEEDS)
def test_what_needs_a_model(plan: dict[str, Any], expected: bool) -> None:
    assert needs_model(plan) is expected


def test_the_report_tells_coverage_and_what_was_not_explained() -> None:
    said = report_load(Arrival(new=("a.cfg",), changed=("c.cfg",)), REPORT, 3.0)
    for part in (
        "**Loaded 2 documents.**",
        "1 new, 1 replaced",
        "1,000, of which parsers explain 99.9 %",
        "**Lines that no parser explains: 31**",
        "- \\[[a.cfg\\:7](#source=a.cfg%3A7)\\] odd \\<thing\\>",
        "30 more: write `unexplained` to see them",
        "- b.bin\\: binary file",
        "**Doubtful: 1**",
        "- a.log\\:4\\: 'down' is no device",
    ):
        assert part in said


def test_what_a_load_changed_comes_before_its_counts() -> None:
    said = report_load(Arrival(changed=("c.cfg",)), REPORT, 3.0, changes="**c.cfg: 1 changed**")
    assert said.index("**c.cfg: 1 changed**") < said.index("1 replaced")
    assert "tells what changed" not in said


def test_an_arrival_without_what_was_passed_over() -> None:
    assert Arrival(("a", "b"), changed=("c",)).without({"b", "c"}) == Arrival(("a",))


def test_what_was_taken_has_a_size() -> None:
    assert say_taken([Taken("a", 1_200_000)]) == "1 file, 1.2 MB"
    assert say_taken([]) == "0 files, 0 bytes"


TOLD: tuple[JobEvent, ...] = (Progressed("load", 1, 2), Done({"lines": 1}), Failed("no"))


@pytest.mark.parametrize("told", TOLD, ids=lambda told: type(told).__name__)
def test_what_a_job_tells_is_read_again(told: JobEvent) -> None:
    assert read_event(write_event(told)) == told


def test_other_output_of_a_process_is_passed_over() -> None:
    assert [read_event(line) for line in ("hello", "[1]", '{"kind": "x"}', '{"kind": "done", "y": 1}')] == [
        None
    ] * 4


def test_a_job_is_read_again() -> None:
    job = LoadJob("load", "kg", ("a b", "c"), "openai:x")
    assert read_job(write_job(job)) == job


LOADED = (
    Loaded(Document("a|b.cfg", "x", "configuration", 1, 100, 99, "a"), 5),
    Loaded(Document("notes.txt", "y", "text", 2, 10, 10), 0),
)


def test_the_page_of_documents() -> None:
    said = show_documents(LOADED)
    assert "**2 documents** · 110 lines, of which parsers explain 99.1 % · 1 device · 5 entities" in said
    assert r"| [a\|b.cfg](#source=a%7Cb.cfg%3A1) | 100 | 99.0 % | 5 | a | configuration |" in said
    assert "| [notes.txt](#source=notes.txt%3A1) | 10 | text only | 0 | - | text |" in said
    assert "1 line is explained by no parser" in said


PATHS = ("logs/a.log", "logs/b.log", "a[1].cfg")
CHOSEN = {
    "a name": ("logs/a.log", ("logs/a.log",)),
    "a name in quotes": ("`logs/a.log`", ("logs/a.log",)),
    "a pattern": ("logs/*", ("logs/a.log", "logs/b.log")),
    "a name that looks like a pattern": ("a[1].cfg", ("a[1].cfg",)),
    "no name": ("logs", ()),
}


@pytest.mark.parametrize(("pattern", "expected"), CHOSEN.values(), ids=CHOSEN)
def test_choose_paths(pattern: str, expected: tuple[str, ...]) -> None:
    assert choose_paths(pattern, PATHS) == expected


def test_an_unknown_document_has_near_names() -> None:
    assert say_no_such("a.lg", ["a.log"]) == "No document is called a.lg. Did you mean a.log?"


WORDS = {
    "a word": ("documents", ("documents", "")),
    "a word with a path": ("Remove logs/*", ("remove", "logs/*")),
    "a slash before it": ("/remove a name with blanks.cfg", ("remove", "a name with blanks.cfg")),
    "a question that begins with it": ("documents that mention bgp", ("", "")),
    "a question of two words": ("remove acl?", ("", "")),
    "numbers behind one word": ("documents core1 2 1", ("documents", "core1 2 1")),
    "another word": ("status", ("", "")),
    "nothing": ("", ("", "")),
}


@pytest.mark.parametrize(("text", "expected"), WORDS.values(), ids=WORDS)
def test_a_word_is_told_from_a_question(text: str, expected: tuple[str, str]) -> None:
    assert read_word(text, {"documents", "remove"}) == expected


def test_files_are_kept_and_forgotten(tmp_path: Any) -> None:
    kg, incoming = str(tmp_path / "kg"), tmp_path / "in"
    (incoming / "logs").mkdir(parents=True)
    (incoming / "logs" / "a.log").write_text("a", "utf-8")
    keep_files(kg, incoming, ["logs/a.log", "not there"])
    assert file_of(kg, "logs/a.log").read_text("utf-8") == "a"
    forget_files(kg, ["logs/a.log"])
    assert not file_of(kg, "logs/a.log").parent.exists()
