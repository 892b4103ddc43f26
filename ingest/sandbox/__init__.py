"""The sandbox in which generated parsers run."""

from ingest.sandbox.check_output import RawRecord
from ingest.sandbox.errors import (
    BadOutputError,
    Frame,
    InputLimitError,
    MemoryLimitError,
    ParserError,
    ParserRaisedError,
    ParserRejectedError,
    ParserTimeLimitError,
    Problem,
    SandboxError,
    SandboxUnavailableError,
    WeakSandboxWarning,
    WorkerDiedError,
)
from ingest.sandbox.limits import SandboxLimits
from ingest.sandbox.sandbox import Sandbox
from ingest.sandbox.smallest_failing_input import FailingInput, smallest_failing_input
from ingest.sandbox.worker_process import Strength

__all__ = [
    "BadOutputError",
    "FailingInput",
    "Frame",
    "InputLimitError",
    "MemoryLimitError",
    "ParserError",
    "ParserRaisedError",
    "ParserRejectedError",
    "ParserTimeLimitError",
    "Problem",
    "RawRecord",
    "Sandbox",
    "SandboxError",
    "SandboxLimits",
    "SandboxUnavailableError",
    "Strength",
    "WeakSandboxWarning",
    "WorkerDiedError",
    "smallest_failing_input",
]
