"""Questions about what belongs together by name or by address, with no inferred relation between."""
