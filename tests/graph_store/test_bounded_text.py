"""No statement stops a shared server: what grows is refused, what runs long is ended, and others are answered."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from graph_store.bolt_graph import BoltGraph
from graph_store.bounded_text import check_bounded_text
from graph_store.errors import StatementFailedError, StatementRefusedError
from graph_store.server_file import read_server
from tests.graph_store.test_bounded_lists import ALLOWED as LISTS
from tests.graph_store.test_read_only import ALLOWED as READS

OTHERS_WAIT_S = 2.0
DOUBLED = " ".join(["WITH s + s AS s"] * 26)

GROWN = {
    "a text that doubles": "RETURN size(reduce(s = 'x', i IN range(1, 26) | s + s)) AS n",
    "a text that doubles in a longer loop": "RETURN reduce(s = 'x', i IN range(1, 60) | s + s) AS n",
    "a text that doubles between brackets": "RETURN reduce(s = 'x', i IN range(1, 30) | (s) + (s)) AS n",
    "a text that doubles by a function": "RETURN reduce(s = 'x', i IN range(1, 30) | replace(s, 'x', s)) AS n",
    "a text that doubles in a branch": (
        "RETURN reduce(s = 'x', i IN range(1, 30) | CASE WHEN i > 0 THEN s + s ELSE s END) AS n"
    ),
    "a list that doubles": "RETURN size(reduce(l = [1], i IN range(1, 30) | l + l)) AS n",
    "a list that holds itself twice": "RETURN reduce(l = [1], i IN range(1, 30) | [l, l]) AS n",
    "a name between backticks": "RETURN reduce(`a b` = 'x', i IN range(1, 30) | `a b` + `a b`) AS n",
    "in small letters": "return reduce(s='x',i in range(1,30)|s+s) as n",
    "in a condition": "MATCH (n) WHERE size(reduce(s = 'x', i IN range(1, 30) | s + s)) > 1 RETURN n",
    "in a subquery": "CALL { RETURN reduce(s = 'x', i IN range(1, 30) | s + s) AS n } RETURN n",
    "in a loop in a loop": (
        "RETURN reduce(s = 'x', i IN range(1, 5000) | s + reduce(t = '', j IN range(1, 5000) | t + 'ab')) AS n"
    ),
    "a text that grows by each element": "RETURN reduce(s = '', i IN range(1, 5000000) | s + 'abcdefgh') AS n",
    "a text that grows by numbers": "RETURN reduce(s = '', i IN range(1, 5000000) | s + toString(i)) AS n",
    "a list that grows by each element": "RETURN reduce(l = [], i IN range(1, 5000000) | l + [i]) AS n",
    "an unknown number of elements": (
        "RETURN reduce(s = '', i IN range(1, toInteger('100000000')) | s + 'abc') AS n"
    ),
    "names that double": f"WITH 'x' AS s {DOUBLED} RETURN size(s) AS n",
    "lists that double": f"WITH [1] AS s {DOUBLED} RETURN size(s) AS n",
    "replace in replace": ("RETURN " + "replace(" * 8 + "'x'" + ", 'x', 'xxxxxxxxxxxx')" * 8 + " AS n"),
    "replace by names": "WITH 'x' AS s " + "WITH replace(s, 'x', 'xxxxxxxxxxxx') AS s " * 8 + "RETURN s",
    "split of grown text": (
        "WITH reduce(s = '', i IN range(1, 100000) | s + 'ab') AS s RETURN size(split(s, '')) AS n"
    ),
    "split and joined": (
        "WITH split(reduce(s = '', i IN range(1, 20000) | s + 'ab'), '') AS l "
        "RETURN reduce(s = '', x IN l | s + 'abcdefghijklmnopqrstuvwxyz') AS n"
    ),
    "a collected text": (
        "UNWIND range(1, 1000000) AS i WITH collect('abcdefghijklmnopqrstuvwxyz' + toString(i)) AS l RETURN l"
    ),
    "a text for each element": "RETURN [i IN range(1, 1000000) | 'abcdefgh' + toString(i)] AS l",
    "20,000 terms": "RETURN " + " + ".join(["1"] * 20_000) + " AS n",
    "20,000 conditions": "MATCH (n) WHERE " + " OR ".join(["n.id = 1"] * 20_000) + " RETURN n",
    "many brackets": "RETURN " + "(" * 4_000 + "1" + ")" * 4_000 + " AS n",
    "many lists": "RETURN " + "[" * 2_000 + "]" * 2_000 + " AS n",
    "many cases": "RETURN " + "CASE WHEN true THEN " * 500 + "1" + " END" * 500 + " AS n",
    "a given text": "RETURN reduce(s = '', i IN range(1, 100000) | s + $text) AS n",
}
"""What would take the memory of the server, or its stack."""

LONG = {
    "paths": "MATCH p = (a)-[*]-(b) RETURN count(p)",
    "shown paths": "MATCH p = (a)-[*1..30]-(b) RETURN p",
    "a product": "MATCH (a), (b), (c), (d), (e), (f) WHERE a.id + b.id + c.id + d.id + e.id = 'x' RETURN count(*)",
    "a sorted product": "UNWIND range(1, 1000000) AS x UNWIND range(1, 1000) AS y RETURN x, y ORDER BY y DESC LIMIT 5",
    "many rows": "UNWIND range(1, 5000000) AS x RETURN x",
}
"""What only the time limit ends."""

ALLOWED = {
    "a maximum": "RETURN reduce(m = 0, x IN [1, 2, 3] | CASE WHEN x > m THEN x ELSE m END) AS n",
    "a sum": "RETURN reduce(s = 0, x IN range(1, 5000000) | s + x) AS n",
    "names joined": "MATCH (d:Device) WITH collect(d.name) AS l RETURN reduce(s = '', x IN l | s + ', ' + x) AS n",
    "by index": "MATCH (n) RETURN reduce(s = '', i IN range(0, size(n.l) - 1) | s + n.l[i] + ' ') AS n",
    "a property with the accumulator's name": "RETURN reduce(s = 0, x IN [{s: 1}] | s + x.s) AS n",
    "words of a line": "MATCH (l:Line) RETURN split(l.text, ' ')[0] AS word, replace(l.text, '  ', ' ') AS text",
    "a list of given names": "MATCH (n) WHERE n.name IN $names RETURN n",
}


@pytest.mark.parametrize("statement", GROWN.values(), ids=GROWN)
def test_what_grows_is_refused(statement: str) -> None:
    with pytest.raises(StatementRefusedError, match=r"expected|fewer"):
        check_bounded_text(statement, {"text": "abc" * 100})


EVERY = {**ALLOWED, **{f"list: {name}": one for name, one in LISTS.items()}, **READS}


@pytest.mark.parametrize("statement", EVERY.values(), ids=EVERY)
def test_what_is_short_is_allowed(statement: str) -> None:
    check_bounded_text(statement, {"names": ["core-1"] * 2000, "n": 1000})


@pytest.mark.timeout(300)
def test_no_statement_keeps_others_waiting(filled: BoltGraph, embedded_folder: Path) -> None:
    before, waited = read_server(embedded_folder), []
    ended = threading.Event()

    def read_beside() -> None:
        while not ended.is_set():
            started = time.monotonic()
            filled.read("MATCH (d:Device) RETURN count(d)")
            waited.append(time.monotonic() - started)
            time.sleep(0.02)

    with ThreadPoolExecutor(3) as threads:
        beside = threads.submit(read_beside)
        for _ in threads.map(lambda one: _run(filled, one), [*GROWN.values(), *LONG.values()]):
            pass
        ended.set()
        beside.result()
    after = read_server(embedded_folder)
    assert before is not None
    assert after is not None
    assert after.server == before.server
    assert max(waited) < OTHERS_WAIT_S


def _run(store: BoltGraph, statement: str) -> None:
    with suppress(StatementRefusedError, StatementFailedError):
        assert store.read(statement, {"text": "abc" * 100}, time_limit_s=3.0).cut
