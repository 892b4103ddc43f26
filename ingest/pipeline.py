"""The one way from files to the graph: find, learn, parse, load."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

from graph_store.graph import WritableGraph
from graph_store.records import Document, Entity, SourceLine
from ingest.apply_parsers import apply_parser
from ingest.build_entities import EntityBuilder
from ingest.induction.builtin_learner import BuiltinLearner
from ingest.learn_parsers import FormatLearner, Relearn, learn_parsers
from ingest.load_graph import GraphLoader, load_types, remove_documents
from ingest.name_devices import name_devices
from ingest.parser_folder import hash_source, read_parsers, write_parser
from ingest.read_lines import InputFile, find_files, hash_file, read_lines
from ingest.read_sample import read_sample
from ingest.read_times import TimeReader
from ingest.records import IngestReport, ParsedBatch, Parser, Sample
from ingest.relations.infer_relations import infer_relations
from ingest.sandbox import ParserError, Sandbox
from ingest.split_batches import split_batches

UNEXPLAINED_KEPT = 1_000

PROSE = Parser("prose", "text", {}, "")

Progress = Callable[[str, int, int], None]
"""Told the stage, how many documents of it are done, and how many there are."""


OpenLearner = Callable[[Sandbox, Progress], FormatLearner]
"""Makes the learner of one ingest, which judges what it writes in that sandbox and tells how far it is."""


def no_progress(stage: str, done: int, total: int) -> None:
    """Report to nobody."""


def without_model(sandbox: Sandbox, progress: Progress) -> FormatLearner:
    """Learn without a model."""
    return BuiltinLearner()


@dataclass(slots=True)
class Tally:
    """What is counted while documents are loaded."""

    documents: int = 0
    unchanged: int = 0
    lines: int = 0
    explained: int = 0
    relations: int = 0
    tokens: int = 0
    fields: int = 0
    labels: Counter[str] = field(default_factory=Counter)
    unexplained: list[SourceLine] = field(default_factory=list)
    not_found: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    parsers: set[str] = field(default_factory=set)
    seconds: dict[str, float] = field(default_factory=lambda: defaultdict(float))

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Add the time inside to a stage."""
        start = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[stage] += time.perf_counter() - start

    def add(self, batch: ParsedBatch) -> None:
        """Count one batch of a document."""
        self.lines += len(batch.lines)
        self.explained += len(batch.owned)
        self.tokens += batch.tokens
        self.fields += batch.fields
        self.relations += sum(entity.parent is not None for entity in batch.entities)
        self.labels.update(entity.type for entity in batch.entities)
        room = UNEXPLAINED_KEPT - len(self.unexplained)
        left = (line for line in batch.lines if line.number not in batch.owned)
        self.unexplained.extend(islice(left, max(0, room)))
        self.not_found.extend(batch.not_found[: max(0, UNEXPLAINED_KEPT - len(self.not_found))])


def ingest(
    paths: Sequence[str | Path],
    graph: WritableGraph,
    parsers_folder: Path,
    *,
    open_learner: OpenLearner = without_model,
    relearn: Relearn = "auto",
    allow_weak_sandbox: bool = False,
    progress: Progress = no_progress,
) -> IngestReport:
    """Read files, learn what is new, and load what changed; documents that are not among them stay as they are.

    Raises IngestError, SandboxError and GraphError, and LanguageModelError when a model refuses.
    """
    tally = Tally()
    with tally.timed("read"):
        found = find_files(paths)
        hashes = {file.path: hash_file(file) for file in found.files}
        samples = [read_sample(file) for file in found.files]
    loaded = _clean_up(graph)
    with Sandbox(allow_weak=allow_weak_sandbox) as sandbox:
        with tally.timed("learn"):
            progress("learn", 0, 1)
            learner = open_learner(sandbox, progress)
            choice = learn_parsers(
                [sample for sample in samples if sample.kind != "text"],
                read_parsers(parsers_folder),
                learner,
                sandbox,
                relearn,
                keep=lambda parser: write_parser(parsers_folder, parser),
            )
            chosen = choice.parsers
            tally.failures.extend((*choice.problems, *learner.notes))
            progress("learn", 1, 1)
        devices = _devices(samples, chosen, sandbox)
        serial = max((document.serial for document in loaded.values()), default=0)
        for parser in {parser.name: parser for parser in chosen.values()}.values():
            load_types(graph, parser.schema)
        loader = GraphLoader(graph)
        for done, file in enumerate(found.files):
            progress("load", done, len(found.files))
            parser = chosen.get(file.path, PROSE)
            mark = f"{parser.name}@{hash_source(parser)[:12]}"
            old = loaded.get(file.path)
            if parser is not PROSE:
                tally.parsers.add(parser.name)
            if old is not None and old.sha256 == hashes[file.path] and old.parser == mark:
                tally.unchanged += 1
                continue
            serial += 1
            document = Document(
                file.path,
                hashes[file.path],
                parser.kind,
                serial,
                device=devices.get(file.path, ""),
                parser=mark,
            )
            _load(loader, file, document, parser, old, sandbox, tally)
        with tally.timed("load"):
            loader.flush()
        with tally.timed("relate"):
            infer_relations(graph)
        progress("load", len(found.files), len(found.files))
        strength = "strong" if sandbox.strength().strong else "weak"
    _add_unchanged(graph, tally, [file.path for file in found.files])
    return IngestReport(
        documents=len(found.files),
        unchanged=tally.unchanged,
        lines=tally.lines,
        lines_explained=tally.explained,
        entities=sum(tally.labels.values()),
        relations=tally.relations,
        labels=dict(tally.labels.most_common()),
        unexplained=tuple(tally.unexplained),
        variable_tokens=tally.tokens,
        tokens_in_fields=tally.fields,
        values_not_found=tuple(tally.not_found),
        passed_over=tuple((item.path, item.reason) for item in found.passed_over),
        prose=tuple(sample.path for sample in samples if sample.kind == "text"),
        failures=tuple(tally.failures),
        parsers=tuple(sorted(tally.parsers)),
        sandbox=strength,
        drifts=choice.drifts,
        edited=tuple(
            f"{parser.name}/{name}"
            for parser in {p.name: p for p in chosen.values()}.values()
            for name in parser.edited
        ),
        model=learner.model,
        spent=learner.spent(),
        seconds={stage: round(seconds, 3) for stage, seconds in tally.seconds.items()},
    )


def _clean_up(graph: WritableGraph) -> dict[str, Document]:
    """Remove what an interrupted ingest left, and return the whole documents by path."""
    table = graph.read(
        "MATCH (d:Document) RETURN d.path, d.sha256, d.kind, d.serial, d.state, d.parser ORDER BY d.serial",
        row_limit=1_000_000,
    )
    ready: dict[str, Document] = {}
    cut: list[int] = []
    for path, sha256, kind, serial, state, parser in table.rows:
        if state == "ready":
            ready[str(path)] = Document(
                str(path), str(sha256), str(kind), int(str(serial)), parser=str(parser or "")
            )
        else:
            cut.append(int(str(serial)))
    remove_documents(graph, cut, max(cut, default=0))
    return ready


def _devices(samples: Sequence[Sample], chosen: Mapping[str, Parser], sandbox: Sandbox) -> dict[str, str]:
    """Name the device of every configuration, those of one syntax together."""
    roots: dict[str, dict[str, Entity]] = defaultdict(dict)
    for sample in samples:
        parser = chosen.get(sample.path)
        if sample.kind != "configuration" or parser is None:
            continue
        try:
            records = sandbox.run_parse(parser.source, sample.lines, parser=parser.name)
        except ParserError:
            continue
        values = dict(records[0].values) if records else {}
        roots[parser.name][sample.path] = Entity("Configuration", "", 0, values, ())
    return {path: device for group in roots.values() for path, device in name_devices(group).items()}


def _load(
    loader: GraphLoader,
    file: InputFile,
    document: Document,
    parser: Parser,
    old: Document | None,
    sandbox: Sandbox,
    tally: Tally,
) -> None:
    """Load one document; what it replaces goes when it is whole."""
    loader.start(document)
    changed = datetime.fromtimestamp(file.location.stat().st_mtime, UTC)
    builder = EntityBuilder(file.path, parser.schema, TimeReader(changed))
    definitions = parser.schema.get("$defs", {})
    labels = {kind: tuple(definition.get("x-labels", ())) for kind, definition in definitions.items()}
    before = replace(tally)
    hosts: set[str] = set()
    if parser is PROSE:
        for lines in split_batches(read_lines(file), "text"):
            loader.add(document, ParsedBatch(lines, (), frozenset()), {})
        loader.finish(document, old.serial if old else None, ())
        return
    outcomes = apply_parser(split_batches(read_lines(file), parser.kind), parser, builder, sandbox)
    while True:
        with tally.timed("parse"):
            batch = next(outcomes, None)
        if batch is None:
            break
        if isinstance(batch, ParserError):
            tally.failures.append(f"{file.path}: {batch}")
            continue
        tally.add(batch)
        hosts.update(entity.device for entity in batch.entities if entity.device)
        with tally.timed("load"):
            loader.add(document, batch, labels)
    with tally.timed("load"):
        counted = replace(
            document, lines=tally.lines - before.lines, lines_explained=tally.explained - before.explained
        )
        tokens, fields = tally.tokens - before.tokens, tally.fields - before.fields
        loader.finish(counted, old.serial if old else None, hosts | {document.device}, tokens, fields)


def _add_unchanged(graph: WritableGraph, tally: Tally, paths: Sequence[str]) -> None:
    """Count what the unchanged documents hold already, so that a report always speaks of all that was given."""
    if not tally.unchanged:
        return
    given = set(paths)
    documents = graph.read(
        "MATCH (d:Document) RETURN d.path, d.lines, d.lines_explained, d.variable_tokens, d.tokens_in_fields",
        row_limit=1_000_000,
    )
    rows = [[int(str(cell or 0)) for cell in row[1:]] for row in documents.rows if row[0] in given]
    tally.lines, tally.explained, tally.tokens, tally.fields = (
        sum(column) for column in zip(*rows, strict=True)
    )
    counted = "MATCH (e:Entity) WHERE e.type <> 'Undefined' RETURN e.path, e.type, count(*)"
    types = graph.read(counted, row_limit=1_000_000)
    tally.labels = Counter()
    for path, kind, number in types.rows:
        if path in given:
            tally.labels[str(kind)] += int(str(number))
    relations = graph.read("MATCH (p:Entity)-[:HAS]->(:Entity) RETURN p.path, count(*)", row_limit=1_000_000)
    tally.relations = sum(int(str(number)) for path, number in relations.rows if path in given)
