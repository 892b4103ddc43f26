"""The same questions, rows, lines and checks as tools for other agents (Model Context Protocol)."""
