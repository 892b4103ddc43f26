"""Right parsers of a log score high and wrong ones low, whatever form they give their templates in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.parsing.log_accuracy import describe_accuracy, log_accuracy, read_truth
from benchmarks.parsing.read_entities import UnreadableTruthError
from benchmarks.parsing.records import LogAccuracy, WrongGroup
from graph_store.records import Entity, Value

LOG = """\
10:00:01 INFO [r1] link 7 up
10:00:02 INFO [r2] link 8 up
10:00:03 WARN [r1] link 7 down after 2.50 s
10:00:04 INFO [r2] login of ann
"""
CSV = """\
LineId,Level,Content,EventId,EventTemplate
1,INFO,link 7 up,E1,link <*> up
2,INFO,link 8 up,E1,link <*> up
3,WARN,link 7 down after 2.50 s,E2,link <*> down after <*>.<*> s
4,INFO,login of ann,E3,login of <*>
"""
RECORDS: tuple[tuple[str, dict[str, Value]], ...] = (
    ("Up", {"link": 7, "message": "link 7 up", "template": "link <*> up", "host": "r1"}),
    ("Up", {"link": 8, "message": "link 8 up", "template": "link <*> up", "host": "r2"}),
    (
        "Down",
        {
            "link": 7,
            "seconds": 2.5,
            "message": "link 7 down after 2.50 s",
            "template": "link <*> down after <*> s",
            "host": "r1",
        },
    ),
    ("Login", {"user": "ann", "message": "login of ann", "template": "login of <*>", "host": "r2"}),
)
Change = Callable[[str, dict[str, Value]], tuple[str, dict[str, Value]]]


def entities(change: Change = lambda kind, values: (kind, values)) -> list[Entity]:
    changed = [change(kind, dict(values)) for kind, values in RECORDS]
    return [
        Entity(kind, "", ordinal, values, (ordinal + 1,)) for ordinal, (kind, values) in enumerate(changed)
    ]


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    log, truth = tmp_path / "a.log", tmp_path / "a.log_structured.csv"
    log.write_text(LOG)
    truth.write_text(CSV)
    return log, truth


def without(*names: str) -> Change:
    return lambda kind, values: (
        kind,
        {name: value for name, value in values.items() if name not in names},
    )


def header_kept(kind: str, values: dict[str, Value]) -> tuple[str, dict[str, Value]]:
    message = f"[{values['host']}] {values['message']}"
    return kind, {**values, "message": message, "template": f"[<*>] {values['template']}"}


def first_word_lost(kind: str, values: dict[str, Value]) -> tuple[str, dict[str, Value]]:
    message, template = str(values["message"]), str(values["template"])
    return kind, {
        **values,
        "message": message.partition(" ")[2],
        "template": template.partition(" ")[2],
        "verb": message.partition(" ")[0],
    }


def named_placeholders(kind: str, values: dict[str, Value]) -> tuple[str, dict[str, Value]]:
    template = {"Up": "link {link} up", "Down": "link {link} down after {seconds} s"}
    return kind, {**values, "template": template.get(kind, "login of <user>")}


def all_one(_: str, values: dict[str, Value]) -> tuple[str, dict[str, Value]]:
    return "Event", {**values, "template": "<*>"}


def no_variable(kind: str, values: dict[str, Value]) -> tuple[str, dict[str, Value]]:
    return kind, {"message": values["message"]}


def up_and_down_merged(kind: str, values: dict[str, Value]) -> tuple[str, dict[str, Value]]:
    return ("Link", {**values, "template": "link <*>"}) if kind != "Login" else (kind, values)


PARSERS: dict[str, tuple[Change, float, float]] = {
    "a right parser": (lambda kind, values: (kind, values), 1.0, 1.0),
    "a right parser without templates": (without("template"), 1.0, 1.0),
    "a right parser without messages": (without("message"), 1.0, 1.0),
    "values alone": (without("message", "template"), 1.0, 1.0),
    "a message that keeps some of the header": (header_kept, 1.0, 1.0),
    "a message that lost a word of the content, which is a value": (first_word_lost, 1.0, 0.0),
    "placeholders with names": (named_placeholders, 1.0, 1.0),
    "all lines in one group": (all_one, 0.0, 0.0),
    "no variable found at all": (no_variable, 0.5, 0.0),
    "two templates in one group": (up_and_down_merged, 0.25, 0.25),
}


@pytest.mark.parametrize(("change", "grouping", "parsing"), PARSERS.values(), ids=PARSERS)
def test_log_accuracy(files: tuple[Path, Path], change: Change, grouping: float, parsing: float) -> None:
    found = log_accuracy(entities(change), *files)
    assert (found.grouping, found.parsing) == (grouping, parsing)


def test_a_line_without_a_record_is_wrong_even_alone_in_its_group(files: tuple[Path, Path]) -> None:
    found = log_accuracy(entities()[:3], *files)
    assert (found.unread, found.grouping, found.parsing) == (1, 0.75, 0.75)
    assert found.wrong_groups == (WrongGroup("login of <*>", 1, (("(no record)", 1),), ()),)


def test_by_template_every_template_counts_once(files: tuple[Path, Path]) -> None:
    found = log_accuracy(entities(up_and_down_merged), *files)
    assert found.grouping_f1 == pytest.approx(2 * 1 / (2 + 3))
    assert found.template_f1 == pytest.approx(2 * 1 / (2 + 3))


def test_the_worst_groups_say_what_was_merged_and_split(files: tuple[Path, Path]) -> None:
    merged = log_accuracy(entities(up_and_down_merged), *files).wrong_groups[0]
    assert merged == WrongGroup(
        "link <*> up", 2, (("Link: link <*>", 2),), (("link <*> down after <*>.<*> s", 1),)
    )
    split = log_accuracy(entities(no_variable), *files).wrong_groups
    assert split == (WrongGroup("link <*> up", 2, (("Up: link 7 up", 1), ("Up: link 8 up", 1)), ()),)


def test_the_figures_are_told(files: tuple[Path, Path]) -> None:
    told = describe_accuracy(log_accuracy(entities(up_and_down_merged), *files))
    assert "grouping accuracy (GA)  0.2500" in told
    assert "  merged with, 1 lines: link <*> down after <*>.<*> s" in told


def test_only_the_first_line_of_a_record_has_its_template(files: tuple[Path, Path]) -> None:
    first, second, *rest = entities()
    joined = Entity(first.type, "", 0, first.values, (*first.lines, *second.lines))
    found = log_accuracy([joined, *rest], *files)
    assert (found.unread, found.grouping) == (1, 0.5)


BAD_TRUTHS = {
    "a missing column": ("LineId,Content\n1,x\n", "no column EventTemplate"),
    "a line number that is none": ("LineId,Content,EventTemplate\nx,a,b\n", "LineId is 'x'"),
}


@pytest.mark.parametrize(("text", "message"), BAD_TRUTHS.values(), ids=BAD_TRUTHS)
def test_a_bad_truth_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "bad.csv"
    path.write_text(text)
    with pytest.raises(UnreadableTruthError, match=message):
        read_truth(path)


def real(shared_data: Path, change: Callable[[int, str, str], dict[str, Value]]) -> LogAccuracy:
    """Judge a parser of the real log that knows the truth, and spoils it."""
    log = shared_data / "openstack" / "OpenStack_2k.log"
    structured = log.with_name(f"{log.name}_structured.csv")
    truth = read_truth(structured)
    records = [
        Entity("E", "", line.number, change(line.number, line.content, line.template), (line.number,))
        for line in truth
    ]
    return log_accuracy(records, log, structured)


def test_the_truth_itself_is_right(shared_data: Path) -> None:
    found = real(shared_data, lambda _, content, template: {"message": content, "template": template})
    assert (found.lines, found.true_templates) == (2000, 43)
    assert (found.grouping, found.parsing, found.grouping_f1, found.template_f1) == (1.0, 1.0, 1.0, 1.0)


def test_a_tenth_of_the_truth_spoilt_costs_a_tenth(shared_data: Path) -> None:
    found = real(
        shared_data,
        lambda number, content, template: {
            "message": content,
            "template": f"spoilt {template}" if number % 10 == 0 else template,
        },
    )
    assert found.parsing == 0.9
    assert found.grouping < 0.1


def test_the_length_of_a_message_is_no_template(shared_data: Path) -> None:
    found = real(
        shared_data, lambda _, content, __: {"message": content, "template": "<*> " * len(content.split())}
    )
    assert found.parsing == 0.0
    assert Counter(wrong.lines > 0 for wrong in found.wrong_groups)[True] > 20
