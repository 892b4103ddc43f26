"""The way from files to the graph: find, learn, parse, load."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path

from findings.keep import keep_findings
from findings.rule_file import Rule
from graph_store.describe import keep_description
from graph_store.errors import StatementFailedError
from graph_store.graph import WritableGraph
from ingest.files.find_files import FilesFound, Settled, check_source, is_below, open_files, settle_paths
from ingest.files.older_copies import find_older
from ingest.files.read_lines import share_secrets
from ingest.learn.builtin.builtin_learner import BuiltinLearner
from ingest.learn.choose_parsers import FormatLearner, Relearn
from ingest.load.forget_documents import drop_older, first_day
from ingest.load.load_document import DocumentLoad
from ingest.load.load_files import FileLoader, OpenLoad, Progress
from ingest.load.load_graph import (
    GraphLoader,
    Keep,
    KnownDocument,
    keep_nothing,
    known_documents,
    newest_serial,
)
from ingest.load.tally import Tally
from ingest.records import IngestReport
from ingest.relations.infer_relations import infer_relations
from ingest.sandbox import Sandbox
from timeline.changes import join_changes

__all__ = ["OpenLearner", "Progress", "ingest", "no_progress", "without_model"]

OpenLearner = Callable[[Sandbox, Progress], FormatLearner]
"""Makes the learner of one ingest, which judges what it writes in that sandbox and tells how far it is."""

ROUNDS = 3
"""How often a file is read that is written meanwhile."""


def no_progress(stage: str, done: int, total: int) -> None:
    """Report to nobody."""


def without_model(sandbox: Sandbox, progress: Progress) -> FormatLearner:
    """Learn without a model."""
    return BuiltinLearner()


def ingest(
    paths: Sequence[str | Path] | FilesFound,
    graph: WritableGraph,
    parsers_folder: Path,
    *,
    source: str = "",
    prune: bool = False,
    same_paths: bool = False,
    retain: str = "",
    rules: Sequence[Rule] = (),
    open_learner: OpenLearner = without_model,
    relearn: Relearn = "auto",
    allow_weak_sandbox: bool = False,
    progress: Progress = no_progress,
    open_load: OpenLoad = DocumentLoad,
    key: bytes = b"",
    keep: Keep = keep_nothing,
) -> IngestReport:
    """Read files, learn what is new, and load what changed; documents that are not among them stay as they are.

    `prune` removes those whose files were below the given folders, or of the same `source`, and are gone. `retain`
    ("30d") drops older lines of logs. `source` and `same_paths` say which document a file is: see `settle_paths`.
    `rules` are the user's own, checked beside the built-in ones. `open_load` says who reads and parses: this process,
    or a cluster. Under `key` equal secrets get equal stand-ins, which without a key tell nothing of it. `keep` is
    handed each document before it is replaced or pruned. A file that cannot be loaded is named in `not_loaded`.
    Raises IngestError, SandboxError and GraphError, and LanguageModelError when a model refuses.
    """
    check_source(source)
    retained = first_day(retain) if retain else None
    tally = Tally()
    with nullcontext(paths) if isinstance(paths, FilesFound) else open_files(paths) as found:
        known = known_documents(graph)
        older = find_older(found.files)
        files = [file for file in share_secrets(found.files, key) if file.path not in older]
        settled = settle_paths(files, known, source, same_paths)
        gone = frozenset(_gone(found, settled, known, source) if prune else ())
        gone |= older.keys() & known.keys()
        tally.not_loaded.update({path: f"an older copy of {newest}" for path, newest in older.items()})
        tally.not_loaded.update({item.path: item.reason for item in found.passed_over if item.failed})
        with Sandbox(allow_weak=allow_weak_sandbox) as sandbox, GraphLoader(graph, keep=keep) as loader:
            learner = open_learner(sandbox, progress)
            loading = FileLoader(
                graph, loader, sandbox, learner, parsers_folder, relearn, tally, progress, source, open_load
            )
            _load(loading, settled, gone)
            tally.failures.extend(learner.notes)
            with tally.timed("load"):
                now = known_documents(graph)
                left = sorted((gone | tally.copies.keys()) & now.keys())
                serials = [now[path].document.serial for path in left]
                loader.remove(serials, newest_serial(graph, now))
            tally.failures.extend(loader.not_kept)
            with tally.timed("drop"):
                dropped = drop_older(graph, retained) if retained else {}
            _conclude(graph, tally, rules)
            progress("load", len(found.files), len(found.files))
            strength = "strong" if sandbox.strength().strong else "weak"
    total = tally.total()
    return IngestReport(
        documents=len(found.files) - len(tally.copies),
        unchanged=tally.unchanged,
        lines=total.lines,
        lines_explained=total.explained,
        entities=total.entities,
        relations=total.children,
        labels=dict(total.types.most_common()),
        unexplained=tuple(tally.unexplained),
        variable_tokens=total.tokens,
        tokens_in_fields=total.fields,
        values_not_found=tuple(tally.not_found),
        doubts=tuple(tally.doubts),
        cut_lines=tuple(tally.cut_lines),
        passed_over=tuple((item.path, item.reason) for item in found.passed_over if not item.failed),
        not_loaded=tuple(tally.not_loaded.items()),
        copies=tuple(tally.copies.items()),
        pruned=tuple(sorted(gone)),
        moved=settled.moved,
        dropped=tuple(dropped.items()),
        prose=tuple(loading.prose),
        failures=tuple(tally.failures),
        parsers=tuple(sorted(tally.parsers)),
        sandbox=strength,
        drifts=tuple(loading.drifts),
        edited=tuple(loading.edited),
        older=tuple(loading.older),
        shipped=tuple(loading.shipped.items()),
        model=learner.model,
        spent=learner.spent(),
        seconds={stage: round(seconds, 3) for stage, seconds in tally.seconds.items()},
    )


def _load(files: FileLoader, settled: Settled, gone: frozenset[str]) -> None:
    """Load all files; again those that were written meanwhile, and alone those that failed together."""
    changed, failed = files.load(settled, settled.files, gone)
    for alone in failed if len(failed) > 1 else ():
        changed += files.load(settled, [alone], gone)[0]
    for _ in range(ROUNDS - 1):
        if changed:
            changed, _ = files.load(settled, changed, gone)


def _conclude(graph: WritableGraph, tally: Tally, rules: Sequence[Rule]) -> None:
    """Bring up to date what follows from all documents together."""
    with tally.timed("relate"):
        infer_relations(graph)
        join_changes(graph)
    with tally.timed("check"):
        try:
            tally.failures.extend(keep_findings(graph, rules))
        except StatementFailedError as error:  # the documents are loaded; a check that takes too long is told
            tally.failures.append(f"findings: {error}")
    with tally.timed("describe"):
        keep_description(graph)


def _gone(found: FilesFound, settled: Settled, known: Mapping[str, KnownDocument], source: str) -> list[str]:
    """Return the documents whose files were deleted: below what was given, or of the same source."""
    there = {file.path for file in settled.files}
    unread = [item.origin for item in found.passed_over if item.failed]
    gone: list[str] = []
    for path, each in known.items():
        place = each.document.location
        if path in there or not place or any(is_below(place, one) for one in unread):
            continue
        if source:
            own = each.document.source == source
        else:
            own = any(is_below(place, root) for root in found.roots) and not os.path.lexists(place)
        if own:
            gone.append(path)
    return gone
