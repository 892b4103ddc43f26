"""The errors of the graph store.

GraphError
├── UnknownGraphError      the KG's name is neither a folder nor a known URL
├── MissingGraphError      there is no KG where one was to be read
├── NewerGraphError        a newer version wrote the KG
├── OlderGraphError        an older version wrote the KG, with secrets as they are in the files
├── LockedGraphError       another ingest is running
├── UnfinishedGraphError   some documents are not whole: an ingest is running, or was interrupted
│   ├── IngestRunningError       it is running
│   └── IngestInterruptedError   it was interrupted
├── GraphServerError       the server did not start, or is gone
│   └── DiskFullError      it has no room to write
├── InvalidNameError       a label or property name that no query may contain
├── StatementRefusedError  the read-only guard refused a statement
└── StatementFailedError   the graph refused a statement, or gave up on it
    ├── TimeLimitError     the statement ran out of time
    └── StoppedError       nobody waits for the statement any more
"""

from __future__ import annotations


class GraphError(Exception):
    """Anything that the graph store has to say."""


class UnknownGraphError(GraphError):
    """The KG's name is neither a folder nor a known URL."""


class MissingGraphError(GraphError):
    """There is no KG where one was to be read."""


class OlderGraphError(GraphError):
    """An older version wrote the KG, which kept secrets: its files are to be loaded again."""

    def __init__(self, kg: str, new: str) -> None:
        super().__init__(
            f"{kg}: made by an older version, which kept passwords and keys as they are in the files; "
            f"load the files into a new KG, and remove this one: wirelore ingest PATH --kg {new}"
        )


class NewerGraphError(GraphError):
    """A newer version wrote the KG."""


class LockedGraphError(GraphError):
    """Another ingest is running; `pid` is its process, 0 when unknown."""

    def __init__(self, message: str, pid: int = 0) -> None:
        super().__init__(message)
        self.pid = pid


class UnfinishedGraphError(GraphError):
    """Some documents are not whole: `paths` are the first of `count`."""

    why = "an ingest is running, or was interrupted"
    advice = "Run `wirelore ingest` again, or wait for it"

    def __init__(self, paths: tuple[str, ...], count: int) -> None:
        named = ", ".join(paths) + (", ..." if count > len(paths) else "")
        super().__init__(
            f"{count} document{'s are' if count > 1 else ' is'} not loaded whole ({named}): {self.why}; "
            f"nothing is answered from a part. {self.advice}"
        )
        self.paths = paths
        self.count = count


class IngestRunningError(UnfinishedGraphError):
    """Some documents are not whole, as an ingest is running."""

    why = "an ingest is running"
    advice = "Ask again when it is done"


class IngestInterruptedError(UnfinishedGraphError):
    """Some documents are not whole, and no ingest is running: the last one was interrupted."""

    why = "an ingest was interrupted"
    advice = "Run `wirelore ingest` again: it goes on where it stopped"


class GraphServerError(GraphError):
    """The server did not start, or is gone."""


class DiskFullError(GraphServerError):
    """The server has no room to write."""


class InvalidNameError(GraphError):
    """A label or property name that no query may contain."""


class StatementRefusedError(GraphError):
    """The read-only guard refused a statement; `found` is the word that did it."""

    def __init__(self, statement: str, found: str, message: str) -> None:
        super().__init__(message)
        self.statement = statement
        self.found = found


class StatementFailedError(GraphError):
    """The graph refused a statement, or gave up on it; `code` is the server's."""

    def __init__(self, statement: str, message: str, code: str = "") -> None:
        super().__init__(message)
        self.statement = statement
        self.code = code


class TimeLimitError(StatementFailedError):
    """The statement ran out of time."""


class StoppedError(StatementFailedError):
    """Nobody waits for the statement any more."""

    def __init__(self, statement: str) -> None:
        super().__init__(statement, "it was stopped", "Stopped")
