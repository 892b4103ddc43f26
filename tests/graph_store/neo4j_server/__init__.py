"""A real Neo4j for the tests: fetched with Maven, started with Java on free ports of this machine."""
