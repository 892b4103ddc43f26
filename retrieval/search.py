"""Maps each mode to the function that searches."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from retrieval.advanced import search_advanced
from retrieval.community_search import search_drift, search_global, search_local
from retrieval.document_search import search_documents
from retrieval.garag import search_garag
from retrieval.indexes import Indexes
from retrieval.records import Retrieved, SearchRequest

SEARCHES: Mapping[str, Callable[[Indexes, SearchRequest], Retrieved]] = {
    "local": search_local,
    "global": search_global,
    "drift": search_drift,
    "garag": search_garag,
    "advanced": search_advanced,
    "document": search_documents,
}
