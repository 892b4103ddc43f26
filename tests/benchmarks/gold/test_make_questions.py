"""Every gold question made from the test data holds by its own checks; skipped without the data."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.gold.errors import DataMissingError
from benchmarks.gold.make_questions import DATA_SETS, MOST_LINES, main, read_lines, write_questions
from benchmarks.gold.records import DataSet
from evaluation.records import NEGATIVE, parse_question
from evaluation.score_answer import LONGEST_ANSWER, check_words, score_list

DATA = Path(__file__).resolve().parents[4] / "shared" / "data"
WHOLE_LINE = 40
"""Shorter lines may well be an answer of their own."""
KINDS = {"lookup", "list", "count", "aggregate", "exists", "temporal", "multi-hop", NEGATIVE}

needs_data = pytest.mark.skipif(not DATA.is_dir(), reason=f"no test data in {DATA}")
each_set = pytest.mark.parametrize("data_set", DATA_SETS, ids=[each.name for each in DATA_SETS])


@needs_data
@each_set
def test_every_gold_answer_passes_its_own_checks(data_set: DataSet) -> None:
    for text in write_questions(data_set, read_lines(DATA, data_set.files)):
        gold = parse_question(text)
        listed = score_list(gold, gold.text)
        assert (gold.question, check_words(gold, gold.text)) == (gold.question, ())
        assert gold.kind == NEGATIVE or gold.must_contain or gold.any_of or gold.numeric
        assert listed is None or (gold.question, listed.missing, listed.extras) == (gold.question, (), ())
        assert len(gold.text) < LONGEST_ANSWER


@needs_data
@each_set
def test_evidence_names_lines_that_are_there(data_set: DataSet) -> None:
    lines = read_lines(DATA, data_set.files)
    there = {(line.file, line.number) for line in lines if line.text.strip()}
    for text in write_questions(data_set, lines):
        gold = parse_question(text)
        places = {(each.file, number) for each in gold.evidence for number in each.line_numbers}
        assert places <= there, gold.question
        assert all(0 < len(each.line_numbers) <= MOST_LINES for each in gold.evidence)
        assert (gold.kind == NEGATIVE) <= (not gold.evidence)


@needs_data
@each_set
def test_what_a_negative_asks_for_is_nowhere_in_the_files(data_set: DataSet) -> None:
    files = {path: path.read_text(errors="replace") for path in DATA.glob(data_set.files)}
    for ask in data_set.questions:
        assert bool(ask.absent) == (ask.kind == NEGATIVE), ask.question
        for pattern in ask.absent:
            found = [path for path, text in files.items() if re.search(pattern, text, re.IGNORECASE)]
            assert (pattern, found) == (pattern, [])


@needs_data
@each_set
def test_no_whole_line_of_the_data_is_written(data_set: DataSet) -> None:
    lines = read_lines(DATA, data_set.files)
    written = "\n".join(write_questions(data_set, lines))
    long_lines = {line.own for line in lines if len(line.own) >= WHOLE_LINE}
    assert [line for line in long_lines if json.dumps(line)[1:-1] in written] == []


@needs_data
def test_a_file_is_written_per_data_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(DATA), str(tmp_path / "out")]) == 0
    written = {path.stem: len(path.read_text().splitlines()) for path in (tmp_path / "out").iterdir()}
    assert written == {each.name: len(each.questions) for each in DATA_SETS}
    assert "nxos: 12 (" in capsys.readouterr().out


@each_set
def test_kinds_are_mixed_with_about_one_negative_in_five(data_set: DataSet) -> None:
    kinds = Counter(ask.kind for ask in data_set.questions)
    assert kinds.keys() <= KINDS
    assert 0.1 <= kinds[NEGATIVE] / kinds.total() <= 0.3
    assert len({ask.question for ask in data_set.questions}) == kinds.total()


def test_missing_data_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path), str(tmp_path / "out")]) == 1
    assert "no file 'multi-vendor/juniper-evpn/*.cfg' found" in capsys.readouterr().err
    with pytest.raises(DataMissingError):
        read_lines(tmp_path, "*.log")
