"""The child process that runs a model from one file: `python -m language_model.local_worker`.

It serves an OpenAI-compatible API on a free loopback port, with llama.cpp (xllamacpp), for whoever has its key.
It ends when its standard input is closed, which the system does when the parent ends, however that happens.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any


def main() -> int:
    """Read what to serve, tell where, and wait for the end of standard input."""
    settings = json.loads(sys.stdin.readline())
    try:
        server = _serve(settings)
    except Exception as error:  # an entry point: the parent says it
        _tell({"error": str(error) or type(error).__name__})
        return 1
    _tell({"url": f"{server.listening_address}/v1"})
    sys.stdin.read()
    os._exit(0)  # llama.cpp's threads would finish a reply that nobody waits for


def _serve(settings: dict[str, Any]) -> Any:
    import xllamacpp

    chosen = xllamacpp.CommonParams()
    chosen.model.path = settings["path"]
    chosen.hostnames = ["127.0.0.1"]
    chosen.port = 0
    chosen.api_keys = [settings["key"]]
    chosen.n_ctx = settings["context"]
    chosen.n_parallel = 1
    chosen.offline, chosen.ui, chosen.verbosity = True, False, -1
    if settings["threads"]:
        chosen.cpuparams.n_threads = settings["threads"]
    return xllamacpp.Server(chosen)


def _tell(message: dict[str, str]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
