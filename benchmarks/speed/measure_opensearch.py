"""Loads a log into a real OpenSearch as its users do, and looks up what `measure_reads` does: prints JSON.

    mvn -q -f benchmarks/speed/opensearch.pom.xml dependency:copy-dependencies -DoutputDirectory=/tmp/opensearch
    python -m benchmarks.speed.measure_opensearch /tmp/opensearch service.log

One node, one shard, bulk requests of 5,000 lines, dynamic mapping: the defaults, and 1 GB of heap.
Lines are not parsed: each is stored as a text with its number.
"""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any

import psutil

from benchmarks.speed.errors import BenchError
from benchmarks.speed.measure_reads import RUNS, SAMPLE_LINES, timed

BULK = 5_000
UP_WITHIN_S = 120.0
PORTS = range(9201, 9300)
"""Those that the runner takes."""
MAIN = "org.codelibs.opensearch.runner.OpenSearchRunner"
_WORD = re.compile(r"[a-z_]{5,}")
_TOKEN = re.compile(r"[\w.]+")


class _Node:
    """A node that runs, by its URL."""

    def __init__(self, url: str, process: psutil.Process) -> None:
        self._url, self.process = url, process

    def ask(self, method: str, path: str, body: bytes = b"") -> dict[str, Any]:
        """Send a request, and return its JSON. Raises BenchError for bulk items that were refused."""
        kind = "application/x-ndjson" if path == "/_bulk" else "application/json"
        request = urllib.request.Request(  # noqa: S310 - http, to a port of our own
            self._url + path, data=body or None, method=method, headers={"Content-Type": kind}
        )
        with urllib.request.urlopen(request, timeout=600) as reply:  # noqa: S310
            found: dict[str, Any] = json.loads(reply.read())
        if found.get("errors"):
            raise BenchError("OpenSearch refused some lines")
        return found

    def count(self, query: str) -> int:
        """Count the lines that a query string finds, exactly."""
        return int(self.ask("POST", "/lines/_count", _query(query))["count"])

    def first(self, query: str) -> int:
        """Fetch the first 50 lines that a query string finds."""
        return len(self.ask("POST", "/lines/_search?size=50", _query(query))["hits"]["hits"])


def _query(text: str) -> bytes:
    return json.dumps({"query": {"query_string": {"query": text, "default_field": "message"}}}).encode()


def _free(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


@contextmanager
def _running(jars: Path, folder: Path) -> Iterator[_Node]:
    port = next(port for port in PORTS if _free(port))
    command = [
        "java",
        "-Xms1g",
        "-Xmx1g",
        "-cp",
        f"{jars}/*",
        MAIN,
        "-basePath",
        str(folder),
        "-numOfNode",
        "1",
    ]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(  # noqa: S603
            [*command, "-baseHttpPort", str(port - 1)], stdin=subprocess.PIPE, stdout=log, stderr=log
        )  # at the end of its input it would stop
    try:
        node = _Node(f"http://127.0.0.1:{port}", psutil.Process(process.pid))
        deadline = time.monotonic() + UP_WITHIN_S
        while True:
            try:
                node.ask("GET", "/_cluster/health?wait_for_status=yellow")
                break
            except OSError:
                if time.monotonic() > deadline or process.poll() is not None:
                    tail = (folder / "log").read_text(errors="replace")[-2000:]
                    raise BenchError(f"OpenSearch did not come up: {tail}") from None
                time.sleep(0.5)
        yield node
    finally:
        process.kill()
        process.wait()


def measure_opensearch(jars: Path, log: Path) -> dict[str, object]:
    """Load, count bytes and time lookups."""
    with (
        tempfile.TemporaryDirectory(prefix="wirelore-opensearch-") as made,
        _running(jars, Path(made)) as node,
    ):
        node.ask("PUT", "/lines", b'{"settings": {"number_of_replicas": 0}}')
        own, before, start = time.process_time(), _seconds(node), time.perf_counter()
        lines = _load(node, log)
        node.ask("POST", "/lines/_refresh")
        wall_s = time.perf_counter() - start
        used, database = time.process_time() - own, _seconds(node) - before
        node.ask("POST", "/lines/_flush")
        held = node.ask("GET", "/lines/_stats/store")["_all"]["primaries"]["store"]["size_in_bytes"]
        return {
            "lines": lines,
            "wall_s": round(wall_s, 2),
            "lines_per_s": round(lines / wall_s),
            "own_s": round(used, 2),
            "database_s": round(database, 2),
            "database_memory_mb": round(node.process.memory_info().rss / 2**20),
            "disk_bytes_per_line": round(held / lines),
            "log_bytes_per_line": round(log.stat().st_size / lines),
            "reads": [asdict(one) for one in _reads(node, lines)],
        }


def _seconds(node: _Node) -> float:
    times = node.process.cpu_times()
    return float(times.user + times.system)


def _load(node: _Node, log: Path) -> int:
    with log.open(encoding="utf-8") as read:
        numbered = enumerate(read, start=1)
        count = 0
        while some := list(islice(numbered, BULK)):
            pieces = []
            for number, text in some:
                pieces.append(json.dumps({"index": {"_index": "lines", "_id": str(number)}}))
                pieces.append(json.dumps({"path": log.name, "number": number, "message": text.rstrip("\n")}))
            node.ask("POST", "/_bulk", ("\n".join(pieces) + "\n").encode())
            count = some[-1][0]
    return count


def _reads(node: _Node, lines: int) -> list[Any]:
    step = max(1, lines // SAMPLE_LINES)
    texts = [_text(node, number) for number in range(1, lines, step)][:SAMPLE_LINES]
    words = Counter(word for text in texts for word in set(_TOKEN.findall(text.lower())))
    rare = [word for word, count in words.items() if count == 1 and len(word) > 7 and word.isalnum()][:RUNS]
    common = [word for word, _ in words.most_common() if _WORD.fullmatch(word)]
    half = min(common, key=lambda word: abs(words[word] - len(texts) / 2))
    pairs: Sequence[str] = [f"{one} AND {other}" for one, other in zip(rare, common * RUNS, strict=False)]
    keys = [1 + (lines * number) // (RUNS + 1) for number in range(1, RUNS + 1)]
    return [
        timed("key lookup", keys, lambda key: int(node.ask("GET", f"/lines/_doc/{key}")["found"])),
        timed("term", rare, node.count),
        timed("term AND term", pairs, node.count),
        timed("literal-prefix regular expression", [f"/{word[:6]}.*/" for word in rare], node.count),
        timed("a term in half of the lines, exact count", [half] * RUNS, node.count),
        timed("a term in half of the lines, first 50", [half] * RUNS, node.first),
    ]


def _text(node: _Node, number: int) -> str:
    return str(node.ask("GET", f"/lines/_doc/{number}")["_source"]["message"])


if __name__ == "__main__":
    print(json.dumps(measure_opensearch(Path(sys.argv[1]), Path(sys.argv[2]))))
