"""The agent's roles with a chat model."""
