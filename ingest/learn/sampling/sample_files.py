"""Samples files as learning does: configurations of one syntax together, each log by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from graph_store.records import SourceLine
from ingest.files.find_files import find_files
from ingest.files.log_or_configuration import is_prose, kind_of
from ingest.files.read_lines import read_lines
from ingest.learn.choose_parsers import group_samples
from ingest.learn.sampling.find_blocks import outline
from ingest.learn.sampling.mask_line import distinct_shapes, take_page
from ingest.learn.sampling.search_samples import Sampling, SearchStep, search_samples
from ingest.learn.sampling.split_chunks import SampleChunk, join_chunks, split_chunks
from ingest.records import Kind, Sample
from language_model.count_tokens import TokenCounter

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
        sample = Sample(file.path, kind_of(texts[:KIND_LINES]), texts)
        if sample.kind == "log" or not is_prose(texts):
            documents[file.path] = lines
            samples.append(sample)
    groups = []
    for group in group_samples(samples):
        kind, shown = group[0].kind, [documents[sample.path] for sample in group]
        if outlined and kind == "log":
            shown = [[line for shape in take_page(distinct_shapes(shown)) for line in shape.lines]]
        elif outlined:
            shown = outline(shown)
        chunks = join_chunks(split_chunks(shown, kind, tokens))
        sampling, trials = search_samples(chunks, wanted)
        names = tuple(sample.path for sample in group)
        groups.append(SampledGroup(kind, names, sum(map(len, shown)), tuple(chunks), sampling, trials))
    return groups
