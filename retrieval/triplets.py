"""Has a model read triplets from prose such as runbooks, each with its line.

Configurations and logs have parsers; prose has none, so a model reads it chunk by chunk (DB-GPT's GraphRAG): several
calls at once, each with the chunks most like its own as context, so that things are called alike. A triplet counts
only if its line is there and the chunk has both its names, so a model's words alone are never evidence. What was read
is kept in the graph by a digest of the chunk: only chunks that have changed are read again.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace

from pydantic import BaseModel

from graph_store.graph import ReadableGraph, WritableGraph
from language_model.calls import ModelCalls
from language_model.count_tokens import Estimate
from language_model.errors import LanguageModelError
from language_model.prompts import prompt_text
from retrieval.entity_graph import LINES_KEPT, Edge, EntityGraph, EntityNode
from retrieval.records import Chunk
from retrieval.structure import is_prose
from retrieval.vectors import NearestTexts, WordVectors
from retrieval.written_reports import PROMPTS, ask_model, drop_stale, keep_body, read_bodies

PROMPT = "extract_triplets"
MOST_READ = 200
"""Chunks that are read of one graph, documents in the order of their paths."""
AT_ONCE = 4
MOST_TRIPLETS = 12
ALIKE = 2
LONGEST_ALIKE = 400
"""Characters that are shown of a chunk that stands there as context only."""
LONGEST_NAME = 80
REPLY_TOKENS = 300
WEIGHT = 2.0
_LABEL = "ProseTriplets"


class Triplet(BaseModel):
    """Two things and what relates them; `line` counts from 1 in its chunk."""

    line: int
    subject: str
    subject_type: str = ""
    relation: str
    object: str
    object_type: str = ""


class Triplets(BaseModel):
    """What was read in one chunk."""

    triplets: list[Triplet]


@dataclass(frozen=True, slots=True)
class TripletPlan:
    """What reading would take: chunks with their prompts, those that are kept, tokens (an estimate)."""

    read: tuple[tuple[Chunk, str], ...]
    kept: int
    left_out: int
    tokens: int


def plan_reading(graph: ReadableGraph, chunks: Sequence[Chunk], most: int = MOST_READ) -> TripletPlan:
    """Say which chunks of prose a model has not read yet."""
    kept, count = read_triplets(graph), Estimate()
    prose = [one for one in chunks if is_prose(one.lines[0].document)]
    nearest = NearestTexts([one.text for one in prose], WordVectors())
    data = [
        (one, _data(one, [prose[place] for place, _ in nearest.nearest(one.text, ALIKE + 1)]))
        for one in prose[:most]
        if _key(one) not in kept
    ]
    fixed_tokens = count(prompt_text(PROMPTS, PROMPT)) + REPLY_TOKENS
    done = len(prose[:most]) - len(data)
    return TripletPlan(
        tuple(data), done, len(prose[most:]), sum(fixed_tokens + count(text) for _, text in data)
    )


def extract_triplets(
    graph: WritableGraph, chunks: Sequence[Chunk], plan: TripletPlan, calls: ModelCalls
) -> int:
    """Let the model read, and return how many triplets it found; what was read stays when a call fails.

    A reply that cannot be read is not kept, so the next run asks again. Raises ModelCallError.
    """
    found = 0
    failed: LanguageModelError | None = None
    threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="triplets")
    try:
        asked = {threads.submit(ask_model, calls, PROMPT, text, Triplets): chunk for chunk, text in plan.read}
        for future in as_completed(asked):
            if future.cancelled():
                continue
            try:
                chunk, read = asked[future], future.result()
                if read is not None:
                    read.triplets = _supported(chunk, read.triplets)
                    keep_body(graph, _LABEL, _key(chunk), calls.name, read)
                    found += len(read.triplets)
            except LanguageModelError as error:  # no more is asked; what is under way is kept
                failed = failed or error
                for one in asked:
                    one.cancel()
    finally:  # after Ctrl-C nobody waits for a reply
        threads.shutdown(wait=False, cancel_futures=True)
    if failed is not None:
        raise failed
    drop_stale(graph, _LABEL, Triplets, {_key(one) for one in chunks})
    return found


def read_triplets(graph: ReadableGraph) -> Mapping[str, Sequence[Triplet]]:
    """Return what was read, by the digest of the chunk."""
    return {key: read.triplets for key, (_, read) in read_bodies(graph, _LABEL, Triplets).items()}


def place_triplets(
    chunks: Iterable[Chunk], kept: Mapping[str, Sequence[Triplet]]
) -> list[tuple[Triplet, int]]:
    """Return the triplets with the ids of their lines."""
    prose = (one for one in chunks if is_prose(one.lines[0].document))
    return [
        (each, one.lines[each.line - 1].id)
        for one in prose
        for each in kept.get(_key(one), ())
        if 0 < each.line <= len(one.lines)
    ]


def add_triplets(graph: EntityGraph, placed: Sequence[tuple[Triplet, int]]) -> EntityGraph:
    """Add what prose says to the entity graph: a name that an entity of a parser has is that entity."""
    things = _Things(graph)
    for one, line in placed:
        subject = things.named(one.subject, one.subject_type, line)
        other = things.named(one.object, one.object_type, line)
        subject.values.setdefault(one.relation, Counter())[other.name] += 1
        subject.shown.setdefault((one.relation, other.name), line)
        subject.told.append((f"{one.subject} {one.relation} {one.object}", line))
        if subject is not other:
            things.edges.append(Edge(subject.id, other.id, one.relation, WEIGHT))
    return replace(graph, nodes=things.nodes, edges=tuple(things.edges))


class _Things:
    """The nodes of the entity graph by name, with those that prose adds."""

    def __init__(self, graph: EntityGraph) -> None:
        self.nodes, self.edges = dict(graph.nodes), list(graph.edges)
        inside = {edge.target for edge in graph.edges if edge.kind == "HAS"}
        called: dict[str, list[EntityNode]] = defaultdict(list)
        self._on_device: dict[str, list[EntityNode]] = defaultdict(list)
        for node in graph.nodes.values():
            called[node.name.casefold()].append(node)
            if node.device and node.id not in inside:
                self._on_device[node.device.casefold()].append(node)
        self._named = {name: held[0] for name, held in called.items() if name and len(held) == 1}

    def named(self, name: str, kind: str, line: int) -> EntityNode:
        """Return the node that alone has this name, made where none has, and a device's with what is on it."""
        key = name.casefold()
        node = self._named.get(key)
        if node is None:
            held = self._on_device.get(key, ())
            node = EntityNode(f"prose:{key}", "Device" if held else kind or "Term", name, count=1)
            node.device = name if held else ""
            self.nodes[node.id] = self._named[key] = node
            self.edges += [Edge(node.id, one.id, "HAS", 1.0) for one in held]
        if line not in node.lines and len(node.lines) < LINES_KEPT:
            node.lines.append(line)
        return node


def _supported(chunk: Chunk, triplets: Iterable[Triplet]) -> list[Triplet]:
    """Keep what has its line, and names that the chunk has, too."""
    text = chunk.text.casefold()
    kept = []
    for one in triplets:
        words = [" ".join(part.split()) for part in (one.subject, one.relation, one.object)]
        named = all(name and name.casefold() in text for name in (words[0], words[2]))
        if named and words[1] and max(map(len, words)) <= LONGEST_NAME and 0 < one.line <= len(chunk.lines):
            subject, relation, other = words
            kept.append(one.model_copy(update={"subject": subject, "relation": relation, "object": other}))
    return kept[:MOST_TRIPLETS]


def _data(chunk: Chunk, alike: Iterable[Chunk]) -> str:
    numbered = "\n".join(f"{place}. {line.text}" for place, line in enumerate(chunk.lines, 1))
    others = [f"<alike>\n{one.text[:LONGEST_ALIKE]}\n</alike>" for one in alike if one is not chunk][:ALIKE]
    where = " > ".join((chunk.lines[0].document.path, *chunk.trail))
    return "\n".join([*others, f"<passage>\n{where}\n{numbered}\n</passage>"])


def _key(chunk: Chunk) -> str:
    text = "\n".join((*chunk.trail, "", *(line.text for line in chunk.lines)))
    return hashlib.sha256(text.encode()).hexdigest()[:24]
