"""Learning without a model: from samples to a JSON Schema and the source of a parser."""
