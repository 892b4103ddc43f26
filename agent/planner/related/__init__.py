"""Questions that the relations answer which ingest has inferred: references, subnets, addresses and mentions."""
