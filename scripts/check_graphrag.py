"""Read an export back with GraphRAG's own library: its reader of tables, its adapters, its data model.

    python -m venv graphrag && graphrag/bin/pip install graphrag
    wirelore export --graphrag EXPORT && graphrag/bin/python scripts/check_graphrag.py EXPORT

Needs no model and no key. Exits with what does not fit.
"""

from __future__ import annotations

import asyncio
import sys
from importlib.metadata import version
from pathlib import Path

import pandas as pd
from graphrag.data_model import schemas
from graphrag.data_model.data_reader import DataReader
from graphrag.query import indexer_adapters as adapters
from graphrag_storage import StorageConfig, create_storage
from graphrag_storage.tables.parquet_table_provider import ParquetTableProvider

TABLES = ("entities", "relationships", "communities", "community_reports", "text_units", "documents")


def main() -> None:
    """Read everything, and compare what refers to what."""
    folder = Path(sys.argv[1])
    tables = asyncio.run(read_tables(folder))
    for name in TABLES:
        wanted = set(getattr(schemas, f"{name.upper()}_FINAL_COLUMNS"))
        check(f"columns of {name}", wanted, set(tables[name].columns))
    entities = adapters.read_indexer_entities(tables["entities"], tables["communities"], None)
    relationships = adapters.read_indexer_relationships(tables["relationships"])
    reports = adapters.read_indexer_reports(
        tables["community_reports"], tables["communities"], None, dynamic_community_selection=True
    )
    communities = adapters.read_indexer_communities(tables["communities"], tables["community_reports"])
    units = adapters.read_indexer_text_units(tables["text_units"])
    titles, unit_ids = {one.title for one in entities}, {one.id for one in units}
    numbers = {one.short_id for one in communities}
    for one in relationships:
        check(f"ends of {one.id}", {one.source, one.target}, titles)
        check(f"text units of {one.id}", set(one.text_unit_ids or ()), unit_ids)
    for entity in entities:
        check(f"text units of {entity.id}", set(entity.text_unit_ids or ()), unit_ids)
        check(f"communities of {entity.id}", set(entity.community_ids or ()), numbers | {"-1"})
    for report in reports:
        check(f"community of {report.id}", {report.community_id}, numbers)
    for community in communities:
        check(f"parent of {community.id}", {community.parent}, numbers | {"-1"})
    check("documents of text units", {one.document_id for one in units}, set(tables["documents"]["id"]))
    found = (entities, relationships, communities, reports, units, tables["documents"].index)
    print(f"graphrag {version('graphrag')}")
    for name, rows in zip(TABLES, found, strict=True):
        if len(rows) != len(tables[name]):
            sys.exit(f"{name}: {len(rows)} of {len(tables[name])} rows were read")
        print(f"{name}: {len(rows)}")


async def read_tables(folder: Path) -> dict[str, pd.DataFrame]:
    """Read the parquet files as GraphRAG's queries do."""
    reader = DataReader(ParquetTableProvider(create_storage(StorageConfig(base_dir=str(folder)))))
    return {name: await getattr(reader, name)() for name in TABLES}


def check(what: str, wanted: set[str | None], there: set[str]) -> None:
    """Exit unless all that is wanted is there."""
    missing = sorted(map(str, wanted - there))
    if missing:
        sys.exit(f"{what}: {missing[:5]} not found")


if __name__ == "__main__":
    main()
