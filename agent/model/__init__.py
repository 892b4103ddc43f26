"""The thinking of the agent with a chat model."""
