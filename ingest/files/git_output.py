"""Runs `git` and reads what it writes as it comes, with limits on time, bytes, and the length of a field."""

from __future__ import annotations

import os
import selectors
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from tempfile import TemporaryFile
from types import TracebackType

from ingest.errors import UnreadableInput

LIMIT_S = 60.0
"""Seconds that git may work on one command; the time until what it wrote is read does not count."""
BLOCK = 1 << 18
LONGEST_FIELD = 1 << 16
KEPT_ERROR = 2_000
COMMAND = ("git", "-c", "core.fsmonitor=", "-c", "core.hooksPath=/dev/null", "-c", "protocol.allow=never")


class GitFailed(UnreadableInput):
    """Git ended with an error; the reason is its own."""


class GitOutput:
    """A run of git, whose input is lines; `most_bytes` limits its whole output. Raises UnreadableInput.

    It ends with the context: what was not read by then is not wanted.
    """

    def __init__(
        self,
        given: str,
        arguments: Sequence[str],
        environment: Mapping[str, str],
        lines: Sequence[str] = (),
        most_bytes: int | None = None,
    ) -> None:
        self._given, self._arguments, self._environment = given, arguments, environment
        self._lines, self._most = lines, most_bytes
        self._buffer, self._place, self._read = b"", 0, 0
        self._waited, self._error = 0.0, b""
        self._stack = ExitStack()

    def __enter__(self) -> GitOutput:
        stdin = self._stack.enter_context(TemporaryFile())
        stdin.write("".join(f"{line}\n" for line in self._lines).encode())
        stdin.seek(0)
        try:
            self._process = subprocess.Popen(  # noqa: S603 - a list, no shell; the environment is our own
                [*COMMAND, *self._arguments],
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=self._environment,
            )
        except FileNotFoundError as error:
            self._stack.close()
            raise UnreadableInput(self._given, "the program git is not installed") from error
        self._selector = self._stack.enter_context(selectors.DefaultSelector())
        for stream in (self._process.stdout, self._process.stderr):
            if stream:
                self._selector.register(self._stack.enter_context(stream), selectors.EVENT_READ)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        self._stack.close()

    def until(self, mark: bytes) -> bytes | None:
        """Return what comes before the next mark, which is a byte; None at the end."""
        while (end := self._buffer.find(mark, self._place)) < 0:
            if len(self._buffer) - self._place > LONGEST_FIELD:
                raise UnreadableInput(self._given, f"git wrote a name of more than {LONGEST_FIELD:,} bytes")
            if not self._go_on():
                return None
        field = self._buffer[self._place : end]
        self._place = end + 1
        return field

    def exactly(self, size: int) -> bytes:
        """Return the next bytes, as many as asked, or fewer at the end."""
        pieces, left = [], size
        while True:
            piece = self._buffer[self._place : self._place + left]
            self._place += len(piece)
            left -= len(piece)
            pieces.append(piece)
            if not left or not self._go_on():
                return b"".join(pieces)

    def _go_on(self) -> bool:
        """Read the next block; False at the end of what a successful run wrote."""
        block = self._block()
        self._read += len(block)
        if self._most is not None and self._read > self._most:
            limit = f"git listed more than {self._most:,} bytes; --since makes a history shorter"
            raise UnreadableInput(self._given, limit)
        self._buffer = self._buffer[self._place :] + block
        self._place = 0
        return bool(block)

    def _block(self) -> bytes:
        while self._selector.get_map():
            begun = time.monotonic()
            ready = self._selector.select(max(0.0, LIMIT_S - self._waited))
            self._waited += time.monotonic() - begun
            if not ready or self._waited > LIMIT_S:
                raise UnreadableInput(self._given, f"git took longer than {LIMIT_S:g} s")
            for key, _ in ready:
                block = os.read(key.fd, BLOCK)
                if not block:
                    self._selector.unregister(key.fileobj)
                elif key.fileobj is self._process.stdout:
                    return block
                else:
                    self._error = (self._error + block)[-KEPT_ERROR:]
        try:
            code = self._process.wait(max(0.1, LIMIT_S - self._waited))
        except subprocess.TimeoutExpired as error:
            raise UnreadableInput(self._given, f"git took longer than {LIMIT_S:g} s") from error
        if code:
            reason = self._error.decode("utf-8", "replace").strip().splitlines()[-1:] or ["git failed"]
            raise GitFailed(self._given, reason[0])
        return b""
