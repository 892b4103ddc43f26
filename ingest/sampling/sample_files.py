"""Samples files as learning does: configurations of one syntax together, each log by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from graph_store.records import SourceLine
from ingest.learn_parsers import group_samples
from ingest.read_lines import find_files, read_lines
from ingest.read_sample import is_prose
from ingest.records import Kind, Sample
from ingest.sampling.find_blocks import outline
from ingest.sampling.mask_line import distinct_shapes, take_page
from ingest.sampling.search_samples import search_samples
from ingest.sampling.split_chunks import LIMIT, SampleChunk, Sampling, SearchStep, split_chunks
from ingest.text_encoding import kind_of
from language_model.count_tokens import TokenCounter

# Joins short chunks, of one file or several, so that a sample is worth its call.


def join_chunks(chunks: Sequence[SampleChunk], limit: int) -> list[SampleChunk]:
    """Join neighbouring chunks as long as they have no more than `limit` tokens together.

    A chunk that repeats the header of a block it continues begins a new one. The path is the first one's; every line
    knows its own.
    """
    joined: list[SampleChunk] = []
    for chunk in chunks:
        last = joined[-1] if joined else None
        if last is None or chunk.header or last.tokens + chunk.tokens > limit:
            joined.append(chunk)
            continue
        joined[-1] = replace(
            last,
            lines=(*last.lines, *chunk.lines),
            alike=last.alike + chunk.alike,
            tokens=last.tokens + chunk.tokens,
        )
    return joined


KIND_LINES = 400


@dataclass(frozen=True, slots=True)
class SampledGroup:
    """Documents of one syntax, all their chunks, and what was chosen of them."""

    kind: Kind
    paths: tuple[str, ...]
    lines: int
    chunks: tuple[SampleChunk, ...]
    sampling: Sampling
    trials: tuple[SearchStep, ...]


def sample_files(
    paths: Sequence[str | Path], wanted: int, tokens: TokenCounter, outlined: bool = False
) -> list[SampledGroup]:
    """Read the files at and below `paths`, and sample those that parsers are learned for; prose is passed over.

    With `outlined`, only how their blocks and records begin, from which a model divides a format into sections.
    Raises InputError for a path that leads to nothing, ValueError when `wanted` < 1.
    """
    documents: dict[str, list[SourceLine]] = {}
    samples: list[Sample] = []
    for file in find_files(paths).files:
        lines = list(read_lines(file))
        texts = tuple(line.text for line in lines)
        kind = kind_of(texts[:KIND_LINES])
        if kind == "log" or not is_prose(texts):
            documents[file.path] = lines
            samples.append(Sample(file.path, kind, texts))
    sampled = []
    for group in group_samples(samples):
        whole = [documents[sample.path] for sample in group]
        shown = _first_shown(whole, group[0].kind) if outlined else whole
        sampled.append(_sample_group(group, shown, wanted, tokens))
    return sampled


def _first_shown(documents: list[list[SourceLine]], kind: Kind) -> list[list[SourceLine]]:
    """Return the lines that a model sees first: a page of a log's shapes, or an outline of configurations."""
    if kind == "log":
        return [[line for shape in take_page(distinct_shapes(documents)) for line in shape.lines]]
    return outline(documents)


def _sample_group(
    group: Sequence[Sample], lines: Sequence[Sequence[SourceLine]], wanted: int, tokens: TokenCounter
) -> SampledGroup:
    chunks = join_chunks(split_chunks(lines, group[0].kind, tokens), LIMIT)
    sampling, trials = search_samples(chunks, wanted)
    paths = tuple(sample.path for sample in group)
    return SampledGroup(group[0].kind, paths, sum(map(len, lines)), tuple(chunks), sampling, trials)
