"""The thinking of the agent without a model."""
