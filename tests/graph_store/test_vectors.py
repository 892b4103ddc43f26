"""Vectors of a model in the index of each store: embedded over HTTP, found by cosine, kept up to date."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from graph_store.bolt_graph import BoltGraph
from retrieval.errors import EmbeddingError
from retrieval.indexes import Indexes
from retrieval.records import SearchRequest
from retrieval.search import SEARCHES
from retrieval.vectors import KINDS, STALE, ModelVectors, NearestTexts, keep_vectors, open_kept
from tests.agent.small_graph import load_small_graph
from tests.graph_store.file_with_secrets import STAND_INS, load_with_secrets, stand_ins_in
from tests.language_model.openai_stub import Handler, Request, Stub, refuse, say_json, serve

NAME = "openai:letters"
TEXTS = [f"interface Gi0/{n} mtu {1500 + 7 * n} vlan {n * n}" for n in range(40)]


def letters(text: str) -> list[float]:
    """Count pairs of letters: texts with the same words are near to each other."""
    vector = np.zeros(64)
    for place in range(len(text) - 1):
        vector[zlib.crc32(text[place : place + 2].encode()) % 64] += 1
    return [float(one) for one in vector]


def embed(handler: Handler, request: Request) -> None:
    """Answer as an OpenAI-compatible endpoint does that takes texts only."""
    assert all(isinstance(text, str) for text in request["input"])
    data = [
        {"object": "embedding", "index": place, "embedding": letters(text)}
        for place, text in enumerate(request["input"])
    ]
    usage = {"prompt_tokens": 1, "total_tokens": 1}
    say_json({"object": "list", "model": "letters", "data": data, "usage": usage})(handler, request)


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stub]:
    """Serve embeddings where the environment says."""
    with serve(embed) as stub:
        monkeypatch.setenv("OPENAI_BASE_URL", stub.url)
        monkeypatch.setenv("OPENAI_API_KEY", "none")
        yield stub


def sent(stub: Stub) -> int:
    return sum(len(request["input"]) for request in stub.requests)


def test_the_index_finds_what_comparing_all_vectors_finds(graph: BoltGraph, endpoint: Stub) -> None:
    assert keep_vectors(graph, "Chunk", TEXTS, NAME) == len(TEXTS)
    kept, stale = open_kept(graph, "Chunk", TEXTS)
    assert kept is not None
    assert not stale
    found = kept.nearest(TEXTS[7], 10)
    exact = dict(NearestTexts(TEXTS, ModelVectors(NAME)).nearest(TEXTS[7], len(TEXTS)))
    assert found[0][0] == 7
    assert [score for _, score in found] == pytest.approx([exact[place] for place, _ in found], abs=0.03)
    missed = {*list(exact)[:10]} - {place for place, _ in found}
    assert len(missed) <= 2, "Neo4j's index is approximate and keeps vectors in fewer bits, but not that few"


def test_it_is_found_after_the_store_was_opened_again(
    graph: BoltGraph, again: Callable[[], BoltGraph], endpoint: Stub
) -> None:
    keep_vectors(graph, "Chunk", TEXTS, NAME)
    with again() as opened:
        kept, _ = open_kept(opened, "Chunk", TEXTS)
        assert kept is not None
        assert kept.nearest(TEXTS[3], 1)[0][0] == 3


def test_only_new_texts_are_embedded_and_old_ones_go(graph: BoltGraph, endpoint: Stub) -> None:
    keep_vectors(graph, "Chunk", TEXTS, NAME)
    before, changed = sent(endpoint), [*TEXTS[1:], "snmp-server location Room 4", TEXTS[5]]
    assert open_kept(graph, "Chunk", changed) == (None, True)
    assert keep_vectors(graph, "Chunk", changed, NAME) == 1
    kept, _ = open_kept(graph, "Chunk", changed)
    assert kept is not None
    assert kept.nearest("snmp-server location Room 4", 1)[0][0] == len(TEXTS) - 1
    assert TEXTS[0] not in [changed[place] for place, _ in kept.nearest(TEXTS[0], 50)]
    assert {place for place, _ in kept.nearest(TEXTS[5], 2)} == {4, len(changed) - 1}
    assert sent(endpoint) == before + 1 + 1 + 3  # the new text, the first search, three questions


def test_what_was_embedded_before_a_failure_stays(graph: BoltGraph, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [f"line {n}" for n in range(150)]
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    with serve(embed, refuse(400)) as stub:
        monkeypatch.setenv("OPENAI_BASE_URL", stub.url)
        with pytest.raises(EmbeddingError, match="openai:letters"):
            keep_vectors(graph, "Chunk", texts, NAME)
    assert open_kept(graph, "Chunk", texts) == (None, True)
    with serve(embed) as stub:
        monkeypatch.setenv("OPENAI_BASE_URL", stub.url)
        assert keep_vectors(graph, "Chunk", texts, NAME) == 150 - 128


def test_secrets_of_loaded_files_are_not_sent(graph: BoltGraph, endpoint: Stub, tmp_path: Path) -> None:
    indexes = load_with_secrets(graph, tmp_path)
    for kind in KINDS:
        keep_vectors(graph, kind, indexes.texts(kind), NAME)
    assert stand_ins_in(str(endpoint.requests)) == STAND_INS


def test_modes_search_with_them(graph: BoltGraph, endpoint: Stub) -> None:
    load_small_graph(graph)
    described = graph.describe()
    first = Indexes(graph, described)
    for kind in KINDS:
        keep_vectors(graph, kind, first.texts(kind), NAME)
    for mode in ("garag", "advanced", "global", "drift"):
        requests, before, question = (
            len(endpoint.requests),
            sent(endpoint),
            f"Which BGP neighbor has r2 ({mode})?",
        )
        found = SEARCHES[mode](Indexes(graph, described), SearchRequest(question))
        assert found.passages, mode
        assert STALE not in found.notes, mode
        assert any(question in str(request["input"]) for request in endpoint.requests[requests:]), mode
        assert sent(endpoint) <= before + 2, mode
    assert graph.describe().labels == described.labels


def test_a_mode_says_when_they_are_of_other_contents(graph: BoltGraph, endpoint: Stub) -> None:
    load_small_graph(graph)
    keep_vectors(graph, "Chunk", TEXTS, NAME)
    found = SEARCHES["garag"](
        Indexes(graph, graph.describe()), SearchRequest("Which BGP neighbor does r2 have?")
    )
    assert found.passages
    assert STALE in found.notes


def test_a_name_that_nobody_knows_is_told() -> None:
    with pytest.raises(EmbeddingError, match="nobody:x"):
        ModelVectors("nobody:x")
