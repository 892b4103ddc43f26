"""Both stores answer alike: statements as models write them, and statements put together by chance."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from graph_store.bolt_graph import BoltGraph
from tests.borrowed_graph import emptied
from tests.graph_store.made_statements import PROPERTIES, made_statements
from tests.graph_store.network_graph import Network, load_network, read_network
from tests.graph_store.two_stores import answered, as_set

MADE = 600
VALUES_OF_A_PROPERTY = 8
TOO_SLOW = "TimeLimitError: TimeLimit"

Question = tuple[str, str, dict[str, Any], bool]


@pytest.fixture(scope="module")
def network(shared_data: Path) -> Network:
    return read_network(shared_data)


@pytest.fixture(scope="module")
def both(embedded: BoltGraph, neo4j_store: BoltGraph, network: Network) -> tuple[BoltGraph, BoltGraph]:
    for store in (embedded, neo4j_store):
        emptied(store)
        load_network(store, network)
    return embedded, neo4j_store


@pytest.fixture(scope="module")
def questions(shared_data: Path) -> Sequence[Question]:
    """Return (name, statement, parameters, whether the order counts) of the list beside the data."""
    path = shared_data.parent / "prototypes" / "graph_store" / "queries.py"
    if not path.is_file():
        pytest.skip("no ../shared/prototypes beside the repository: needs its list of statements")
    specification = importlib.util.spec_from_file_location("listed_queries", path)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return [(name, text, parameters, ordered) for name, _, text, parameters, ordered in module.Q]


def test_statements_as_models_write_them(
    both: tuple[BoltGraph, BoltGraph], questions: Sequence[Question], network: Network
) -> None:
    different, rows = {}, 0
    for name, text, parameters, ordered in questions:
        mine, theirs = (answered(store, text, parameters) for store in both)
        if text.startswith("CALL db.labels()"):  # lists labels that have an index and no node, too
            mine, theirs = (_used(answer, network) for answer in (mine, theirs))
        rows += len(theirs) if isinstance(theirs, list) else 0
        if _told(mine, ordered) != _told(theirs, ordered) or isinstance(theirs, str):
            different[name] = (text, mine[:3], theirs[:3])
    assert different == {}
    assert len(questions) == 83
    assert rows > 800


@pytest.mark.timeout(600)
def test_statements_put_together_by_chance(both: tuple[BoltGraph, BoltGraph], network: Network) -> None:
    different, slow, rows = {}, 0, 0
    for statement in made_statements(_values(network), MADE, seed=11):
        mine, theirs = (answered(store, statement) for store in both)
        slow += TOO_SLOW in (mine, theirs)
        rows += bool(theirs)
        if _told(mine, False) != _told(theirs, False) and TOO_SLOW not in (mine, theirs):
            different[statement] = (len(mine), len(theirs), mine[:2], theirs[:2])
    assert different == {}
    assert slow <= MADE // 100
    assert rows > MADE // 2


def _used(answer: list[tuple[object, ...]] | str, network: Network) -> list[tuple[object, ...]] | str:
    if isinstance(answer, str):
        return answer
    return [row for row in answer if row[0] in network.nodes or row[0] == "Line"]


def _told(answer: list[tuple[object, ...]] | str, ordered: bool) -> object:
    if isinstance(answer, str):
        return answer
    return [as_set([row]) for row in answer] if ordered else as_set(answer)


def _values(network: Network) -> dict[str, Sequence[str]]:
    """List some values of every property, as they are written in a statement."""
    found: dict[str, dict[str, None]] = {}
    for label, names in PROPERTIES.items():
        for node in network.nodes[label]:
            for name in names:
                value = node.get(name)
                written = f"'{value}'" if isinstance(value, str) else str(value).lower()
                if value is not None and "'" not in written and "\\" not in written:
                    found.setdefault(name, {})[written] = None
    return {
        name: list(values)[:: max(1, len(values) // VALUES_OF_A_PROPERTY)] for name, values in found.items()
    }
