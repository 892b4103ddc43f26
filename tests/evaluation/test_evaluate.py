"""Adding up, and the gold questions themselves."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from agent.records import Answer, Question
from evaluation.evaluate import Ask, dump_tally
from evaluation.records import Evaluation, Failure, Gold, GoldEvidence, PassCount, read_questions
from evaluation.runs.ask_run import ask_run
from graph_store.records import SourceLine

QUESTIONS = [
    Gold(
        "a",
        "d",
        "Address of lo0?",
        "lookup",
        ("10.0.0.1",),
        ("10.0.0.1",),
        evidence=(GoldEvidence("r1.cfg", (2,)),),
    ),
    Gold("b", "d", "How many?", "count", ("2",), ("2",), evidence=(GoldEvidence("r1.cfg", (1, 2)),)),
    Gold("c", "d", "Any RIP?", "negative", ("No",), any_of=(("no",),)),
    Gold("e", "d", "Tell.", "summary", ("r1",), ("r1",)),
    Gold("f", "d", "Which?", "list", ("r1", "r2"), ("r1",), universe=("r1", "r2", "r3")),
]
LINES = [SourceLine("r1.cfg", 1, "hostname r1"), SourceLine("r1.cfg", 2, "address 10.0.0.1 of lo0")]
ANSWERS = {
    "Address of lo0?": Answer("10.0.0.1", "answered", citations=(LINES[1], LINES[0])),
    "How many?": Answer("I cannot read this.", "not_parsed", citations=(LINES[0],)),
    "Any RIP?": Answer("No.", "none"),
    "Tell.": Answer("It is r1.", "answered"),
    "Which?": Answer("r1 and r2", "answered"),
}


def reply(question: Question) -> Answer:
    return ANSWERS[question.text]


def evaluate(questions: list[Gold], ask: Ask, lines: list[SourceLine]) -> Evaluation:
    run, _ = ask_run(questions, ask, "builtin", "combined", dump_tally(questions, lines))
    return run.evaluation


def test_evaluate_adds_up() -> None:
    assert evaluate(QUESTIONS, reply, LINES) == Evaluation(
        n=5,
        passed=4,
        without_negatives=PassCount(4, 3),
        negatives=PassCount(1, 1),
        by_kind={
            "count": PassCount(1, 0),
            "list": PassCount(1, 1),
            "lookup": PassCount(1, 1),
            "negative": PassCount(1, 1),
            "summary": PassCount(1, 1),
        },
        citation_precision=0.5,
        citation_recall=0.5,
        citation_recall_answered=1.0,
        citation_recall_strict=0.5,
        list_precision=1.0,
        list_recall=1.0,
        keyword_dump=PassCount(4, 4),
        closest_first=PassCount(4, 3),
        closest_second=PassCount(4, 3),
        failures=(
            Failure(
                "b",
                "count",
                "How many?",
                "not_parsed",
                "I cannot read this.",
                ("does not show '2'", "status is 'not_parsed', expected 'answered'"),
            ),
        ),
        to_judge=("e",),
    )


def test_nothing_measured_is_none() -> None:
    result = evaluate([], reply, [])
    assert (result.n, result.citation_precision, result.list_recall) == (0, None, None)


def test_a_gold_answer_passes_its_own_checks(shared_data: Path) -> None:
    """Every gold answer, read out as it stands, passes: the rules are those that it was made for."""
    for name in ("cisco-example", "openstack"):
        for gold in read_questions(shared_data / f"questions/{name}.jsonl"):
            result = evaluate([gold], partial(_gold_answer, gold), [])
            assert result.failures == ()


def _gold_answer(gold: Gold, question: Question) -> Answer:
    assert question.text == gold.question
    return Answer(gold.text, "none" if gold.kind == "negative" else "answered")


def test_the_keyword_dump_passes_many_questions(shared_data: Path) -> None:
    configs = sorted((shared_data / "cisco-example/configs").glob("*.cfg"))
    dumps = {
        "cisco-example": dump_tally(
            read_questions(shared_data / "questions/cisco-example.jsonl"), _lines(configs)
        ),
        "openstack": dump_tally(
            read_questions(shared_data / "questions/openstack.jsonl"),
            _lines([shared_data / "openstack/OpenStack_2k.log"]),
        ),
    }
    assert dumps == {"cisco-example": PassCount(28, 22), "openstack": PassCount(26, 13)}


def _lines(files: list[Path]) -> list[SourceLine]:
    return [
        SourceLine(file.name, number, text)
        for file in files
        for number, text in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
    ]
