"""Connects to a cluster by its address, or starts two local workers."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from importlib.metadata import version
from importlib.util import find_spec
from typing import TYPE_CHECKING

from ingest.cluster.errors import ClusterAwayError, NoDaskError, OtherVersionError, StoreNotSharedError
from ingest.cluster.work import BLOCK_BYTES

if TYPE_CHECKING:
    from distributed import Client

    from ingest.cluster.work import GraphLogin
    from ingest.load_files import OpenLoad, Progress

LOCAL = "local"
WORKERS, THREADS = 2, 2
"""Of a worker's two threads one writes while the other parses."""
CONNECT_LIMIT_S = 15.0


def check_cluster(kg: str) -> None:
    """Say at once what a cluster lacks. Raises NoDaskError and StoreNotSharedError."""
    if find_spec("distributed") is None:
        raise NoDaskError
    if "://" not in kg:
        raise StoreNotSharedError(kg)


@contextmanager
def open_cluster(
    address: str,
    login: GraphLogin,
    *,
    allow_weak_sandbox: bool,
    progress: Progress,
    show: Callable[[str], None],
    block_bytes: int = BLOCK_BYTES,
) -> Iterator[OpenLoad]:
    """Connect to a scheduler, or start two workers where the address is "local"; tells Dask's dashboard.

    Raises ClusterAwayError and OtherVersionError.
    """
    from ingest.cluster.cluster_load import Cluster, ClusterLoad

    with ExitStack() as stack:
        client = stack.enter_context(_connected(address, stack))
        _check_versions(client)
        if client.dashboard_link:
            show(f"Dask's dashboard: {client.dashboard_link}")
        yield partial(ClusterLoad, cluster=Cluster(client, login, allow_weak_sandbox, progress, block_bytes))


def _connected(address: str, stack: ExitStack) -> Client:
    from distributed import Client, LocalCluster

    for name in ("distributed", "asyncio"):  # a worker that is lost is told by us
        logging.getLogger(name).setLevel(logging.CRITICAL)
    if address == LOCAL:
        cluster = stack.enter_context(
            LocalCluster(
                n_workers=WORKERS,
                threads_per_worker=THREADS,
                dashboard_address="127.0.0.1:0",
                silence_logs=logging.CRITICAL,
            )
        )
        return Client(cluster)
    try:
        return Client(address, timeout=CONNECT_LIMIT_S)
    except (OSError, TimeoutError, ValueError) as error:
        raise ClusterAwayError(f"{address}: no Dask scheduler answers there: {error}") from error


def _check_versions(client: Client) -> None:
    """Have every worker say which wirelore it has: another one could read the same lines otherwise."""
    ours = version("wirelore")
    try:
        found = client.run(version, "wirelore")
    except Exception as error:  # what a worker raises that has none is not known here
        raise OtherVersionError(f"a worker cannot say which wirelore it has: {error}") from error
    others = {name: each for name, each in found.items() if each != ours}
    if others:
        name, theirs = next(iter(others.items()))
        raise OtherVersionError(f"worker {name} has wirelore {theirs}; expected {ours}, as here")
