"""The worker: warms up, seals itself, probes, reports; then loads one source and runs it on what comes."""

from __future__ import annotations

import _strptime  # type: ignore[import-not-found]
import builtins
import encodings.ascii
import encodings.latin_1
import encodings.utf_8
import faulthandler
import gc
import heapq
import json
import linecache
import os
import re
import signal
import sys
import time
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import datetime
from types import CodeType, FrameType, ModuleType

from . import wire
from .allow_list import check_source, read_source
from .facades import Attributes, load_modules, open_namespace, whole_namespace
from .fork_workers import serve_forks
from .library import Library, load_library, with_templates
from .plain_output import OutputError, encode_output, encode_records
from .seal import seal
from .self_probe import self_probe
from .wire import PARSER_FILE, Layers, read_settings

# Import and run beforehand what the standard library would load when nothing can be opened any more.


LOADED_LATER = (encodings.ascii, encodings.latin_1, encodings.utf_8, heapq, linecache, unicodedata)

MOST_PATTERNS = 20_000
"""How many patterns `re` keeps compiled. A parser is run anew for each batch: with more than the usual 512 it would
compile all of them each time, some ten times its other work."""


def warm_up() -> None:
    """Touch time zones, `strptime` and the formats of numbers; call before sealing."""
    re._MAXCACHE = MOST_PATTERNS  # type: ignore[attr-defined]
    time.tzset()
    _strptime._strptime_datetime(datetime, "2017-05-16 00:00:00", "%Y-%m-%d %H:%M:%S")
    datetime(2017, 5, 16).strftime("%c %a %b")
    sys.set_int_max_str_digits(4300)
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


# What went wrong in generated code, as JSON that the parent reads with suspicion.


_MESSAGE_CHARS, _NAME_CHARS, _CODE_CHARS = 600, 80, 300
_FIRST_FRAMES, _LAST_FRAMES = 3, 5


def report(error: BaseException, source_lines: Sequence[str]) -> bytes:
    """Describe an exception: type, message, frames of generated code as [line, function, line of code]."""
    frames = list(_frames(error, source_lines))
    if isinstance(error, SyntaxError) and not frames:
        frames = [(error.lineno or 0, "<module>", (error.text or "").rstrip()[:_CODE_CHARS])]
    if len(frames) > _FIRST_FRAMES + _LAST_FRAMES:
        frames = frames[:_FIRST_FRAMES] + frames[-_LAST_FRAMES:]
    try:
        message = str(error)[:_MESSAGE_CHARS]
    except BaseException:  # a class of the parser may raise anything from __str__
        message = "<no message>"
    name = str(type(error).__name__)[:_NAME_CHARS]
    return json.dumps({"type": name, "message": message, "frames": frames}).encode()


def _frames(error: BaseException, source_lines: Sequence[str]) -> Iterator[tuple[int, str, str]]:
    traceback = error.__traceback__
    while traceback is not None:
        code, number = traceback.tb_frame.f_code, traceback.tb_lineno
        if code.co_filename == PARSER_FILE:
            text = source_lines[number - 1] if 0 < number <= len(source_lines) else ""
            yield number, str(code.co_name)[:_NAME_CHARS], text.strip()[:_CODE_CHARS]
        traceback = traceback.tb_next


# The soft time limit: a signal of the parent becomes an exception in the parser, with its traceback.


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


def main(settings_text: str, library_folder: str) -> None:
    """Run until the parent closes standard input; without settings, in each worker that is forked from here."""
    sys.argv[:] = ["worker"]
    facades, library = load_modules(), load_library(library_folder)
    Library(
        library, vars(builtins), builtins.__import__
    ).facade()  # so that `re` has its patterns before forks
    warm_up()
    settings = read_settings(settings_text or serve_forks())
    if settings.reply_descriptor != wire.REPLY_DESCRIPTOR:
        os.dup2(settings.reply_descriptor, wire.REPLY_DESCRIPTOR, inheritable=False)
        os.close(settings.reply_descriptor)
    if not settings.layers.facades:
        Library(library, vars(builtins), builtins.__import__).install()
    worker = Worker(settings.layers, facades, library, settings.source_bytes, SoftTimeLimit())
    standing = seal(settings)
    wire.send(wire.HELLO, 0, json.dumps({"standing": standing, "probes": self_probe()}).encode())
    if settings.layers.facades:
        sys.path.clear()
        sys.path_importer_cache.clear()
    while True:
        worker.answer(wire.receive())


class Worker:
    """One loaded source, run anew for each request."""

    def __init__(
        self,
        layers: Layers,
        facades: dict[str, ModuleType],
        library: dict[str, CodeType],
        source_bytes: int,
        time_limit: SoftTimeLimit,
    ) -> None:
        self._layers, self._facades, self._library = layers, facades, library
        self._source_bytes, self._time_limit = source_bytes, time_limit
        self._offered = Attributes(facades)
        self._program = compile("", wire.PARSER_FILE, "exec")
        self._source_lines: list[str] = []

    def answer(self, request: wire.Request) -> None:
        """Do what is asked, and send exactly one reply whatever generated code does."""
        try:
            self._time_limit.armed = True
            kind, payload = self._do(request)
            self._time_limit.armed = False
        except BaseException as error:  # generated code may raise anything; the reply says what
            self._time_limit.armed = False
            kind, payload = self._describe(error)
        wire.send(kind, request.id, payload)

    def _do(self, request: wire.Request) -> tuple[bytes, bytes]:
        if request.kind == wire.LOAD:
            return self._load(request.payload.decode())
        splits = request.kind == wire.SPLIT
        function = self._run_program()["split" if splits else "parse"]
        if not callable(function):
            raise TypeError(f"{function!r} is not a function any more")
        lines = request.payload.decode().split("\n") if request.line_count else []
        return wire.RESULT, (encode_output if splits else encode_records)(function(lines))

    def _load(self, source: str) -> tuple[bytes, bytes]:
        self._source_lines = source.splitlines()
        if self._layers.allow_list and (problems := check_source(source, self._source_bytes)):
            return wire.REJECTED, json.dumps(problems[:20]).encode()
        self._program = compile(read_source(source), wire.PARSER_FILE, "exec", dont_inherit=True)
        self._library = with_templates(self._library, self._program)
        namespace = self._run_program()
        functions = [name for name in ("split", "parse") if callable(namespace.get(name))]
        return wire.LOADED, json.dumps(functions).encode()

    def _run_program(self) -> dict[str, object]:
        """Run the source in a namespace of its own, so that nothing read from one text is left for the next."""
        self._offered.put_back()
        limited = self._layers.facades
        namespace = open_namespace(self._facades, self._library) if limited else whole_namespace()
        exec(self._program, namespace)  # noqa: S102  sealed
        return namespace

    def _describe(self, error: BaseException) -> tuple[bytes, bytes]:
        kind = wire.RAISED
        if isinstance(error, ParserTimeoutError):
            kind = wire.TIMED_OUT
        elif isinstance(error, MemoryError):
            kind = wire.OUT_OF_MEMORY
        elif isinstance(error, OutputError):
            kind = wire.BAD_OUTPUT
        try:
            return kind, report(error, self._source_lines)
        except BaseException:  # a hostile exception class, or no memory left
            return kind, b'{"type": "Exception", "message": "<cannot be described>", "frames": []}'
