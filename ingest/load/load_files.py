"""Loads the files that changed; one that fails or is being written does not stop the others."""

from __future__ import annotations

import errno
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from findings.facts import build_network
from graph_store.describe import read_aliases
from graph_store.errors import GraphError, StatementFailedError
from graph_store.graph import WritableGraph
from graph_store.records import Document, Value
from ingest.captures.capture_records import capture_parser, capture_types, captured_device
from ingest.errors import UnreadableInput
from ingest.files.find_files import InputFile, Settled
from ingest.files.find_tail import Tail, TailHashes, find_tail
from ingest.files.read_lines import FileHash, hash_file
from ingest.files.read_sample import read_sample
from ingest.files.reference_times import reference_times
from ingest.learn.choose_parsers import Chosen, FormatLearner, Relearn, group_samples, learn_parsers
from ingest.learn.parser_folder import (
    hash_source,
    read_not_learned,
    read_parsers,
    write_not_learned,
    write_parser,
)
from ingest.learn.time_limit import READ_LIMIT_S, TimeIsOverError, time_limit
from ingest.load.load_document import PROSE, DocumentLoad
from ingest.load.load_graph import (
    GraphLoader,
    KnownDocument,
    assumes_years,
    end_lines,
    keep_places,
    known_documents,
    load_types,
    newest_serial,
)
from ingest.load.name_devices import name_devices, name_folders, name_logs
from ingest.load.name_senders import Senders
from ingest.load.tally import Tally
from ingest.records import PARSER_FORMAT, SHIPPED, Drift, Parser, Sample
from ingest.sandbox import ParserError, Sandbox, SandboxError
from language_model.errors import LanguageModelError

Progress = Callable[[str, int, int], None]
"""Told the stage, how many documents of it are done, and how many there are."""

OpenLoad = Callable[[GraphLoader, Sandbox, Tally, Mapping[str, datetime]], DocumentLoad]
"""Makes what loads the documents of one round, from moments behind the last lines of logs among others."""

MOST_DEVICES = 100_000
LEARNED = ("configuration", "log")
"""The kinds of files that have parsers of their own."""
_DEVICES = "MATCH (v:Device) RETURN v.name"
_OF_ALL = (GraphError, LanguageModelError, SandboxError)
_MACHINE = (errno.ENOSPC, errno.EDQUOT, errno.EMFILE, errno.ENFILE)
"""What is wrong with the whole ingest, and not with one file."""


Stamp = tuple[int, int, int]
"""By which a file is seen to have been written: its number, size and time of change."""


@dataclass(slots=True)
class FileLoader:
    """Loads files in rounds: all of them, then those that changed while they were read, or failed together."""

    graph: WritableGraph
    loader: GraphLoader
    sandbox: Sandbox
    learner: FormatLearner
    parsers_folder: Path
    relearn: Relearn
    tally: Tally
    progress: Progress
    source: str
    open_load: OpenLoad
    drifts: list[Drift] = field(default_factory=list)
    edited: dict[str, None] = field(default_factory=dict)
    older: dict[str, None] = field(default_factory=dict)
    shipped: dict[str, int] = field(default_factory=dict)
    prose: list[str] = field(default_factory=list)
    _serials: dict[int, InputFile] = field(default_factory=dict)
    _changed: list[InputFile] = field(default_factory=list)
    _places: list[list[int | str]] = field(default_factory=list)
    _references: dict[str, datetime] = field(default_factory=dict)

    def load(
        self, settled: Settled, files: Sequence[InputFile], gone: frozenset[str]
    ) -> tuple[list[InputFile], list[InputFile]]:
        """Load some files; return those that changed meanwhile, and those of which one or more failed.

        The documents in `gone` are no reason to leave out a copy of them.
        """
        self._serials, self._changed, self._places = {}, [], []
        tally, known = self.tally, known_documents(self.graph)
        replaced = {path: known.get(old.document.path) for path, old in settled.replaced.items()}
        with tally.timed("read"):
            kept = read_parsers(self.parsers_folder)
            tails = {} if self.relearn == "all" else self._tails(files, known, kept)
            tail_hashes = TailHashes(tail for tail, _ in tails.values())
            stamps, hashes = self._hash([file for file in files if file.path not in tails])
            wanted = hashes.keys() - self._copies(files, hashes, known, gone | settled.replaced.keys())
            found = {path: hashed.sha256 for path, hashed in hashes.items()}
            samples = self._samples([file for file in files if file.path in wanted], found, kept)
        choice = self._learn(samples, kept)
        self._remember(samples, choice, found)
        chosen = {path: parser for path, (_, parser) in tails.items()} | choice.parsers
        with tally.timed("name devices"):
            devices = _devices(samples, choice.parsers, choice.roots, self.sandbox)
            logs = {sample.path: sample.lines for sample in samples if sample.kind == "log"}
            self.loader.use_senders(self._senders(samples, devices))
            devices |= name_logs(list(logs), (*self._known_devices(), *devices.values()), logs)
        serial = newest_serial(self.graph, known)
        parsers = {parser.name: parser for parser in chosen.values()}
        load_types(self.graph, [parser.schema for parser in parsers.values()])
        for parser in parsers.values():
            self.edited.update(dict.fromkeys(f"{parser.name}/{name}" for name in parser.edited))
            if parser.model == SHIPPED:
                self.shipped[parser.told] = int(parser.learning.get("rows_on_top", 0))
            if parser.format < PARSER_FORMAT:
                self.older[parser.name] = None
        captures = [sample for sample in samples if sample.kind == "capture"]
        if captures:
            capture = capture_parser()
            load_types(self.graph, [capture_types(captures)])
            parsers[capture.name] = capture
            chosen |= dict.fromkeys((sample.path for sample in captures), capture)
            devices |= {sample.path: captured_device(sample) for sample in captures}
        self.prose.extend(sample.path for sample in samples if sample.kind == "text")
        changed = {path: datetime.fromtimestamp(stamp[2] / 1e9, UTC) for path, stamp in stamps.items()}
        self._references = reference_times(samples, changed) | self._references
        load = self.open_load(self.loader, self.sandbox, tally, self._references)
        sampled = {sample.path for sample in samples}
        for done, file in enumerate(files):
            self.progress("load", done, len(files))
            if file.path not in tails and file.path not in sampled:
                continue
            parser = parsers.get(chosen.get(file.path, PROSE).name, PROSE)
            mark, old = _mark(parser), replaced.get(file.path)
            tail = tails[file.path][0] if file.path in tails else None
            if parser is not PROSE:
                tally.parsers.add(parser.name)
            with self._isolated(file.path):
                if old is not None and tail is not None:
                    self._serials[old.document.serial] = file
                    if load.tail(file, old, parser, tail, tail_hashes):
                        continue
                hashed = tail_hashes.of(tail) if tail else hashes[file.path]
                if old is not None and _is_loaded(old, file, mark, hashed):
                    tally.unchanged += 1
                    tally.count(file.path, old.counts)
                    if old.document.location != file.origin:
                        self._places.append([old.document.serial, file.origin])
                    continue
                serial += 1
                document = Document(
                    file.path,
                    hashed.sha256,
                    parser.kind,
                    serial,
                    device=devices.get(file.path, ""),
                    parser=mark,
                    bytes=hashed.bytes,
                    location=file.origin,
                    source=self.source,
                    unknown=parser.unknown,
                    loaded=_loaded(old, hashed),
                )
                self._serials[serial] = file
                if self._whole(load, file, document, parser, old):
                    self._check_unchanged(file, document, stamps.get(file.path))
        for document, reason in load.wait():
            file = self._serials[document.serial]
            with self._isolated(file.path):
                if reason:
                    self.loader.abandon(document, reason)
                else:
                    self._check_unchanged(file, document, stamps.get(file.path))
        with tally.timed("load"):
            failed = self.loader.flush()
            keep_places(self.graph, self._places)
        for reason_of, reason in failed.items():
            tally.not_load(self._serials[reason_of].path, reason)
        again = {file.path for file in self._changed}
        return self._changed, [self._serials[one] for one in failed if self._serials[one].path not in again]

    def _whole(
        self,
        load: DocumentLoad,
        file: InputFile,
        document: Document,
        parser: Parser,
        old: KnownDocument | None,
    ) -> bool:
        try:
            return load.whole(file, document, parser, old)
        except Exception as error:  # `_isolated` tells which of them end the ingest
            self.loader.abandon(document, str(error))
            raise

    def _check_unchanged(self, file: InputFile, document: Document, stamp: Stamp | None) -> None:
        """Give a document up that was rewritten since it was hashed."""
        if _stamp(file) != stamp and hash_file(file, most=document.bytes).sha256 != document.sha256:
            self.loader.abandon(document, "it was written while it was read")
            self._changed.append(file)

    def _hash(self, files: Sequence[InputFile]) -> tuple[dict[str, Stamp], dict[str, FileHash]]:
        stamps: dict[str, Stamp] = {}
        hashes: dict[str, FileHash] = {}
        for file in files:
            with self._isolated(file.path):
                stamps[file.path] = _stamp(file)
                hashes[file.path] = hash_file(file)
        return stamps, hashes

    def _copies(
        self,
        files: Sequence[InputFile],
        hashes: Mapping[str, FileHash],
        known: Mapping[str, KnownDocument],
        not_owners: frozenset[str],
    ) -> dict[str, str]:
        """Find the files whose content another document has: the first of them is loaded."""
        ours = not_owners.union(file.path for file in files)
        owners = {each.document.sha256: path for path, each in known.items() if path not in ours}
        found = {file.path: hashes[file.path].sha256 for file in files if file.path in hashes}
        same = {path for path in found.keys() & known.keys() if known[path].document.sha256 == found[path]}
        for path in found:
            if path in same:
                owners.setdefault(found[path], path)
        copies = {
            path: owners[sha256]
            for path, sha256 in found.items()
            if path not in same and owners.setdefault(sha256, path) != path
        }
        self.tally.copies.update(copies)
        return copies

    def _samples(
        self, files: Sequence[InputFile], contents: Mapping[str, str], kept: Sequence[Parser]
    ) -> list[Sample]:
        """Read samples; a file that takes too long, or took too long before, is told, and loaded as text."""
        samples: list[Sample] = []
        tried = read_not_learned(self.parsers_folder) if self.relearn != "all" else {}
        for file in files:
            with self._isolated(file.path):
                if tried.get(contents[file.path]) == self._conditions(kept):
                    reason = "nothing could be learned from it before; its lines are text (--relearn all tries again)"
                    self.tally.failures.append(f"{file.path}: {reason}")
                    samples.append(Sample(file.path, "text", ()))
                    continue
                try:
                    with time_limit(READ_LIMIT_S):
                        samples.append(read_sample(file))
                    if samples[-1].note:
                        self.tally.failures.append(samples[-1].note)
                except TimeIsOverError as error:
                    reason = f"not read within {error.seconds:g} s; its lines are loaded as plain text"
                    self.tally.failures.append(f"{file.path}: {reason}")
                    samples.append(Sample(file.path, "text", ()))
        return samples

    def _conditions(self, parsers: Iterable[Parser]) -> str:
        """Name what learning depends on beside the file: who learns, and which parsers there are."""
        named = " ".join([self.learner.model, *sorted(map(_mark, parsers))])
        return sha256(named.encode()).hexdigest()[:16]

    def _remember(self, samples: Sequence[Sample], choice: Chosen, contents: Mapping[str, str]) -> None:
        """Keep which files nothing was learned from without a model, which is sure to fail again, after minutes."""
        none = [one.path for one in samples if one.kind in LEARNED and one.path not in choice.names]
        if none and not self.learner.mends:
            tried = read_not_learned(self.parsers_folder)
            now = self._conditions(read_parsers(self.parsers_folder))
            write_not_learned(self.parsers_folder, tried | {contents[path]: now for path in none})

    def _learn(self, samples: Sequence[Sample], kept: Sequence[Parser]) -> Chosen:
        learned = [sample for sample in samples if sample.kind in LEARNED]
        with self.tally.timed("learn"):
            self.progress("learn", 0, 1)
            try:
                choice = self._choose(learned, kept)
            except _OF_ALL:
                raise
            except Exception:  # the border between files
                # Without those that cannot be taken apart, the others load.
                sound = self._sound(learned)
                if len(sound) == len(learned):
                    raise
                choice = self._choose(sound, kept)
            self.tally.failures.extend(choice.problems)
            self.drifts.extend(choice.drifts)
            self.progress("learn", 1, 1)
        return choice

    def _choose(self, samples: Sequence[Sample], kept: Sequence[Parser]) -> Chosen:
        return learn_parsers(
            samples,
            kept,
            self.learner,
            self.sandbox,
            self.relearn,
            keep=lambda parser: write_parser(self.parsers_folder, parser),
            devices=self._known_devices(),
        )

    def _sound(self, samples: Sequence[Sample]) -> list[Sample]:
        """Return the samples that can be taken apart; of the others the lines are text, and it is told why."""
        sound = []
        for sample in samples:
            try:
                group_samples([sample])
                sound.append(sample)
            except Exception as error:
                reason = f"cannot be taken apart ({error}); its lines are loaded as plain text"
                self.tally.failures.append(f"{sample.path}: {reason}")
        return sound

    def _senders(self, samples: Sequence[Sample], devices: Mapping[str, str]) -> Senders:
        """Return the devices of senders: those joined before, and those that the configurations among `samples` prove.

        What is wrong or missing then, `join_senders` mends. Workers of a cluster are not sent all addresses.
        """
        is_asked = self.open_load is DocumentLoad and any(sample.kind == "log" for sample in samples)
        configured = [each for each in samples if is_asked and devices.get(each.path) and each.lines]
        network = build_network((each.source_lines(), devices[each.path]) for each in configured)
        return Senders(network, [facts.device for facts in network.devices], read_aliases(self.graph))

    def _known_devices(self) -> list[str]:
        return [str(row[0]) for row in self.graph.read(_DEVICES, row_limit=MOST_DEVICES).rows]

    def _tails(
        self, files: Sequence[InputFile], known: Mapping[str, KnownDocument], parsers: Sequence[Parser]
    ) -> dict[str, tuple[Tail, Parser]]:
        """Find the logs that only grew since they were loaded, with their parsers, which are still there."""
        by_mark = {_mark(parser): parser for parser in parsers}
        tails: dict[str, tuple[Tail, Parser]] = {}
        for file in files:
            old = known.get(file.path)
            if old is None or old.document.parser not in by_mark:
                continue
            with self._isolated(file.path):
                tail = find_tail(file, old)
                same = tail is not None and tail.follows(end_lines(self.graph, old))
                if tail is not None and same and not assumes_years(self.graph, old):
                    tails[file.path] = tail, by_mark[old.document.parser]
        return tails

    @contextmanager
    def _isolated(self, path: str) -> Iterator[None]:
        """Tell what is wrong with a file, and go on with the next; what is wrong with all of them is raised."""
        try:
            yield
        except StatementFailedError as error:
            self.tally.not_load(path, str(error))
        except _OF_ALL:
            raise
        except Exception as error:  # the border between files: whatever is wrong with one, the others load
            if isinstance(error, OSError) and error.errno in _MACHINE:
                raise
            self.tally.not_load(path, str(error).removeprefix(f"{path}: ") or type(error).__name__)


def _stamp(file: InputFile) -> Stamp:
    try:
        found = file.location.stat()
    except OSError as error:
        raise UnreadableInput(file.path, str(error.strerror or error)) from error
    return found.st_ino, found.st_size, found.st_mtime_ns


def _loaded(old: KnownDocument | None, hashed: FileHash) -> str:
    """Return when a document's content came: now, or earlier when the same is only read again."""
    if old is not None and old.document.sha256 == hashed.sha256:
        return old.document.loaded
    return datetime.now(UTC).isoformat(timespec="seconds")


def _is_loaded(old: KnownDocument, file: InputFile, mark: str, hashed: FileHash) -> bool:
    document = old.document
    return (document.path, document.parser, document.sha256) == (file.path, mark, hashed.sha256)


def _mark(parser: Parser) -> str:
    """Return the mark by which a document says what it was parsed with."""
    return f"{parser.name}@{hash_source(parser)[:12]}"


def _devices(
    samples: Sequence[Sample],
    parsers: Mapping[str, Parser],
    known: Mapping[str, Mapping[str, Value]],
    sandbox: Sandbox,
) -> dict[str, str]:
    """Name the device of every configuration, those of one syntax together."""
    roots: dict[str, dict[str, Mapping[str, Value]]] = defaultdict(dict)
    unread: dict[str, list[Sample]] = defaultdict(list)
    for sample in samples:
        parser = parsers.get(sample.path)
        if sample.kind != "configuration" or parser is None:
            continue
        if sample.path in known:
            roots[_syntax(parser)][sample.path] = known[sample.path]
        else:
            unread[parser.name].append(sample)
    for name, some in unread.items():
        parser = parsers[some[0].path]
        outcomes = sandbox.try_parse(parser.source, (sample.lines for sample in some), parser=name)
        with suppress(ParserError):  # its source cannot be used at all: loading says so
            for sample, records in zip(some, outcomes, strict=False):
                if not isinstance(records, ParserError):
                    roots[_syntax(parser)][sample.path] = records[0].values if records else {}
    texts = {sample.path: sample.lines for sample in samples}
    hosts = name_folders(texts)
    files = {_syntax(parser): str(parser.learning.get("files", "")) for parser in parsers.values()}
    return {
        path: device
        for name, group in roots.items()
        for path, device in name_devices(group, texts, files.get(name, ""), hosts).items()
    }


def _syntax(parser: Parser) -> str:
    """Name what devices are told apart by: the format that ships, whatever was learned on top, or the parser."""
    return str(parser.learning.get("shipped") or parser.name)
