"""What can go wrong with a cluster.

ClusterError            (an IngestError)
├── NoDaskError         the extra `cluster` is not installed
├── StoreNotSharedError the KG is a folder, which other machines cannot write into
├── ClusterAwayError    there is no scheduler, or no worker, or it is gone
└── OtherVersionError   a worker has another version of wirelore, or none
"""

from __future__ import annotations

from ingest.errors import IngestError


class ClusterError(IngestError):
    """Anything that is wrong with a cluster as a whole."""


class NoDaskError(ClusterError):
    """The extra `cluster` is not installed."""

    def __init__(self) -> None:
        super().__init__("--cluster and URLs need Dask: pip install 'wirelore[cluster]'")


class StoreNotSharedError(ClusterError):
    """The KG is a folder, which other machines cannot write into; `kg` names it."""

    def __init__(self, kg: str) -> None:
        super().__init__(
            f"{kg}: a cluster cannot load a KG in a folder: its server and its text index belong to one machine and "
            "one ingest; expected a Neo4j, as in --kg bolt://HOST:7687 or neo4j://HOST:7687"
        )
        self.kg = kg


class ClusterAwayError(ClusterError):
    """There is no scheduler, or no worker, or it is gone."""


class OtherVersionError(ClusterError):
    """A worker has another version of wirelore, or none."""


class BlockFailed(Exception):  # noqa: N818 - one block, and with it one document; the others load
    """A worker could not load a block; the text says why. It goes from process to process."""
