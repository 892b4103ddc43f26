"""An opened KG with what belongs to it, for every face: the chat, Slack, MCP, the command line and the library."""
