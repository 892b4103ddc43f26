"""Infers relations from the data: references between names, addresses and subnets, mentions in logs."""
