"""Relations that follow from the data: references between names, addresses and subnets, mentions in logs."""
