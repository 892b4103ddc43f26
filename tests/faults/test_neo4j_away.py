"""A Neo4j that goes away and comes back, and two ingests into it at once."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from agent.ask import open_agent
from agent.records import Question
from chat.errors import explain
from graph_store.errors import GraphServerError, UnfinishedGraphError
from graph_store.open_graph import open_graph
from tests.faults.graph_contents import differences, graph_contents
from tests.faults.killable_ingest import Job, RunningIngest, eventually, ingest_whole
from tests.faults.two_networks import Network
from tests.graph_store.conftest import REQUIRE_NEO4J
from tests.graph_store.neo4j_server.fetch_neo4j import NoNeo4jError
from tests.graph_store.neo4j_server.start_neo4j import Neo4jServer, run_neo4j

QUESTION = Question("How many interfaces are there?")


@pytest.fixture(scope="module")
def neo4j_server() -> Iterator[Neo4jServer]:
    """Start a Neo4j of our own: one that the environment names is not ours to kill."""
    try:
        with run_neo4j() as server:
            yield server
    except NoNeo4jError as error:
        if os.environ.get(REQUIRE_NEO4J) == "1":
            pytest.fail(f"no Neo4j to kill: {error}")
        pytest.skip(f"no Neo4j to kill: {error}")


@pytest.fixture(scope="module")
def jobs(network: Network, neo4j_server: Neo4jServer, tmp_path_factory: pytest.TempPathFactory) -> list[Job]:
    login, parsers = neo4j_server.login, tmp_path_factory.mktemp("parsers")
    return [Job(login.url, job.files, parsers, login.user, login.password) for job in network.jobs]


def test_it_goes_away_in_an_ingest_and_comes_back(
    network: Network, neo4j_server: Neo4jServer, jobs: list[Job]
) -> None:
    login = neo4j_server.login
    ingest_whole(jobs[0])
    with open_graph(login.url, user=login.user, password=login.password) as graph:
        assert differences(graph_contents(graph), network.contents[0]) == []
        agent = open_agent(graph)
        answer = agent.ask(QUESTION).text
        running = RunningIngest(jobs[1])
        running.freeze_at("commit_lines")
        neo4j_server.kill()
        running.thaw()
        told = running.wait()
        assert "no graph server answers there" in told or "the graph server does not answer" in told
        for _ in range(3):
            with pytest.raises(GraphServerError, match="no graph server answers there") as away:
                agent.ask(QUESTION)
        assert "The knowledge graph is away." in explain(away.value)
        neo4j_server.start()
        assert eventually(lambda: _is_unfinished(agent.ask), 60.0)
        ingest_whole(jobs[1])
        assert differences(graph_contents(graph), network.contents[1]) == []
        ingest_whole(jobs[0])
        assert agent.ask(QUESTION).text == answer


def test_of_two_ingests_the_second_is_refused_and_a_killed_one_gives_the_lock_back(
    network: Network, neo4j_server: Neo4jServer, jobs: list[Job]
) -> None:
    first = RunningIngest(jobs[1])
    first.freeze_at("add_lines")
    told = RunningIngest(jobs[0]).wait()
    assert told == f"{neo4j_server.login.url}: another ingest into this graph is running"
    first.kill()
    ingest_whole(jobs[0])
    login = neo4j_server.login
    with open_graph(login.url, user=login.user, password=login.password) as graph:
        assert differences(graph_contents(graph), network.contents[0]) == []


def _is_unfinished(ask: object) -> bool:
    assert callable(ask)
    try:
        ask(QUESTION)
    except UnfinishedGraphError:
        return True
    except GraphServerError:  # it takes a while until a database is open
        return False
    return False
