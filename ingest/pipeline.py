"""The one way from files to the graph: find, learn, parse, load."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from findings.keep import keep_findings
from graph_store.describe import keep_description
from graph_store.errors import StatementFailedError
from graph_store.graph import WritableGraph
from graph_store.records import Document, Entity
from ingest.find_tail import Tail, TailHashes, find_tail
from ingest.induction.builtin_learner import BuiltinLearner
from ingest.known_documents import (
    KnownDocument,
    assumes_years,
    end_lines,
    known_documents,
    newest_serial,
)
from ingest.learn_parsers import Chosen, FormatLearner, Relearn, learn_parsers
from ingest.load_document import PROSE, DocumentLoad
from ingest.load_graph import GraphLoader, load_types
from ingest.name_devices import name_devices
from ingest.parser_folder import hash_source, read_parsers, write_parser
from ingest.read_lines import InputFile, find_files, hash_file
from ingest.read_sample import read_sample
from ingest.records import IngestReport, Parser, Sample
from ingest.relations.infer_relations import infer_relations
from ingest.sandbox import ParserError, Sandbox
from ingest.tally import Tally
from ingest.time_limit import READ_LIMIT_S, TimeIsOverError, time_limit

Progress = Callable[[str, int, int], None]
"""Told the stage, how many documents of it are done, and how many there are."""


OpenLearner = Callable[[Sandbox, Progress], FormatLearner]
"""Makes the learner of one ingest, which judges what it writes in that sandbox and tells how far it is."""


def no_progress(stage: str, done: int, total: int) -> None:
    """Report to nobody."""


def without_model(sandbox: Sandbox, progress: Progress) -> FormatLearner:
    """Learn without a model."""
    return BuiltinLearner()


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
    known = known_documents(graph)
    with tally.timed("read"):
        found = find_files(paths)
        kept = read_parsers(parsers_folder)
        tails = {} if relearn == "all" else _tails(found.files, known, kept, graph)
        tail_hashes = TailHashes(tails.values())
        hashes = {file.path: hash_file(file) for file in found.files if file.path not in tails}
        samples = [_sample(file, tally) for file in found.files if file.path not in tails]
    with Sandbox(allow_weak=allow_weak_sandbox) as sandbox, GraphLoader(graph) as loader:
        with tally.timed("learn"):
            progress("learn", 0, 1)
            learner = open_learner(sandbox, progress)
            choice = learn_parsers(
                [sample for sample in samples if sample.kind != "text"],
                kept,
                learner,
                sandbox,
                relearn,
                keep=lambda parser: write_parser(parsers_folder, parser),
            )
            chosen = {**_parsers_of(tails, known, kept), **choice.parsers}
            tally.failures.extend((*choice.problems, *learner.notes))
            progress("learn", 1, 1)
        with tally.timed("name devices"):
            devices = _devices(samples, choice, sandbox)
        serial = newest_serial(graph, known)
        parsers = {parser.name: parser for parser in chosen.values()}
        for parser in parsers.values():
            load_types(graph, parser.schema)
        load = DocumentLoad(loader, sandbox, tally)
        for done, file in enumerate(found.files):
            progress("load", done, len(found.files))
            parser = parsers.get(chosen.get(file.path, PROSE).name, PROSE)
            mark, old, tail = _mark(parser), known.get(file.path), tails.get(file.path)
            if parser is not PROSE:
                tally.parsers.add(parser.name)
            if old is not None and tail is not None and load.tail(file, old, parser, tail, tail_hashes):
                continue
            hashed = tail_hashes.of(tail) if tail else hashes[file.path]
            same = old is not None and (old.document.parser, old.document.sha256) == (mark, hashed.sha256)
            if same and old is not None and old.counts is not None:
                tally.unchanged += 1
                tally.count(old.counts)
                continue
            serial += 1
            device = devices.get(file.path, "")
            document = Document(
                file.path, hashed.sha256, parser.kind, serial, device=device, parser=mark, bytes=hashed.bytes
            )
            load.whole(file, document, parser, old)
        with tally.timed("load"):
            loader.flush()
        with tally.timed("relate"):
            infer_relations(graph)
        with tally.timed("check"):
            try:
                keep_findings(graph)
            except (
                StatementFailedError
            ) as error:  # the documents are loaded; a check that takes too long is told
                tally.failures.append(f"findings: {error}")
        with tally.timed("describe"):
            keep_description(graph)
        progress("load", len(found.files), len(found.files))
        strength = "strong" if sandbox.strength().strong else "weak"
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
        doubts=tuple(tally.doubts),
        cut_lines=tuple(tally.cut_lines),
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


def _sample(file: InputFile, tally: Tally) -> Sample:
    """Read a sample; a file that takes too long is told, and loaded as text."""
    try:
        with time_limit(READ_LIMIT_S):
            return read_sample(file)
    except TimeIsOverError as error:
        tally.failures.append(
            f"{file.path}: not read within {error.seconds:g} s; its lines are loaded as plain text"
        )
        return Sample(file.path, "text", ())


def _mark(parser: Parser) -> str:
    """Return the mark by which a document says what it was parsed with."""
    return f"{parser.name}@{hash_source(parser)[:12]}"


def _tails(
    files: Sequence[InputFile],
    known: Mapping[str, KnownDocument],
    parsers: Sequence[Parser],
    graph: WritableGraph,
) -> dict[str, Tail]:
    """Find the logs that only grew since they were loaded, with parsers that are still there."""
    marks = {_mark(parser) for parser in parsers}
    tails: dict[str, Tail] = {}
    for file in files:
        old = known.get(file.path)
        if old is None or old.document.parser not in marks:
            continue
        tail = find_tail(file, old)
        if tail is not None and tail.follows(end_lines(graph, old)) and not assumes_years(graph, old):
            tails[file.path] = tail
    return tails


def _parsers_of(
    tails: Mapping[str, Tail], known: Mapping[str, KnownDocument], parsers: Sequence[Parser]
) -> dict[str, Parser]:
    by_mark = {_mark(parser): parser for parser in parsers}
    return {path: by_mark[known[path].document.parser] for path in tails}


def _devices(samples: Sequence[Sample], choice: Chosen, sandbox: Sandbox) -> dict[str, str]:
    """Name the device of every configuration, those of one syntax together."""
    roots: dict[str, dict[str, Entity]] = defaultdict(dict)
    for sample in samples:
        parser = choice.parsers.get(sample.path)
        if sample.kind != "configuration" or parser is None:
            continue
        values = choice.roots.get(sample.path)
        if values is None:
            try:
                records = sandbox.run_parse(parser.source, sample.lines, parser=parser.name)
            except ParserError:
                continue
            values = dict(records[0].values) if records else {}
        roots[parser.name][sample.path] = Entity("Configuration", "", 0, values, ())
    return {path: device for group in roots.values() for path, device in name_devices(group).items()}
