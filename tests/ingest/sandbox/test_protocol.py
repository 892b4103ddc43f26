"""A parser that finds the pipe to the parent gains nothing by writing to it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ingest.sandbox.fork_server import ForkServer, start_alone
from ingest.sandbox.limits import SandboxLimits
from ingest.sandbox.worker import wire
from ingest.sandbox.worker_process import Ended, WorkerProcess, WorkerReply
from tests.ingest.sandbox.attacks.run_attacks import CONFIGURATIONS

WRITING = """
import os, struct, sys
asked = sys.__dict__.setdefault('asked', [])
def reply(number, body=b'[[],[]]'):
    os.write(3, struct.pack('<cII', b'R', number & 0xffffffff, len(body)) + body)
def parse(lines):
    number = sys._getframe(1).f_locals['request'].id
    asked.append(number)
    {body}
    return []
"""
BODIES = {
    "twice to the same request": ("reply(number)", "protocol"),
    "ahead to the next request": ("reply(number + 1)", "protocol"),
    "to the request before": ("len(asked) > 1 and reply(asked[-2])", "protocol"),
    "half a frame": ("os.write(3, b'R')", "protocol"),
    "a frame too large": ("os.write(3, struct.pack('<cII', b'R', number, 2000))", "too much output"),
    "a kind that does not exist": ("os.write(3, struct.pack('<cII', b'?', number, 0))", "protocol"),
    "a second greeting": ("os.write(3, struct.pack('<cII', b'H', 0, 2) + b'{}')", "protocol"),
    "to its end, by leaving": ("os._exit(7)", "died"),
}


@pytest.fixture(params=["alone", "forked"])
def worker(request: pytest.FixtureRequest) -> Iterator[WorkerProcess]:
    """A worker without facades, in which a parser can write to the pipe."""
    server = ForkServer()
    start = server.start if request.param == "forked" else start_alone
    opened = WorkerProcess(SandboxLimits(), CONFIGURATIONS["kernel layers"], start)
    yield opened
    opened.close()
    server.close()


@pytest.mark.parametrize(("body", "why"), BODIES.values(), ids=BODIES)
def test_writing_to_the_pipe(worker: WorkerProcess, body: str, why: str) -> None:
    worker.ask(wire.LOAD, WRITING.replace("{body}", body).encode(), 0, 10, 1000)
    assert worker.wait() == WorkerReply(wire.LOADED, b'["parse"]')
    outcomes: list[WorkerReply | Ended] = []
    while worker.alive and len(outcomes) < 3:
        worker.ask(wire.PARSE, b"a", 1, 10, 1000)
        outcomes.append(worker.wait())
    last = outcomes.pop()
    assert isinstance(last, Ended)
    assert last.why == why
    assert all(each == WorkerReply(wire.RESULT, b"[[],[]]") for each in outcomes), (
        "what it says of its own batch is its output"
    )


def test_the_worker_inherits_nothing(worker: WorkerProcess) -> None:
    source = """
import os, sys
def split(lines): return [str(dict(os.environ)), str(sys.flags.isolated), sys.argv[0]]
"""
    worker.ask(wire.LOAD, source.encode(), 0, 10, 1000)
    worker.wait()
    worker.ask(wire.SPLIT, b"a\nb\nc", 3, 10, 1000)
    assert worker.wait() in (
        WorkerReply(wire.RESULT, b'["{}","1","worker"]'),
        WorkerReply(wire.RESULT, b'["{\'LC_CTYPE\': \'C.UTF-8\'}","1","worker"]'),
    )
