"""What nobody waits for any more ends: at once for the reader, and in the server."""

from __future__ import annotations

import contextvars
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import neo4j
import pytest

from graph_store.arcadedb_http import list_statements
from graph_store.bolt_graph import BoltGraph
from graph_store.errors import StoppedError
from graph_store.graph import StopSignal, current_stop, stoppable
from graph_store.records import Table
from graph_store.server_file import read_server
from tests.graph_store.neo4j_server.start_neo4j import Neo4jLogin

LONG = (
    "UNWIND range(1, 3000) AS a UNWIND range(1, 3000) AS b UNWIND range(1, 3000) AS c "
    "WITH a, b, c WHERE (a + b + c) % 7 = $rest RETURN count(c) AS number"
)
TIME_LIMIT_S = 30.0
SOON_S = 10.0
BETWEEN_S = 1.5
KEPT_WAITING_S = 4.0


def test_a_signal_ends_what_runs_once_and_what_comes_late_at_once() -> None:
    ended: list[str] = []
    signal = StopSignal()
    with signal.ending_with(lambda: ended.append("done before")):
        pass
    with signal.ending_with(lambda: ended.append("running")):
        signal.stop()
        signal.stop()
        with signal.ending_with(lambda: ended.append("late")):
            assert ended == ["running", "late"]
    assert signal.stopped


def test_leaving_stops_what_was_begun_inside_and_nothing_else() -> None:
    with stoppable() as outside:
        with suppress(KeyError), stoppable() as signal:
            assert current_stop() is signal
            raise KeyError
        assert signal.stopped
        assert current_stop() is outside
        assert not outside.stopped
    assert not current_stop().stopped


@pytest.fixture
def count_running(request: pytest.FixtureRequest, store: BoltGraph) -> Iterator[Callable[[], int]]:
    """Return what asks the server how many statements as the long one it runs."""
    assert store
    if request.node.callspec.params["store"] == "embedded":
        record = read_server(request.getfixturevalue("embedded_folder"))
        assert record is not None
        port, credentials = record.http_port, record.credentials
        yield lambda: sum(one.text == LONG for one in list_statements(port, credentials))
        return
    login: Neo4jLogin = request.getfixturevalue("neo4j_login")
    with neo4j.GraphDatabase.driver(login.url, auth=(login.user, login.password)) as driver:
        listed = "SHOW TRANSACTIONS YIELD currentQuery WHERE currentQuery = $text RETURN count(*) AS number"
        yield lambda: int(driver.execute_query(listed, {"text": LONG}).records[0]["number"])


def test_reads_that_were_cut_keep_no_later_one_waiting(graph: BoltGraph) -> None:
    """A server works on a few connections at a time: it has to be done with those whose rest nobody reads."""
    graph.write("UNWIND range(1, 60) AS number CREATE (:Device {name: number})")
    for _ in range(12):
        began = time.monotonic()
        assert graph.read("MATCH (d:Device) RETURN d.name ORDER BY d.name", row_limit=50).cut
        assert time.monotonic() - began < KEPT_WAITING_S


def test_a_stopped_statement_ends_and_its_neighbour_goes_on(
    graph: BoltGraph, count_running: Callable[[], int]
) -> None:
    """The neighbour has the same text, and another parameter."""

    def read(rest: int) -> Table:
        return graph.read(LONG, {"rest": rest}, time_limit_s=TIME_LIMIT_S)

    with ThreadPoolExecutor(2) as pool:
        with stoppable() as staying:
            neighbour = pool.submit(contextvars.copy_context().run, read, 2)
            time.sleep(BETWEEN_S)
            with stoppable() as signal:
                reading = pool.submit(contextvars.copy_context().run, read, 1)
                wait_until(lambda: count_running() == 2)
                signal.stop()
                with pytest.raises(StoppedError):
                    reading.result(1.0)
            wait_until(lambda: count_running() == 1)
            assert not neighbour.done()
            staying.stop()
        with pytest.raises(StoppedError):
            neighbour.result(1.0)
    wait_until(lambda: count_running() == 0)
    assert graph.read("RETURN 1 AS one").rows == ((1,),)


def wait_until(holds: Callable[[], bool]) -> None:
    """Wait as long as it may take on a busy machine."""
    deadline = time.monotonic() + SOON_S
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)
