"""Turns a worker's reply into a result, or into an error that says what the parser did."""

from __future__ import annotations

import json
import re

from ingest.sandbox.errors import (
    Attempt,
    BadOutputError,
    Frame,
    MemoryLimitError,
    ParserError,
    ParserRaisedError,
    ParserRejectedError,
    ParserTimeLimitError,
    Problem,
    WorkerDiedError,
)
from ingest.sandbox.limits import SandboxLimits
from ingest.sandbox.worker import wire
from ingest.sandbox.worker_process import Ended, WorkerReply

_DUMPED = re.compile(rf'^  File "{wire.PARSER_FILE}", line (\d{{1,7}}) in (.{{1,80}})$', re.MULTILINE)
_MOST_FRAMES = 8


def judge_failure(
    outcome: WorkerReply | Ended, attempt: Attempt, source: str, time_s: float, limits: SandboxLimits
) -> ParserError:
    """Make the error for an outcome that is not the awaited one; what the worker says is only quoted."""
    if isinstance(outcome, Ended):
        return _judge_end(outcome, attempt, source, time_s)
    try:
        failure = json.loads(outcome.payload)
        if outcome.kind == wire.REJECTED:
            problems = [Problem(_number(line), _text(what)) for line, what in failure[:20]]
            return ParserRejectedError(attempt, problems, [_frame(each.line, source) for each in problems])
        kind, message = _text(failure["type"]), _text(failure["message"])
        places = failure["frames"][:_MOST_FRAMES]
        frames = [Frame(_number(line), _text(name), _text(code)) for line, name, code in places]
    except (ValueError, TypeError, KeyError, RecursionError):
        return BadOutputError(attempt, "reply", "a report that cannot be read")
    if outcome.kind == wire.TIMED_OUT:
        return ParserTimeLimitError(attempt, time_s, frames)
    if outcome.kind == wire.OUT_OF_MEMORY:
        return MemoryLimitError(attempt, limits.memory_bytes, frames)
    if outcome.kind == wire.BAD_OUTPUT:
        place, _, found = message.partition(": ")
        return BadOutputError(attempt, place, found)
    if outcome.kind == wire.RAISED:
        return ParserRaisedError(attempt, kind, message, frames)
    return BadOutputError(attempt, "reply", "not the answer to what was asked")


def _judge_end(ended: Ended, attempt: Attempt, source: str, time_s: float) -> ParserError:
    traced = _DUMPED.findall(attempt.printed)[:_MOST_FRAMES]  # by the interpreter, the innermost first
    frames = [_frame(int(line), source, name) for line, name in reversed(traced)]
    if ended.why == "time":
        return ParserTimeLimitError(attempt, time_s, frames)
    if ended.why == "died":
        return WorkerDiedError(attempt, ended.detail, frames)
    return BadOutputError(attempt, "reply", ended.detail)


def _frame(line: int, source: str, function: str = "<module>") -> Frame:
    lines = source.splitlines()
    return Frame(line, function, lines[line - 1].strip()[:300] if 0 < line <= len(lines) else "")


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("not text")
    return value.encode("utf-8", "replace").decode()[:2000]


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise TypeError("not a number")
    return value
