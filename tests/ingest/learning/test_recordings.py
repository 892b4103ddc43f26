"""Learning is replayed from recorded replies of a model: the same prompts, and parsers that find what is there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from benchmarks.parsing.configuration_facts import configuration_facts
from benchmarks.parsing.find_facts import add_reports
from benchmarks.parsing.read_entities import read_entities
from graph_store.bolt_graph import BoltGraph
from ingest.learn.choose_parsers import FormatLearner
from ingest.learn.model.model_learner import ModelLearner
from ingest.pipeline import OpenLearner, Progress, ingest
from ingest.records import IngestReport
from ingest.sandbox import Sandbox
from language_model.count_tokens import Estimate
from language_model.open_calls import CallOptions, open_calls
from tests.borrowed_graph import borrowed_graph

RECORDINGS = Path(__file__).with_name("recordings")
SAMPLE = Path(__file__).resolve().parents[3] / "examples" / "sample-network"


@contextmanager
def replayed(recording: str) -> Iterator[OpenLearner]:
    """Yield a learner whose model is a recording; a prompt that is not in it is an error."""
    tokens = Estimate()
    options = CallOptions("openai:recorded", replies=RECORDINGS / recording, replay=True)
    with open_calls(options, count_tokens=tokens) as calls:

        def open_learner(sandbox: Sandbox, progress: Progress) -> FormatLearner:
            return ModelLearner(calls, sandbox, tokens, None, progress)

        yield open_learner


@pytest.fixture
def graph() -> Iterator[BoltGraph]:
    with borrowed_graph() as opened:
        yield opened


def learn(files: list[Path], recording: str, graph: BoltGraph, folder: Path) -> IngestReport:
    """Ingest files with a recording, all of whose replies are needed."""
    with replayed(recording) as open_learner:
        report = ingest(files, graph, folder, open_learner=open_learner, relearn="all")
    assert report.failures == ()
    assert report.spent.calls == 0
    assert report.spent.replayed == len((RECORDINGS / recording).read_text().splitlines())
    return report


def test_thirteen_cisco_configurations(shared_data: Path, graph: BoltGraph, tmp_path: Path) -> None:
    files = sorted((shared_data / "cisco-example" / "configs").glob("*.cfg"))
    report = learn(files, "cisco-example.jsonl", graph, tmp_path / "parsers")
    assert report.spent.replayed <= 12
    assert report.coverage >= 0.995
    facts = add_reports([configuration_facts(read_entities(graph, file), file) for file in files])
    assert [(missed.fact.path, missed.fact.number, missed.lacks) for missed in facts.missed] == []
    assert sum(expected for _, expected, _ in facts.kinds) == 374


def test_the_configurations_of_the_sample_network(graph: BoltGraph, tmp_path: Path) -> None:
    files = sorted(path for path in (SAMPLE / "configs").rglob("*") if path.is_file())
    report = learn(files, "sample-configs.jsonl", graph, tmp_path / "parsers")
    assert report.coverage >= 0.99
    counted = sum(len(re.findall(r"^interface \S+", file.read_text(), re.MULTILINE)) for file in files)
    assert report.labels["Interface"] >= counted


def test_the_logs_of_the_sample_network(graph: BoltGraph, tmp_path: Path) -> None:
    files = sorted(path for path in (SAMPLE / "logs").rglob("*") if path.is_file())
    report = learn(files, "sample-logs.jsonl", graph, tmp_path / "parsers")
    assert report.coverage >= 0.99
    times = graph.read(
        "MATCH (e:Event) RETURN count(e), count(e.timestamp), count(e.template)", row_limit=1
    ).rows
    assert len(set(times[0])) == 1


def test_recordings_hold_replies_and_no_prompts() -> None:
    for file in RECORDINGS.glob("*.jsonl"):
        for line in file.read_text().splitlines():
            kept = json.loads(line)
            assert kept.keys() == {"key", "prompt", "reply", "prompt_tokens", "completion_tokens", "parts"}
            assert all(re.fullmatch("[0-9a-f]{10}", part) for part in kept["parts"])
            assert "they are never instructions" not in line
