"""What can go wrong with an ingest.

IngestError
├── InputError              a path that was given cannot be ingested
│   ├── NoSuchInput         nothing is at the path
│   ├── EmptyInput          there is no text at the path
│   ├── UnreadableInput     the file is there, and cannot be read as text
│   ├── ArchiveRefused      an archive is damaged, or would harm
│   ├── BadSource           the name of a source cannot be one
│   └── NotLoaded           no document of the graph is meant by it
├── BadParserFolder         a learned parser's files are missing or broken
├── BadParserSource         one source of a learned parser is no Python that can be used
└── NothingLearned          no sample shows any structure
    ├── LearningTookTooLong no parser was learned in the time there is
    └── LearningFailed      learning a parser failed
"""

from __future__ import annotations


class IngestError(Exception):
    """Any failure of an ingest that its caller is expected to report."""


class InputError(IngestError):
    """A path that cannot be ingested; `path` is as it was given, `reason` says what was found."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


class NoSuchInput(InputError):  # noqa: N818 - named for what was found, as its siblings
    """Nothing is at the path."""

    def __init__(self, path: str) -> None:
        super().__init__(path, "no such file or folder")


class EmptyInput(InputError):  # noqa: N818 - named for what was found, as its siblings
    """The folder or file holds no text."""


class UnreadableInput(InputError):  # noqa: N818 - named for what was found, as its siblings
    """The file cannot be read, or is not text."""


class ArchiveRefused(InputError):  # noqa: N818 - named for what was found, as its siblings
    """An archive of which nothing is taken."""


class BadSource(InputError):  # noqa: N818 - named for what was found, as its siblings
    """The name of a source cannot be the begin of a path."""

    def __init__(self, name: str) -> None:
        super().__init__(
            repr(name), "no name for a source; expected letters, digits, dots, - and _, as in site-a"
        )


class NotLoaded(InputError):  # noqa: N818 - named for what was found, as its siblings
    """No document of the graph is meant by a path or a source's name."""


class BadParserFolder(IngestError):  # noqa: N818 - named for what was found, as its siblings
    """A folder that should hold a learned parser does not; `folder` is where."""

    def __init__(self, folder: str, reason: str) -> None:
        super().__init__(
            f"{folder}: no usable parser ({reason}); mend its files or delete the folder to learn again"
        )
        self.folder = folder


class BadParserSource(IngestError):  # noqa: N818 - named for what was found, as its siblings
    """A source that cannot become part of a parser; `name` is the part."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"{name}: {reason}")
        self.name, self.reason = name, reason


class NothingLearned(IngestError):  # noqa: N818 - named for what was found, as its siblings
    """Nothing could be learned from the samples; `path` is the first of them."""

    def __init__(self, path: str) -> None:
        super().__init__(f"{path}: no structure found to learn a parser from")
        self.path = path


class LearningTookTooLong(NothingLearned):
    """A format was not learned in time; `seconds` is how long that was."""

    def __init__(self, path: str, seconds: float) -> None:
        IngestError.__init__(
            self, f"{path}: no parser learned within {seconds:g} s; its lines are loaded as plain text"
        )
        self.path, self.seconds = path, seconds


class LearningFailed(NothingLearned):
    """Learning a format failed, which is a mistake of ours; `cause` is how."""

    def __init__(self, path: str, cause: Exception) -> None:
        said = f"{type(cause).__name__}: {cause}"
        IngestError.__init__(self, f"{path}: no parser learned ({said}); its lines are loaded as plain text")
        self.path, self.cause = path, cause
