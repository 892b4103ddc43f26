"""What can go wrong with an ingest.

IngestError
├── InputError: NoSuchInput, EmptyInput, UnreadableInput, ArchiveRefused, BadSource, NotLoaded
├── BadRetentionError
├── BadParserFolder, BadParserSource
├── NothingLearned: LearningTookTooLong, LearningFailed
└── ClusterError: NoDaskError, StoreNotSharedError, ClusterAwayError, OtherVersionError
"""

# ruff: noqa: N818 - named for what was found

from __future__ import annotations


class IngestError(Exception):
    """Any failure of an ingest that its caller is expected to report."""


class InputError(IngestError):
    """A path that cannot be ingested; `path` is as it was given, `reason` says what was found."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path, self.reason = path, reason


class NoSuchInput(InputError):
    """Nothing is at the path."""

    def __init__(self, path: str) -> None:
        super().__init__(path, "no such file or folder")


class EmptyInput(InputError):
    """The folder or file holds no text."""


class UnreadableInput(InputError):
    """The file cannot be read, or is not text."""


class ArchiveRefused(InputError):
    """An archive of which nothing is taken."""


class BadSource(InputError):
    """The name of a source cannot be the begin of a path."""

    def __init__(self, name: str) -> None:
        reason = "no name for a source; expected letters, digits, dots, - and _, as in site-a"
        super().__init__(repr(name), reason)


class NotLoaded(InputError):
    """No document of the graph is meant by a path or a source's name."""


class BadRetentionError(IngestError):
    """How long to retain is not a number of days; `written` is what was given."""

    def __init__(self, written: str) -> None:
        super().__init__(f"--retain {written}: expected a number of days, as 30d")
        self.written = written


class BadParserFolder(IngestError):
    """A folder that should hold a learned parser does not; `folder` is where."""

    def __init__(self, folder: str, reason: str) -> None:
        message = f"no usable parser ({reason}); mend its files or delete the folder to learn again"
        super().__init__(f"{folder}: {message}")
        self.folder = folder


class BadParserSource(IngestError):
    """A source that cannot become part of a parser; `name` is the part."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"{name}: {reason}")
        self.name, self.reason = name, reason


class NothingLearned(IngestError):
    """Nothing could be learned from the samples; `path` is the first of them."""

    def __init__(self, path: str, reason: str = "no structure found to learn a parser from") -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path


class LearningTookTooLong(NothingLearned):
    """A format was not learned in time; `seconds` is how long that was."""

    def __init__(self, path: str, seconds: float) -> None:
        super().__init__(path, f"no parser learned within {seconds:g} s; its lines are loaded as plain text")
        self.seconds = seconds


class LearningFailed(NothingLearned):
    """Learning a format failed, which is a mistake of ours; `cause` is how."""

    def __init__(self, path: str, cause: Exception) -> None:
        cause_text = f"{type(cause).__name__}: {cause}"
        super().__init__(path, f"no parser learned ({cause_text}); its lines are loaded as plain text")
        self.cause = cause


class ClusterError(IngestError):
    """Anything that is wrong with a cluster as a whole."""


class NoDaskError(ClusterError):
    """The extra `cluster` is not installed."""

    def __init__(self) -> None:
        super().__init__("--cluster and URLs need Dask: pip install 'wirelore[cluster]'")


class StoreNotSharedError(ClusterError):
    """The KG is a folder, which other machines cannot write into; `kg` names it."""

    def __init__(self, kg: str) -> None:
        super().__init__(
            f"{kg}: a cluster cannot load a KG in a folder: its server and its text index belong to one machine and "
            "one ingest; expected a Neo4j, as in --kg bolt://HOST:7687 or neo4j://HOST:7687"
        )
        self.kg = kg


class ClusterAwayError(ClusterError):
    """There is no scheduler, or no worker, or it is gone."""


class OtherVersionError(ClusterError):
    """A worker has another version of wirelore, or none."""
