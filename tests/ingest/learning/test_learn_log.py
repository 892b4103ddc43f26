"""Learning a log: a page of shapes a request, then what no template fits, and the rest without the model."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from graph_store.records import SourceLine
from ingest.errors import NothingLearned
from ingest.learn.compose_parser import compose_parser
from ingest.learn.model.learn_format import LearningReport, learn_format
from ingest.learn.model.model_learner import run_whole
from ingest.learn.model.records import LearnedFormat
from ingest.pipeline import no_progress
from ingest.sandbox import RawRecord, Sandbox
from language_model.count_tokens import Estimate
from language_model.errors import LanguageModelError, ModelUnavailable
from tests.ingest.learning.scripted_calls import ScriptedCalls

LINES = [
    *(f"2024-05-01 10:00:{second:02d} INFO api: served GET /v1/x in {second} ms" for second in range(20)),
    *(f"2024-05-01 10:01:{second:02d} WARN db: replica r{second} is slow" for second in range(10)),
    "2024-05-01 10:02:00 ERROR api: cannot reach 10.0.0.9",
    "  File api.py, line 3",
    "2024-05-01 10:03:00 INFO jobs: job export ended",
    "2024-05-01 10:04:00 INFO jobs: 3 rows left over",
]
HEADER = r'HEADER = r"(?P<timestamp_text>\S+ \S+) (?P<level>[A-Z]+) (?P<component>\S+): "'
SERVED = '("RequestServed", "served <method=[A-Z]+> <path> in <duration_ms:int> ms")'
SLOW = '("ReplicaSlow", "replica <replica> is slow")'
REST = (
    '("Unreachable", "cannot reach <address>"), ("JobEnded", "job <job> ended"), '
    '("RowsLeft", "<rows:int> rows left over")'
)
FIRST, MORE = "Below are records of one log", "A log is read by this header"


def table(*rows: str, header: str = HEADER, name: str = "EVENTS =") -> str:
    return f"```python\n{header}\n{name} [{', '.join(rows)}]\n```"


def learn(
    sandbox: Sandbox,
    first: Sequence[str | LanguageModelError],
    more: Sequence[str] = (),
    lines: Sequence[str] = LINES,
) -> tuple[list[RawRecord], LearnedFormat, LearningReport, ScriptedCalls]:
    calls = ScriptedCalls({FIRST: first, MORE: more})
    document = [SourceLine("app.log", number, text) for number, text in enumerate(lines, start=1)]
    learned, report = learn_format([document], "log", None, calls, sandbox, Estimate(), no_progress)
    sources = {section.name: section.source for section in learned.sections}
    records, _ = run_whole(compose_parser(learned.division.source, sources, "log"), [document], sandbox)
    return records, learned, report, calls


def test_one_request_shows_one_line_of_each_shape_and_a_bare_table_is_enough(sandbox: Sandbox) -> None:
    records, _, report, calls = learn(sandbox, [table(SERVED, SLOW, REST)])
    assert (len(calls.asked), report.failures) == (1, [])
    shown = calls.asked[0][1][-1].text.split("~~~~lines\n")[1]
    assert shown.count("served GET") == 1
    assert [record.type for record in records].count("RequestServed") == 20
    assert not any(record.type == "OtherEvent" for record in records)
    assert records[0].values["template"] == "served GET <*> in <*> ms"
    assert records[30].lines == ((30, 31),)


def test_what_no_template_fits_is_asked_for_with_the_header_and_the_types_only(sandbox: Sandbox) -> None:
    records, _, _, calls = learn(sandbox, [table(SERVED)], [table(SLOW, REST, header="", name="EVENTS +=")])
    assert len(calls.asked) == 2
    asked = calls.asked[1][1][-1].text
    assert HEADER in asked
    assert "RequestServed" in asked
    assert "served <method" not in asked
    assert "served GET" not in asked
    assert "replica r" in asked
    assert not any(record.type == "OtherEvent" for record in records)


def test_a_later_table_that_forgets_the_plus_is_added_all_the_same(sandbox: Sandbox) -> None:
    records, *_ = learn(sandbox, [table(SERVED)], [table(SLOW, REST, header="")])
    assert {record.type for record in records} >= {"RequestServed", "ReplicaSlow", "JobEnded"}


def test_two_shapes_left_over_get_templates_without_another_call(sandbox: Sandbox) -> None:
    rows = (SERVED, SLOW, '("Unreachable", "cannot reach <address>")')
    records, _, _, calls = learn(sandbox, [table(*rows)])
    assert len(calls.asked) == 1
    assert not any(record.type == "OtherEvent" for record in records)
    assert records[-1].values["template"] == "<*> rows left over"


def test_a_header_that_matches_some_records_only_goes_back_with_the_lines(sandbox: Sandbox) -> None:
    strict = HEADER.replace("[A-Z]+", "INFO")
    _, _, report, calls = learn(
        sandbox, [table(SERVED, SLOW, REST, header=strict), table(SERVED, SLOW, REST)]
    )
    assert (len(calls.asked), report.failures) == (2, [])
    told = calls.asked[1][1][-1].text
    assert "the header does not match these lines" in told
    assert "WARN db: replica r0 is slow" in told


def test_a_host_that_is_none_goes_back(sandbox: Sandbox) -> None:
    wrong = HEADER.replace("level", "host")
    _, _, _, calls = learn(sandbox, [table(SERVED, SLOW, REST, header=wrong), table(SERVED, SLOW, REST)])
    assert "no names of hosts" in calls.asked[1][1][-1].text


def test_an_addition_that_does_not_run_is_forgotten(sandbox: Sandbox) -> None:
    broken = "```python\nEVENTS += [(\n```"
    records, _, report, calls = learn(
        sandbox, [table(SERVED)], [broken, table(SLOW, REST, header="", name="EVENTS +=")]
    )
    assert (len(calls.asked), report.failures) == (3, [])
    assert not any(record.type == "OtherEvent" for record in records)


def test_a_model_that_goes_away_leaves_what_it_wrote_and_the_rest_is_templated(sandbox: Sandbox) -> None:
    gone = ModelUnavailable("parse", "no answer")
    records, _, report, _ = learn(sandbox, [table(SERVED)], [gone])  # type: ignore[list-item]
    assert report.stopped
    assert [record.type for record in records].count("RequestServed") == 20
    assert not any(record.type == "OtherEvent" for record in records)


def test_a_model_that_is_away_from_the_start_is_an_error(sandbox: Sandbox) -> None:
    with pytest.raises(ModelUnavailable):
        learn(sandbox, [ModelUnavailable("parse", "no answer")])


def test_several_headers_are_a_list(sandbox: Sandbox) -> None:
    lines = [*LINES[:20], *(f"db: replica r{number} is slow" for number in range(20))]
    header = f'{HEADER.replace("= r", "= [r")}, r"(?P<component>[a-z]+): "]'
    records, _, report, _ = learn(sandbox, [table(SERVED, SLOW, header=header)], (), lines)
    types = [record.type for record in records]
    assert (types.count("RequestServed"), types.count("ReplicaSlow")) == (20, 20)
    assert report.failures == []


def test_a_line_that_is_cut_says_so(sandbox: Sandbox) -> None:
    lines = [*LINES[:20], f"2024-05-01 10:09:00 INFO api: dump {'word ' * 300}end"]
    _, _, _, calls = learn(sandbox, [table(SERVED, '("Dump", "dump <dump:text>")')], (), lines)
    assert "[line cut here]" in calls.asked[0][1][-1].text


def test_a_model_may_say_that_this_is_no_log(sandbox: Sandbox) -> None:
    with pytest.raises(NothingLearned, match="no log: a configuration of a router"):
        learn(sandbox, ["NO LOG: a configuration of a router"])
