"""Prepares Java's classes by running a server with a small graph the way ingest and questions do."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from graph_store.arcadedb_http import run_sql
from graph_store.bolt_session import BoltAddress, BoltSession
from graph_store.java_cache import cache_file
from graph_store.java_server import DATABASE, start_java
from graph_store.kg_folder import hold_lock
from graph_store.schema import EMBEDDED_NODES, EMBEDDED_SCHEMA

CACHE_HEAP = "512m"
END_LIMIT_S = 600.0
"""How long java may take to end: that is when it writes the cache."""
BATCHES, ROWS = 12, 1000
READS = 15
ROW_LIMIT = 1000
LOWEST_PRIORITY = 19

RECORD = (
    "{id: r[0], number: r[1], first_line: r[1], text: r[2], key: r[6], device: r[7], "
    "ordinal: r[8], word: r[9], size: r[10], timestamp: r[11], message: r[12]"
)
SHARED = "path: $path, document: $document}"
DOCUMENT = "CREATE (d:Document {path: 'a.log', serial: 1, state: 'ready', lines: $lines, entities: $lines})"
STORE = "MERGE (s:Store {id: 1}) SET s.generation = $generation"
DEVICE = "MERGE (v:Device {name: $name}) WITH v MATCH (d:Document {serial: 1}) MERGE (v)-[:HAS_DOCUMENT]->(d)"
QUESTIONS = (
    "MATCH (s:Store {id: 1}) RETURN s.generation, s.relations",
    "MATCH (d:Document) WITH count(d) AS n OPTIONAL MATCH (s:Store {id: 1}) RETURN n, s.generation",
    "CALL db.labels() YIELD label RETURN label",
    "CALL { MATCH (n:Event) RETURN count(n) AS c0 } CALL { MATCH (n:Line) RETURN count(n) AS c1 } RETURN c0, c1",
    "MATCH (e:Event) RETURN count(*) AS count",
    "MATCH (e:Event) WHERE $word IN ([] + e.word) RETURN count(*) AS n, collect(e.id)[..9] AS ids, max(e.id) AS z",
    "MATCH (e:Event) WHERE e.size > 50 RETURN e.word AS word, count(*) AS n, min(e.id) AS a ORDER BY n DESC, word",
    "MATCH (e:Kind1) RETURN e.timestamp AS t, e.message AS m, e.id AS id ORDER BY e.timestamp DESC LIMIT 1",
    "MATCH (e:Event) WHERE any(x IN ([] + e.message) WHERE toLower(toString(x)) CONTAINS $word) RETURN e.id LIMIT 9",
    "UNWIND $ids AS id WITH id MATCH (l:Line {id: id}) RETURN id, l.path, l.number, l.text AS t, l.type, l.key",
    "UNWIND $hits AS h WITH * MATCH (node:Line {id: h.id}) WITH *, h.score AS score RETURN node.text, score LIMIT 9",
    "UNWIND $hits AS h MATCH (l:Line {id: h.id})<-[:HAS_LINE*0..1]-(e:Entity) RETURN properties(e)",
    "MATCH (v:Device)-[:HAS_DOCUMENT]->(d:Document) RETURN v.name AS name, d.path AS path ORDER BY name",
)


def main() -> None:
    """Make the cache unless it is there, or somebody else is making it."""
    os.nice(LOWEST_PRIORITY)
    kept = cache_file()
    if kept is None or kept.is_file():
        return
    kept.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with hold_lock(kept.with_suffix(".lock"), 0) as held:
        if held:
            _make(kept)


def _make(kept: Path) -> None:
    """Use a server as it is used every day, and keep what java learned of its classes in a file."""
    with tempfile.TemporaryDirectory(prefix="wirelore-java-") as folder:
        made = Path(folder) / "java.aot"
        with run_server(Path(folder), [f"-XX:AOTCacheOutput={made}"]) as session:
            use_server(session)
        new = kept.with_suffix(".new")
        new.write_bytes(made.read_bytes())
        new.replace(kept)


@contextmanager
def run_server(folder: Path, options: Sequence[str]) -> Iterator[BoltSession]:
    """Start a server in a new folder, and wait for java's end afterwards."""
    server = start_java(folder, CACHE_HEAP, options)
    login = (server.credentials.writer, server.credentials.writer_password)
    address = BoltAddress(f"bolt://127.0.0.1:{server.bolt_port}", DATABASE, login, login)
    try:
        run_sql(server.http_port, server.credentials, DATABASE, EMBEDDED_NODES)
        with closing(BoltSession(address)) as session:
            yield session
    finally:
        server.process.terminate()
        try:
            server.process.wait(END_LIMIT_S)
        except subprocess.TimeoutExpired:
            server.process.kill()
            server.process.wait()


def use_server(session: BoltSession, batches: int = BATCHES, rows: int = ROWS, reads: int = READS) -> None:
    """Load some records and ask about them, often enough for java to see what is worth compiling."""
    for index in EMBEDDED_SCHEMA:
        session.define(index.definition())
    count = batches * rows
    session.write_all([(DOCUMENT, {"lines": count}), (STORE, {"generation": 1}), (DEVICE, {"name": "host"})])
    for batch in range(batches):
        kind = f"Kind{batch % 5}"
        load = f"UNWIND $rows AS r CREATE (:Line:Entity:Event:{kind} {RECORD}, type: $type, {SHARED})"
        made = [_record(number) for number in range(batch * rows, (batch + 1) * rows)]
        session.write_all([(load, {"rows": made, "type": kind, "path": "a.log", "document": 1})])
    asked = {
        "word": "open",
        "ids": [_line(number) for number in range(0, count, 97)],
        "hits": [{"id": _line(number), "score": 1.0} for number in range(0, count, 41)],
    }
    for _ in range(reads):
        for statement in QUESTIONS:
            session.read(statement, asked, ROW_LIMIT, END_LIMIT_S)


def _record(number: int) -> list[object]:
    word = ("open", "close", "fail", "retry")[number % 4]
    text = f"2026-01-01 00:00:{number % 60:02d} INFO service session {number} {word} in {number % 100} ms"
    line = [_line(number), number + 1, text, text.lower(), "host"]
    return [*line, _line(number), "", "host", number, word, number % 100, text[:19], text[20:]]


def _line(number: int) -> int:
    return 2**32 + number + 1


if __name__ == "__main__":
    main()
