"""One graph for all tests of the planner, on a real embedded server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from graph_store.bolt_graph import BoltGraph
from graph_store.open_graph import open_graph
from ingest.pipeline import ingest
from tests.agent.planner.across.two_halls import load_two_halls
from tests.agent.planner.door_log import load_door_log
from tests.agent.planner.gate_log import load_gate_log
from tests.agent.planner.shift_log import load_shift_log
from tests.agent.planner.two_makes import load_two_makes
from tests.agent.planner.two_sites import load_two_sites


@contextmanager
def _loaded(folder: Path, load: Callable[[BoltGraph], None]) -> Iterator[BoltGraph]:
    """Open a graph of what is loaded by hand; its server ends with the tests."""
    with open_graph(str(folder), create=True, idle_s=1.0) as graph:
        load(graph)
        yield graph


@pytest.fixture(scope="session")
def two_makes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BoltGraph]:
    """Return the loaded graph; its server ends with the tests."""
    with _loaded(tmp_path_factory.mktemp("two_makes"), load_two_makes) as graph:
        yield graph


@pytest.fixture(scope="session")
def two_sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BoltGraph]:
    """Return a graph that was read from files and related."""
    folder = tmp_path_factory.mktemp("two_sites")
    with open_graph(str(folder / "kg"), create=True, idle_s=1.0) as graph:
        load_two_sites(graph, folder)
        yield graph


@pytest.fixture(scope="session")
def two_halls(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BoltGraph]:
    """Return two gates, a list and a survey, read and related."""
    folder = tmp_path_factory.mktemp("two_halls")
    with open_graph(str(folder / "kg"), create=True, idle_s=1.0) as graph:
        load_two_halls(graph, folder)
        yield graph


@pytest.fixture(scope="session")
def door_log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BoltGraph]:
    """Return the log of one host, and no configuration."""
    with _loaded(tmp_path_factory.mktemp("door_log"), load_door_log) as graph:
        yield graph


@pytest.fixture(scope="session")
def gate_log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BoltGraph]:
    """Return the log of two gate keepers."""
    with _loaded(tmp_path_factory.mktemp("gate_log"), load_gate_log) as graph:
        yield graph


@pytest.fixture(scope="session")
def shift_log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BoltGraph]:
    """Return the log of a control room."""
    with _loaded(tmp_path_factory.mktemp("shift_log"), load_shift_log) as graph:
        yield graph


@pytest.fixture(scope="session")
def sample_network(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BoltGraph]:
    """Return the sample network of this repository, read and related."""
    folder = tmp_path_factory.mktemp("sample_network")
    files = Path(__file__).parents[3] / "examples" / "sample-network"
    with open_graph(str(folder / "kg"), create=True, idle_s=1.0) as graph:
        ingest([files], graph, folder / "parsers", allow_weak_sandbox=True)
        yield graph
