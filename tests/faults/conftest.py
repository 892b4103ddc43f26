"""What the tests of faults share: the moments, and a KG in which two versions of a network alternate."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.faults.two_networks import Network, open_networks

MOMENTS = "WIRELORE_FAULT_MOMENTS"
SEED = "WIRELORE_FAULT_SEED"


@dataclass(frozen=True, slots=True)
class Moments:
    """At how many moments of ingests each kind of process is killed."""

    process: int = 2
    database: int = 3
    worker: int = 10
    append: int = 2


@pytest.fixture(scope="session")
def moments() -> Moments:
    """Return how many moments are tried: 17 together, or of each kind as many as the environment says."""
    count = int(os.environ.get(MOMENTS, "0"))
    return Moments(count, count, count, count) if count else Moments()


@pytest.fixture(scope="session")
def seed() -> int:
    """Return what the moments are drawn by."""
    return int(os.environ.get(SEED, "1"))


@pytest.fixture(scope="session")
def network(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Network]:
    """Ingest both versions undisturbed, and keep what they give."""
    with open_networks(tmp_path_factory.mktemp("faults")) as network:
        yield network
