"""Gold questions whose answers are computed from the test data with plain Python, apart from the product."""
