"""The same questions asked in several ways: each way's scores, and whether two of them differ."""
