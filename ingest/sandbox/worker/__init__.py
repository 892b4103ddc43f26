"""The sealed process; a bare interpreter imports it as `worker`: standard library and siblings only."""
