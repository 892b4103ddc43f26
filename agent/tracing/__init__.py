"""Spans of what the agent does, for OpenTelemetry; nothing happens where nobody listens."""
