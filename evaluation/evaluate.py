"""Adds up the scores of answers, beside those of a keyword search."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from statistics import fmean

from agent.records import Answer, Question
from evaluation.records import NEGATIVE, SUMMARY, Evaluation, Failure, Gold, PassCount, Score
from evaluation.score_answer import FIRST, SECOND, check_words
from graph_store.graph import ReadableGraph
from graph_store.records import Document, SourceLine
from retrieval.indexes import read_ids

CLAIMED = ("answered", "none")
Ask = Callable[[Question], Answer]
DUMP_LINES = 200
_WORD = re.compile(r"[\w./:-]+")


def source_lines(graph: ReadableGraph, documents: Iterable[Document]) -> list[SourceLine]:
    """Read the lines of the documents, in the order of their paths."""
    ids = (each.serial * 2**32 + number for each in documents for number in range(1, each.lines + 1))
    return sorted(read_ids(graph, ids).values(), key=lambda line: (line.path, line.number))


# The baseline beside every result: the lines that share most words with the question, no understanding.


def keyword_dump(question: str, lines: Sequence[SourceLine], count: int = DUMP_LINES) -> str:
    """Join the `count` lines that hold most different words of the question, each as "path:number: text".

    Ties keep the order of `lines`, and lines without any of the words fill up what is left.
    """
    wanted = set(_WORD.findall(question.lower()))
    shared = [len(wanted.intersection(_WORD.findall(line.text.lower()))) for line in lines]
    best = sorted(range(len(lines)), key=lambda index: -shared[index])[:count]
    return "\n".join(f"{lines[index].path}:{lines[index].number}: {lines[index].text}" for index in best)


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
    asked = [score for score in scores if score.gold.kind != NEGATIVE]
    kinds = sorted({score.gold.kind for score in scores})
    lists = [score.listed for score in scores if score.listed]
    cited = [(score.status == "answered", score.cited) for score in scores if score.cited]
    failed = [score for score in scores if not score.passed]
    return Evaluation(
        n=len(scores),
        passed=len(scores) - len(failed),
        without_negatives=_tally(asked),
        negatives=_tally(score for score in scores if score.gold.kind == NEGATIVE),
        by_kind={kind: _tally(score for score in scores if score.gold.kind == kind) for kind in kinds},
        citation_precision=_mean(each.precision for answered, each in cited if answered),
        # Citations of what is no answer prove nothing.
        citation_recall=_mean(each.recall if answered else 0.0 for answered, each in cited),
        citation_recall_answered=_mean(each.recall for answered, each in cited if answered),
        citation_recall_strict=_mean(each.recall_strict if answered else 0.0 for answered, each in cited),
        list_precision=_mean(each.precision for each in lists),
        list_recall=_mean(each.recall for each in lists),
        keyword_dump=dump,
        failures=tuple(
            Failure(one.gold.id, one.gold.kind, one.gold.question, one.status, one.answer, one.reasons)
            for one in failed
        ),
        to_judge=tuple(one.gold.id for one in scores if one.passed and one.gold.kind == SUMMARY),
        wrong=sum(one.status in CLAIMED for one in failed),
        closest_first=_in_view(asked, FIRST),
        closest_second=_in_view(asked, SECOND),
    )


def _tally(scores: Iterable[Score]) -> PassCount:
    passed = [score.passed for score in scores]
    return PassCount(len(passed), sum(passed))


def _in_view(asked: Sequence[Score], most: int) -> PassCount:
    """Count the questions that were answered rightly, or whose answer the first closest lines show."""
    return PassCount(len(asked), sum(score.passed or 0 < score.closest_rank <= most for score in asked))


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None
