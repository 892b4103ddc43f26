"""The soft time limit: a signal of the parent becomes an exception in the parser, with its traceback."""

from __future__ import annotations

import faulthandler
import signal
from types import FrameType


class ParserTimeoutError(BaseException):
    """No result in time; not an Exception, so that `except Exception` in a parser lets it pass."""


class SoftTimeLimit:
    """Raises in generated code only: while `armed` is false the signal comes too late and is ignored."""

    def __init__(self) -> None:
        self.armed = False
        signal.signal(signal.SIGUSR1, self._raise)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        faulthandler.register(signal.SIGUSR2, file=2, all_threads=False, chain=False)
        faulthandler.enable(file=2, all_threads=False)

    def _raise(self, number: int, frame: FrameType | None) -> None:
        if self.armed:
            self.armed = False
            raise ParserTimeoutError("no result in time")
