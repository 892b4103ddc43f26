"""The command `wirelore embed`."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from command_line.options import Json, Kg, console, json_only, opened
from settings import read_settings


def embed(
    embeddings: Annotated[
        str, typer.Option(help="Embedding model as LangChain names it, e.g. openai:text-embedding-3-small.")
    ],
    kg: Kg = None,
    json: Json = False,
) -> None:
    """Embed chunks and reports with a model, and store the vectors in the graph's vector index.

    Only new texts are embedded, with secrets removed. Questions are embedded by the same model. Set
    OPENAI_BASE_URL and OPENAI_API_KEY for an OpenAI-compatible endpoint.
    """
    from command_line.json_output import print_json
    from retrieval.indexes import Indexes
    from retrieval.kept_vectors import KINDS, keep_vectors

    told = {}
    with json_only(json), opened(read_settings(os.environ), kg) as graph:
        indexes = Indexes(graph, graph.describe())
        for kind in KINDS:
            texts = indexes.texts(kind)
            told[kind.lower()] = {
                "texts": len(texts),
                "embedded": keep_vectors(graph, kind, texts, embeddings),
            }
    if json:
        print_json({"embeddings": embeddings, **told})
        return
    for name, counts in told.items():
        console().print(f"{name}s: {counts['texts']:,}, embedded now: {counts['embedded']:,}")
