"""Reads and parses on the workers of a Dask cluster, which write into one Neo4j."""
