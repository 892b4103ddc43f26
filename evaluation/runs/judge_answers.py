"""Let a model judge the answers to open questions, which word checks cannot; its words are kept."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import cast

from agent.model.call_model import DATA, fence
from evaluation.records import SUMMARY, Score
from evaluation.runs.records import Judgement, Run, Verdict
from graph_store.records import SourceLine
from language_model.calls import Message, ModelCalls, json_object
from language_model.errors import LanguageModelError
from language_model.redact import Redactor

PROMPTS = Path(__file__).resolve().parent.parent / "prompts"
MOST_LINES = 60
_PLACE = re.compile(r"\{(\w+)\}")


def judge_run(
    run: Run, cited: Mapping[str, Sequence[SourceLine]], calls: ModelCalls, redactor: Redactor
) -> Run:
    """Judge the answers to the run's open questions; its scores stay as they are.

    Where the judge says nothing the verdict is "unclear", and its words are why.
    """
    open_scores = [score for score in run.scores if score.gold.kind == SUMMARY]
    judged = [_judge(score, cited.get(score.gold.id, ()), calls, redactor) for score in open_scores]
    return replace(run, judgements=tuple(judged))


def _judge(score: Score, cited: Sequence[SourceLine], calls: ModelCalls, redactor: Redactor) -> Judgement:
    if score.status != "answered":
        return Judgement(score.gold.id, "wrong", f"not asked: the status is {score.status!r}")
    lines = [f"{line.path}:{line.number}: {line.text}" for line in cited[:MOST_LINES]]
    values = {
        "question": score.gold.question,
        "gold": score.gold.text,
        "answer": score.answer,
        "lines": "\n".join(lines) or "none",
    }
    clean = {name: "\n".join(redactor.lines(text.split("\n"))) for name, text in values.items()}
    told, _, data = _read_prompt().partition(DATA)
    filled = _PLACE.sub(lambda place: fence(place[1], clean[place[1]]), data.strip())
    try:
        words = calls.call("judge", [Message("system", told.strip()), Message("user", filled)]).text
    except LanguageModelError as error:
        return Judgement(score.gold.id, "unclear", f"not judged: {error}")
    return Judgement(score.gold.id, read_verdict(words), words)


def read_verdict(words: str) -> Verdict:
    """Read the verdict from a reply; "unclear" when it holds none."""
    try:
        reply = json.loads(json_object(words) or "{}")
    except ValueError:
        return "unclear"
    match reply:
        case {"verdict": "right" | "partly" | "wrong" as verdict}:
            return cast(Verdict, verdict)
    return "unclear"


@cache
def _read_prompt() -> str:
    return (PROMPTS / "judge.md").read_text("utf-8").removeprefix("# judge\n")
