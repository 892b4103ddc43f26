"""A worker's part: cuts and parses blocks, builds their entities, writes them."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import wraps
from itertools import islice
from typing import ParamSpec, TypeVar

from tenacity import retry, retry_if_exception_type, stop_after_attempt
from tenacity.wait import wait_exponential_jitter

from graph_store.bolt_graph import DELETE_BATCH, BoltGraph
from graph_store.errors import StatementFailedError
from graph_store.open_graph import open_graph
from graph_store.records import Document, SourceLine
from ingest.files.encoding import encoding_of, read_head
from ingest.files.find_files import InputFile
from ingest.files.find_tail import whole_span
from ingest.files.read_lines import WHOLE, Span, line_ends, read_lines
from ingest.files.read_times import TimeReader
from ingest.learn.judge_records import MOST_JUDGED, RecordJudge
from ingest.load.apply_parsers import UNCUT, build_batch, run_parser, split_batches
from ingest.load.build_entities import EntityBuilder
from ingest.load.graph_rows import entity_id, line_id
from ingest.load.load_document import type_labels
from ingest.load.load_graph import ALL, GraphLoader
from ingest.load.tally import Tally
from ingest.records import DocumentCounts, Kind, ParsedBatch, Parser
from ingest.sandbox import ParserError, RawRecord, Sandbox

# Cuts a file into blocks for different workers, at the places where one process would cut it into batches.


BLOCK_BYTES = 2 << 20
BLOCK_LINES = 20_000
CUT_BYTES = 64 << 20
"""So much of a file is cut in one go: the first blocks are parsed while the next are looked for."""
SHORT_LINE = 20
"""Bytes of a short line: for how many lines a small file is counted, as nobody counts them beforehand."""


@dataclass(frozen=True, slots=True)
class FileBlock:
    """A part of a document: where it is, and how many lines and batches it has; `position` is its first batch's."""

    span: Span
    lines: int
    batches: int = 0
    position: int = 0

    @property
    def end(self) -> int:
        """The byte behind it."""
        return self.span.start + (self.span.bytes or 0)


def only_block(file: InputFile, kind: Kind, size: int, block_bytes: int) -> FileBlock | None:
    """Return a file's only block: a small one, a configuration, or one of which only the whole is a span; else None."""
    span = whole_span(file, size)
    whole = kind in UNCUT or size <= block_bytes or span is WHOLE
    if not whole and encoding_of(read_head(file.location)) == "utf-8":
        return None
    return FileBlock(span, size // SHORT_LINE + 1)


BEGIN = FileBlock(Span(bytes=0), 0)
"""What stands before a file's first block."""


def cut_blocks(
    file: InputFile, kind: Kind, size: int, block_bytes: int, after: FileBlock = BEGIN
) -> tuple[FileBlock, ...]:
    """Cut the next part of a file, behind the block `after`. Raises UnreadableInput."""
    start, number = after.end, after.span.first_number + after.lines
    position = after.position + after.batches
    span = Span(start, size - start, number)
    ends = line_ends(file, span)
    blocks: list[FileBlock] = []
    lines = batches = 0
    for batch in split_batches(read_lines(file, span), kind):
        end = next(islice(ends, len(batch) - 1, None))
        lines, batches = lines + len(batch), batches + 1
        if end - start >= block_bytes or lines >= BLOCK_LINES or end == size:
            blocks.append(FileBlock(Span(start, end - start, number), lines, batches, position))
            start, number, position = end, number + lines, position + batches
            lines = batches = 0
            if end - span.start >= CUT_BYTES:
                break
    if lines:  # the file was cut short meanwhile
        blocks.append(FileBlock(Span(start, end - start, number), lines, batches, position))
    return tuple(blocks)


# What a worker does: parse a block, build its entities behind those of the blocks before, write them.

Given = ParamSpec("Given")
Result = TypeVar("Result")
Parsed = list[tuple[tuple[SourceLine, ...], Sequence[RawRecord] | str | None]]
"""The batches of a block with their records; with why there are none, or nothing where the parser was not asked."""

_OPEN = (
    "MATCH (d:Document {serial: $serial}) SET d.kind = d.kind WITH d WHERE d.state = 'loading' "
    "MERGE (s:Store {id: $id}) SET s.document = $serial, s.attempt = $attempt "
    "WITH count(s) AS held RETURN 1 / held"
)
"""Fails where the document is not being loaded any more; whoever wrote the block before writes no more from now on."""
_HOLD = (
    "OPTIONAL MATCH (s:Store {id: $id}) SET s.document = s.document WITH s WHERE s.attempt = $attempt "
    "WITH count(s) AS held RETURN 1 / held"
)
"""Fails where another attempt has the block, or the document was given up; both wait for this transaction."""
_CLOSE = "MATCH (s:Store {id: $id}) DELETE s"
TRIES, FIRST_WAIT_S = 5, 0.5
"""Of writing a block; each wait is twice the one before."""
_HERE = threading.local()
"""The sandbox and the connection of each thread of a worker: they live as long as the worker does."""


class BlockFailed(Exception):  # noqa: N818 - one block, and with it one document; the others load
    """A worker could not load a block; the text says why. It goes from process to process."""


@dataclass(frozen=True, slots=True)
class GraphLogin:
    """The graph that workers write into; the password stays out of what Dask logs."""

    url: str
    user: str = ""
    password: str = field(default="", repr=False)
    database: str | None = None


@dataclass(frozen=True, slots=True)
class DocumentJob:
    """A document to load; `times` reads its times from their beginning, `device_of_sender` is as in GraphLoader."""

    file: InputFile
    document: Document
    times: TimeReader
    login: GraphLogin
    allow_weak_sandbox: bool = False
    device_of_sender: Callable[[str], str] = str


@dataclass(slots=True)
class Carried:
    """What a block hands to the next one of its document: what was counted, and what times and judgements depend on."""

    times: TimeReader
    judge: RecordJudge
    counts: DocumentCounts = field(default_factory=DocumentCounts)


@dataclass(frozen=True, slots=True)
class Built:
    """A block that is ready to be written, what the next one needs, what the report shows, and its first ordinal."""

    batches: list[ParsedBatch]
    carried: Carried
    tally: Tally
    first: int


def with_plain_errors(work: Callable[Given, Result]) -> Callable[Given, Result]:
    """Turn any exception into a BlockFailed, which other processes can unpickle and which names only the file."""

    @wraps(work)
    def act(*given: Given.args, **named: Given.kwargs) -> Result:
        try:
            return work(*given, **named)
        except Exception as error:  # a worker's entry point
            raise BlockFailed(str(error) or type(error).__name__) from None

    return act


def begin(job: DocumentJob) -> Carried:
    """Return what the first block of a document begins with."""
    return Carried(deepcopy(job.times), RecordJudge(job.file.path))


cut = with_plain_errors(cut_blocks)


def keep(parser: Parser) -> Parser:
    """Have the scheduler give a parser to every worker that needs it, once."""
    return parser


@with_plain_errors
def parse(job: DocumentJob, block: FileBlock, parser: Parser) -> Parsed:
    """Read a block, and run its parser over it in this worker's sandbox, which ends with the thread it began in."""
    batches = split_batches(read_lines(job.file, block.span), parser.kind)
    if parser.kind == "text":
        return [(lines, None) for lines in batches]
    if not hasattr(_HERE, "sandbox"):
        _HERE.sandbox = Sandbox(workers=1, allow_weak=job.allow_weak_sandbox).__enter__()
    found = run_parser(batches, parser, _HERE.sandbox)
    return [
        (lines, str(records) if isinstance(records, ParserError) else records) for lines, records in found
    ]


@with_plain_errors
def build(job: DocumentJob, block: FileBlock, parser: Parser, parsed: Parsed, before: Carried) -> Built:
    """Make entities of a block's records; their ordinals and times go on from those of the block before."""
    before = deepcopy(before)  # in one process with the client it is the client's own
    path, tally, counts, judge = job.file.path, Tally(), before.counts, before.judge
    first = counts.entities
    builder = EntityBuilder(path, parser.schema, before.times, first, parser.kind == "capture", parser.named)
    batches: list[ParsedBatch] = []
    for position, (lines, outcome) in enumerate(parsed, start=block.position):
        if isinstance(outcome, str):
            tally.failures.append(f"{path}: {outcome}")
        if not lines:
            continue
        records = None if isinstance(outcome, str) else outcome
        batch = build_batch(lines, records, builder, position, parser.kind)
        batches.append(batch)
        if parser.kind == "text":
            tally.show_cut(lines)
            continue
        counts.add(batch)
        judge.take_batch(batch)
        tally.show(batch)
    if judge.seen >= MOST_JUDGED:  # it looks at nothing more: its doubts are all that goes on
        counts.doubt(judge.doubts())
        judge = RecordJudge(path, judge.seen)
    return Built(batches, Carried(builder.times, judge, counts), tally, first)


def summarize(built: Built) -> tuple[Carried, Tally]:
    """Return what the client and the next block need."""
    return built.carried, built.tally


@with_plain_errors
@retry(
    retry=retry_if_exception_type((StatementFailedError, BlockFailed)),
    stop=stop_after_attempt(TRIES),
    wait=wait_exponential_jitter(multiplier=FIRST_WAIT_S),
    reraise=True,
)
def write(job: DocumentJob, block: FileBlock, parser: Parser, built: Built) -> int:
    """Write a block in place of what an earlier attempt left of it, and return the first ordinal behind it.

    It is tried again a little later where the server has too much to do, or two writers met.
    """
    graph, document = _graph(job.login), job.document
    serial, number = document.serial, block.span.first_number
    hold = {"id": f"{serial}/{number}", "serial": serial, "attempt": uuid.uuid4().hex}
    graph.write_all([(_OPEN, hold)])
    first = [(_HOLD, hold)]
    behind = number + sum(len(batch.lines) for batch in built.batches)
    for label, start, end in (
        ("Line", line_id(serial, number), line_id(serial, behind)),
        ("Entity", entity_id(serial, built.first), entity_id(serial, built.carried.counts.entities)),
    ):
        found = f"MATCH (n:{label}) WHERE n.id >= $start AND n.id < $end RETURN n.id"
        rows = graph.read(found, {"start": start, "end": end}, row_limit=ALL, time_limit_s=60).rows
        remove = f"UNWIND $ids AS id MATCH (n:{label} {{id: id}}) DETACH DELETE n"
        for place in range(0, len(rows), DELETE_BATCH):
            some = [row[0] for row in rows[place : place + DELETE_BATCH]]
            graph.write_all([*first, (remove, {"ids": some})])
    labels = type_labels(parser)
    with GraphLoader(graph, first, device_of_sender=job.device_of_sender) as loader:
        for batch in built.batches:
            loader.add(document, batch, labels)
        failed = loader.drain()
    if failed:
        raise BlockFailed(next(iter(failed.values())))
    graph.write_all([*first, (_CLOSE, hold)])
    return built.carried.counts.entities


def load(job: DocumentJob, block: FileBlock, parser: Parser) -> tuple[Carried, Tally]:
    """Do all of it for a document's only block."""
    built = build(job, block, parser, parse(job, block, parser), begin(job))
    write(job, block, parser, built)
    return summarize(built)


def _graph(login: GraphLogin) -> BoltGraph:
    known: tuple[GraphLogin, BoltGraph] | None = getattr(_HERE, "graph", None)
    if known is None or known[0] != login:
        if known is not None:
            known[1].close()
        opened = open_graph(login.url, user=login.user, password=login.password, database=login.database)
        known = _HERE.graph = login, opened
    return known[1]
