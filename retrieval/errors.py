"""The errors of retrieval.

RetrievalError
├── MissingLibraryError   a library of the extra is not installed
└── EmbeddingError        a model of embeddings does not answer, or is not known
"""

from __future__ import annotations


class RetrievalError(Exception):
    """Something that a mode needs is not there."""


class MissingLibraryError(RetrievalError):
    """`library` is not installed; `purpose` needs it."""

    def __init__(self, purpose: str, library: str) -> None:
        super().__init__(
            f"{purpose}: the library {library} is not installed; install it with: pip install 'wirelore[modes]'"
        )
        self.purpose = purpose
        self.library = library


class EmbeddingError(RetrievalError):
    """The embeddings of this name do not answer."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(f"embeddings {name!r}: {message}")
        self.name = name
