"""The worker's life: warm up, seal, probe, report; then load one source and apply it to what comes."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from types import ModuleType

from . import wire
from .allow_list import check_source, read_source
from .facades import Attributes, load_modules, open_namespace, whole_namespace
from .plain_output import OutputError, encode_output
from .report import report
from .seal import seal
from .self_probe import self_probe
from .settings import Layers, read_settings
from .time_limit import ParserTimeoutError, SoftTimeLimit
from .warm_up import warm_up


def main(settings_text: str) -> None:
    """Run until the parent closes standard input."""
    settings = read_settings(settings_text)
    sys.argv[:] = ["worker"]
    if settings.reply_descriptor != wire.REPLY_DESCRIPTOR:
        os.dup2(settings.reply_descriptor, wire.REPLY_DESCRIPTOR, inheritable=False)
        os.close(settings.reply_descriptor)
    facades = load_modules()
    warm_up()
    worker = Worker(settings.layers, facades, settings.source_bytes, SoftTimeLimit())
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
        self, layers: Layers, facades: dict[str, ModuleType], source_bytes: int, time_limit: SoftTimeLimit
    ) -> None:
        self._layers, self._facades = layers, facades
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
        function = self._run_program()["split" if request.kind == wire.SPLIT else "parse"]
        lines = request.payload.decode().split("\n") if request.line_count else []
        return wire.RESULT, encode_output(_as_function(function)(lines))

    def _load(self, source: str) -> tuple[bytes, bytes]:
        self._source_lines = source.splitlines()
        if self._layers.allow_list and (problems := check_source(source, self._source_bytes)):
            return wire.REJECTED, json.dumps(problems[:20]).encode()
        self._program = compile(read_source(source), wire.PARSER_FILE, "exec", dont_inherit=True)
        namespace = self._run_program()
        functions = [name for name in ("split", "parse") if callable(namespace.get(name))]
        return wire.LOADED, json.dumps(functions).encode()

    def _run_program(self) -> dict[str, object]:
        """Run the source in a namespace of its own, so that nothing read from one text is left for the next."""
        self._offered.put_back()
        namespace = open_namespace(self._facades) if self._layers.facades else whole_namespace()
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


def _as_function(value: object) -> Callable[[list[str]], object]:
    if not callable(value):
        raise TypeError(f"{value!r} is not a function any more")
    return value
