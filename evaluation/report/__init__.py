"""Pages and pictures that open offline, in one file."""
