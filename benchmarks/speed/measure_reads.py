"""Measures what a reader of a KG waits for, in a process of its own: opening, words, questions; prints JSON."""

from __future__ import annotations

import json
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from statistics import median

from agent.ask import Agent
from agent.records import Question
from graph_store.bolt_graph import BoltGraph
from graph_store.open_graph import open_graph
from graph_store.text_search.tokenize_line import search_tokens

# Times the reads of a large KG: keys, words, expressions, questions.


RUNS = 15
QUESTION_RUNS = 5
FIRST_QUESTION = "How many events are there?"
SAMPLE_LINES = 400
_COUNT = "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node RETURN count(node)"
_FIRST = (
    "CALL db.index.fulltext.queryNodes('lines', $q) YIELD node, score RETURN node.path, node.number LIMIT 50"
)
_KEY = "MATCH (e:Entity {id: $id}) RETURN e.type, e.first_line"
_LINES = "MATCH (d:Document) WHERE d.kind = 'log' RETURN d.serial, d.lines ORDER BY d.lines DESC"
_WORD = re.compile(r"[a-z_]{5,}")


@dataclass(frozen=True, slots=True)
class ReadTime:
    """How long one read took, as the median of several runs with different words where there are some."""

    name: str
    p50_ms: float
    runs: int
    found: str


def time_reads(graph: BoltGraph) -> list[ReadTime]:
    """Time the reads on the log of a KG, with words taken from its own lines."""
    (serial, lines), *_ = ((int(str(a)), int(str(b))) for a, b in graph.read(_LINES, row_limit=1000).rows)
    first = serial * 2**32 + 1
    step = max(1, lines // SAMPLE_LINES)
    ids = range(first, first + lines, step)
    texts = [_text(graph, each) for each in ids[:SAMPLE_LINES]]
    words = Counter(word for text in texts for word in set(search_tokens(text)))
    rare = [word for word, count in words.items() if count == 1 and _is_plain(word)][:RUNS]
    common = [word for word, count in words.most_common() if _WORD.fullmatch(word)]
    half = min(common, key=lambda word: abs(words[word] - len(texts) / 2))
    keys = [serial * 2**32 + 1 + (lines * number) // (RUNS + 1) for number in range(1, RUNS + 1)]
    pairs = [f"{one} AND {other}" for one, other in zip(rare, common * RUNS, strict=False)]
    prefixes = [f"/{re.escape(word[:6])}.*/" for word in rare]
    return [
        timed("key lookup", keys, lambda key: len(graph.read(_KEY, {"id": key}).rows)),
        timed("Lucene term", rare, lambda word: _count(graph, word)),
        timed("term AND term", pairs, lambda pair: _count(graph, pair)),
        timed("literal-prefix regular expression", prefixes, lambda prefix: _count(graph, prefix)),
        timed("a term in half of the lines, exact count", [half] * RUNS, lambda word: _count(graph, word)),
        timed(
            "a term in half of the lines, first 50",
            [half] * RUNS,
            lambda word: len(graph.read(_FIRST, {"q": word}, row_limit=50).rows),
        ),
    ]


def time_questions(agent: Agent, graph: BoltGraph) -> list[ReadTime]:
    """Time questions that need no model: asked before, asked for the first time, and about a word that is nowhere."""
    kinds = [str(row[0]) for row in graph.read("MATCH (t:Type) RETURN t.name ORDER BY t.name").rows]
    all_kinds = [f"How many {_spoken(kind)} events are there?" for kind in kinds]
    questions = [FIRST_QUESTION, *all_kinds[:2]]
    for question in questions:
        agent.ask(Question(question))
    new = Agent(graph)
    new.ask(Question(FIRST_QUESTION))
    absent = [f"How many {word} lines are there?" for word in ("ZEBRA", "GIRAFFE", "OKAPI")]
    closest = [f"why did {first} get stuck behind {second}" for first, second in _word_pairs(graph)]
    return [
        timed("ask, closest lines", closest, lambda text: len(new.ask(Question(text)).closest)),
        timed("ask, warm", questions * QUESTION_RUNS, lambda text: len(agent.ask(Question(text)).text)),
        timed("ask, for the first time", all_kinds[:RUNS], lambda text: len(new.ask(Question(text)).text)),
        timed("ask, a word that is nowhere", absent, lambda text: len(new.ask(Question(text)).text)),
    ]


def _word_pairs(graph: BoltGraph) -> list[tuple[str, str]]:
    """Return pairs of words from all over the log; a question of two of them is read by nobody."""
    (serial, lines), *_ = ((int(str(a)), int(str(b))) for a, b in graph.read(_LINES, row_limit=1000).rows)
    first = serial * 2**32 + 1
    texts = [_text(graph, first + (lines * number) // RUNS) for number in range(RUNS)]
    words = [sorted(_WORD.findall(text), key=len)[-2:] for text in texts]
    return [(pair[0], pair[-1]) for pair in words if pair]


def timed(name: str, inputs: Sequence[str] | Sequence[int], act: Callable[..., int]) -> ReadTime:
    times: list[float] = []
    found: list[int] = []
    for each in inputs:
        start = time.perf_counter()
        found.append(act(each))
        times.append(time.perf_counter() - start)
    told = f"{min(found):,} to {max(found):,}" if found else "nothing to look for"
    return ReadTime(name, round(1000 * median(times), 2) if times else 0.0, len(times), told)


def _count(graph: BoltGraph, query: str) -> int:
    return int(str(graph.read(_COUNT, {"q": query}).rows[0][0]))


def _text(graph: BoltGraph, node: int) -> str:
    rows = graph.read("MATCH (l:Line {id: $id}) RETURN l.text", {"id": node}).rows
    return str(rows[0][0]) if rows else ""


def _is_plain(word: str) -> bool:
    return len(word) > 7 and word.replace("-", "").isalnum()


def _spoken(kind: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", kind).lower()


def measure_reads(kg: str) -> dict[str, object]:
    """Open a KG whose server does not run, and time what is asked of it."""
    start = time.perf_counter()
    with open_graph(kg, idle_s=1.0) as graph:
        agent = Agent(graph)
        agent.ask(Question(FIRST_QUESTION))
        opened_s = time.perf_counter() - start
        reads = [*time_reads(graph), *time_questions(agent, graph)]
    return {"open_to_first_answer_s": round(opened_s, 2), "reads": [asdict(each) for each in reads]}


if __name__ == "__main__":
    print(json.dumps(measure_reads(sys.argv[1])))
