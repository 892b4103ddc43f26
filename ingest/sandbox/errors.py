"""What can go wrong with generated parsers, as a tree of errors.

SandboxError
├── SandboxUnavailableError   no sealed worker here, or what it could still do
│   └── WorkerKilledEarlyError  somebody ended a worker before it was ready
└── ParserError               one parser on one input
    ├── ParserRejectedError   its source is outside the allow-list
    ├── ParserRaisedError     it raised an exception
    ├── ParserTimeLimitError  no result in time
    ├── MemoryLimitError      no memory left
    ├── InputLimitError       the batch is too big to be tried
    ├── BadOutputError        what it returned breaks the contract
    └── WorkerDiedError       its process ended (a forbidden system call, a crash)
WeakSandboxWarning            parsers run, but a layer is missing
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Frame:
    """One place in generated code: line number of the source, function, and the line of code."""

    line: int
    function: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a source that is not possible, and what is."""

    line: int
    what: str


@dataclass(frozen=True, slots=True)
class Attempt:
    """Which parser was applied to which lines; `printed` is what it wrote to its output, cut to the limit."""

    parser: str
    function: str
    lines: Sequence[str] = ()
    printed: str = ""


class SandboxError(Exception):
    """Anything that this package raises on purpose."""


class SandboxUnavailableError(SandboxError):
    """Generated code cannot run here; `leaks` are the things that a worker could still do."""

    def __init__(self, reason: str, leaks: Sequence[str] = ()) -> None:
        super().__init__(reason)
        self.reason, self.leaks = reason, tuple(leaks)


class WorkerKilledEarlyError(SandboxUnavailableError):
    """Somebody ended a worker before it was ready; the next one may start."""


class ParserError(SandboxError):
    """One parser on one input. `batch` is the index in a stream of batches (0-based)."""

    def __init__(self, attempt: Attempt, what: str, frames: Sequence[Frame] = ()) -> None:
        super().__init__(f"parser {attempt.parser!r}: {what}")
        self.parser, self.function = attempt.parser, attempt.function
        self.lines, self.stderr = attempt.lines, attempt.printed
        self.what, self.frames = what, tuple(frames)
        self.batch = 0

    def repair_text(self) -> str:
        """Describe the failure for a repair prompt.

        What can carry text of the input or of the parser is quoted as JSON: it is data, never an instruction.
        """
        text = [f"{type(self).__name__} in {self.function}(lines): {json.dumps(self.what)}"]
        text += [f"  line {each.line}, in {each.function}: {json.dumps(each.code)}" for each in self.frames]
        if self.stderr:
            text.append(f"  printed: {json.dumps(self.stderr[-2000:])}")
        return "\n".join(text)


class ParserRejectedError(ParserError):
    """The source is outside the allow-list; `problems` are all of its faults, the first 20 at most."""

    def __init__(self, attempt: Attempt, problems: Sequence[Problem], frames: Sequence[Frame]) -> None:
        what = "rejected: " + "; ".join(f"line {each.line}: {each.what}" for each in problems)
        super().__init__(attempt, what, frames)
        self.problems = tuple(problems)


class ParserRaisedError(ParserError):
    """Generated code raised; the last of `frames` is where."""

    def __init__(self, attempt: Attempt, kind: str, message: str, frames: Sequence[Frame]) -> None:
        where = f" (line {frames[-1].line}, in {frames[-1].function})" if frames else ""
        super().__init__(attempt, f"{kind}: {message}{where}", frames)
        self.exception_type = kind


class ParserTimeLimitError(ParserError):
    """No result within `limit_s`; `frames` show where it was, as far as could be seen."""

    def __init__(self, attempt: Attempt, limit_s: float, frames: Sequence[Frame]) -> None:
        where = f" (at line {frames[-1].line}, in {frames[-1].function})" if frames else ""
        super().__init__(attempt, f"no result within {limit_s:.1f} s{where}", frames)
        self.limit_s = limit_s


class MemoryLimitError(ParserError):
    """The worker's address space, `limit_bytes`, was used up."""

    def __init__(self, attempt: Attempt, limit_bytes: int, frames: Sequence[Frame]) -> None:
        super().__init__(attempt, f"needs more than {limit_bytes / 2**20:.0f} MiB of memory", frames)
        self.limit_bytes = limit_bytes


class InputLimitError(ParserError):
    """A batch of `found_bytes` is larger than the sandbox takes at once."""

    def __init__(self, attempt: Attempt, found_bytes: int, limit_bytes: int) -> None:
        super().__init__(attempt, f"a batch of {found_bytes} bytes; possible: up to {limit_bytes} bytes")
        self.found_bytes, self.limit_bytes = found_bytes, limit_bytes


class BadOutputError(ParserError):
    """What was returned breaks the contract: `place` in the result, what was `found`, what was `expected`."""

    def __init__(self, attempt: Attempt, place: str, found: str, expected: str = "") -> None:
        super().__init__(attempt, f"{place}: {found}" + (f"; expected {expected}" if expected else ""))
        self.place, self.found, self.expected = place, found, expected


class WorkerDiedError(ParserError):
    """The process ended under the parser; `ending` is the signal or exit status."""

    def __init__(self, attempt: Attempt, ending: str, frames: Sequence[Frame]) -> None:
        meaning = {"SIGSYS": " (a forbidden system call)", "SIGXCPU": " (too much processor time)"}
        super().__init__(attempt, f"its process ended with {ending}{meaning.get(ending, '')}", frames)
        self.ending = ending


class WeakSandboxWarning(UserWarning):
    """Generated code runs although the self-probe failed."""
