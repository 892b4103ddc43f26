"""Asks kept conversations again, turn by turn, each with its original history."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal

from agent.errors import AgentError
from agent.records import Answer, Mode, Question, Turn
from conversations.keep_turn import keep_turn
from conversations.records import CitedLine, Conversation, KeptTurn, RunStatement, Verdict, strip_marks
from evaluation.score_answer import DENIALS, normalize, shows
from language_model.errors import LanguageModelError, UnrecordedCall

# What a replay finds: one comparison for each turn.


Wording = Literal["same", "worded", "facts"]
"""The same answer to the letter; other words for the same facts; other facts."""
Found = Literal["same", "reworded", "other"]
"""The same statements; other statements with the same rows; other rows."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A turn as it was kept and as it is answered now.

    `missing` and `added` are facts of the old answer that the new one lacks, and the other way round. `regressed` says
    why it counts against the replay; "" when it does not. `unrecorded` is the prompt that no recorded reply fits, and
    `trouble` what went wrong instead of an answer. `verdict` is what a person said of the old answer.
    """

    conversation: str
    before: KeptTurn
    after: KeptTurn
    wording: Wording
    found: Found
    missing: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    citations_lost: tuple[CitedLine, ...] = ()
    citations_new: tuple[CitedLine, ...] = ()
    verdict: Verdict | None = None
    regressed: str = ""
    unrecorded: str = ""
    trouble: str = ""

    @property
    def passed(self) -> bool:
        """Tell whether the turn counts for the replay."""
        return not self.regressed


@dataclass(frozen=True, slots=True)
class Replay:
    """All comparisons, in the order of the conversations; `graph` is the fingerprint of what is loaded now."""

    comparisons: tuple[Comparison, ...]
    conversations: int
    graph: str
    model: str

    @property
    def regressions(self) -> tuple[Comparison, ...]:
        """Return what got worse."""
        return tuple(each for each in self.comparisons if each.regressed)

    @property
    def unrecorded(self) -> dict[str, int]:
        """Return the prompts that need new recordings, and how many turns stopped at each."""
        prompts = sorted(each.unrecorded for each in self.comparisons if each.unrecorded)
        return {prompt: prompts.count(prompt) for prompt in prompts}


# The facts that a text states, as far as they can be told without understanding it.


DENIED = "a denial"
"""The fact that something is not so: a text that denies and one that does not say different things."""
_TOKEN = re.compile(r"'[^'\n]+'|\"[^\"\n]+\"|`[^`\n]+`|[^\s,;()\[\]{}\"'`]+")
_EDGES = ".,:;!?'\"`*()"
_NUMBER = re.compile(r"(?<![\w./:-])\d+(?:\.\d+)?(?![\w/:-]|\.\d)")
"""A number that stands alone, and is no part of a name."""
_NAME = re.compile(r"\d|[^\W_][_/:.@-][^\W_]|[A-Z][^a-z]*[A-Z]")
"""Looks like a name or a value: digits, parts joined by signs, capitals."""


def find_facts(text: str, values: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the names, numbers and quoted words of a text, and these values of rows that it shows."""
    tokens = [token for token in _TOKEN.findall(text) if token[0] in "'\"`" or _NAME.search(token)]
    stripped = [*(token.strip(_EDGES) for token in tokens), *values, *_NUMBER.findall(normalize(text))]
    found = dict.fromkeys(filter(None, (normalize(each).strip() for each in stripped)))
    return (*found, DENIED) if denies(text) else tuple(found)


def missing_facts(facts: Sequence[str], text: str) -> tuple[str, ...]:
    """Return the facts that a text does not state."""
    plain, numbers = normalize(text), frozenset(_NUMBER.findall(normalize(text)))

    def states(fact: str) -> bool:
        if fact == DENIED:
            return denies(text)
        return fact in numbers if _NUMBER.fullmatch(fact) else fact in plain and shows(plain, fact)

    return tuple(fact for fact in facts if not states(fact))


def denies(text: str) -> bool:
    """Tell whether a text holds a word of denial."""
    plain = normalize(text)
    return any(word in plain and shows(plain, word) for word in DENIALS)


NO_ANSWER = ("closest", "not_parsed", "failed")


def compare_turns(
    conversation: str,
    before: KeptTurn,
    after: KeptTurn,
    verdict: Verdict | None = None,
    trouble: str = "",
    unrecorded: str = "",
) -> Comparison:
    """Compare a turn with the same question asked again."""
    wording: Wording = "same"
    missing: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    if before.answer != after.answer or before.status != after.status:
        paths = {place.path for turn in (before, after) for place in turn.citations}
        old, new = strip_marks(before.answer, paths), strip_marks(after.answer, paths)
        missing = missing_facts(find_facts(old, before.values), new)
        added = missing_facts(find_facts(new, after.values), old)
        wording = "facts" if missing or added or before.status != after.status else "worded"
    return Comparison(
        conversation,
        before,
        after,
        wording,
        _compare_statements(before.statements, after.statements),
        missing,
        added,
        _apart(before.citations, after.citations),
        _apart(after.citations, before.citations),
        verdict,
        trouble or _regression(before, after, wording, missing, added, verdict),
        unrecorded,
        trouble,
    )


def _regression(
    before: KeptTurn,
    after: KeptTurn,
    wording: Wording,
    missing: Sequence[str],
    added: Sequence[str],
    verdict: Verdict | None,
) -> str:
    """Say why a change counts against the replay.

    What could not be answered may become anything but a failure, and an answer that a person called wrong may change.
    """
    if before.status != after.status:
        if before.status in NO_ANSWER and after.status != "failed":
            return ""
        return "" if verdict == "down" else f"status was {before.status!r}, is {after.status!r}"
    if wording == "facts" and verdict != "down" and before.status not in NO_ANSWER:
        parts = [("lacks", missing), ("adds", added)]
        return "; ".join(f"{what} {', '.join(facts)}" for what, facts in parts if facts)
    if before.citations and not after.citations:
        return "cites nothing any more"
    return ""


def _compare_statements(before: Sequence[RunStatement], after: Sequence[RunStatement]) -> Found:
    if _rows(before) != _rows(after):
        return "other"
    return "same" if [*map(_written, before)] == [*map(_written, after)] else "reworded"


def _written(statement: RunStatement) -> tuple[str, str, str]:
    return statement.kind, statement.text, repr(sorted(statement.parameters.items()))


def _rows(statements: Iterable[RunStatement]) -> Counter[str]:
    return Counter(each.digest for each in statements if each.rows)


def _apart(places: Sequence[CitedLine], others: Sequence[CitedLine]) -> tuple[CitedLine, ...]:
    """Return the places whose line is not among the others, wherever in its file it stands now."""
    known = {(place.path, place.digest) for place in others}
    return tuple(place for place in places if (place.path, place.digest) not in known)


Ask = Callable[[Question], Answer]
Told = Callable[[int, int], None]
"""Called with how many turns are done, and of how many."""


@dataclass(frozen=True, slots=True)
class Today:
    """What the conversations are replayed on: the graph's fingerprint, the prompts' digests, the model's name."""

    graph: str
    prompts: Mapping[str, str]
    model: str


def replay(
    conversations: Sequence[Conversation],
    ask: Ask,
    today: Today,
    mode: Mode | None = None,
    jobs: int = 1,
    told: Told = lambda done, total: None,
) -> Replay:
    """Ask every turn and compare; `ask` may be called from `jobs` threads at once.

    A turn has the history it had: the answers that were kept, so that one answer that changed does not change the
    next questions. A model's failure is told in its turn. Raises GraphError when the graph is gone.
    """
    asked = [(each, turn) for each in conversations for turn in each.turns]
    compared: list[Comparison] = []
    with ThreadPoolExecutor(jobs) as pool:
        for each in pool.map(lambda one: replay_turn(one[0], one[1], ask, today, mode), asked):
            compared.append(each)
            told(len(compared), len(asked))
    return Replay(tuple(compared), len(conversations), today.graph, today.model)


def replay_turn(
    conversation: Conversation, turn: KeptTurn, ask: Ask, today: Today, mode: Mode | None = None
) -> Comparison:
    """Ask one turn with as much of the history as it had, and compare."""
    judged = conversation.verdict(turn.number)
    before = [Turn(each.question, each.answer) for each in conversation.turns if each.number < turn.number]
    history = tuple(before[max(0, len(before) - turn.history) :])
    question = Question(turn.question, history, mode or turn.mode)
    answer, trouble, unrecorded = Answer("", "failed", model=today.model), "", ""
    try:
        answer = ask(question)
    except UnrecordedCall as error:
        trouble, unrecorded = f"prompt '{error.prompt}' needs new recordings: {error}", error.prompt
    except (AgentError, LanguageModelError) as error:
        trouble = str(error)
    after = keep_turn(turn.number, question, answer, graph=today.graph, prompts=today.prompts, user=turn.user)
    verdict = judged.verdict if judged else None
    return compare_turns(conversation.heading.id, turn, after, verdict, trouble, unrecorded)
