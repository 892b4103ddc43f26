"""The agent's roles without a model."""
