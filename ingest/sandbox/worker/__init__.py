"""The sealed process. A bare interpreter imports it as `worker`: standard library and siblings only."""
