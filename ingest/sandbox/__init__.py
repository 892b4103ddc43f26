"""The sealed place in which generated parsers run."""

from ingest.sandbox.errors import (
    BadOutputError,
    Frame,
    InputLimitError,
    MemoryLimitError,
    ParserError,
    ParserRaisedError,
    ParserRejectedError,
    Problem,
    SandboxError,
    SandboxUnavailableError,
    TimeLimitError,
    WeakSandboxWarning,
    WorkerDiedError,
)
from ingest.sandbox.limits import Limits
from ingest.sandbox.records import RawRecord
from ingest.sandbox.sandbox import Sandbox
from ingest.sandbox.smallest_failing_input import FailingInput, smallest_failing_input
from ingest.sandbox.worker_process import Strength

__all__ = [
    "BadOutputError",
    "FailingInput",
    "Frame",
    "InputLimitError",
    "Limits",
    "MemoryLimitError",
    "ParserError",
    "ParserRaisedError",
    "ParserRejectedError",
    "Problem",
    "RawRecord",
    "Sandbox",
    "SandboxError",
    "SandboxUnavailableError",
    "Strength",
    "TimeLimitError",
    "WeakSandboxWarning",
    "WorkerDiedError",
    "smallest_failing_input",
]
