"""The records of sampling: chunks, and what was chosen of them."""

from __future__ import annotations

from dataclasses import dataclass

from graph_store.records import SourceLine


@dataclass(frozen=True, slots=True)
class SampleChunk:
    """What a model sees of one document while it learns.

    `header` repeats the lines of the blocks that the chunk stands in; they are not its own. `lines` are its own, in
    order; their numbers have gaps where alike units were left out. `alike` counts the units left out here because one
    like them is in this or an earlier chunk. `tokens` are those of header and lines.
    """

    path: str
    header: tuple[SourceLine, ...]
    lines: tuple[SourceLine, ...]
    alike: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Sampling:
    """The chosen chunks in the order chosen, and the share of `keywords` shown after each of them (0 to 1).

    `clusters` and `terms` are the paper's n_c and n_t.
    """

    samples: tuple[SampleChunk, ...]
    coverage: tuple[float, ...]
    keywords: tuple[str, ...]
    clusters: int
    terms: int


@dataclass(frozen=True, slots=True)
class SearchStep:
    """One (n_c, n_t) that the search tried: how many samples it needs, and the keyword coverage they reach."""

    clusters: int
    terms: int
    samples: int
    coverage: float
