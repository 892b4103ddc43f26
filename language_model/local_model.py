"""Runs a model from one file (`local:/path/model.gguf`) in a child process, without server, key or network."""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import parse_qsl

from language_model.errors import UnknownModelError

LOCAL = "local"
CONTEXT = 16_384
"""Tokens of prompt and reply together; 0 is what the model was trained with, which may take much memory."""
STOP_WITHIN_S = 5.0
_GGUF = b"GGUF"


@dataclass(frozen=True, slots=True)
class LocalModel:
    """The file of a model, and how it is run; `threads` 0 leaves the choice to llama.cpp."""

    path: Path
    context: int = CONTEXT
    threads: int = 0


def is_local(name: str) -> bool:
    """Tell whether a model's name is that of a file."""
    return name.partition(":")[0] == LOCAL


def read_local(name: str) -> LocalModel:
    """Read "local:/path/model.gguf?context=8192&threads=4". Raises UnknownModelError, which names what is wrong."""
    place, _, options = name.partition(":")[2].partition("?")
    given = dict(parse_qsl(options, keep_blank_values=True))
    unknown = sorted(given.keys() - {"context", "threads"})
    if unknown or not all(value.isdecimal() for value in given.values()):
        wrong = ", ".join(unknown) or options
        raise UnknownModelError(name, f"found {wrong}, expected context=NUMBER and threads=NUMBER")
    path = Path(place).expanduser()
    try:
        with path.open("rb") as file:
            is_model = file.read(len(_GGUF)) == _GGUF
    except OSError as error:
        raise UnknownModelError(name, f"{path}: {error.strerror}") from error
    if not is_model:
        raise UnknownModelError(name, f"{path}: no GGUF file")
    if find_spec("xllamacpp") is None:
        raise UnknownModelError(name, "xllamacpp is not installed: pip install 'wirelore[local]'")
    return LocalModel(path, int(given.get("context", CONTEXT)), int(given.get("threads", 0)))


@contextmanager
def serve_local(name: str) -> Iterator[dict[str, str]]:
    """Load a model in a process of its own, and yield how a client finds it. Raises UnknownModelError."""
    model, key = read_local(name), secrets.token_urlsafe(24)
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "language_model.local_worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        start_new_session=True,  # Ctrl-C is for us, who end it
    )
    try:
        yield {"base_url": _start(process, model, key, name), "api_key": key}
    finally:
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                stream.close()
        try:
            process.wait(STOP_WITHIN_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _start(process: subprocess.Popen[str], model: LocalModel, key: str, name: str) -> str:
    assert process.stdin is not None
    assert process.stdout is not None
    settings = {"path": str(model.path), "context": model.context, "threads": model.threads, "key": key}
    process.stdin.write(json.dumps(settings) + "\n")
    process.stdin.flush()
    line = process.stdout.readline()
    try:
        return str(json.loads(line)["url"])
    except (ValueError, KeyError) as error:
        reason = json.loads(line).get("error") if line.startswith("{") else f"exit code {process.wait()}"
        raise UnknownModelError(name, f"{model.path} could not be loaded: {reason}") from error
