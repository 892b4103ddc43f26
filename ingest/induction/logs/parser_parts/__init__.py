"""Source that generated parsers of logs carry."""
