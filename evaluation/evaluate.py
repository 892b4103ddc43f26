"""Asks every gold question and adds up the scores, beside those of a keyword search."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from statistics import fmean

from agent.records import Answer, Question
from evaluation.records import NEGATIVE, SUMMARY, Evaluation, Failure, Gold, PassCount, Score
from evaluation.score_answer import FIRST, SECOND, check_words, score_answer
from graph_store.graph import ReadableGraph
from graph_store.records import Document, SourceLine

# Every source line of a graph, for the keyword dump.


LINES_AT_ONCE = 5_000
LINES = "UNWIND $ids AS id MATCH (l:Line {id: id}) RETURN l.path AS path, l.number AS number, l.text AS text"


def source_lines(graph: ReadableGraph, documents: Sequence[Document]) -> list[SourceLine]:
    """Read the lines of the documents, in the order of their paths."""
    found = []
    for document in sorted(documents, key=lambda each: each.path):
        numbers = range(1, document.lines + 1)
        for first in range(0, document.lines, LINES_AT_ONCE):
            ids = [document.serial * 2**32 + number for number in numbers[first : first + LINES_AT_ONCE]]
            rows = graph.read(LINES, {"ids": ids}, row_limit=LINES_AT_ONCE).rows
            found += [SourceLine(str(path), int(str(number)), str(text)) for path, number, text in rows]
    return sorted(found, key=lambda line: (line.path, line.number))


# Ask every gold question and add up the scores, with the keyword dump's beside them.


# The baseline beside every result: the lines that share most words with the question, no understanding.


DUMP_LINES = 200
_WORD = re.compile(r"[\w./:-]+")


def keyword_dump(question: str, lines: Sequence[SourceLine], count: int = DUMP_LINES) -> str:
    """Join the `count` lines that hold most different words of the question, each as "path:number: text".

    Ties keep the order of `lines`, and lines without any of the words fill up what is left.
    """
    wanted = set(_WORD.findall(question.lower()))
    shared = [len(wanted.intersection(_WORD.findall(line.text.lower()))) for line in lines]
    best = sorted(range(len(lines)), key=lambda index: -shared[index])[:count]
    return "\n".join(f"{lines[index].path}:{lines[index].number}: {lines[index].text}" for index in best)


CLAIMED = ("answered", "none")
Ask = Callable[[Question], Answer]


def evaluate(
    questions: Sequence[Gold],
    ask: Ask,
    lines: Sequence[SourceLine],
    on_score: Callable[[Score], None] = lambda score: None,
) -> Evaluation:
    """Ask and score all questions; `lines` are the source lines that the keyword dump chooses from."""
    scores = []
    for gold in questions:
        scores.append(
            score_answer(gold, ask(Question(gold.question)), known_entities(questions, gold.dataset))
        )
        on_score(scores[-1])
    return add_up(scores, dump_tally(questions, lines))


def known_entities(questions: Iterable[Gold], dataset: str) -> set[str]:
    """Collect the names of a data set's entities: the universes of its questions."""
    return {name for gold in questions if gold.dataset == dataset for name in gold.universe}


def dump_tally(questions: Iterable[Gold], lines: Sequence[SourceLine]) -> PassCount:
    """Score the keyword dump by the word checks alone, over the questions that have an answer."""
    asked = [gold for gold in questions if gold.kind != NEGATIVE]
    passed = sum(not check_words(gold, keyword_dump(gold.question, lines)) for gold in asked)
    return PassCount(len(asked), passed)


def add_up(scores: Sequence[Score], dump: PassCount) -> Evaluation:
    """Make one Evaluation of all scores."""
    answered = [score for score in scores if score.status == "answered"]
    kinds = sorted({score.gold.kind for score in scores})
    lists = [score.listed for score in scores if score.listed]
    return Evaluation(
        n=len(scores),
        passed=_tally(scores).passed,
        without_negatives=_tally(score for score in scores if score.gold.kind != NEGATIVE),
        negatives=_tally(score for score in scores if score.gold.kind == NEGATIVE),
        by_kind={kind: _tally(score for score in scores if score.gold.kind == kind) for kind in kinds},
        citation_precision=_mean(score.cited.precision for score in answered if score.cited),
        citation_recall=_mean(_recall(score) for score in scores if score.cited),
        citation_recall_answered=_mean(score.cited.recall for score in answered if score.cited),
        citation_recall_strict=_mean(_recall(score, strict=True) for score in scores if score.cited),
        list_precision=_mean(each.precision for each in lists),
        list_recall=_mean(each.recall for each in lists),
        keyword_dump=dump,
        failures=tuple(_failure(score) for score in scores if not score.passed),
        to_judge=tuple(score.gold.id for score in scores if score.passed and score.gold.kind == SUMMARY),
        wrong=sum(score.status in CLAIMED and not score.passed for score in scores),
        closest_first=_in_view(scores, FIRST),
        closest_second=_in_view(scores, SECOND),
    )


def _in_view(scores: Iterable[Score], most: int) -> PassCount:
    """Count the questions that were answered rightly, or whose answer the first closest lines show."""
    asked = [score for score in scores if score.gold.kind != NEGATIVE]
    return PassCount(len(asked), sum(score.passed or 0 < score.closest_rank <= most for score in asked))


def _recall(score: Score, strict: bool = False) -> float:
    """Return an answer's citation recall; citations of what is no answer prove nothing."""
    if score.cited is None or score.status != "answered":
        return 0.0
    return score.cited.recall_strict if strict else score.cited.recall


def _tally(scores: Iterable[Score]) -> PassCount:
    passed = [score.passed for score in scores]
    return PassCount(len(passed), sum(passed))


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def _failure(score: Score) -> Failure:
    gold = score.gold
    return Failure(gold.id, gold.kind, gold.question, score.status, score.answer, score.reasons)
